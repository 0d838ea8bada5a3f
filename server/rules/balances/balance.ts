/**
 * What a partner has earned the banca with everything below it since its first day: sold − prizes − commission −
 * participation. Positive is owed to the banca, negative by it. What a partner and its subtree sold follows it when it moves.
 */
import { sql, type SQL } from 'drizzle-orm'

/** What a row of `product_days` adds to its partner's balance. */
export const balanceChange = sql.raw('sold - prizes - commission - participation')

/** The contract's `sums` of partner `partner_id`, as of what is settled. Each currency is what is closed and one stretch of the key. */
export function balanceOf(partner_id: SQL): SQL {
  return sql`(
    SELECT coalesce(jsonb_agg(jsonb_build_object('currency', each.currency, 'amount', summed.amount::text) ORDER BY each.currency), '[]')
    FROM balances_through through CROSS JOIN unnest(enum_range(NULL::currency)) each(currency) CROSS JOIN LATERAL (
      SELECT coalesce((SELECT closed.amount FROM closed_balances closed
        WHERE closed.partner_id = ${partner_id} AND closed.currency = each.currency), 0)
        + coalesce(
          (
            SELECT sum(${balanceChange})
            FROM product_days product_day
            WHERE product_day.partner_id = ${partner_id} AND product_day.currency = each.currency AND product_day.day > through.day
          ), 0
        ) AS amount
        OFFSET 0
    ) summed WHERE summed.amount <> 0)`
}
