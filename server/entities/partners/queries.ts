/** Partners as selects and lists see them, limited to the caller's subtree. */
import { sql, type SQL } from 'drizzle-orm'
import { fatherTypes, partners, type PartnerOption, type PartnerType } from '@contract/partners.ts'
import type { Answer } from '@contract/endpoint.ts'
import { fold } from '@contract/values/text.ts'
import { every, list, type Executor } from '../../platform/db/connect.ts'
import { under, within, type Scope } from '../../platform/db/scope.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { partnerSearch } from '../../rules/tree/search.ts'
import { listing } from '../../platform/lists/listing.ts'

export type PartnerRow = Answer<typeof partners.directs>['data'][number]
type Status = PartnerOption['status']

/** The columns of a `PartnerOption` but its `path`; `p` is the partner. The caller's own row has no father. */
function plainColumns({ partner_id }: Scope): SQL {
  return sql`p.id, p.name, p.code, p.type, p.status, CASE WHEN p.id <> ${partner_id} THEN p.father_id END AS father_id`
}

/**
 * `above`, to be joined to partner `p`: the `path` of its ancestors and the name of its father. A caller sees no ancestor
 * above its own partner: `path` begins at its own, and there is nothing above that. For the rows of a page, which have few fathers and those many rows;
 * all rows have their paths from `optionsOf`.
 */
export function aboveOf(scope: Scope): SQL {
  const levels = sql`(SELECT own.depth FROM partner_ancestors own WHERE own.partner_id = p.father_id AND own.ancestor_id = ${scope.partner_id})`
  return sql`LEFT JOIN LATERAL (
    SELECT string_agg(up.name, ' › ' ORDER BY a.depth DESC) AS path, max(up.name) FILTER (WHERE a.depth = 0) AS father_name
    FROM partner_ancestors a JOIN partners up ON up.id = a.ancestor_id
    WHERE ${every(sql`a.partner_id = p.father_id`, !scope.whole && sql`a.depth <= ${levels}`)}
  ) above ON true`
}

/** The columns of a `PartnerOption`; `p` is the partner and `above` what is above it. */
export function optionColumns(scope: Scope): SQL {
  return sql`${plainColumns(scope)}, coalesce(above.path, '') AS path`
}

/**
 * `above (id, path)`, a common table expression: whoever may have children in the caller's subtree, and the path that
 * these have. Each path is made once, and not for each child anew.
 */
function abovePaths(scope: Scope): SQL {
  return sql`RECURSIVE above AS (
    SELECT id, name AS path FROM partners WHERE id = ${scope.partner_id}
    UNION ALL
    SELECT p.id, above.path || ' › ' || p.name FROM above JOIN partners p ON p.father_id = above.id AND p.type <> 'taquilla'
  )`
}

/** All partners of the caller's subtree that the conditions admit, as a select needs them. */
export async function optionsOf(
  scope: Scope,
  db: Executor,
  where: readonly (SQL | undefined | false)[],
  order = sql`p.name_key, p.id`,
): Promise<{ data: PartnerOption[] }> {
  const data = await db.rows<PartnerOption>(sql`
    WITH ${abovePaths(scope)}
    SELECT ${optionColumns(scope)}
    FROM partners p LEFT JOIN above ON above.id = p.father_id AND p.id <> ${scope.partner_id}
    WHERE ${every(within(scope, sql`p.id`), ...where)} ORDER BY ${order}`)
  return { data }
}

function rowColumns(scope: Scope): SQL {
  return sql`${optionColumns(scope)}, above.father_name,
    (SELECT count(*)::int FROM partners c WHERE c.father_id = p.id) AS children`
}

/** The caller's subtree, its own partner included. */
export const partnerList = listing(partners.list, {
  from: sql`partners p`,
  columns: ({ scope }) => rowColumns(scope),
  shown: { row: sql`p`, tables: ({ scope }) => aboveOf(scope) },
  key: sql`p.id`,
  ties: 'ascending',
  never_null: true,
  scope: (scope) => within(scope, sql`p.id`),
  filter: {
    type: (type) => sql`p.type = ${type}`,
    status: (status) => sql`p.status = ${status}`,
  },
  order: { name: sql`p.name_key`, code: sql`p.code`, type: sql`p.type`, status: sql`p.status` },
  search: partnerSearch,
})

/** The whole subtree for a select, by name. */
export function partnerOptions(
  scope: Scope,
  db: Executor,
  filter: { type?: PartnerType | undefined; status?: Status | undefined },
): Promise<{ data: PartnerOption[] }> {
  return optionsOf(scope, db, [
    filter.type && sql`p.type = ${filter.type}`,
    filter.status && sql`p.status = ${filter.status}`,
  ])
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
    SELECT ${rowColumns(scope)} FROM partners p ${aboveOf(scope)}
    WHERE ${every(sql`p.father_id = ${father_id}`, filter.status && sql`p.status = ${filter.status}`)}
    ORDER BY p.name_key, p.id`)
  return { data }
}

/**
 * Who may be the father of a partner of this type: active, of a type that admits it. A partner being
 * edited (`exclude_id`) cannot hang from itself or from what hangs from it.
 */
export function fathersFor(
  scope: Scope,
  db: Executor,
  asked: { type: PartnerType; exclude_id?: number | undefined },
): Promise<{ data: PartnerOption[] }> {
  return optionsOf(
    scope,
    db,
    [
      sql`p.type::text = ANY (${list(fatherTypes[asked.type])}::text[])`,
      sql`p.status = 'activo'`,
      asked.exclude_id !== undefined && sql`NOT ${under(asked.exclude_id, sql`p.id`)}`,
    ],
    sql`p.type, p.name_key, p.id`,
  )
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
