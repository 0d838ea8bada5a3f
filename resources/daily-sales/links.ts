/** Where the tickets and the prizes behind a figure of daily sales are: of its partner, on its day, in its currency. */
import type { dailySales } from '@contract/daily-sales.ts'
import { prizesLink, ticketsLink } from '@resources/kpis/consult-links.ts'
import type { FiltersOf, RowOf } from '@/kit/table/query.ts'
import { fixedRange } from '@/kit/values/period-days.ts'

type Row = Pick<RowOf<typeof dailySales.list>, 'day' | 'partner_id' | 'currency'>
type Query = Pick<FiltersOf<typeof dailySales.list>, 'product_id' | 'bet_type_id'>

/** Offices without a distributor above them have a row of their own, which nothing can be asked of. */
function behind({ day, partner_id, currency }: Row, { product_id, bet_type_id }: Query) {
  if (partner_id === 0) return undefined
  return { choice: fixedRange, query: { currency, from: day, to: day, partner_id, product_id, bet_type_id } } as const
}

/** One ticket at a time. Tickets hold lines of several products, so the sales of one, or of one kind of bet, have none. */
export function soldDayLink(row: Row, query: Query): string | undefined {
  const target = behind(row, query)
  return target && !query.product_id && !query.bet_type_id ? ticketsLink(target) : undefined
}

/** One prize at a time, on the day of its draw. */
export function wonDayLink(row: Row, query: Query): string | undefined {
  const target = behind(row, query)
  return target && prizesLink(target)
}
