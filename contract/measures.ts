/** What figures measure, said once: titles and looks of every report's columns. */
import { z } from 'zod'
import { field } from './field.ts'
import type { UsualOrder } from './endpoint.ts'
import { comparisonLabels, comparisons, day } from './values/dates.ts'
import { money, noBase } from './values/money.ts'

const amount = (title: string) => field(money, title)
/** May be a loss. */
const result = (title: string) => field(money, title, { signed: true })

/** utilidad = ventas − premios − comisión; total = utilidad − participación (domain, Money). */
export const measures = {
  sold: amount('Ventas'),
  prizes: amount('Premios'),
  commission: amount('Comisión'),
  profit: result('Utilidad'),
  participation: result('Participación'),
  total: result('Total'),
  /** Of a product there are none: a ticket of two would count in both. */
  tickets: field(z.number().int().nullable(), 'Tickets'),
  /** Sold lines; not kept where tickets are. */
  lines: field(z.number().int(), 'Jugadas'),
  average_ticket: field(money.nullable(), 'Ticket promedio'),
  payout_percent: field(z.string().nullable(), 'Premio/venta %', { kind: 'percent', nothing: noBase }),
}
export type Measure = keyof typeof measures

/** What each means, where the console explains it. */
export const measureMeanings: Readonly<Record<Measure, string>> = {
  sold: 'Lo apostado en jugadas que valen: las anuladas y devueltas no cuentan. Es del día en que se vendió.',
  prizes: 'Lo ganado por esas jugadas, cobrado o no. Es del día de su sorteo.',
  commission: 'Lo que gana quien vende, al porcentaje que regía al vender. Se liquida por semana.',
  profit: 'Ventas menos premios menos comisión. Con signo menos es pérdida.',
  participation: 'La parte de la utilidad que le toca al afiliado; también puede ser de la pérdida.',
  total: 'Utilidad menos participación: lo que le queda a quien está arriba.',
  tickets: 'Los vendidos y no anulados. De un producto solo no hay: un ticket puede llevar varios.',
  lines: 'Cada número apostado a un sorteo. Un ticket lleva una o muchas.',
  average_ticket: 'Ventas entre tickets.',
  payout_percent: 'De cada 100 vendidos, cuánto se fue en premios.',
}

/** A loss that halves has not grown by 50 %: of nothing, and of a negative base, there is no change in %. */
const changePercent = (title: string) =>
  field(z.string().nullable(), title, { kind: 'percent', signed: true, nothing: noBase })

/**
 * What sold in the period compared with, and how the period differs from it; null where nothing is compared, and in %
 * where nothing had been sold.
 */
export const changes = {
  sold_before: field(money.nullable(), 'Venta anterior'),
  sold_change: field(money.nullable(), 'Cambio', { signed: true }),
  sold_change_percent: changePercent('Cambio %'),
}

/** In the place of what is known once the day is over. */
const atClose = 'Al cerrar el día'

/** The same of what was earned; null while the period runs, since prizes and commissions are not kept to the minute. */
export const profitChanges = {
  profit_before: field(money.nullable(), 'Utilidad anterior', { signed: true, nothing: atClose }),
  profit_change: field(money.nullable(), 'Cambio de utilidad', { signed: true, nothing: atClose }),
  profit_change_percent: changePercent('Cambio de utilidad %'),
}

/** What a report is compared with. */
export const comparing = field(z.enum(comparisons).default('ninguna'), 'Comparar con', { labels: comparisonLabels })

/** Who compares wants to know who fell most; else the largest come first. */
export const bySold: UsualOrder = ({ compare = 'ninguna', compare_from }) =>
  compare === 'ninguna' && compare_from === undefined ? '-sold' : 'sold_change'

/** The first of the days compared with, of as many: stronger than the rule, and forgotten when another one is chosen. */
export const comparingFrom = field(day, 'Comparar desde el', { rare: true, replaced_by: 'compare' })
