/** Reports over tickets, their lines and prizes: what was played, on which number, what won, what was paid. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity, flag, id, pagedWithTotals, pageQuery } from './endpoint.ts'
import { exportFormat } from './reports.ts'
import { approvalStates, ticketStates } from './tickets.ts'
import { currency } from './values/currency.ts'
import { day, instant } from './values/dates.ts'
import { amount, money } from './values/money.ts'

export const consultFilters = z.object({
  /** Business days of the sale. With a serial they are not needed: it knows its day. */
  from: day.optional(),
  to: day.optional(),
  serial: z.string().trim().toUpperCase().max(12).optional(),
  partner_id: id.optional(),
  state: z.enum(ticketStates).optional(),
  currency: currency.optional(),
  product_id: id.optional(),
  draw_id: id.optional(),
  bet_type_id: id.optional(),
  number: z.string().trim().max(40).optional(),
  min_total: amount.optional(),
  max_total: amount.optional(),
  seller_id: id.optional(),
  approval: z.enum(approvalStates).optional(),
})
export const consultRow = z.object({
  id: z.string(),
  serial: z.string().meta({ title: 'Serial' }),
  sold_at: instant.meta({ title: 'Vendido' }),
  office_id: z.number().int(),
  office_name: z.string().meta({ title: 'Taquilla' }),
  agency_name: z.string().meta({ title: 'Agencia' }),
  seller_name: z.string().meta({ title: 'Vendedor' }),
  state: z.enum(ticketStates).meta({ title: 'Estado' }),
  lines: z.number().int().meta({ title: 'Jugadas' }),
  currency,
  total: money.meta({ title: 'Total' }),
  prize: money.meta({ title: 'Premio' }),
  expires_on: day.meta({ title: 'Vence' }),
  paid_at: instant.nullable().meta({ title: 'Pagado' }),
  approval: z.enum(approvalStates).nullable().meta({ title: 'Aprobación' }),
})
export type ConsultRow = z.infer<typeof consultRow>
/** Annulled and returned tickets are counted but not summed. */
export const consultTotals = z.object({
  currency,
  tickets: z.number().int(),
  sold: money,
  prizes: money,
  paid: money,
  annulled: money,
})

export const playedRow = z.object({
  serial: z.string().meta({ title: 'Serial' }),
  sold_at: instant.meta({ title: 'Vendido' }),
  office_name: z.string().meta({ title: 'Taquilla' }),
  agency_name: z.string().meta({ title: 'Agencia' }),
  bet_type_name: z.string().meta({ title: 'Jugada' }),
  number: z.string().meta({ title: 'Número' }),
  symbol_name: z.string().nullable(),
  state: z.enum(['pendiente', 'ganadora', 'perdedora', 'anulada', 'devuelta', 'vencida']).meta({ title: 'Estado' }),
  currency,
  stake: money.meta({ title: 'Monto' }),
  multiplier: z.string().meta({ title: 'Multiplicador' }),
  prize: money.meta({ title: 'Premio' }),
})

export const numberRow = z.object({
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
export const prizeFilters = z.object({
  /** Business days of the draw. */
  from: day,
  to: day,
  partner_id: id.optional(),
  product_id: id.optional(),
  bet_type_id: id.optional(),
  draw_id: id.optional(),
  currency: currency.optional(),
  state: z.enum(prizeStates).optional(),
})
export const prizeRow = z.object({
  id: z.string(),
  serial: z.string().meta({ title: 'Serial' }),
  day: day.meta({ title: 'Día del sorteo' }),
  scheduled_at: instant.meta({ title: 'Sorteo' }),
  product_name: z.string().meta({ title: 'Producto' }),
  bet_type_name: z.string().meta({ title: 'Jugada' }),
  number: z.string().meta({ title: 'Número' }),
  symbol_name: z.string().nullable(),
  office_name: z.string().meta({ title: 'Taquilla' }),
  agency_name: z.string().meta({ title: 'Agencia' }),
  sold_at: instant.meta({ title: 'Vendido' }),
  currency,
  stake: money.meta({ title: 'Jugado' }),
  prize: money.meta({ title: 'Premio' }),
  state: z.enum(prizeStates).meta({ title: 'Estado' }),
  expires_on: day.meta({ title: 'Vence' }),
  paid_at: instant.nullable().meta({ title: 'Pagado' }),
  paid_office_name: z.string().nullable().meta({ title: 'Pagado en' }),
})
export type PrizeRow = z.infer<typeof prizeRow>
export const prizeTotals = z.object({
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
const drawId = z.object({
  draw_id: z.coerce.number({ error: 'Elija el sorteo' }).int().positive().max(2_147_483_647),
  partner_id: id.optional(),
  currency: currency.optional(),
  bet_type_id: id.optional(),
})
const playedTotals = z.object({
  currency,
  tickets: z.number().int(),
  lines: z.number().int(),
  sold: money,
  prizes: money,
  winners: z.number().int(),
})

export const ticketReports = entity('ticketReports', {
  consult: endpoint({
    method: 'GET',
    path: `${base}/ticket-consult`,
    access: rules.business,
    reports: true,
    query: pageQuery.extend(consultFilters.shape),
    response: pagedWithTotals(consultRow, consultTotals),
    summary: 'Tickets por serial, taquilla, fecha, estado, número o monto',
  }),
  consultExport: endpoint({
    method: 'GET',
    path: `${base}/ticket-consult/export`,
    access: rules.business,
    reports: true,
    query: consultFilters.extend(exportFormat.shape).extend({ sort: pageQuery.shape.sort, q: pageQuery.shape.q }),
    response: 'file',
    summary: 'Los tickets filtrados, como archivo',
  }),
  played: endpoint({
    method: 'GET',
    path: `${base}/tickets-played`,
    access: rules.business,
    reports: true,
    query: pageQuery.extend(drawId.shape),
    response: pagedWithTotals(playedRow, playedTotals),
    summary: 'Jugadas de un sorteo',
  }),
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
    query: drawId.extend({ currency: currency.default('BS'), all: flag.default(false) }),
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
  detailedPrize: endpoint({
    method: 'GET',
    path: `${base}/detailed-prize`,
    access: rules.business,
    reports: true,
    query: pageQuery.extend(prizeFilters.shape),
    response: pagedWithTotals(prizeRow, prizeTotals),
    summary: 'Jugadas ganadoras, pagadas y por pagar',
  }),
  detailedPrizeSummary: endpoint({
    method: 'GET',
    path: `${base}/detailed-prize/summary`,
    access: rules.business,
    reports: true,
    query: prizeFilters,
    response: z.object({
      data: z.array(prizeTotals),
      by_product: z.array(prizeTotals.extend({ product_id: z.number().int(), product_name: z.string() })),
    }),
    summary: 'Premios por moneda y producto',
  }),
})
