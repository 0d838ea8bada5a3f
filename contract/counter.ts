/** The counter that sells: what a ticket would meet. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity } from './endpoint.ts'
import { officeOfCaller, saleTerms, ticketSale } from './tickets.ts'
import { currency } from './values/currency.ts'
import { money } from './values/money.ts'

/** Why a line, or the ticket, would be refused: a code as a sale refuses with, and a sentence for the seller. */
const lineFault = z.object({
  code: z.string(),
  field: z.string().meta({
    description: 'De la jugada `number`, `stake`, `draw_id` o `bet_type_id`; del ticket `lines`, `currency` o nada',
  }),
  message: z.string(),
})
const quoted = z.object({
  total: money,
  prize: money.meta({ description: 'Lo más que puede ganar, de las jugadas que se pueden vender' }),
  faults: z.array(lineFault).meta({
    description: 'Del ticket entero: tamaño, total, moneda, equipo y lo que le queda a una agencia prepago',
  }),
  /** As they were asked; what is merged into one says the same on each. */
  lines: z.array(
    z.object({
      faults: z.array(lineFault),
      left: money
        .nullable()
        .meta({ description: 'Lo que queda por vender de su número en la taquilla; nulo donde no hay cupo' }),
      prize: money,
    }),
  ),
})
export type Quote = z.infer<typeof quoted>

const base = '/api/v2/ticket-office'
export const counter = entity('counter', {
  quote: endpoint({
    method: 'POST',
    path: `${base}/tickets/quote`,
    access: rules.counter,
    read_only: true,
    body: z.object({
      currency,
      lines: ticketSale.shape.lines,
      office_id: officeOfCaller,
      device_id: saleTerms.device_id,
    }),
    response: quoted,
    summary:
      'Con qué se encontraría un ticket, sin venderlo: todas sus faltas a la vez, lo que queda y su premio mayor',
  }),
})
