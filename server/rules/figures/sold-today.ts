/** What a partner sold on a business day with everything below it, from what each sale counts at every level. */
import { sql, type SQL } from 'drizzle-orm'

/** The contract's `sums` of partner `partner_id`: a currency without sales has none. Each currency is one stretch of the key. */
export function soldOnDay(day: string, partner_id: SQL): SQL {
  return sql`(
    SELECT coalesce(jsonb_agg(jsonb_build_object('currency', c.currency, 'amount', s.sold::text) ORDER BY c.currency), '[]')
    FROM unnest(enum_range(NULL::currency)) c(currency) CROSS JOIN LATERAL (
      SELECT sum(h.sold) AS sold FROM sales_hours h WHERE h.partner_id = ${partner_id} AND h.currency = c.currency AND h.day = ${day}::date
    ) s WHERE s.sold <> 0)`
}
