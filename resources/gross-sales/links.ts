/**
 * Where the rows behind a figure of one product are: of its partner, over the same days, compared as it is. Of a
 * product there are no tickets: those hold lines of several.
 */
import type { RowDimension } from '@contract/analytics.ts'
import type { grossSales } from '@contract/gross-sales.ts'
import { screenLink } from '@contract/links.ts'
import type { Measure } from '@contract/measures.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { ComparisonQuery, Period } from '@contract/values/dates.ts'
import type { FiltersOf, RowOf } from '@/kit/table/query.ts'
import { periodIn, type PeriodChoice } from '@/kit/values/period-days.ts'

type Row = Pick<RowOf<typeof grossSales.list>, 'partner_id' | 'product_id' | 'currency'>
type Query = Pick<FiltersOf<typeof grossSales.list>, 'from' | 'to' | 'bet_type_id' | 'compare' | 'compare_from'>

/** What is sold of one product, by one partner or by all within reach. */
export interface SoldQuery extends ComparisonQuery {
  currency: Currency
  partner_id?: number | undefined
  product_id: number
  bet_type_id?: number | undefined
}

/** How much of each kind of bet. The free question compares unless it is told not to. */
export function betTypesLink(days: Period, choice: PeriodChoice, sold: SoldQuery): string {
  const asked = {
    view: 'pregunta',
    by: 'jugada' satisfies RowDimension,
    measures: 'lines' satisfies Measure,
    ...periodIn(choice, days),
    ...sold,
    compare: sold.compare ?? 'ninguna',
  }
  return screenLink('analytical-dashboard', asked)
}

/** Offices without a distributor above them have a row of their own, which nothing can be asked of. */
function behind({ partner_id, product_id, currency }: Row, query: Query): SoldQuery | undefined {
  const { bet_type_id, compare, compare_from } = query
  return partner_id === 0 ? undefined : { currency, partner_id, product_id, bet_type_id, compare, compare_from }
}

/** A day at a time. */
export function soldByDay(row: Row, query: Query, choice: PeriodChoice): string | undefined {
  const sold = behind(row, query)
  return sold && screenLink('daily-sales', { ...periodIn(choice, query), ...sold })
}

/** A kind of bet at a time. */
export function linesByBet(row: Row, query: Query, choice: PeriodChoice): string | undefined {
  const sold = behind(row, query)
  return sold && betTypesLink(query, choice, sold)
}
