/** The banca's ceilings per product, bet type and currency, and how far open draws have used them. */
import { sql, type SQL } from 'drizzle-orm'
import type { Received } from '@contract/endpoint.ts'
import { topQuotas } from '@contract/top-quotas.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { computedList } from '../../platform/lists/listing.ts'
import { offerCte, offerNames, soldIn } from '../quotas/matching.ts'

export type TopFilter = Received<typeof topQuotas.global>['body']['filter']
export const everyTop: TopFilter = { product_ids: [], bet_type_ids: [], currencies: [] }

/** `offer`, and `ceiling`: each row of the filter with its present `amount`. The banca sells in the currencies of its root partner. */
export function topCtes(scope: Scope, filter: TopFilter): SQL {
  return sql`
    ${offerCte(filter)},
    ceiling AS MATERIALIZED (
      SELECT offer.*, cur.currency, top.amount
      FROM partners partner CROSS JOIN offer
      CROSS JOIN LATERAL unnest(${soldIn(sql`partner.currencies`, filter.currencies)}) AS cur(currency)
      LEFT JOIN top_quotas top ON top.product_id = offer.product_id AND top.bet_type_id = offer.bet_type_id AND top.currency = cur.currency
      WHERE partner.id = ${scope.partner_id}
    )`
}

/**
 * Every ceiling, with the most sold of one number in a draw that is open now. What was sold is counted
 * at the banca's own level of the tree, where the ceiling holds.
 */
export const topList = computedList(topQuotas.list, {
  reckon: ({ scope }, filter) => ({
    count: sql`WITH ${topCtes(scope, filter)} SELECT count(*)::int AS total, NULL::json AS totals FROM ceiling`,
    rows: sql`
    WITH ${topCtes(scope, filter)},
    used AS (
      SELECT DISTINCT ON (draw.product_id, sale.bet_type_id, sale.currency) draw.product_id, sale.bet_type_id, sale.currency, sale.sold,
        sale.number
      FROM draws draw JOIN draw_sales sale ON sale.draw_id = draw.id AND sale.partner_id = ${scope.partner_id} AND sale.sold > 0
      WHERE draw.state = 'activo' AND draw.opens_at <= now() AND draw.closes_at > now()
      ORDER BY draw.product_id, sale.bet_type_id, sale.currency, sale.sold DESC, sale.number
    )
    SELECT ceiling.product_id, ceiling.product_name, ceiling.bet_type_id, ceiling.bet_type_name, ceiling.currency::text AS currency,
      ceiling.amount,
      used.sold AS used, used.number AS used_number
    FROM ceiling
    LEFT JOIN used ON used.product_id = ceiling.product_id AND used.bet_type_id = ceiling.bet_type_id AND used.currency = ceiling.currency
    ORDER BY ceiling.place, ceiling.currency`,
  }),
  named: offerNames,
})
