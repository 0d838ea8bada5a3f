/**
 * Which exchange rate is in force: of the type that a partner works with, the office's own where it set one of a type that
 * offices set, else the banca's.
 */
import { sql, type SQL } from 'drizzle-orm'

interface Wanted {
  rate_type_id: SQL
  currency: SQL
  /** An instant. */
  at: SQL
  /** Whose own rate comes first; null (as SQL) for the banca's. */
  office_id: SQL
}

/**
 * A subquery of the rate's number; of nothing where there is none. Two looks into an index from its end, so that a sale
 * reads no more for every rate that there ever was.
 */
export function rateInForce({ rate_type_id, currency, at, office_id }: Wanted): SQL {
  const latest = (of: SQL) => sql`(
    SELECT rate.id FROM rates rate
    WHERE rate.rate_type_id = ${rate_type_id} AND rate.currency = ${currency} AND rate.valid_from <= ${at} AND ${of}
    ORDER BY rate.valid_from DESC LIMIT 1)`
  const own = sql`rate.office_id = ${office_id} AND (SELECT by_offices FROM rate_types WHERE id = ${rate_type_id})`
  return sql`coalesce(${latest(own)}, ${latest(sql`rate.office_id IS NULL`)})`
}

/** The type that holds where nobody says: the first there is. */
export const firstRateType: SQL = sql`(SELECT min(id) FROM rate_types)`

/** The type of a partner's rates: its own, else its nearest ancestor's that sets one, else the banca's first. */
export const rateTypeOf = (partner_id: SQL): SQL => sql`coalesce((
  SELECT setting.rate_type_id FROM partner_ancestors above JOIN partner_settings setting ON setting.partner_id = above.ancestor_id
  WHERE above.partner_id = ${partner_id} AND setting.rate_type_id IS NOT NULL ORDER BY above.depth LIMIT 1),
  ${firstRateType})`

/** The rate that is frozen with what a partner did in a currency at an instant; null of bolivares, and where there is none. */
export const rateOf = (partner_id: SQL, currency: SQL, at: SQL): SQL => sql`(
  SELECT frozen.rate
  FROM (SELECT ${rateTypeOf(partner_id)} AS type_id OFFSET 0) working
  JOIN rates frozen ON frozen.id = ${rateInForce({ rate_type_id: sql`working.type_id`, currency, at, office_id: partner_id })})`
