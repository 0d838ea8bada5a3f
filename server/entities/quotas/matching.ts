/**
 * The rows that a filter of quotas names: each partner × each bet type that an active product offers ×
 * each currency the partner sells in. A list and a global change read them from here, so that both
 * always speak of the same rows.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { QuotaFilter } from '@contract/quotas.ts'
import { every, list, type Executor } from '../../platform/db/connect.ts'
import { under, within, type Scope } from '../../platform/db/scope.ts'
import { type PageWindow } from '../../platform/lists/listing.ts'
import { searchCondition, markedNameSql } from '../../platform/lists/names.ts'
import { mustBeWithin } from '../../rules/tree/reach.ts'
import { partnerSearch } from '../../rules/tree/search.ts'
import { ownSizes, placedIn, stillHolds, sizesTotal, type Beginning, type OwnSizes } from './own-sizes.ts'

export type SheetFilter = QuotaFilter & {
  q?: string | undefined
  /** The table whose rows are a partner's own, where it is not that of quotas, and what their being in force hangs from. */
  owned?: SQL
  beginning?: Beginning
}

const ownTable = ({ owned }: SheetFilter) => owned ?? sql`regular_quotas`

/** For a file's heading: the products and bet types of a filter. */
export const offerNames = {
  product_ids: (ids: number[]) =>
    sql`SELECT ${markedNameSql('product')} FROM products product WHERE product.id = ANY (${list(ids)}::int[])
      ORDER BY product.status, product.position, product.name`,
  bet_type_ids: (ids: number[]) => sql`SELECT name FROM bet_types WHERE id = ANY (${list(ids)}::int[]) ORDER BY id`,
}

/** Everything of one partner. */
export const wholeSheet: SheetFilter = { types: [], product_ids: [], bet_type_ids: [], currencies: [], own_only: false }

/**
 * The partners of a filter, each a `partner`.
 * @throws Problem `not_found` when it names a partner outside the caller's subtree.
 */
export async function partnersMatching(
  scope: Scope,
  db: Executor,
  { partner_id, types, q }: SheetFilter,
): Promise<SQL> {
  if (partner_id !== undefined) await mustBeWithin(scope, db, partner_id)
  return every(
    within(scope, sql`partner.id`),
    partner_id !== undefined && under(partner_id, sql`partner.id`),
    types.length > 0 && sql`partner.type::text = ANY (${list(types)}::text[])`,
    searchCondition(partnerSearch, q),
  )
}

/** `offer`: what active products offer of the filter, with the order in which lists show it. */
export function offerCte({ product_ids, bet_type_ids }: Pick<SheetFilter, 'product_ids' | 'bet_type_ids'>): SQL {
  return sql`
    offer AS MATERIALIZED (
      SELECT offer.product_id, offer.bet_type_id, product.name AS product_name, bet.name AS bet_type_name,
        row_number() OVER (ORDER BY product.position, product.name, product.id, bet.id) AS place
      FROM product_bet_types offer JOIN products product ON product.id = offer.product_id AND product.status = 'activo'
      JOIN bet_types bet ON bet.id = offer.bet_type_id
      WHERE ${every(
        sql`offer.enabled`,
        product_ids.length > 0 && sql`offer.product_id = ANY (${list(product_ids)}::int[])`,
        bet_type_ids.length > 0 && sql`offer.bet_type_id = ANY (${list(bet_type_ids)}::int[])`,
      )}
    )`
}

/** `currencies` of a table, narrowed to those asked for, in the order of their type. */
export function soldIn(currencies: SQL, asked: SheetFilter['currencies']): SQL {
  return sql`
    ARRAY(
      SELECT one
      FROM unnest(${currencies}) AS one ${asked.length > 0 ? sql`WHERE one::text = ANY (${list(asked)}::text[])` : sql``}
      ORDER BY one
    )`
}

/** In how many of the currencies asked for a partner sells; `currencies` are its own, each once. */
function currencyCount(currencies: SQL, asked: SheetFilter['currencies']): SQL {
  if (asked.length === 0) return sql`cardinality(${currencies})`
  const each = [...new Set(asked)].map((one) => sql`(${one}::currency = ANY (${currencies}))::int`)
  return sql`(${sql.join(each, sql` + `)})`
}

/**
 * The partners as `partner`, each with how many rows it has as `has.n`: no row need be made to count them, one partner after the
 * other. Only `own_only` looks at what is set, of all partners at once, and leaves out who sets nothing.
 */
function counted(filter: SheetFilter): SQL {
  const { own_only, currencies: asked } = filter
  if (!own_only)
    return sql`
      partners partner
      CROSS JOIN LATERAL (SELECT ${currencyCount(sql`partner.currencies`, asked)} * (SELECT count(*)::int FROM offer) AS n) has`
  const of = asked.length > 0 ? sql`AND own.currency::text = ANY (${list(asked)}::text[])` : sql``
  return sql`(
    SELECT partner.id, count(*)::int AS n FROM ${ownTable(filter)} own JOIN offer USING (product_id, bet_type_id)
    JOIN partners partner ON partner.id = own.partner_id AND own.currency = ANY (partner.currencies) ${of} GROUP BY 1
  ) has JOIN partners partner ON partner.id = has.id`
}

/**
 * The counts of what the filter's partners set themselves, where it asks for that alone; `asked` is the filter as it was
 * asked. Pages of it then count nothing.
 */
