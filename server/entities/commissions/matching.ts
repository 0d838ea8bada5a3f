/** The rows of a filter of commissions: the same as those of quotas, with what is set for exactly one of them as its own. */
import { sql, type SQL } from 'drizzle-orm'
import { holding, whenSet } from '../../rules/commissions/in-force.ts'
import type { Executor } from '../../platform/db/connect.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { chosenCtes, countMatching, countSql, offersOf, partnersOf, sizesOf, type Filter } from '../quotas/matching.ts'
import type { OwnSizes } from '../quotas/own-sizes.ts'
import type { Window } from '../../platform/lists/listing.ts'

/** Own rates as set by now: of one bet type of one product in one currency. */
const owned = sql`(SELECT partner_id, product_id, bet_type_id, currency FROM commissions_at(${whenSet})
  WHERE product_id IS NOT NULL AND bet_type_id IS NOT NULL AND currency IS NOT NULL)`
/** When the next rate begins, and another then ends: whichever waits. */
const next = sql`(SELECT min(starts_at) FROM commissions WHERE starts_at > ${whenSet})`
const withOwned = (filter: Filter): Filter => ({ ...filter, owned, beginning: { at: whenSet, next } })

const isOwn = sql`
  EXISTS (
    SELECT 1
    FROM ${owned} q
    WHERE q.partner_id = r.partner_id AND q.product_id = r.product_id AND q.bet_type_id = r.bet_type_id
      AND q.currency = r.currency
  )`

export const countOf = (partners: SQL, filter: Filter, sizes?: OwnSizes): SQL =>
  countSql(partners, withOwned(filter), sizes)
export const sizesIn = (scope: Scope, db: Executor, partners: SQL, filter: Filter) =>
  sizesOf(db, scope, partners, withOwned(filter))
export const countIn = (db: Executor, partners: SQL, filter: Filter) => countMatching(db, partners, withOwned(filter))
export const partnersIn = (scope: Scope, db: Executor, filter: Filter) => partnersOf(scope, db, filter)

/** `r`: a window of the filter's rows, in the order of lists. */
export function rowsCte(partners: SQL, filter: Filter, { offset, limit }: Window, sizes?: OwnSizes): SQL {
  const own = filter.own_only
    ? sql`
      JOIN ${owned} q ON q.partner_id = c.id AND q.product_id = o.product_id AND q.bet_type_id = o.bet_type_id
        AND q.currency = cur.currency`
    : sql``
  return sql`${chosenCtes(partners, withOwned(filter), { offset, limit }, sizes)},
    r AS MATERIALIZED (
      SELECT c.id AS partner_id, c.code AS partner_code, c.name AS partner_name, c.type AS partner_type, o.product_id,
        o.product_name, o.bet_type_id, o.bet_type_name, o.place, cur.currency
      FROM ${offersOf(sql`chosen`)} ${own} ORDER BY c.name, c.id, o.place, cur.currency
      OFFSET greatest(${offset}::bigint - (SELECT min(before) FROM chosen), 0)::bigint LIMIT ${limit}::bigint
    )`
}

/** A page: what holds for each row by now, and whose it is. */
export function pageSql(partners: SQL, filter: Filter, window: Window, sizes?: OwnSizes): SQL {
  return sql`
    WITH ${rowsCte(partners, filter, window, sizes)}
    SELECT r.partner_id, r.partner_code, r.partner_name, r.partner_type, r.product_id, r.product_name, r.bet_type_id,
      r.bet_type_name, r.currency::text AS currency,
      h.commission_kind, trim_scale(h.commission_percent)::text AS commission_percent, h.participation_kind,
      trim_scale(h.participation_percent)::text AS participation_percent,
      ${isOwn} AS own, f.name AS "from"
    FROM r LEFT JOIN ${holding(sql`r`, whenSet)} h ON true LEFT JOIN partners f ON f.id = h.from_id
    ORDER BY r.partner_name, r.partner_id, r.place, r.currency`
}
