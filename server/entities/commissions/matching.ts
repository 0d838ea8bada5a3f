/** The rows of a filter of commissions: the same as those of quotas, with what is set for exactly one of them as its own. */
import { sql, type SQL } from 'drizzle-orm'
import { rateAt, setAsOf } from '../../rules/commissions/in-force.ts'
import type { Executor } from '../../platform/db/connect.ts'
import type { Scope } from '../../platform/db/scope.ts'
import {
  chosenCtes,
  countMatching,
  countSql,
  offersOf,
  partnersMatching,
  sizesOf,
  type SheetFilter,
} from '../quotas/matching.ts'
import type { OwnSizes } from '../quotas/own-sizes.ts'
import type { PageWindow } from '../../platform/lists/listing.ts'

/** Own rates as set by now: of one bet type of one product in one currency. */
const owned = sql`(SELECT partner_id, product_id, bet_type_id, currency FROM commissions_at(${setAsOf})
  WHERE product_id IS NOT NULL AND bet_type_id IS NOT NULL AND currency IS NOT NULL)`
/** When the next rate begins, and another then ends: whichever waits. */
const next = sql`(SELECT min(starts_at) FROM commissions WHERE starts_at > ${setAsOf})`
const withOwned = (filter: SheetFilter): SheetFilter => ({ ...filter, owned, beginning: { at: setAsOf, next } })

const isOwn = sql`
  EXISTS (
    SELECT 1
    FROM ${owned} own
    WHERE own.partner_id = cell.partner_id AND own.product_id = cell.product_id AND own.bet_type_id = cell.bet_type_id
      AND own.currency = cell.currency
  )`

export const commissionCount = (partners: SQL, filter: SheetFilter, sizes?: OwnSizes): SQL =>
  countSql(partners, withOwned(filter), sizes)
export const sizesIn = (scope: Scope, db: Executor, partners: SQL, filter: SheetFilter) =>
  sizesOf(db, scope, partners, withOwned(filter))
export const countIn = (db: Executor, partners: SQL, filter: SheetFilter) =>
  countMatching(db, partners, withOwned(filter))
export const partnersIn = (scope: Scope, db: Executor, filter: SheetFilter) => partnersMatching(scope, db, filter)

/** `cell`: a window of the filter's rows, in the order of lists. */
export function rowsCte(partners: SQL, filter: SheetFilter, { offset, limit }: PageWindow, sizes?: OwnSizes): SQL {
  const own = filter.own_only
    ? sql`
      JOIN ${owned} own ON own.partner_id = partner.id AND own.product_id = offer.product_id AND own.bet_type_id = offer.bet_type_id
        AND own.currency = cur.currency`
    : sql``
  return sql`${chosenCtes(partners, withOwned(filter), { offset, limit }, sizes)},
    cell AS MATERIALIZED (
      SELECT partner.id AS partner_id, partner.code AS partner_code, partner.name AS partner_name, partner.type AS partner_type,
        offer.product_id,
        offer.product_name, offer.bet_type_id, offer.bet_type_name, offer.place, cur.currency
      FROM ${offersOf(sql`chosen`)} ${own} ORDER BY partner.name, partner.id, offer.place, cur.currency
      OFFSET greatest(${offset}::bigint - (SELECT min(before) FROM chosen), 0)::bigint LIMIT ${limit}::bigint
    )`
}

/** A page: what holds for each row by now, and whose it is. */
export function pageSql(partners: SQL, filter: SheetFilter, window: PageWindow, sizes?: OwnSizes): SQL {
  return sql`
    WITH ${rowsCte(partners, filter, window, sizes)}
    SELECT cell.partner_id, cell.partner_code, cell.partner_name, cell.partner_type, cell.product_id, cell.product_name, cell.bet_type_id,
      cell.bet_type_name, cell.currency::text AS currency,
      held.commission_kind, trim_scale(held.commission_percent)::text AS commission_percent, held.participation_kind,
      trim_scale(held.participation_percent)::text AS participation_percent,
      ${isOwn} AS own, father.name AS "from"
    FROM cell LEFT JOIN ${rateAt(sql`cell`, setAsOf)} held ON true LEFT JOIN partners father ON father.id = held.from_id
    ORDER BY cell.partner_name, cell.partner_id, cell.place, cell.currency`
}
