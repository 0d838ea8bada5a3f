/** Which exchange rate is in force: the office's own where it set one of a type that offices set, else the banca's. */
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
