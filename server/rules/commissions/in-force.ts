/**
 * Which rate holds: of the chain from a partner upwards the nearest that sets one, and of its own the most specific.
 * One home for whoever asks; what a sale remembers stands in `sale/known.ts`, by the same order.
 */
import { sql, type SQL } from 'drizzle-orm'
import { mostOfSales } from '@contract/commission-rates.ts'
import { list } from '../../platform/db/connect.ts'
import { chainRows } from '../inheritance/place.ts'

/**
 * As of when whoever sets rates is answered: what was set a moment ago holds a moment from now, and two who set the same
 * one within that moment must see each other. What is sold asks as of its own instant.
 */
export const setAsOf = sql`statement_timestamp() + interval '30 seconds'`

/** The four columns of a rate. */
export const rateColumns = sql.raw('commission_kind, commission_percent, participation_kind, participation_percent')

/** A row `of` as the contract's rate, or null where it has none. Percentages without the zeros of their column. */
export const rateJson = (of: SQL) => sql`CASE WHEN ${of}.commission_kind IS NOT NULL THEN jsonb_build_object(
  'commission_kind', ${of}.commission_kind, 'commission_percent', trim_scale(${of}.commission_percent)::text,
  'participation_kind', ${of}.participation_kind, 'participation_percent', trim_scale(${of}.participation_percent)::text) END`

/** Does a whole row `of` contradict itself? As `rateFault` of the contract. */
export const contradicts = (of: SQL) => sql`(
  (${of}.commission_kind = 'VENTA' AND ${of}.commission_percent > ${mostOfSales}::numeric)
  OR (${of}.commission_kind = 'UTILIDAD' AND ${of}.participation_kind = 'ARRASTRE')
  OR (${of}.participation_kind <> 'COMPARTIDA' AND ${of}.participation_percent = 0)
)`

/** A row `of` as the contract's rate that is set in part, or null where it sets nothing. */
export const partJson = (of: SQL) => sql`
  CASE
    WHEN num_nonnulls(
      ${of}.commission_kind, ${of}.commission_percent, ${of}.participation_kind, ${of}.participation_percent
    ) > 0 THEN jsonb_build_object(
      'commission_kind', ${of}.commission_kind, 'commission_percent', trim_scale(${of}.commission_percent)::text,
      'participation_kind', ${of}.participation_kind, 'participation_percent', trim_scale(${of}.participation_percent)::text
    )
  END`

/**
 * The most specific row `rate` first. Of two that name as much, the one that names the product, then the one that names the
 * bet type: never by which was set first, which a new rate would change.
 */
export const mostSpecific = sql`
  (rate.product_id IS NOT NULL)::int + (rate.bet_type_id IS NOT NULL)::int + (rate.currency IS NOT NULL)::int DESC,
  rate.product_id IS NOT NULL DESC, rate.bet_type_id IS NOT NULL DESC`

/** Does a row `rate` speak of the key `of`: of everything, or of just that? */
export const speaksOf = (of: SQL) => sql`(rate.product_id IS NULL OR rate.product_id = ${of}.product_id)
  AND (rate.bet_type_id IS NULL OR rate.bet_type_id = ${of}.bet_type_id)
  AND (rate.currency IS NULL OR rate.currency = ${of}.currency)`

/** Is a row `rate` the key `of` itself? */
export const isKey = (
  of: SQL,
) => sql`rate.partner_id = ${of}.partner_id AND rate.product_id IS NOT DISTINCT FROM ${of}.product_id
  AND rate.bet_type_id IS NOT DISTINCT FROM ${of}.bet_type_id AND rate.currency IS NOT DISTINCT FROM ${of}.currency`

/**
 * LATERAL: the rate in force `at` for a key `of` (partner_id, product_id, bet_type_id, currency), with whose it is
 * (`from_id`) and its key; `but_own` leaves the key's own row out, for what it inherits. With `above` for whoever
 * has that chain, its own first, in the place of the key's partner.
 */
export function rateAt(
  of: SQL,
  at: SQL,
  { but_own = false, above }: { but_own?: boolean; above?: readonly number[] } = {},
): SQL {
  const chain = above
    ? chainRows(above)
    : sql`(SELECT ancestor_id, depth FROM partner_ancestors WHERE partner_id = ${of}.partner_id)`
  return sql`LATERAL (
    SELECT rate.*, above.ancestor_id AS from_id, above.depth
    FROM ${chain} above
    JOIN commissions_at(${at}${above ? sql`, ${list(above)}::int[]` : sql``}) rate ON rate.partner_id = above.ancestor_id
    WHERE ${speaksOf(of)} ${but_own ? sql`AND NOT (${isKey(of)})` : sql``}
    ORDER BY above.depth, ${mostSpecific} LIMIT 1
  )`
}
