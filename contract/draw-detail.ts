/** All that is known of one draw: what it sold and risks, who won, and every result that it ever had. */
import { z } from 'zod'
import { drawRow, namedNumber, resultNumber } from './draws.ts'
import { field } from './field.ts'
import { currency } from './values/currency.ts'
import { day, instant } from './values/dates.ts'
import { money } from './values/money.ts'

export const resultRow = z.object({
  id: z.number().int(),
  draw_id: z.number().int(),
  product_id: z.number().int(),
  product_name: field(z.string(), 'Producto'),
  product_kind: z.enum(['animalitos', 'triples', 'panama', 'polla']),
  day: field(day, 'Día'),
  scheduled_at: field(instant, 'Sorteo'),
  numbers: z.array(namedNumber),
  text: field(z.string(), 'Resultado'),
  source: field(z.string(), 'Fuente'),
  entered_by_name: field(z.string().nullable(), 'Anotado por'),
  confirmed_by_name: field(z.string().nullable(), 'Confirmado por'),
  awarded_at: field(instant.nullable(), 'Premiado'),
  withdrawn_at: field(instant.nullable(), 'Retirado'),
  withdrawn_reason: field(z.string().nullable(), 'Motivo'),
})
export type ResultRow = z.infer<typeof resultRow>

export const drawDetail = z.object({
  server_time: z.string(),
  draw: drawRow,
  /** Needs a second user, or a second entry by anybody. */
  second_user_confirms: z.boolean(),
  by_currency: z.array(
    z.object({
      currency,
      lines: z.number().int(),
      tickets: z.number().int(),
      sold: money,
      prizes: money,
      paid: money,
      pending: money,
      profit: money,
    }),
  ),
  /** Numbers that would cost most, of the caller's subtree. */
  liability: z.array(
    z.object({
      bet_type_id: z.number().int(),
      bet_type_name: z.string(),
      number: z.string(),
      symbol_name: z.string().nullable(),
      currency,
      sold: money,
      liability: money,
    }),
  ),
  winners: z.array(
    z.object({
      serial: z.string(),
      office_name: z.string(),
      agency_name: z.string(),
      bet_type_name: z.string(),
      number: z.string(),
      currency,
      stake: money,
      prize: money,
      state: z.enum(['por_pagar', 'pagado', 'vencido']),
    }),
  ),
  symbols: z.array(z.object({ code: z.string(), name: z.string(), image_url: z.string().nullable() })),
  /** Every result this draw ever had, latest first. */
  results: z.array(resultRow),
  /** What the sources answered, latest first. */
  external: z.array(
    z.object({
      source: z.string(),
      fetched_at: instant,
      text: z.string(),
      numbers: z.array(resultNumber),
      note: z.string(),
    }),
  ),
})
