/** The counter that sells: what it needs to know of games and draws, what a ticket would meet, and what its office sold today. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { drawStates, resultNumber } from './draws.ts'
import { all, endpoint, entity, id } from './endpoint.ts'
import { field } from './field.ts'
import { listEndpoint } from './lists.ts'
import { productKinds } from './products.ts'
import { officeOfCaller, refundDue, saleTerms, ticketSale, ticketState } from './tickets.ts'
import { betKinds } from './values/bet-numbers.ts'
import { currency } from './values/currency.ts'
import { instant } from './values/dates.ts'
import { money } from './values/money.ts'

/** A bet that a product offers. `place` is the column it plays on: A, B or C of triples, empty where there is one number. */
const counterBet = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: z.enum(betKinds),
  place: z.enum(['', 'A', 'B', 'C']),
  /** What it pays for each unit; of a number with several prizes the first one's. */
  multiplier: z.string(),
})

const counterProduct = z.object({
  id: z.number().int(),
  /** Typed at the counter (`/1`): 1 to 99, given once and never to another; null where all are taken. */
  counter_key: z.number().int().nullable(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(productKinds),
  zone: z.string(),
  tripleta_draws: z.number().int(),
  bet_types: z.array(counterBet),
  symbols: z.array(z.object({ code: z.string(), name: z.string(), image_url: z.string().nullable() })),
})
export type CounterProduct = z.infer<typeof counterProduct>

const counterDraw = z.object({
  id: z.number().int(),
  product_id: z.number().int(),
  /** The hour typed and printed (`11`, in the product's zone); two draws of one hour are told apart by their minutes. */
  scheduled_at: instant,
  opens_at: instant,
  closes_at: instant,
  state: z.enum(drawStates),
  result: z.array(resultNumber),
})
export type CounterDraw = z.infer<typeof counterDraw>

/** A setting of one currency: null where nobody set it. */
const limits = z.object({
  currency,
  min_stake: money.nullable(),
  max_stake: money.nullable(),
  max_ticket: money.nullable(),
  /** Offered as keys, ascending. */
  quick_amounts: z.array(money),
})

const catalogue = z.object({
  server_time: instant,
  /** The banca's business day. */
  today: z.string(),
  office: z.object({
    id: z.number().int(),
    name: z.string(),
    agency_name: z.string(),
    max_lines: z.number().int(),
    annul_minutes: z.number().int(),
  }),
  /** Those that the caller may sell for: one of a teller, all of its agency for its administrator. */
  offices: all(z.object({ id: z.number().int(), name: z.string() })).shape.data,
  limits: z.array(limits),
  products: z.array(counterProduct),
  /** Of today, and those of later days that sell already. */
  draws: z.array(counterDraw),
})
export type Counter = z.infer<typeof catalogue>

const lineFault = z.object({
  code: z.string(),
  /** Of the line: `number`, `stake`, `draw_id` or `bet_type_id`. */
  field: z.string(),
  message: z.string(),
})
const quoted = z.object({
  total: money,
  /** The most that the ticket can win, of the lines that can be sold. */
  prize: money,
  /** What stands against the ticket as a whole: its size, its total, the currency, the device, what a prepaid agency has left. */
  faults: z.array(lineFault),
  lines: z.array(
    z.object({
      faults: z.array(lineFault),
      /** What of its number may still be sold at this office; null where no quota is set. */
      left: money.nullable(),
      prize: money,
    }),
  ),
})
export type Quote = z.infer<typeof quoted>

const row = z.object({
  id: z.string(),
  serial: field(z.string(), 'Serial'),
  state: ticketState,
  sold_at: field(instant, 'Vendido'),
  lines: field(z.number().int(), 'Jugadas'),
  currency,
  total: field(money, 'Monto'),
  prize: field(money, 'Premio'),
  refund_due: refundDue,
  seller_name: field(z.string(), 'Vendedor'),
})
export type CounterTicket = z.infer<typeof row>

const base = '/api/v2/ticket-office'
const sold = listEndpoint(`${base}/tickets`, {
  path: `${base}/tickets`,
  title: 'Tickets de la taquilla',
  access: rules.counter,
  row,
  search: 'serial',
  filters: { state: ticketState, office_id: field(id, 'Taquilla', { control: 'partner' }) },
  sort: ['sold_at', 'serial', 'total', 'prize'],
  first: '-sold_at',
  period: { title: 'Vendido', preset: 'hoy' },
  summary: 'Los tickets de la taquilla, los de hoy si no se dice otro período',
})

export const counter = entity('counter', {
  catalogue: endpoint({
    method: 'GET',
    path: `${base}/counter`,
    access: rules.counter,
    query: z.object({ office_id: id.optional().meta(officeOfCaller.meta() ?? {}) }),
    response: catalogue,
    summary: 'Lo que una taquilla necesita para vender: productos, símbolos, sorteos con su cierre y su resultado, y límites',
  }),
  live: endpoint({
    method: 'GET',
    path: `${base}/counter/live`,
    access: rules.counter,
    response: 'events',
    summary: 'Avisa, mientras la conexión dure, cuando cambian los sorteos, sus resultados o lo que la taquilla vende',
  }),
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
    summary: 'Con qué se encontraría un ticket, sin venderlo: todas sus faltas a la vez, lo que queda y su premio mayor',
  }),
  tickets: sold.list,
  ticketsExport: sold.export,
})
