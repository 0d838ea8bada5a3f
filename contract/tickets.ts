/** Tickets: sale, look-up, annulment and payment at the counter. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { operationClient } from './clients.ts'
import { endpoint, entity } from './endpoint.ts'
import { field } from './field.ts'
import { stateField } from './states.ts'
import { betKinds } from './values/bet-numbers.ts'
import { currency } from './values/currency.ts'
import { day, instant } from './values/dates.ts'
import { formatDecimal, money, positiveAmount } from './values/money.ts'
import { remark } from './values/contact.ts'

export const ticketStates = ['vendido', 'anulado', 'ganador', 'pagado', 'perdedor', 'devuelto', 'vencido'] as const
export type TicketState = (typeof ticketStates)[number]
export const ticketStateLabels: Record<TicketState, string> = {
  vendido: 'Vendido',
  anulado: 'Anulado',
  ganador: 'Ganador',
  pagado: 'Pagado',
  perdedor: 'Perdedor',
  devuelto: 'Devuelto',
  vencido: 'Vencido',
}
/** Of a prize that waits for somebody above. */
export const approvalStates = {
  pendiente: { label: 'Por aprobar', tone: 'waiting' },
  aprobado: { label: 'Aprobado', tone: 'good' },
  rechazado: { label: 'Rechazado', tone: 'bad' },
} as const
export type ApprovalState = keyof typeof approvalStates
const lineStates = ['pendiente', 'ganadora', 'perdedora', 'anulada', 'devuelta', 'vencida'] as const
export type LineState = (typeof lineStates)[number]
const lineStateLabels: Record<LineState, string> = {
  pendiente: 'Pendiente',
  ganadora: 'Ganadora',
  perdedora: 'Perdedora',
  anulada: 'Anulada',
  devuelta: 'Devuelta',
  vencida: 'Vencida',
}

/** States as they are shown: won and waiting stand out, what is over recedes. */
export const ticketState = field(z.enum(ticketStates), 'Estado', {
  labels: ticketStateLabels,
  tones: {
    vendido: 'neutral',
    ganador: 'waiting',
    pagado: 'good',
    perdedor: 'neutral',
    anulado: 'bad',
    devuelto: 'bad',
    vencido: 'bad',
  },
})
export const lineState = field(z.enum(lineStates), 'Estado', {
  labels: lineStateLabels,
  tones: {
    pendiente: 'neutral',
    ganadora: 'good',
    perdedora: 'neutral',
    anulada: 'bad',
    devuelta: 'bad',
    vencida: 'bad',
  },
})
export const approvalState = stateField(approvalStates, 'Aprobación')

/** Of a ticket, what was given back or annulled and not yet handed over. */
export const refundDue = field(money, 'Por devolver', { zero_is_nothing: true })
export const refundFilter = field(z.enum(['por_devolver']), 'Devolución', {
  labels: { por_devolver: 'Por devolver' },
  placeholder: 'Cualquiera',
  rare: true,
})

/** `V-12345678 Ana Pérez`: who bought a ticket, and who was paid its prize; null where nobody said. */
export const ticketClient = field(z.string().nullable(), 'Cliente', { width: 34 })
export const prizeClient = field(z.string().nullable(), 'Pagado a', { width: 34 })

/** `30.00` → `30`, `56.50` → `56,5`. */
export function multiplierText(multiplier: string): string {
  return formatDecimal(multiplier.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''))
}

/** The column that a bet plays on: A, B or C of triples, none where a draw has one number. */
export const betPlace = z
  .enum(['', 'A', 'B', 'C'])
  .meta({ description: 'La columna de triples; vacía donde hay un solo número' })

/** No product asks for more than this on one slip of paper; an office may set less. */
const mostLines = 500

/** Whoever stands over several offices says for which of them. */
export const officeOfCaller = z
  .number()
  .int()
  .positive()
  .optional()
  .meta({ description: 'Por cuál de sus taquillas, si quien llama tiene varias' })
/** What a terminal sells with. */
export const saleTerms = {
  confirm_repeated: z
    .boolean()
    .optional()
    .meta({ description: 'Vende aunque se vendió un ticket igual hace menos de 3 minutos' }),
  device_id: z.string().max(80).optional().meta({ description: 'El equipo, si la taquilla está vinculada a uno' }),
}

export const ticketSale = z.object({
  currency,
  lines: z
    .array(
      z.object({
        draw_id: z.number().int().positive().meta({ description: 'Sorteo abierto, de `GET /api/v2/general/draws`' }),
        bet_type_id: z
          .number()
          .int()
          .positive()
          .meta({ description: 'Jugada del producto, de `GET /api/v2/general/products`' }),
        number: z
          .string()
          .min(1)
          .max(40)
          .meta({ title: 'Número', description: 'Con todas sus cifras: texto, no número' }),
        stake: positiveAmount.meta({ title: 'Monto' }),
      }),
    )
    .max(mostLines),
  client: operationClient,
  office_id: officeOfCaller,
  ...saleTerms,
})

