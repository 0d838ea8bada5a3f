/** What a press on a row of daily bets leads to, and where the lines, numbers and prizes behind it are. */
import type { dailyBets } from '@contract/daily-bets.ts'
import { prizesLink } from '@resources/kpis/consult-links.ts'
import { drawLink } from '@contract/links.ts'
import type { Drill } from '@/kit/screen/report-rows.tsx'
import type { FiltersOf, RowOf } from '@/kit/table/query.ts'
import { fixedRange } from '@/kit/values/period-days.ts'

export type Row = Pick<
  RowOf<typeof dailyBets.list>,
  'day' | 'product_id' | 'draw_id' | 'time' | 'bet_type_id' | 'partner_id' | 'type' | 'currency'
>
type Query = FiltersOf<typeof dailyBets.list>

/** What of the filters a row says more closely. */
const said = ({ product_id, time, bet_type_id, partner_id }: Row) => ({
  ...(product_id !== null && { product_id }),
  ...(time !== null && { time }),
  ...(bet_type_id !== null && { bet_type_id }),
  ...(partner_id !== null && { partner_id }),
})

/** A day's products, a product's draws, those who sold a draw, their dependants; nothing below a ticket office. */
export function drillOf(row: Row, { detail }: Query): Drill<typeof dailyBets.list> | null {
  if (row.type === 'taquilla') return null
  const days = { from: row.day, to: row.day }
  const filters = said(row)
  if (row.partner_id !== null || detail === 'sorteo' || detail === 'jugada')
    return { filters: { ...filters, level: 'directos' }, days }
  return { filters: { ...filters, detail: detail === 'dia' ? 'producto' : 'sorteo' }, days }
}

function ofDraw(row: Row, query: Query, view: 'sorteo' | 'numeros') {
  if (row.draw_id === null) return undefined
  const { partner_id, bet_type_id } = { ...query, ...said(row) }
  return drawLink(row.draw_id, view, { partner_id, bet_type_id, currency: row.currency, draw_day: row.day })
}

/** Every number of the draw with its lines. */
export const numbersLink = (row: Row, query: Query) => ofDraw(row, query, 'numeros')

/** Every line of the draw. */
export const linesLink = (row: Row, query: Query) => ofDraw(row, query, 'sorteo')

/** One prize at a time; of an hour without its draw there is no list of them. */
export function wonLink(row: Row, query: Query): string | undefined {
  const { partner_id, product_id, bet_type_id, time } = { ...query, ...said(row) }
  if (time !== undefined && row.draw_id === null) return undefined
  const { day, draw_id, currency } = row
  const of = { partner_id, product_id, bet_type_id, ...(draw_id !== null && { draw_id }) }
  const known = Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined))
  return prizesLink({ choice: fixedRange, query: { currency, from: day, to: day, ...known } as never })
}
