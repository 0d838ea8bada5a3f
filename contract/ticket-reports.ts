/** Reports over tickets, their lines and prizes: what was played, on which number, what won, what was paid. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity, flag, id } from './endpoint.ts'
import { field } from './field.ts'
import { betTypeFilter, currencyFilter, drawFilter, partnerFilter, productFilter } from './filters.ts'
import { listEndpoint, optional } from './lists.ts'
import { approvalState, lineState, prizeClient, refundDue, refundFilter, ticketClient, ticketState } from './tickets.ts'
import { currency } from './values/currency.ts'
import { day, instant } from './values/dates.ts'
import { amount, money } from './values/money.ts'

const consultRow = z.object({
  id: z.string(),
  serial: field(z.string(), 'Serial', { width: 14 }),
  sold_at: field(instant, 'Vendido'),
  office_id: z.number().int(),
  agency_name: field(z.string(), 'Agencia'),
  office_name: field(z.string(), 'Taquilla'),
  seller_name: field(z.string(), 'Vendedor'),
  state: field(ticketState, 'Estado', { width: 12 }),
  lines: field(z.number().int(), 'Jugadas'),
  currency,
  total: field(money, 'Total'),
  /** Nothing of an annulled or returned ticket; what is left of one of which only some lines were returned. */
  sold: field(money, 'Venta que cuenta'),
  prize: field(money, 'Premio', { zero_is_nothing: true }),
  refund_due: refundDue,
  client: ticketClient,
  expires_on: field(day, 'Vence'),
  paid_at: field(instant.nullable(), 'Pagado'),
  approval: field(approvalState.nullable(), 'Aprobación', { width: 14 }),
})
export type ConsultRow = z.infer<typeof consultRow>

const playedRow = z.object({
  serial: field(z.string(), 'Serial', { width: 14 }),
  sold_at: field(instant, 'Vendido'),
  office_name: field(z.string(), 'Taquilla'),
  agency_name: field(z.string(), 'Agencia'),
  bet_type_name: field(z.string(), 'Jugada'),
  number: field(z.string(), 'Número'),
  symbol_name: field(z.string().nullable(), 'Símbolo'),
  state: lineState,
  currency,
  stake: field(money, 'Monto'),
  multiplier: field(z.string(), 'Multiplicador'),
  prize: field(money, 'Premio', { zero_is_nothing: true }),
})
export type PlayedRow = z.infer<typeof playedRow>

const numberRow = z.object({
  bet_type_id: z.number().int(),
  bet_type_name: z.string().meta({ title: 'Jugada' }),
  number: z.string().meta({ title: 'Número' }),
  symbol_name: z.string().nullable().meta({ title: 'Símbolo' }),
  image_url: z.string().nullable(),
  lines: z.number().int().meta({ title: 'Jugadas' }),
  sold: money.meta({ title: 'Vendido' }),
  liability: money.meta({ title: 'Pagaría' }),
  /** What is in force for the partner asked about: the smallest of its own, its ancestors' and the banca's ceiling. */
  quota: money.nullable().meta({ title: 'Cupo' }),
  available: money.nullable().meta({ title: 'Disponible' }),
  used_percent: z.string().nullable().meta({ title: 'Uso %' }),
  /** The block that stops it for that partner, if any; only supervision may lift it. */
  blocked_id: z.number().int().nullable(),
})
export type NumberRow = z.infer<typeof numberRow>

export const prizeStates = ['por_pagar', 'pagado', 'vencido', 'pendiente'] as const
export type PrizeState = (typeof prizeStates)[number]
export const prizeStateLabels: Record<PrizeState, string> = {
  por_pagar: 'Por pagar',
  pagado: 'Pagado',
  vencido: 'Vencido',
  pendiente: 'Con sorteos pendientes',
}
export const prizeState = field(z.enum(prizeStates), 'Estado', {
  labels: prizeStateLabels,
  tones: { por_pagar: 'waiting', pagado: 'good', vencido: 'bad', pendiente: 'neutral' },
  width: 20,
})
const prizeFilters = {
  partner_id: partnerFilter,
  product_id: productFilter,
  bet_type_id: betTypeFilter,
  state: prizeState,
  draw_id: drawFilter,
  currency: currencyFilter,
}
const prizeRow = z.object({
  id: z.string(),
  serial: field(z.string(), 'Serial', { width: 14 }),
  day: field(day, 'Día del sorteo'),
  scheduled_at: field(instant, 'Sorteo'),
  product_name: field(z.string(), 'Producto'),
  bet_type_name: field(z.string(), 'Jugada'),
  number: field(z.string(), 'Número'),
  symbol_name: field(z.string().nullable(), 'Símbolo'),
  office_name: field(z.string(), 'Taquilla'),
  agency_name: field(z.string(), 'Agencia'),
  sold_at: field(instant, 'Vendido'),
  currency,
  stake: field(money, 'Jugado'),
  prize: field(money, 'Premio'),
  state: prizeState,
  expires_on: field(day, 'Vence'),
  paid_at: field(instant.nullable(), 'Pagado'),
  paid_office_name: field(z.string().nullable(), 'Pagado en'),
  paid_to: prizeClient,
})
export type PrizeRow = z.infer<typeof prizeRow>
const prizeTotals = z.object({
  currency,
  prizes: z.number().int(),
  tickets: z.number().int(),
  awarded: money,
  paid: money,
  pending: money,
  expired: money,
})
export type PrizeTotals = z.infer<typeof prizeTotals>

