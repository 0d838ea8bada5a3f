/** Partners as selects and lists see them, limited to the caller's subtree. */
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { documentKey } from '@contract/partner-fields.ts'
import { fatherTypes, partners, type PartnerOption, type PartnerRow, type PartnerType } from '@contract/partners.ts'
import type { Answer, choiceQuery, Received } from '@contract/endpoint.ts'
import { fold } from '@contract/values/text.ts'
import { every, list, type Executor } from '../../platform/db/connect.ts'
import { under, within, type Scope } from '../../platform/db/scope.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { partnerSearch } from '../../rules/tree/search.ts'
import { listing, type Reader } from '../../platform/lists/listing.ts'
import { searchCondition, nameById } from '../../platform/lists/names.ts'
import { balanceOf } from '../../rules/balances/balance.ts'
import { withDebt } from '../../rules/books/owed.ts'
import { hasDocument } from '../../rules/tree/uniqueness.ts'
import { soldOnDay } from '../../rules/figures/sold-today.ts'

type Status = PartnerOption['status']

/**
 * `above`, to be joined to `partner`: the `path` of its ancestors and the name of its father. A caller sees no ancestor
 * above its own partner: `path` begins at its own, and there is nothing above that.
 */
export function aboveOf(scope: Scope): SQL {
  const levels = sql`(
    SELECT own.depth
    FROM partner_ancestors own
    WHERE own.partner_id = partner.father_id AND own.ancestor_id = ${scope.partner_id}
  )`
  return sql`LEFT JOIN LATERAL (
    SELECT string_agg(up.name, ' › ' ORDER BY above.depth DESC) AS path, max(up.name) FILTER (WHERE above.depth = 0) AS father_name
    FROM partner_ancestors above JOIN partners up ON up.id = above.ancestor_id
    WHERE ${every(sql`above.partner_id = partner.father_id`, !scope.whole && sql`above.depth <= ${levels}`)}
  ) above ON true`
}

/** The columns of a `PartnerOption`; `partner` is the partner and `above` what is above it. The caller's own row has no father. */
export function optionColumns({ partner_id }: Scope): SQL {
  return sql`
    partner.id, partner.name, partner.code, partner.type, partner.status,
    CASE WHEN partner.id <> ${partner_id} THEN partner.father_id END AS father_id,
    coalesce(above.path, '') AS path`
}

/** What of the partners is to be chosen from. */
export type Wanted = z.output<typeof choiceQuery>

/** Partners `partner` under one of the caller's subtree that `q` finds by its name. Offices have nobody under them. */
function underFound(scope: Scope, q: string): SQL {
  return sql`partner.id IN (
    SELECT above.partner_id FROM partners up JOIN partner_ancestors above ON above.ancestor_id = up.id AND above.depth > 0
    WHERE up.type <> 'taquilla' AND ${within(scope, sql`up.id`)} AND ${searchCondition({ folded: [sql`up.name_key`] }, q)})`
}

const isActive = sql`partner.status = 'activo'`

/**
 * Rows `id, place` of the partners of the caller's subtree that the conditions admit, in their order, active ones first:
 * the first `limit` that `q` finds by themselves, and where there are fewer those under one that it finds.
 */
function chosenFrom(scope: Scope, { q, limit }: Wanted, where: readonly (SQL | undefined | false)[], order: SQL): SQL {
  const first = (nearness: number, ...more: (SQL | undefined)[]) => sql`
    SELECT chosen.id, row_number() OVER () + ${nearness * limit}::int AS place FROM (
      SELECT partner.id FROM partners partner WHERE ${every(within(scope, sql`partner.id`), ...where, ...more)} ORDER BY ${order}
      LIMIT ${limit}) chosen`
  const passes = (before: SQL, after: readonly SQL[]) => sql`
    WITH own AS MATERIALIZED (${before})
    SELECT * FROM own
    UNION ALL SELECT * FROM (${first(1, sql`(SELECT count(*) FROM own) < ${limit}`, ...after)}) rest
    ORDER BY place LIMIT ${limit}`
  // Each pass goes along the names until it has enough.
  if (!q) return passes(first(0, isActive), [sql`NOT ${isActive}`])
  const itself = searchCondition(partnerSearch, q)!
  return passes(first(0, itself), [underFound(scope, q), sql`NOT ${itself}`])
}

/** Partners of the caller's subtree that may be chosen where the conditions hold; with an `id` that one alone. */
export async function optionsOf(
  scope: Scope,
  db: Executor,
  wanted: Wanted,
  where: readonly (SQL | undefined | false)[],
  names = sql`partner.name, partner.id`,
): Promise<{ data: PartnerOption[] }> {
  const order = wanted.q ? sql`partner.status, ${names}` : names
  const chosen =
    wanted.id === undefined
      ? chosenFrom(scope, wanted, where, order)
      : sql`SELECT partner.id, 1 AS place FROM partners partner WHERE partner.id = ${wanted.id} AND ${within(scope, sql`partner.id`)}`
  return optionsIn(scope, db, chosen)
}

/** Rows `id, place` as a select needs them. */
async function optionsIn(scope: Scope, db: Executor, chosen: SQL): Promise<{ data: PartnerOption[] }> {
  const data = await db.rows<PartnerOption>(sql`
    SELECT ${optionColumns(scope)} FROM (${chosen}) chosen JOIN partners partner ON partner.id = chosen.id ${aboveOf(scope)}
    ORDER BY chosen.place`)
  return { data }
}

