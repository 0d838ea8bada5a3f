/** The banca's ceilings per product, bet type and currency, and how far open draws have used them. */
import { sql, type SQL } from 'drizzle-orm'
import type { Received } from '@contract/endpoint.ts'
import { topQuotas } from '@contract/top-quotas.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { reckoned } from '../../platform/lists/listing.ts'
import { offerCte, offerNames, soldIn } from '../quotas/matching.ts'

export type TopFilter = Received<typeof topQuotas.global>['body']['filter']
export const everyTop: TopFilter = { product_ids: [], bet_type_ids: [], currencies: [] }

/** `offer`, and `r`: each row of the filter with its present `amount`. The banca sells in the currencies of its root partner. */
export function topCtes(scope: Scope, filter: TopFilter): SQL {
  return sql`
    ${offerCte(filter)},
    r AS MATERIALIZED (
      SELECT o.*, cur.currency, t.amount
      FROM partners p CROSS JOIN offer o CROSS JOIN LATERAL unnest(${soldIn(sql`p.currencies`, filter.currencies)}) AS cur(currency)
      LEFT JOIN top_quotas t ON t.product_id = o.product_id AND t.bet_type_id = o.bet_type_id AND t.currency = cur.currency
      WHERE p.id = ${scope.partner_id}
    )`
}

/**
 * Every ceiling, with the most sold of one number in a draw that is open now. What was sold is counted
 * at the banca's own level of the tree, where the ceiling holds.
 */
export const topList = reckoned(topQuotas.list, {
  reckon: ({ scope }, filter) => ({
    count: sql`WITH ${topCtes(scope, filter)} SELECT count(*)::int AS total, NULL::json AS totals FROM r`,
    rows: sql`
    WITH ${topCtes(scope, filter)},
    used AS (
      SELECT DISTINCT ON (d.product_id, s.bet_type_id, s.currency) d.product_id, s.bet_type_id, s.currency, s.sold, s.number
      FROM draws d JOIN draw_sales s ON s.draw_id = d.id AND s.partner_id = ${scope.partner_id} AND s.sold > 0
      WHERE d.state = 'activo' AND d.opens_at <= now() AND d.closes_at > now()
      ORDER BY d.product_id, s.bet_type_id, s.currency, s.sold DESC, s.number
    )
    SELECT r.product_id, r.product_name, r.bet_type_id, r.bet_type_name, r.currency::text AS currency, r.amount,
      u.sold AS used, u.number AS used_number
    FROM r LEFT JOIN used u ON u.product_id = r.product_id AND u.bet_type_id = r.bet_type_id AND u.currency = r.currency
    ORDER BY r.place, r.currency`,
  }),
  named: offerNames,
})
