/**
 * Reports that stand on the day of the draw: what each draw sold, whenever that was, and what it gave in prizes. Said
 * as those over the days of the sale are (`figures.ts`), from the same measures and changes.
 */
import { z } from 'zod'
import { drawState, drawStates } from './draws.ts'
import { field, looksOf } from './field.ts'
import { changes, comparing, comparingFrom, dimensions, figureLevels, rowReport, type figureReport } from './figures.ts'
import { betTypeFilter, currencyFilter, partnerFilter, productFilter } from './filters.ts'
import type { UsualOrder } from './endpoint.ts'
import { bySold, measures } from './measures.ts'
import { generalLevelLabels, levelFilter } from './reports.ts'
import { money } from './values/money.ts'

/** How finely rows are told apart. */
export const drawDetails = ['sorteo', 'producto', 'dia', 'jugada'] as const
export type DrawDetail = (typeof drawDetails)[number]
const drawDetailLabels: Record<DrawDetail, string> = {
  sorteo: 'Sorteo',
  producto: 'Día y producto',
  dia: 'Día',
  jugada: 'Sorteo y jugada',
}

/** Of the day, the product and the hour: those that a row's detail does not tell apart are null. */
export const drawDimensions = {
  ...dimensions.day,
  product_id: z.number().int().nullable(),
  product_name: field(z.string().nullable(), 'Producto', { width: 24 }),
  /** Null also where only the period compared with had such a draw. */
  draw_id: z.number().int().nullable(),
  /** In the banca's zone. */
  time: field(z.string().nullable(), 'Hora', { width: 8 }),
  state: field(z.enum(drawStates).nullable(), 'Estado', {
    ...looksOf(drawState),
    width: 12,
  }),
  bet_type_id: z.number().int().nullable(),
  bet_type_name: field(z.string().nullable(), 'Jugada', { width: 18 }),
}

/** Of one level's partners where one is asked, else of all together. */
export const drawPartner = {
  partner_id: z.number().int().nullable(),
  name: field(z.string().nullable(), 'Afiliado', { width: 36 }),
  code: field(z.string().nullable(), 'Código', { width: 14 }),
  type: field(dimensions.partner.type.nullable(), 'Tipo', { ...looksOf(dimensions.partner.type) }),
}

/** A draw's commission is not kept: it is settled by the week of the sale. Until a draw is awarded nothing is said of its prizes. */
export const drawMeasures = {
  lines: measures.lines,
  sold: measures.sold,
  prizes: measures.prizes,
  /** What awarded draws sold less their prizes, as `payout_percent` is of them alone; null without one. */
  balance: field(money.nullable(), 'Resultado de premiados', { signed: true }),
  payout_percent: measures.payout_percent,
  ...changes,
}

const filters = {
  detail: field(z.enum(drawDetails).default('sorteo'), 'Filas por', { labels: drawDetailLabels }),
  level: field(z.enum(figureLevels), 'Nivel', {
    labels: generalLevelLabels,
    placeholder: 'Todos juntos',
    choices: looksOf(levelFilter(figureLevels)).choices!,
  }),
  partner_id: partnerFilter,
  product_id: productFilter,
  bet_type_id: field(betTypeFilter, 'Jugada', { ...looksOf(betTypeFilter), rare: true }),
  time: field(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Escriba la hora como 14:30'), 'Hora del sorteo', {
    placeholder: '14:30',
    rare: true,
  }),
  currency: currencyFilter,
  compare: comparing,
  compare_from: comparingFrom,
}

/** The newest draws first; who compares wants to know what fell most, but for days, which stay in their order. */
const usual: UsualOrder = (asked) => {
  const { detail = 'sorteo', from, to } = asked
  if (detail === 'dia') return '-day'
  const order = bySold(asked)
  if (order === 'sold_change') return order
  if (from !== to) return '-day'
  // Of one day, products come in the banca's own order.
  return detail === 'producto' ? null : '-time'
}

/** A report of figures over the days of the draw: its list and its file. */
export function drawReport<S extends Record<string, z.ZodType>>(said: Parameters<typeof figureReport<S>>[0]) {
  return rowReport(said, { filters, day: 'Día del sorteo', usual })
}
