/**
 * Polla: a ticket of N symbols over the draws of a day, for a fixed price. Part of the income feeds pots
 * that the best tickets share; a pot nobody wins rolls over. Every change of a pot is a movement.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { operationClient } from './clients.ts'
import { endpoint, entity, id } from './endpoint.ts'
import { field } from './field.ts'
import { jackpot, potLabels, pots } from './jackpots.ts'
import { listEndpoint } from './lists.ts'
import {
  bySerial,
  code,
  officeOfCaller,
  refundDue,
  refundFilter,
  saleTerms,
  ticketStateLabels,
  ticketStates,
} from './tickets.ts'
import { currency } from './values/currency.ts'
import { day, instant } from './values/dates.ts'
import { amount, money } from './values/money.ts'
import { remark } from './values/contact.ts'

const symbol = z.object({ code: z.string(), name: z.string(), image_url: z.string().nullable() })

/** A polla of one day: its draws, price and pots. `id` is that of its draw. */
const pollaRound = z.object({
  id: z.number().int(),
  product_id: z.number().int(),
  product_name: z.string(),
  day,
  opens_at: instant,
  closes_at: instant,
  state: z.enum(['programado', 'abierto', 'cerrado', 'premiado', 'suspendido']),
  symbols_needed: z.number().int(),
  prices: z.array(z.object({ currency, amount: money })),
  symbols: z.array(symbol),
  draws: z.array(
    z.object({
      id: z.number().int(),
      product_name: z.string(),
      scheduled_at: instant,
      state: z.enum(['programado', 'abierto', 'cerrado', 'premiado', 'suspendido']),
      result: symbol.nullable(),
    }),
  ),
})
export type PollaRound = z.infer<typeof pollaRound>

const ticketState = field(z.enum(ticketStates), 'Estado', { labels: ticketStateLabels })

const playedSymbols = z.array(symbol.extend({ hit: z.boolean() }))

const pollaTicket = z.object({
  id: z.string(),
  serial: field(z.string(), 'Serial'),
  state: ticketState,
  round_id: z.number().int(),
  product_id: z.number().int(),
  product_name: field(z.string(), 'Producto'),
  day: field(day, 'Día'),
  symbols: field(playedSymbols, 'Símbolos', {
    words: (played: z.infer<typeof playedSymbols>) => played.map(({ code: of, name }) => `${of} ${name}`).join(', '),
    width: 40,
  }),
  hits: field(z.number().int(), 'Aciertos'),
  draws_done: z.number().int(),
  draws_total: z.number().int(),
  currency,
  total: field(money, 'Monto'),
  prize: field(money, 'Premio'),
  prize_id: z.string().nullable(),
  refund_due: refundDue,
  office_id: z.number().int(),
  office_name: field(z.string(), 'Taquilla'),
  agency_name: field(z.string(), 'Agencia'),
  banca_name: z.string(),
  seller_name: field(z.string(), 'Vendedor'),
  /** `V-12345678 Ana Pérez`: who bought it, and who was paid; null where nobody said. */
  client: field(z.string().nullable(), 'Cliente', { nothing: 'Sin nombre' }),
  paid_to: field(z.string().nullable(), 'Pagado a', { nothing: 'Sin nombre' }),
  sold_at: field(instant, 'Vendido'),
  annul_before: instant,
  closes_at: instant,
  draws_from: instant,
  draws_to: instant,
  expires_on: day,
  paid_at: instant.nullable(),
  reprints: z.number().int(),
  actions: z.array(z.enum(['pay', 'refund', 'annul', 'reprint'])),
})
export type PollaTicket = z.infer<typeof pollaTicket>

const prizeState = field(z.enum(['por_pagar', 'pagado', 'vencido']), 'Estado', {
  labels: { por_pagar: 'Por pagar', pagado: 'Pagado', vencido: 'Vencido' },
  tones: { por_pagar: 'waiting', pagado: 'good', vencido: 'bad' },
})

const pollaPrize = z.object({
  id: z.string(),
  serial: field(z.string(), 'Serial'),
  product_name: field(z.string(), 'Producto'),
  day: field(day, 'Día'),
  pot: field(z.enum(pots), 'Pote', { labels: potLabels }),
  hits: field(z.number().int(), 'Aciertos'),
  office_name: field(z.string(), 'Taquilla'),
  agency_name: field(z.string(), 'Agencia'),
  currency,
  amount: field(money, 'Premio'),
  state: prizeState,
  expires_on: field(day, 'Vence'),
  paid_at: field(instant.nullable(), 'Pagado'),
  actions: z.array(z.enum(['pay'])),
})
export type PollaPrize = z.infer<typeof pollaPrize>

/** INGRESO puts money in, EGRESO takes it out, never below zero. */
const kind = z.enum(['INGRESO', 'EGRESO'], { error: 'Debe ser INGRESO o EGRESO' }).meta({ title: 'Tipo' })
const reason = remark(200).default('').meta({ title: 'Motivo' })
/** Amounts arrive as decimal strings; a plain JSON number with at most two decimals is taken too. */
const potAmount = z.preprocess(
  (value) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : value),
  amount,
)
const base = '/api/v1/polla'

