/** The dictionary: what a system's names of agencies, products and columns mean. */
import { sql } from 'drizzle-orm'
import { dictionaryKey, externalFieldLabels, leftOutLabels } from '@contract/external-file.ts'
import type { Assignment, DictionaryRow } from '@contract/external-names.ts'
import { externalSales } from '@contract/external-sales.ts'
import { fold } from '@contract/values/text.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listing, readOne, wholeBanca } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { mustHaveRoom, takeSystem } from './systems.ts'

const wordsOf = (labels: Readonly<Record<string, string>>) =>
  sql.join(
    Object.entries(labels).map(([value, label]) => sql`WHEN ${value}::text THEN ${label}::text`),
    sql` `,
  )
const target = sql`CASE WHEN meaning.left_out THEN CASE meaning.kind ${wordsOf(leftOutLabels)} END
  ELSE coalesce(partner.name, product.name, CASE meaning.field ${wordsOf(externalFieldLabels)} END) END`

export const dictionary = listing<typeof externalSales.dictionary, DictionaryRow>(externalSales.dictionary, {
  from: sql`external_dictionary meaning JOIN external_systems system ON system.id = meaning.system_id
    LEFT JOIN partners partner ON partner.id = meaning.agency_id LEFT JOIN products product ON product.id = meaning.product_id
    LEFT JOIN users author ON author.id = meaning.created_by`,
  columns: sql`
    meaning.id, meaning.system_id, system.name AS system_name, meaning.kind, meaning.key, ${target} AS target, meaning.agency_id,
    meaning.product_id, meaning.field,
    meaning.left_out, meaning.created_at, author.name AS created_by`,
  key: sql`meaning.id`,
  scope: wholeBanca,
  filter: {
    system_id: (system_id) => sql`meaning.system_id = ${system_id}`,
    kind: (kind) => sql`meaning.kind = ${kind}`,
    left_out: (left_out) => sql`meaning.left_out = ${left_out === 'si'}`,
  },
  order: {
    key: sql`meaning.key`,
    system_name: sql`system.name`,
    kind: sql`meaning.kind`,
    target,
    created_at: sql`meaning.created_at`,
  },
  search: { plain: [sql`replace(meaning.key, '_', ' ')`, sql`meaning.key`, target] },
  named: { system_id: (system_id) => nameById('external_systems', system_id) },
})

const read = readOne(dictionary)

/**
 * Names something, or says that it means nothing here: its rows are left out. A name that is known already means the new
 * thing from here on. @throws Problem `not_found`, `invalid`
 */
export async function assign(context: Context, said: Assignment): Promise<DictionaryRow> {
  const { db, session, audit } = context
  const { system_id, kind, name } = said
  await takeSystem(db, system_id)
  const match = fold(name)
  const known = await db.one<{ id: number }>(
    sql`SELECT id FROM external_dictionary WHERE system_id = ${system_id} AND kind = ${kind} AND match = ${match}`,
  )
  const before = known ? await read(context, known.id) : null
  if (!known) await mustHaveRoom(db, system_id)
  const meant = { agency_id: null, product_id: null, field: null, ...said }
  if (meant.agency_id !== null) await mustBeAgency(context, meant.agency_id)
  if (meant.product_id !== null) {
    const product = await db.one(sql`SELECT 1 FROM products WHERE id = ${meant.product_id}`)
    if (!product) throw new Problem('not_found')
  }
  const left_out = meant.agency_id === null && meant.product_id === null && meant.field === null
  const row = await db.one<{ id: number }>(sql`
    INSERT INTO external_dictionary (system_id, kind, key, match, agency_id, product_id, field, left_out, created_by)
    VALUES (
      ${system_id}, ${kind}, ${dictionaryKey(name)}, ${match}, ${meant.agency_id}, ${meant.product_id}, ${meant.field},
      ${left_out}, ${session.id}
    )
    ON CONFLICT (system_id, kind, match) DO UPDATE SET key = excluded.key, agency_id = excluded.agency_id, product_id = excluded.product_id,
      field = excluded.field, left_out = excluded.left_out, created_by = excluded.created_by, created_at = now() RETURNING id`)
  if (kind === 'column') await noteFormat(context, system_id)
  const after = await read(context, row!.id)
  audit({ entity_id: after.id, before, after, significant: true })
  return after
}

/** Forgets a name: rows that wait for it wait again, what was posted with it stays. @throws Problem `not_found` */
export async function forget(context: Context, id: number): Promise<{ id: number }> {
  const { db, audit } = context
  const before = await read(context, id)
  await takeSystem(db, before.system_id)
  await db.run(sql`DELETE FROM external_dictionary WHERE id = ${id}`)
  if (before.kind === 'column') await noteFormat(context, before.system_id)
  audit({ entity_id: id, before, significant: true })
  return { id }
}

async function mustBeAgency({ db }: Context, id: number): Promise<void> {
  const found = await db.one<{ type: string }>(sql`SELECT type::text AS type FROM partners WHERE id = ${id}`)
  if (!found) throw new Problem('not_found')
  if (found.type !== 'agencia') throw Problem.on('agency_id', 'invalid', 'Elija una agencia')
}

/** Files that wait were read without knowing this column. */
async function noteFormat({ db }: Context, system_id: number): Promise<void> {
  await db.run(sql`UPDATE external_systems SET format_version = format_version + 1 WHERE id = ${system_id}`)
}