export async function sizesOf(
  db: Executor,
  scope: Scope,
  partners: SQL,
  filter: SheetFilter,
): Promise<OwnSizes | undefined> {
  if (!filter.own_only) return undefined
  const { owned, beginning, partner_id, types, product_ids, bet_type_ids, currencies, q } = filter
  const what = { owned: owned !== undefined, partner_id, types, product_ids, bet_type_ids, currencies, q }
  const sized = sql`WITH ${offerCte(filter)} SELECT partner.id, partner.name, has.n FROM ${counted(filter)} WHERE ${partners}`
  return ownSizes(db, scope, what, sized, beginning)
}

/** `offer`, and `sized`: the partners of the filter, each with how many rows it has. */
export function sizedCtes(partners: SQL, filter: SheetFilter): SQL {
  return sql`
    ${offerCte(filter)},
    sized AS MATERIALIZED (
      SELECT partner.id, partner.name, partner.type::text AS type, ${soldIn(sql`partner.currencies`, filter.currencies)} AS currencies,
        has.n
      FROM ${counted(filter)} WHERE ${partners}
    )`
}

/**
 * `offer`, and `chosen`: of the partners of the filter, in the order of their names, those that have a row among the
 * `limit` after the first `offset`; with how many rows they have (`n`) and how many come before them (`before`). With
 * `sizes` nothing is counted while those hold.
 */
export function chosenCtes(partners: SQL, filter: SheetFilter, window: PageWindow, sizes?: OwnSizes): SQL {
  const { offset, limit } = window
  const holds = sizes && stillHolds(sizes, filter.beginning)
  const known = sizes && placedIn(sizes, window)
  return sql`
    ${offerCte(filter)},
    placed AS (
      SELECT sized.id, sized.n, sum(sized.n) OVER (ORDER BY sized.name, sized.id ROWS UNBOUNDED PRECEDING) - sized.n AS before FROM (
        SELECT sized.*
        FROM (
          SELECT partner.id, partner.name, has.n
          FROM ${counted(filter)}
          WHERE ${every(partners, holds && sql`NOT (SELECT ${holds})`)}
          ORDER BY partner.name, partner.id
          OFFSET 0
        ) sized
        -- Each has a row at least: no more of them can come before the end of the page.
        WHERE sized.n > 0 ORDER BY sized.name, sized.id LIMIT ${offset + limit}::bigint) sized
      ${
        known
          ? sql`
        UNION ALL
        SELECT known.id, known.n, known.before
        FROM unnest(
          ${list(known.map(({ id }) => id))}::int[], ${list(known.map(({ n }) => n))}::int[],
          ${list(known.map(({ before }) => before))}::bigint[]
        ) AS known(id, n, before)
        WHERE (SELECT ${holds})`
          : sql``
      }
    ),
    chosen AS MATERIALIZED (
      SELECT partner.id, partner.code, partner.name, partner.type::text AS type,
        ${soldIn(sql`partner.currencies`, filter.currencies)} AS currencies, placed.n, placed.before
      FROM placed JOIN partners partner ON partner.id = placed.id
      WHERE placed.before < ${offset + limit}::bigint AND placed.before + placed.n > ${offset}::bigint
    )`
}

/** How many rows the filter names, as `total`. */
export function countSql(partners: SQL, filter: SheetFilter, sizes?: OwnSizes): SQL {
  const counting = sql`SELECT coalesce(sum(has.n), 0)::int AS total FROM ${counted(filter)} WHERE ${partners}`
  return sql`
    WITH ${offerCte(filter)}
      ${
        sizes
          ? sql`
        SELECT CASE WHEN ${stillHolds(sizes, filter.beginning)} THEN ${sizesTotal(sizes)}::int ELSE (${counting}) END AS total,
          NULL::json AS totals`
          : sql`SELECT counted.total, NULL::json AS totals FROM (${counting}) counted`
      }`
}

export async function countMatching(db: Executor, partners: SQL, filter: SheetFilter): Promise<number> {
  const row = await db.one<{ total: number }>(countSql(partners, filter))
  return row?.total ?? 0
}

/** The rows of `from` (partners of `sized`) as `partner`, `offer` and `cur`. */
export function offersOf(from: SQL): SQL {
  return sql`${from} partner CROSS JOIN offer CROSS JOIN LATERAL unnest(partner.currencies) AS cur(currency)`
}

/** The same with their own value as `own.amount`. */
export function offerRows(from: SQL, { own_only }: Pick<SheetFilter, 'own_only'>): SQL {
  return sql`${offersOf(from)}
    ${own_only ? sql`JOIN` : sql`LEFT JOIN`} regular_quotas own
      ON own.partner_id = partner.id AND own.product_id = offer.product_id AND own.bet_type_id = offer.bet_type_id
        AND own.currency = cur.currency`
}

/** Of the ancestors of row `cell`, the nearest that sets its quota: `amount` and `name`. */
export const nearestAbove = sql`LATERAL (
  SELECT quota.amount, up.name FROM partner_ancestors above
  JOIN regular_quotas quota ON quota.partner_id = above.ancestor_id AND quota.product_id = cell.product_id
    AND quota.bet_type_id = cell.bet_type_id
    AND quota.currency = cell.currency
  JOIN partners up ON up.id = above.ancestor_id
  WHERE above.partner_id = cell.partner_id AND above.depth > 0 ORDER BY above.depth LIMIT 1
)`
