/** The counter that sells: what it needs to know of games and draws, what a ticket would meet, and what its office sold. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { drawStates, resultNumber } from './draws.ts'
import { endpoint, entity, id } from './endpoint.ts'
import { field } from './field.ts'
import { listEndpoint } from './lists.ts'
import { productKinds } from './products.ts'
import { betPlace, officeOfCaller, refundDue, saleTerms, ticketClient, ticketSale, ticketState } from './tickets.ts'
import { betKinds } from './values/bet-numbers.ts'
import { currency } from './values/currency.ts'
import { instant } from './values/dates.ts'
import { money } from './values/money.ts'

/** A bet that a product offers. */
const counterBet = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: z.enum(betKinds),
  place: betPlace,
  multiplier: z.string().meta({ description: 'Lo que paga por unidad en la taquilla; de varios premios, el primero' }),
})

const counterProduct = z.object({
  id: z.number().int(),
  counter_key: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'Tecla del producto, de 1 a 99: no cambia mientras existe; nula si todas están dadas' }),
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
  client_from: money.nullable().meta({ description: 'Desde qué total el ticket no se vende sin cliente' }),
  quick_amounts: z.array(money).meta({ description: 'Montos que se ofrecen como teclas, de menor a mayor' }),
})

const catalogue = z.object({
  server_time: instant,
  today: z.string().meta({ description: 'El día de la banca' }),
  office: z.object({
    id: z.number().int(),
    name: z.string(),
    agency_name: z.string(),
    max_lines: z.number().int(),
    annul_minutes: z.number().int(),
  }),
  offices: z
    .array(z.object({ id: z.number().int(), name: z.string() }))
    .meta({ description: 'Por las que se puede vender: la propia, o todas las de su agencia' }),
  limits: z.array(limits),
  products: z.array(counterProduct),
  draws: z.array(counterDraw).meta({ description: 'Los de hoy, y los de otros días que ya se venden' }),
})
export type CounterCatalogue = z.infer<typeof catalogue>

/** Why a line, or the ticket, would be refused: a code as a sale refuses with, and a sentence for the seller. */
const lineFault = z.object({
  code: z.string(),
  field: z.string().meta({
    description:
      'De la jugada `number`, `stake`, `draw_id` o `bet_type_id`; del ticket `lines`, `currency`, `client.dni`, `client.name` o nada',
  }),
  message: z.string(),
})
const quoted = z.object({
  total: money,
  prize: money.meta({
    description:
      'Lo más que puede ganar, de las jugadas que se pueden vender: de una columna de un sorteo sale un solo número',
  }),
  faults: z.array(lineFault).meta({
    description: 'Del ticket entero: tamaño, total, moneda, equipo, cliente y lo que le queda a una agencia prepago',
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

/** What can happen to a draw while it is on a counter's screen. */
const drawTurns = ['suspendido', 'reanudado', 'cierre', 'resultado', 'corregido', 'retirado'] as const

export const drawNews = z
  .object({
    draw_id: z.number().int(),
    product_id: z.number().int(),
    product_name: z.string(),
    scheduled_at: instant,
    turn: z.enum(drawTurns).meta({
      description: 'Suspendido o reanudado, otra hora de cierre, y su resultado: cargado, corregido o retirado',
    }),
    closes_at: instant,
  })
  .meta({ description: 'qué le pasó a un sorteo' })
export type DrawNews = z.infer<typeof drawNews>

const base = '/api/v2/ticket-office'

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
  client: ticketClient,
  office_name: field(z.string(), 'Taquilla'),
  seller_name: field(z.string(), 'Vendedor'),
})

const sold = listEndpoint(`${base}/tickets`, {
  path: `${base}/tickets`,
  title: 'Tickets de la taquilla',
  access: rules.counter,
  row,
  search: 'serial o cliente',
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
    query: z.object({
      office_id: id
        .optional()
        .meta({ description: 'Por cuál de sus taquillas; sin ella, la primera de quien tiene varias' }),
    }),
    response: catalogue,
    summary:
      'Lo que una taquilla necesita para vender: productos, símbolos, sorteos con su cierre y su resultado, y límites',
  }),
  quote: endpoint({
    method: 'POST',
    path: `${base}/tickets/quote`,
    access: rules.counter,
    read_only: true,
    body: z.object({
      currency,
      lines: ticketSale.shape.lines,
      client: ticketSale.shape.client,
      office_id: officeOfCaller,
      device_id: saleTerms.device_id,
    }),
    response: quoted,
    summary:
      'Con qué se encontraría un ticket, sin venderlo: todas sus faltas a la vez, lo que queda y su premio mayor',
  }),
  live: endpoint({
    method: 'GET',
    path: `${base}/counter/live`,
    access: rules.counter,
    response: 'events',
    says: { sorteo: drawNews },
    summary:
      'Avisa, mientras la conexión dure, cuando lo que la taquilla sabe de sus sorteos, productos o límites ya no es así',
  }),
  tickets: sold.list,
  ticketsExport: sold.export,
})