export const ticketView = z.object({
  id: z.string(),
  serial: z.string().meta({ title: 'Serial' }),
  state: ticketState,
  currency,
  total: money.meta({ title: 'Total' }),
  prize: money.meta({ title: 'Premio' }),
  office_id: z.number().int(),
  office_name: z.string().meta({ title: 'Taquilla' }),
  agency_name: z.string().meta({ title: 'Agencia' }),
  seller_name: z.string().meta({ title: 'Vendedor' }),
  sold_at: instant.meta({ title: 'Vendido' }),
  expires_on: z.string().meta({ title: 'Vence' }),
  annul_before: instant.nullable(),
  paid_at: instant.nullable(),
  client: ticketClient,
  paid_to: prizeClient,
  annulled_at: instant.nullable(),
  refund_due: refundDue.meta({ description: 'De jugadas devueltas o anuladas: lo que falta entregar' }),
  /** Null where nothing is due, or what is due does not lapse. */
  refund_until: day.nullable().meta({ title: 'Se devuelve hasta' }),
  refunded: money.meta({ title: 'Devuelto', description: 'Lo que ya se entregó de jugadas devueltas o anuladas' }),
  banca_name: z.string(),
  reprints: z.number().int(),
  /** A payment over the banca's threshold waits for the father of the agency. */
  approval: z
    .object({
      state: approvalState,
      requested_by_name: z.string(),
      requested_at: instant,
      decided_by_name: z.string().nullable(),
      decided_at: instant.nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
  lines: z.array(
    z.object({
      draw_id: z.number().int(),
      product_id: z.number().int(),
      product_name: z.string(),
      scheduled_at: instant,
      bet_type_id: z.number().int(),
      bet_type_name: z.string(),
      bet_kind: z.enum(betKinds),
      place: betPlace,
      number: z.string(),
      symbol_names: z.array(z.string()),
      stake: money,
      multiplier: z.string(),
      prize: money,
      state: lineState,
      /** Of a bet over several draws: the last one, how many there are, and how many have a result. */
      last_at: instant.nullable(),
      draws: z.number().int(),
      draws_done: z.number().int(),
      result: z.string().nullable(),
    }),
  ),
  actions: z.array(z.enum(['pay', 'refund', 'annul', 'approve', 'reject', 'reprint'])),
})
export type TicketView = z.infer<typeof ticketView>
/** With the code that is printed on it, and that alone is paid. */
export const soldTicket = ticketView.extend({ code: z.string().meta({ title: 'Código' }) })

const base = '/api/v2/ticket-office/tickets'
/** A ticket is named by its serial wherever a path has an id of one. */
export const bySerial = z.object({
  serial: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[0-9A-Z]{10}$/, 'Serial no válido')
    .meta({ title: 'Serial', description: 'El del ticket: diez letras y cifras' }),
})
export const code = z.string().trim().toUpperCase().min(1, 'Escriba el código').max(40).meta({ title: 'Código' })

export const tickets = entity('tickets', {
  sell: endpoint({
    method: 'POST',
    path: base,
    access: rules.anyCounter,
    moves_money: true,
    status: 201,
    body: ticketSale,
    response: soldTicket,
    summary: 'Vende un ticket: sorteos abiertos, bloqueos, cupos y límites, en una transacción',
  }),
  bySerial: endpoint({
    method: 'GET',
    path: `${base}/:serial`,
    access: rules.anyCounter,
    params: bySerial,
    response: ticketView,
    summary: 'Un ticket por su serial',
  }),
  pay: endpoint({
    method: 'POST',
    path: `${base}/:serial/pay`,
    access: rules.anyCounter,
    moves_money: true,
    params: bySerial,
    body: z.object({ code, office_id: officeOfCaller, client: operationClient }),
    response: ticketView,
    summary: 'Paga el premio de un ticket, una sola vez; sobre el umbral de la banca queda por aprobar',
  }),
  refund: endpoint({
    method: 'POST',
    path: `${base}/:serial/refund`,
    access: rules.anyCounter,
    moves_money: true,
    params: bySerial,
    body: z.object({ code, office_id: officeOfCaller }),
    response: ticketView,
    summary: 'Devuelve el dinero de las jugadas devueltas o anuladas de un ticket: todo lo que falte entregar',
  }),
  annul: endpoint({
    method: 'POST',
    path: `${base}/:serial/annul`,
    access: rules.anyCounter,
    moves_money: true,
    params: bySerial,
    body: z.object({ reason: remark(200).optional().meta({ title: 'Motivo' }), office_id: officeOfCaller }).nullish(),
    response: ticketView,
    summary: 'Anula un ticket dentro del plazo',
  }),
  /** Counts the copy, so that it can say which one it is. Only the office that sold it, which alone may have the code again. */
  reprint: endpoint({
    method: 'POST',
    path: `${base}/:serial/reprint`,
    access: rules.anyCounter,
    params: bySerial,
    response: soldTicket,
    summary: 'Cuenta una reimpresión y devuelve el ticket con su código',
  }),
})