const base = '/api/v2/admin/reports'
const ofDraw = {
  draw_id: z.coerce.number({ error: 'Elija el sorteo' }).int().positive().max(2_147_483_647).meta({ title: 'Sorteo' }),
}
const playedFilters = { partner_id: partnerFilter, bet_type_id: betTypeFilter, currency: currencyFilter }
const drawId = z.object({ ...ofDraw, ...optional(playedFilters) })
const playedTotals = z.object({
  currency,
  tickets: z.number().int(),
  lines: z.number().int(),
  sold: money,
  prizes: money,
  winners: z.number().int(),
})

const consult = listEndpoint(base, {
  path: `${base}/ticket-consult`,
  title: 'Consulta de tickets',
  access: rules.business,
  reports: true,
  row: consultRow,
  search: 'serial, taquilla o cliente',
  filters: {
    partner_id: partnerFilter,
    product_id: productFilter,
    state: ticketState,
    bet_type_id: field(betTypeFilter, 'Jugada', { rare: true }),
    number: field(z.string().trim().toUpperCase().max(40), 'Número', { placeholder: '12 o 123 LEO', rare: true }),
    min_total: field(amount, 'Total desde', { rare: true }),
    max_total: field(amount, 'Total hasta', { rare: true }),
    approval: field(approvalState, 'Aprobación del pago', { placeholder: 'Cualquiera', rare: true }),
    refund: refundFilter,
    draw_id: drawFilter,
    seller_id: field(id, 'Vendedor', { names: 'user' }),
    currency: currencyFilter,
    /** Knows its day: with it the days of the sale are not needed. */
    serial: field(z.string().trim().toUpperCase().max(12), 'Serial'),
  },
  sort: ['sold_at', 'total', 'prize'],
  first: '-sold_at',
  period: { title: 'Día de la venta', preset: 'hoy' },
  /** Annulled and returned tickets are counted but not summed. */
  totals: z.object({
    currency,
    tickets: z.number().int(),
    sold: money,
    prizes: money,
    paid: money,
    annulled: money,
    /** Given back with a draw's suspension: whole tickets, and lines of others. */
    returned: money,
    /** Of it, and of what was annulled from above, what was not handed over yet. */
    refund_due: money,
  }),
  summary: 'Tickets por serial, taquilla, fecha, estado, número o monto',
})

const played = listEndpoint(base, {
  path: `${base}/tickets-played`,
  title: 'Jugadas de un sorteo',
  access: rules.business,
  reports: true,
  row: playedRow,
  search: 'número o serial',
  of: ofDraw,
  filters: playedFilters,
  sort: ['stake', 'prize', 'number', 'multiplier', 'bet_type_name', 'sold_at'],
  first: '-stake',
  totals: playedTotals,
  summary: 'Jugadas de un sorteo',
})

const detailedPrize = listEndpoint(base, {
  path: `${base}/detailed-prize`,
  title: 'Premios detallados',
  access: rules.business,
  reports: true,
  row: prizeRow,
  search: 'serial, número, taquilla o quien cobró',
  filters: prizeFilters,
  sort: ['scheduled_at', 'day', 'prize', 'sold_at', 'expires_on', 'paid_at', 'serial', 'state'],
  first: '-scheduled_at',
  period: { title: 'Día del sorteo', preset: 'hoy', needed: true },
  totals: prizeTotals,
  summary: 'Jugadas ganadoras, pagadas y por pagar',
})

export const ticketReports = entity('ticketReports', {
  consult: consult.list,
  consultExport: consult.export,
  played: played.list,
  playedExport: played.export,
  playedSummary: endpoint({
    method: 'GET',
    path: `${base}/tickets-played/summary`,
    access: rules.business,
    reports: true,
    query: drawId,
    response: z.object({
      data: z.array(playedTotals),
      by_bet_type: z.array(playedTotals.extend({ bet_type_id: z.number().int(), bet_type_name: z.string() })),
    }),
    summary: 'Totales de un sorteo por moneda y jugada',
  }),
  /** Not from the replica: a quota alarm that lags is none. */
  betNumber: endpoint({
    method: 'GET',
    path: `${base}/bet-number`,
    access: rules.business,
    query: drawId.extend({
      currency: currency.default('BS'),
      all: flag.default(false).meta({ description: 'También los números sin ventas' }),
    }),
    response: z.object({
      server_time: instant,
      draw_id: z.number().int(),
      product_id: z.number().int(),
      product_name: z.string(),
      scheduled_at: instant,
      closes_at: instant,
      /** Numbers that sold or are blocked; with `all` every symbol of the product too. */
      data: z.array(numberRow),
      total: z.object({ sold: money, lines: z.number().int() }),
    }),
    summary: 'Lo jugado a cada número de un sorteo, con su cupo y su bloqueo',
  }),
  detailedPrize: detailedPrize.list,
  detailedPrizeExport: detailedPrize.export,
  detailedPrizeSummary: endpoint({
    method: 'GET',
    path: `${base}/detailed-prize/summary`,
    access: rules.business,
    reports: true,
    query: z.object({ from: day, to: day, ...optional(prizeFilters) }),
    response: z.object({
      data: z.array(prizeTotals),
      by_product: z.array(prizeTotals.extend({ product_id: z.number().int(), product_name: z.string() })),
    }),
    summary: 'Premios por moneda y producto',
  }),
})
