/** The dictionary: what a system's names of agencies, products and columns mean. */
import { sql } from 'drizzle-orm'
import { dictionaryKey, externalFieldLabels } from '@contract/external-file.ts'
import { externalSales, type Assignment, type DictionaryRow } from '@contract/external-sales.ts'
import { fold } from '@contract/values/text.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listing, readOne, wholeBanca } from '../../platform/lists/listing.ts'
import { nameById } from '../../platform/lists/names.ts'
import { mustHaveRoom, takeSystem } from './systems.ts'

const words = sql.join(
  Object.entries(externalFieldLabels).map(([field, label]) => sql`WHEN ${field}::text THEN ${label}::text`),
  sql` `,
)
const target = sql`coalesce(p.name, g.name, CASE d.field ${words} END)`

export const dictionary = listing<typeof externalSales.dictionary, DictionaryRow>(externalSales.dictionary, {
  from: sql`external_dictionary d JOIN external_systems s ON s.id = d.system_id
    LEFT JOIN partners p ON p.id = d.agency_id LEFT JOIN products g ON g.id = d.product_id LEFT JOIN users u ON u.id = d.created_by`,
  columns: sql`d.id, d.system_id, s.name AS system_name, d.kind, d.key, ${target} AS target, d.agency_id, d.product_id, d.field, d.created_at, u.name AS created_by`,
  key: sql`d.id`,
  scope: wholeBanca,
  filter: {
    system_id: (system_id) => sql`d.system_id = ${system_id}`,
    kind: (kind) => sql`d.kind = ${kind}`,
  },
  order: {
    key: sql`d.key`,
    system_name: sql`s.name`,
    kind: sql`d.kind`,
    target,
    created_at: sql`d.created_at`,
  },
  search: { plain: [sql`replace(d.key, '_', ' ')`, sql`d.key`, target] },
  named: { system_id: (system_id) => nameById('external_systems', system_id) },
})

const read = readOne(dictionary)

/** Names something; a name that is known already means the new thing from here on. @throws Problem `not_found`, `invalid` */
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
  if (said.kind === 'agency') await mustBeAgency(context, said.agency_id)
  if (said.kind === 'product') {
    const product = await db.one(sql`SELECT 1 FROM products WHERE id = ${said.product_id}`)
    if (!product) throw new Problem('not_found')
  }
  const row = await db.one<{ id: number }>(sql`
    INSERT INTO external_dictionary (system_id, kind, key, match, agency_id, product_id, field, created_by)
    VALUES (${system_id}, ${kind}, ${dictionaryKey(name)}, ${match}, ${said.kind === 'agency' ? said.agency_id : null},
      ${said.kind === 'product' ? said.product_id : null}, ${said.kind === 'column' ? said.field : null}, ${session.id})
    ON CONFLICT (system_id, kind, match) DO UPDATE SET key = excluded.key, agency_id = excluded.agency_id, product_id = excluded.product_id,
      field = excluded.field, created_by = excluded.created_by, created_at = now() RETURNING id`)
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
