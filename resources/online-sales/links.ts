/**
 * Where the rows behind a figure of today's sales are, and behind one of a week ago, which was cut at this minute: they
 * are of that whole day.
 */
import type { onlineSales } from '@contract/online-sales.ts'
import { screenLink } from '@contract/links.ts'
import { addDays } from '@contract/values/dates.ts'
import { prizesLink, ticketsLink } from '@resources/kpis/consult-links.ts'
import type { FiltersOf, RowOf } from '@/kit/table/query.ts'
import { fixedRange, periodIn, type PeriodChoice } from '@/kit/values/period-days.ts'
import { betTypesLink } from '../gross-sales/links.ts'

type Partner = Pick<RowOf<typeof onlineSales.partner>, 'key' | 'currency'>
type Product = Pick<RowOf<typeof onlineSales.product>, 'product_id' | 'currency'>
type OfProducts = FiltersOf<typeof onlineSales.product>

/** Offices without a distributor above them have a row of their own, which nothing can be asked of. */
function behind({ key, currency }: Partner, day: string, choice: PeriodChoice) {
  return key === '0' ? undefined : { choice, query: { from: day, to: day, partner_id: Number(key), currency } }
}

const weekAgo = (today: string) => addDays(today, -7)

/** One ticket at a time. */
export function partnerSold(row: Partner, _query: object, _choice: PeriodChoice, today: string): string | undefined {
  const target = behind(row, today, 'hoy')
  return target && ticketsLink(target)
}

/** The same of a week ago. */
export function partnerBefore(row: Partner, _query: object, _choice: PeriodChoice, today: string): string | undefined {
  const target = behind(row, weekAgo(today), fixedRange)
  return target && ticketsLink(target)
}

/** One prize at a time. */
export function partnerPrizes(row: Partner, _query: object, _choice: PeriodChoice, today: string): string | undefined {
  const target = behind(row, today, 'hoy')
  return target && prizesLink(target)
}

const soldOf = ({ product_id, currency }: Product, { partner_id, bet_type_id }: OfProducts) => ({
  currency,
  partner_id,
  product_id,
  bet_type_id,
})

/** Who sold it, compared with a week ago until this minute as the figure is. */
export function productSold(row: Product, query: OfProducts): string {
  return screenLink('gross-sales', { period: 'hoy', ...soldOf(row, query), compare: 'mismo-dia-semana' })
}

/** Who sold it a week ago. */
export function productBefore(row: Product, query: OfProducts, _choice: PeriodChoice, today: string): string {
  const day = weekAgo(today)
  return screenLink('gross-sales', { ...periodIn(fixedRange, { from: day, to: day }), ...soldOf(row, query) })
}

/** How much of each kind of bet. */
export function productLines(row: Product, query: OfProducts, _choice: PeriodChoice, today: string): string {
  return betTypesLink({ from: today, to: today }, 'hoy', { ...soldOf(row, query), compare: 'mismo-dia-semana' })
}