/** What each sold is of the business day `today`. */
function rowColumns(scope: Scope, today: string): SQL {
  return sql`${optionColumns(scope)}, above.father_name,
    (SELECT count(*)::int FROM partners child WHERE child.father_id = partner.id) AS children,
    ${soldOnDay(today, sql`partner.id`)} AS sold_today, ${balanceOf(sql`partner.id`)} AS balance`
}

/** The caller's subtree, its own partner included. */
export const partnerList = listing(partners.list, {
  from: sql`partners partner`,
  columns: ({ scope, today }) => rowColumns(scope, today),
  shown: { row: sql`partner`, tables: ({ scope }) => aboveOf(scope) },
  beside: withDebt,
  key: sql`partner.id`,
  ties: 'ascending',
  never_null: true,
  scope: (scope) => within(scope, sql`partner.id`),
  filter: {
    type: (type) => sql`partner.type = ${type}`,
    status: (status) => sql`partner.status = ${status}`,
    partner_id: async (partner_id, { scope, db }) => {
      await mustBeWithin(scope, db, partner_id)
      // Everybody in the scope is under its own partner already.
      return every(
        sql`partner.id <> ${partner_id}`,
        partner_id !== scope.partner_id && under(partner_id, sql`partner.id`),
      )
    },
    father_id: async (father_id, { scope, db }) => {
      await mustBeWithin(scope, db, father_id)
      return sql`partner.father_id = ${father_id}`
    },
  },
  order: { name: sql`partner.name`, code: sql`partner.code`, type: sql`partner.type`, status: sql`partner.status` },
  search: partnerSearch,
  named: {
    partner_id: (id) => nameById('partners', id),
    father_id: (id) => nameById('partners', id),
  },
})

/** What is looked for in the subtree, for a select; with an `id` that partner and those above it within reach, the highest first. */
export function partnerOptions(
  scope: Scope,
  db: Executor,
  asked: Wanted & { type?: PartnerType | undefined; status?: Status | undefined },
): Promise<{ data: PartnerOption[] }> {
  const { id, type, status } = asked
  if (id !== undefined)
    return optionsIn(
      scope,
      db,
      sql`
        SELECT above.ancestor_id AS id, -above.depth AS place FROM partner_ancestors above
        WHERE above.partner_id = ${id} AND ${within(scope, sql`above.partner_id`)} AND ${within(scope, sql`above.ancestor_id`)}`,
    )
  return optionsOf(scope, db, asked, [type && sql`partner.type = ${type}`, status && sql`partner.status = ${status}`])
}

/**
 * Direct children of a partner, of the caller's own when none is named, with what each sold on the business day `today`.
 * A page of them where one is asked: the one that is looked for stands on the first.
 * @throws Problem `not_found`
 */
export async function directsOf(
  { scope, db, today }: Reader,
  {
    partner_id: father_id = scope.partner_id,
    status,
    page,
    per_page,
    first_id,
  }: Received<typeof partners.directs>['query'],
): Promise<Answer<typeof partners.directs>> {
  await mustBeWithin(scope, db, father_id)
  const where = every(sql`partner.father_id = ${father_id}`, status && sql`partner.status = ${status}`)
  const found = await db.rows<PartnerRow>(sql`
    SELECT ${rowColumns(scope, today)} FROM partners partner ${aboveOf(scope)} WHERE ${where}
    ORDER BY ${first_id === undefined ? sql`` : sql`partner.id = ${first_id} DESC,`} partner.name, partner.id
    ${per_page === undefined ? sql`` : sql`LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`}`)
  const data = await withDebt(found, { db, today })
  if (per_page === undefined) return { data, total: data.length }
  const counted = await db.one<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM partners partner WHERE ${where}`,
  )
  return { data, total: counted!.total }
}

/**
 * Who may be the father of a partner of this type: active, of a type that admits it. A partner being
 * edited (`exclude_id`) cannot hang from itself or from what hangs from it.
 */
export function fathersFor(
  scope: Scope,
  db: Executor,
  asked: Wanted & { type: PartnerType; exclude_id?: number | undefined },
): Promise<{ data: PartnerOption[] }> {
  return optionsOf(
    scope,
    db,
    asked,
    [
      sql`partner.type::text = ANY (${list(fatherTypes[asked.type])}::text[])`,
      sql`partner.status = 'activo'`,
      asked.exclude_id !== undefined && sql`NOT ${under(asked.exclude_id, sql`partner.id`)}`,
    ],
    sql`partner.type, partner.name, partner.id`,
  )
}

/**
 * Names in use, for the form's live check. Names are unique in the whole banca, so a given `name` is
 * checked against all of it; without one only the caller's own subtree is listed, from the beginning.
 */
export async function namesInUse(
  scope: Scope,
  db: Executor,
  asked: Pick<Wanted, 'limit'> & {
    type?: PartnerType | undefined
    exclude_id?: number | undefined
    name?: string | undefined
    document?: string | undefined
  },
): Promise<{ data: string[] }> {
  const { name, document } = asked
  const key = document === undefined ? undefined : documentKey(document.toUpperCase())
  const rows = await db.rows<{ name: string }>(sql`
    SELECT DISTINCT ${key === undefined ? sql`partner.name` : sql`partner.document`} AS name FROM partners partner
    WHERE ${every(
      asked.type && sql`partner.type = ${asked.type}`,
      asked.exclude_id !== undefined && sql`partner.id <> ${asked.exclude_id}`,
      name === undefined && key === undefined && within(scope, sql`partner.id`),
      name !== undefined && sql`partner.name_key = ${fold(name)}`,
      key !== undefined && hasDocument(list([key])),
    )}
    ORDER BY 1 LIMIT ${asked.limit}`)
  return { data: rows.map((row) => row.name) }
}
