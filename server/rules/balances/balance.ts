/**
 * What a partner has earned the banca with everything below it since its first day: sold − prizes − commission −
 * participation. Positive is owed to the banca, negative by it. What a partner and its subtree sold follows it when it moves.
 */
import { sql, type SQL } from 'drizzle-orm'

/** What a row of `product_days` adds to its partner's balance. */
export const earned = sql.raw('sold - prizes - commission - participation')

/** The contract's `sums` of partner `partner_id`, as of what is settled. Each currency is what is closed and one stretch of the key. */
export function balanceOf(partner_id: SQL): SQL {
  return sql`(
    SELECT coalesce(jsonb_agg(jsonb_build_object('currency', c.currency, 'amount', s.amount::text) ORDER BY c.currency), '[]')
    FROM balances_through t CROSS JOIN unnest(enum_range(NULL::currency)) c(currency) CROSS JOIN LATERAL (
      SELECT coalesce((SELECT b.amount FROM closed_balances b WHERE b.partner_id = ${partner_id} AND b.currency = c.currency), 0)
        + coalesce(
          (
            SELECT sum(${earned})
            FROM product_days d
            WHERE d.partner_id = ${partner_id} AND d.currency = c.currency AND d.day > t.day
          ), 0
        ) AS amount
        OFFSET 0
    ) s WHERE s.amount <> 0)`
}
