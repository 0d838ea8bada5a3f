/** What figures measure, said once: titles and looks of every report's columns. */
import { z } from 'zod'
import { field } from './field.ts'
import { money } from './values/money.ts'

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
  payout_percent: field(z.string().nullable(), 'Premio/venta %', { kind: 'percent' }),
}
export type Measure = keyof typeof measures
