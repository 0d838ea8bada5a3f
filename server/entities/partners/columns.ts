/**
 * The columns of a partner that people fill in, said once: what creates and saves one partner or the many of a workbook,
 * and what reads them, is made from this list. A field of a partner's form without its column here does not compile.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { agencies } from '@contract/agencies.ts'
import { distributors } from '@contract/distributors.ts'
import type { PartnerType } from '@contract/partners.ts'
import { ticketOffices } from '@contract/ticket-offices.ts'
import { fold } from '@contract/values/text.ts'
import { json, type Executor } from '../../platform/db/connect.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { offByAfter, offByNew } from '../../platform/lists/switched-off.ts'

type Filled<E extends { create: { body?: z.ZodType } }> = z.output<NonNullable<E['create']['body']>>
/** Whom it hangs from is where it stands in the tree; what ties an office to a device is kept beside the partner. */
type Elsewhere = 'father_id' | 'binds_device'
type Fields = Omit<Filled<typeof distributors> & Filled<typeof agencies> & Filled<typeof ticketOffices>, Elsewhere>

/** By field, the type of its column. */
const types = {
  code: 'text',
  name: 'text',
  document: 'text',
  phone: 'text',
  email: 'text',
  address: 'text',
  state_id: 'int',
  municipality_id: 'int',
  currencies: 'currency[]',
  status: 'active_status',
  prepaid: 'boolean',
} satisfies Record<keyof Fields, string>
const fields = Object.keys(types) as (keyof Fields)[]

/** Null only where its father's place will do. */
type Placed = { [K in 'state_id' | 'municipality_id']: Fields[K] | null }
/** What is stored of a partner in these columns. */
export type StoredPartner = Omit<Fields, keyof Placed> & Placed

type Always = 'code' | 'name' | 'currencies' | 'status' | keyof Placed
/** What a form may leave out: it stays as it was, and of a new partner it is as the table has it. */
export type FilledPartner = Pick<StoredPartner, Always> & Partial<Omit<StoredPartner, Always>>

/** What each field is in a form where nobody says anything: of one that must be said, null. */
const unfilled: Readonly<Record<string, unknown>> = Object.fromEntries(
  [distributors, agencies, ticketOffices].flatMap(({ create }) =>
    Object.entries(create.body!.shape as Record<string, z.ZodType>).map(([name, schema]) => [
      name,
      schema.safeParse(undefined).data ?? null,
    ]),
  ),
)

/** A partner's own columns as a row is selected, `alias` before them: all of them, or those that `shown` has. */
export function ownColumns(alias: SQL, shown?: z.ZodObject): SQL {
  const selected = fields
    .filter((name) => !shown || name in shown.shape)
    .map((name) => {
      const column = sql`${alias}.${sql.identifier(name)}`
      return types[name] === 'currency[]' ? sql`${column}::text[] AS ${sql.identifier(name)}` : column
    })
  return sql.join(selected, sql`, `)
}

/** What is stored of a partner of which `said` tells some of the fields: the others are as in a form that nobody filled in. */
export function storedBy(said: (field: keyof StoredPartner) => unknown): StoredPartner {
  return Object.fromEntries(fields.map((name) => [name, said(name) ?? unfilled[name]])) as unknown as StoredPartner
}

/** What of a partner is stored in these columns, and nothing else. */
export function storedOf<P extends FilledPartner>(partner: P): Pick<P, keyof P & keyof StoredPartner> {
  return Object.fromEntries(
    fields.flatMap((name) => (partner[name] === undefined ? [] : [[name, partner[name]]])),
  ) as never
}

/** Rows as JSON, the names of their columns, and what PostgreSQL reads them as; all rows fill in the same fields. */
function recordOf(rows: readonly FilledPartner[], more: Readonly<Record<string, string>>) {
  const filled = fields.filter((name) => rows[0]?.[name] !== undefined)
  const typed = Object.entries({ ...more, ...Object.fromEntries(filled.map((name) => [name, types[name]])) })
  return {
    names: [...filled, 'name_key'].map((name) => sql.identifier(name)),
    values: json(rows.map((row) => ({ ...row, name_key: fold(row.name) }))),
    record: sql.raw([...typed.map(([name, type]) => `${name} ${type}`), 'name_key text'].join(', ')),
  }
}

export type NewPartner = FilledPartner & { type: PartnerType; father_id: number }

/** Stores new partners, each with its father as responsible for its payments. Of a database without a banca none. */
export function insertRows(
  db: Executor,
  scope: Scope,
  partners: readonly NewPartner[],
): Promise<{ id: number; code: string }[]> {
  const { names, values, record } = recordOf(partners, { type: 'partner_type', father_id: 'int' })
  return db.rows(sql`
    INSERT INTO partners (
      type, father_id, payments_responsible_partner_id, country_iso2, off_by, ${sql.join(names, sql`, `)}
    )
    SELECT r.type, r.father_id, r.father_id, b.country_iso2, ${offByNew(scope, sql`r.status`)},
      ${sql.join(
        names.map((name) => sql`r.${name}`),
        sql`, `,
      )}
    FROM jsonb_to_recordset(${values}) AS r(${record})
    CROSS JOIN banca b
    RETURNING id, code`)
}

/** Without a father it stays where it hangs. */
export type SavedPartner = FilledPartner & { id: number; version: number; father_id?: number }

/** Saves partners that still have the version that each edit began with. Answers how many have. */
export function saveRows(db: Executor, scope: Scope, partners: readonly SavedPartner[]): Promise<number> {
  const { names, values, record } = recordOf(partners, { id: 'int', version: 'int', father_id: 'int' })
  return db.run(sql`
    UPDATE partners p
    SET father_id = coalesce(r.father_id, p.father_id),
      ${sql.join(
        names.map((name) => sql`${name} = r.${name}`),
        sql`, `,
      )},
      off_by = ${offByAfter(scope, sql`p`, sql`r.status`)}, version = p.version + 1, updated_at = now()
    FROM jsonb_to_recordset(${values}) AS r(${record})
    WHERE p.id = r.id AND p.version = r.version`)
}
