/** What a press on a row of daily bets leads to, and where the lines, numbers and prizes behind it are. */
import type { dailyBets } from '@contract/daily-bets.ts'
import { prizesLink } from '@resources/kpis/consult-links.ts'
import { drawLink } from '@contract/links.ts'
import type { Period } from '@contract/values/dates.ts'
import type { FiltersOf, RowOf } from '@/kit/table/query.ts'
import { fixedRange } from '@/kit/values/period-days.ts'

export type DailyBetsRow = Pick<
  RowOf<typeof dailyBets.list>,
  'day' | 'product_id' | 'draw_id' | 'time' | 'partner_id' | 'type' | 'currency'
> & {
  /** Not told where all are of one kind. */
  bet_type_id?: number | null
}
type Query = FiltersOf<typeof dailyBets.list>
/** What a row opens, in any of the reports over the days of the draw. */
interface Opening {
  filters: Partial<Pick<Query, 'detail' | 'level' | 'partner_id' | 'product_id' | 'bet_type_id' | 'time'>>
  days: Period
}

/** What of the filters a row says more closely. */
const said = ({ product_id, time, bet_type_id, partner_id }: DailyBetsRow) => ({
  ...(product_id !== null && { product_id }),
  ...(time !== null && { time }),
  ...(typeof bet_type_id === 'number' && { bet_type_id }),
  ...(partner_id !== null && { partner_id }),
})

/** Offices without a distributor above them have a row of their own, which nothing can be asked of. */
const isNobody = ({ partner_id }: DailyBetsRow) => partner_id === 0

/** A day's products, a product's draws, those who sold a draw, their dependants; nothing below a ticket office. */
export function betsDrill(row: DailyBetsRow, { detail }: Query): Opening | null {
  if (row.type === 'taquilla' || isNobody(row)) return null
  const days = { from: row.day, to: row.day }
  const filters = said(row)
  if (row.partner_id !== null || detail === 'sorteo' || detail === 'jugada')
    return { filters: { ...filters, level: 'directos' }, days }
  return { filters: { ...filters, detail: detail === 'dia' ? 'producto' : 'sorteo' }, days }
}

/** A ticket office's row by itself, which nothing lies below. */
export function betsSelfDrill(row: DailyBetsRow): Opening | null {
  if (isNobody(row)) return null
  return { filters: { ...said(row), level: 'directos' }, days: { from: row.day, to: row.day } }
}

function ofDraw(row: DailyBetsRow, query: Query, view: 'sorteo' | 'numeros') {
  if (row.draw_id === null || isNobody(row)) return undefined
  const { partner_id, bet_type_id } = { ...query, ...said(row) }
  return drawLink(row.draw_id, view, { partner_id, bet_type_id, currency: row.currency, draw_day: row.day })
}

/** Every number of the draw with its lines. */
export const numbersLink = (row: DailyBetsRow, query: Query) => ofDraw(row, query, 'numeros')

/** Every line of the draw. */
export const linesLink = (row: DailyBetsRow, query: Query) => ofDraw(row, query, 'sorteo')

/** One prize at a time; of an hour without its draw there is no list of them. */
export function wonLink(row: DailyBetsRow, query: Query): string | undefined {
  const { partner_id, product_id, bet_type_id, time } = { ...query, ...said(row) }
  if (isNobody(row) || (time !== undefined && row.draw_id === null)) return undefined
  const { day, currency } = row
  const of = { partner_id, product_id, bet_type_id, draw_id: row.draw_id ?? undefined }
  return prizesLink({ choice: fixedRange, query: { currency, from: day, to: day, ...of } })
}
