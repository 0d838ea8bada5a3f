/** Partners as selects and lists see them, limited to the caller's subtree. */
import { sql, type SQL } from 'drizzle-orm'
import { fatherTypes, partners, type PartnerOption, type PartnerType } from '@contract/partners.ts'
import type { Answer } from '@contract/endpoint.ts'
import { fold } from '@contract/values/text.ts'
import { every, list, type Executor } from '../../platform/db/connect.ts'
import { under, within, type Scope } from '../../platform/db/scope.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { listing } from '../../platform/lists/listing.ts'

export type PartnerRow = Answer<typeof partners.directs>['data'][number]
type Status = PartnerOption['status']

/**
 * The columns of a `PartnerOption`; `p` is the partner. A caller sees no ancestor above its own
 * partner: its own row has no father, and `path` begins at its own partner.
 */
export function optionColumns(scope: Scope): SQL {
  return sql`p.id, p.name, p.code, p.type, p.status,
    CASE WHEN p.id <> ${scope.partner_id} THEN p.father_id END AS father_id,
    coalesce((
      SELECT string_agg(up.name, ' › ' ORDER BY a.depth DESC)
      FROM partner_ancestors a JOIN partners up ON up.id = a.ancestor_id
      WHERE a.partner_id = p.id AND a.depth > 0 AND ${within(scope, sql`a.ancestor_id`)}
    ), '') AS path`
}

function rowColumns(scope: Scope): SQL {
  return sql`${optionColumns(scope)},
    CASE WHEN p.id <> ${scope.partner_id} THEN (SELECT f.name FROM partners f WHERE f.id = p.father_id) END AS father_name,
    (SELECT count(*)::int FROM partners c WHERE c.father_id = p.id) AS children`
}

/** The caller's subtree, its own partner included. */
export const partnerList = listing(partners.list, {
  from: sql`partners p`,
  columns: ({ scope }) => rowColumns(scope),
  key: sql`p.id`,
  ties: 'ascending',
  scope: (scope) => within(scope, sql`p.id`),
  filter: {
    type: (type) => sql`p.type = ${type}`,
    status: (status) => sql`p.status = ${status}`,
  },
  order: { name: sql`p.name_key`, code: sql`p.code`, type: sql`p.type`, status: sql`p.status` },
  search: { folded: [sql`p.name_key`], plain: [sql`p.code`, sql`p.document`] },
})

/** The whole subtree for a select, by name. */
export async function partnerOptions(
  scope: Scope,
  db: Executor,
  filter: { type?: PartnerType | undefined; status?: Status | undefined },
): Promise<{ data: PartnerOption[] }> {
  const data = await db.rows<PartnerOption>(sql`
    SELECT ${optionColumns(scope)} FROM partners p
    WHERE ${every(within(scope, sql`p.id`), filter.type && sql`p.type = ${filter.type}`, filter.status && sql`p.status = ${filter.status}`)}
    ORDER BY p.name_key, p.id`)
  return { data }
}

/** Direct children of a partner, of the caller's own when none is named. @throws Problem `not_found` */
export async function directsOf(
  scope: Scope,
  db: Executor,
  filter: { partner_id?: number | undefined; status?: Status | undefined },
): Promise<{ data: PartnerRow[] }> {
  const father_id = filter.partner_id ?? scope.partner_id
  await mustBeWithin(scope, db, father_id)
  const data = await db.rows<PartnerRow>(sql`
    SELECT ${rowColumns(scope)} FROM partners p
    WHERE ${every(sql`p.father_id = ${father_id}`, filter.status && sql`p.status = ${filter.status}`)}
    ORDER BY p.name_key, p.id`)
  return { data }
}

/**
 * Who may be the father of a partner of this type: active, of a type that admits it. A partner being
 * edited (`exclude_id`) cannot hang from itself or from what hangs from it.
 */
export async function fathersFor(
  scope: Scope,
  db: Executor,
  asked: { type: PartnerType; exclude_id?: number | undefined },
): Promise<{ data: PartnerOption[] }> {
  const data = await db.rows<PartnerOption>(sql`
    SELECT ${optionColumns(scope)} FROM partners p
    WHERE ${every(
      within(scope, sql`p.id`),
      sql`p.type::text = ANY (${list(fatherTypes[asked.type])}::text[])`,
      sql`p.status = 'activo'`,
      asked.exclude_id !== undefined && sql`NOT ${under(asked.exclude_id, sql`p.id`)}`,
    )}
    ORDER BY p.type, p.name_key, p.id`)
  return { data }
}

/**
 * Names in use, for the form's live check. Names are unique in the whole banca, so a given `name` is
 * checked against all of it; without one only the caller's own subtree is listed.
 */
export async function namesInUse(
  scope: Scope,
  db: Executor,
  asked: { type?: PartnerType | undefined; exclude_id?: number | undefined; name?: string | undefined },
): Promise<{ data: string[] }> {
  const rows = await db.rows<{ name: string }>(sql`
    SELECT DISTINCT p.name, p.name_key FROM partners p
    WHERE ${every(
      asked.type && sql`p.type = ${asked.type}`,
      asked.exclude_id !== undefined && sql`p.id <> ${asked.exclude_id}`,
      asked.name === undefined ? within(scope, sql`p.id`) : sql`p.name_key = ${fold(asked.name)}`,
    )}
    ORDER BY p.name_key, p.name`)
  return { data: rows.map((row) => row.name) }
}