const tickets = listEndpoint(base, {
  path: `${base}/tickets`,
  title: 'Pollas vendidas',
  access: rules.pollaOffice,
  row: pollaTicket,
  search: 'serial o cliente',
  filters: { state: ticketState, product_id: field(id, 'Producto', { control: 'product' }), refund: refundFilter },
  sort: ['sold_at', 'day', 'serial', 'total', 'prize', 'hits'],
  first: '-sold_at',
  period: { title: 'Día de la polla', preset: '30d', open: true },
  summary: 'Pollas de la taquilla, y las rondas que venden o cuentan aciertos',
})
const prizes = listEndpoint(base, {
  path: `${base}/prizes`,
  title: 'Ganadores de la polla',
  access: rules.pollaWinners,
  row: pollaPrize,
  search: 'serial',
  filters: { state: prizeState, round_id: field(id, 'Ronda', { names: 'draw' }) },
  sort: ['day', 'amount', 'serial', 'pot', 'expires_on'],
  first: '-day',
  period: { title: 'Día de la polla', preset: '30d', open: true },
  summary: 'Ganadores de la polla',
})

export const polla = entity('polla', {
  /** The counter asks for both at once: what it sold, and what it sells. */
  list: {
    ...tickets.list,
    response: tickets.list.response.extend({ server_time: instant, rounds: z.array(pollaRound) }),
  },
  export: tickets.export,
  sell: endpoint({
    method: 'POST',
    path: `${base}/tickets`,
    access: rules.pollaCounter,
    moves_money: true,
    status: 201,
    body: z.object({
      round_id: z.number({ error: 'Elija la polla' }).int().positive(),
      currency,
      symbols: z.array(z.string().max(3)).min(1, 'Elija los símbolos').max(12).meta({ title: 'Símbolos' }),
      client: operationClient,
      ...saleTerms,
    }),
    response: pollaTicket.extend({ code: z.string() }),
    summary: 'Vende una polla',
  }),
  show: endpoint({
    method: 'GET',
    path: `${base}/tickets/:serial`,
    access: rules.pollaOffice,
    params: bySerial,
    response: pollaTicket,
    summary: 'Una polla por su serial',
  }),
  annul: endpoint({
    method: 'PUT',
    path: `${base}/tickets/:id/annul`,
    access: rules.pollaOffice,
    moves_money: true,
    params: z.object({ id: bySerial.shape.serial }),
    body: z.object({ reason: remark(200).optional() }).nullish(),
    response: pollaTicket,
    summary: 'Anula una polla dentro del plazo; `id` es su serial',
  }),
  jackpots: endpoint({
    method: 'GET',
    path: `${base}/jackpots`,
    access: rules.signedIn,
    query: z.object({ day: day.optional(), product_id: id.optional() }),
    response: z.object({ data: z.array(jackpot) }),
    summary: 'Potes diarios y semanales con sus movimientos',
  }),
  payDaily: endpoint({
    method: 'POST',
    path: `${base}/jackpots/daily/payments`,
    access: rules.banca,
    moves_money: true,
    status: 201,
    body: z.object({
      primer_acu_abono: potAmount.default('0'),
      segundo_acu_abono: potAmount.default('0'),
      pote_diario_id: z.coerce.number().int().positive(),
      tipo: kind,
      reason,
    }),
    response: jackpot,
    summary: 'Abono o retiro del pote diario',
  }),
  payWeekly: endpoint({
    method: 'POST',
    path: `${base}/jackpots/weekly/payments`,
    access: rules.banca,
    moves_money: true,
    status: 201,
    body: z.object({
      monto_acu_abono: potAmount,
      pote_semanal_id: z.coerce.number().int().positive(),
      tipo: kind,
      reason,
    }),
    response: jackpot,
    summary: 'Abono o retiro del pote semanal',
  }),
  prizes: prizes.list,
  prizesExport: prizes.export,
  payPrize: endpoint({
    method: 'POST',
    path: `${base}/prizes/:id/pay`,
    access: rules.pollaOffice,
    moves_money: true,
    params: z.object({
      id: z
        .string()
        .regex(/^\d{1,18}$/)
        .meta({ description: '`prize_id` del ticket, o `id` del ganador' }),
    }),
    body: z.object({ code, office_id: officeOfCaller, client: operationClient }),
    response: pollaTicket,
    summary: 'Paga un premio de polla, una sola vez',
  }),
  publicResults: endpoint({
    method: 'GET',
    path: `${base}/public-results`,
    access: rules.open,
    query: z.object({ day: day.optional() }),
    response: z.object({
      server_time: instant,
      day,
      rounds: z.array(
        pollaRound.pick({ product_name: true, day: true, state: true, draws: true }).extend({
          drawn: z.array(symbol),
          pots: z.array(
            z.object({
              pot: z.enum(pots),
              currency,
              amount: money,
              winners: z.number().int().nullable(),
              share: money.nullable(),
            }),
          ),
        }),
      ),
    }),
    summary: 'Resultados y potes que cualquiera puede leer',
  }),
})
