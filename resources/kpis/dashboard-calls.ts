/** The calls of the sales dashboard, made together so that one control refreshes them all. */
import { draws } from '@contract/draws.ts'
import { kpis } from '@contract/kpis.ts'
import { useCall } from '@providers/queries.ts'
import type { DashboardFilters } from './dashboard-filters.ts'

/** A stretch of one day is told by hours, a longer one by days. */
export function stepOf({ from, to }: { from: string; to: string }): 'hour' | 'day' {
  return from === to ? 'hour' : 'day'
}

const top = 10

export function useDashboardCalls({ query, state, period }: DashboardFilters) {
  const compared = { ...query, compare: state.compare }
  const limited = { ...query, limit: top }
  return {
    course: useCall(kpis.lossProfit, { query: { ...compared, step: stepOf(query) } }),
    partners: useCall(kpis.salesByPartner, { query: compared }),
    products: useCall(kpis.salesByProduct, { query: compared }),
    bet_types: useCall(kpis.salesByBetTypes, { query: compared }),
    numbers: useCall(kpis.topNumbers, { query: limited }),
    // What sells, and what closed without a result: both may still cost.
    risk: useCall(kpis.topRisk, { query: { ...limited, only_open: false } }),
    coldest: useCall(kpis.coldestNumbers, { query: limited }),
    tickets: useCall(kpis.topTickets, { query: { ...limited, by: state.tickets_by } }),
    latest: useCall(kpis.latestPartners, { query: limited }),
    states: useCall(kpis.ticketsByDay, { query }),
    draws: useCall(draws.list, {
      query: {
        day: period.today,
        ...(query.product_id !== undefined && { product_id: query.product_id }),
        ...(query.partner_id !== undefined && { partner_id: query.partner_id }),
      },
    }),
    pending: useCall(draws.pending, { query: { limit: 1 } }),
  }
}
export type DashboardCalls = ReturnType<typeof useDashboardCalls>
