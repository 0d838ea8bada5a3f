/** Today's sales: their lists, and the word that the caller's day moved. */
import { sql } from 'drizzle-orm'
import type { onlineSales } from '@contract/online-sales.ts'
import { list } from '../../platform/db/connect.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { listenTo, type Watched } from '../../platform/http/listeners.ts'
import { listOf } from '../../platform/lists/list-of.ts'
import { soldByPartner, soldByProduct } from './sales.ts'
import { partnerSummary } from './summary.ts'
import { settledListOf } from '../../rules/settlement/readers.ts'

/**
 * Whatever moves a partner's day writes one of its hours, which gives that row another `xmin`: sums alone would
 * not tell a sale and an annulment of the same amount. By the whole key, so that no other day is read.
 */
const todaysSales: Watched = {
  name: 'sales',
  states: (partners) => sql`
    SELECT s.partner_id AS key, s.day || ' ' || count(*) || ' ' || sum(s.xmin::text::bigint) AS state FROM sales_hours s
    WHERE s.partner_id = ANY (${list(partners)}::int[]) AND s.currency = ANY (enum_range(NULL::currency))
      AND s.day = (SELECT (now() AT TIME ZONE zone)::date FROM banca)
    GROUP BY s.partner_id, s.day`,
}

const [partner, product, summary] = [listOf(soldByPartner), listOf(soldByProduct), settledListOf(partnerSummary)]

/** A partner outside the caller's subtree is `not_found`. */
export const onlineSalesRoutes: Handlers<typeof onlineSales> = {
  partner: partner.list,
  partnerExport: partner.export,
  product: product.list,
  productExport: product.export,
  summary: summary.list,
  summaryExport: summary.export,
  live: (context) => listenTo(todaysSales, context.scope.partner_id, context),
}
