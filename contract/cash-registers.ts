/**
 * Registers of drawers, at the counter: a day of an office's cash from what it opened with to what was counted. What it
 * should hold follows from the books; its tickets are those that its cut sees and that of the register before does not.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { cashSum, countRow, cashCounts } from './cash-counts.ts'
import { all, byId, endpoint, entity, id } from './endpoint.ts'
import { field } from './field.ts'
import { entryKind } from './ledger-entries.ts'
import { listEndpoint } from './lists.ts'
import { moves, stateField } from './states.ts'
import { officeOfCaller } from './tickets.ts'
import { currency } from './values/currency.ts'
import { remark } from './values/contact.ts'
import { day, instant } from './values/dates.ts'
import { formatMoney, money } from './values/money.ts'

export const registerStates = {
  abierta: { label: 'Abierta', tone: 'neutral' },
  enviada: { label: 'Por aprobar', tone: 'waiting' },
  devuelta: { label: 'Devuelta', tone: 'bad' },
  aprobada: { label: 'Aprobada', tone: 'good' },
} as const
export type RegisterState = keyof typeof registerStates
export const registerState = stateField(registerStates)

const sums = z.array(cashSum)
/** `Bs 1.200,00 de Bs 1.210,00 (−Bs 10,00)` for each currency. */
const sumsText = (all_sums: z.infer<typeof sums>) =>
  all_sums
    .map(({ currency: of, expected, counted, difference }) =>
      counted === null
        ? formatMoney(expected, of, true)
        : `${formatMoney(counted, of, true)} de ${formatMoney(expected, of, true)} (${formatMoney(difference!, of, true)})`,
    )
    .join(', ')

export const registerRow = z.object({
  id: z.number().int(),
  office_id: z.number().int(),
  office_name: field(z.string(), 'Taquilla'),
  office_code: field(z.string(), 'Código'),
  agency_name: field(z.string(), 'Agencia'),
  day: field(day, 'Día'),
  state: registerState,
  sums: field(sums, 'Contado y esperado', { words: sumsText, width: 40 }),
  /** What stands in the way of it: where it was counted and its difference was told. */
  observation: field(z.string(), 'Observación', { remark: true }),
  refusal: field(z.string().nullable(), 'Devuelta por', { remark: true }),
  /** Names of people above whoever reads are nobody's. */
  opened_by: field(z.string().nullable(), 'Abrió'),
  opened_at: field(instant, 'Abierta'),
  sent_by: field(z.string().nullable(), 'Envió'),
  sent_at: field(instant.nullable(), 'Enviada'),
  decided_by: field(z.string().nullable(), 'Decidió'),
  decided_at: field(instant.nullable(), 'Decidida'),
  /** Sent by whoever reads: somebody else decides. */
  own: z.boolean(),
  version: z.number().int(),
  actions: z.array(z.enum(['count', 'send', 'approve', 'giveBack'])),
})
export type RegisterRow = z.infer<typeof registerRow>

/** When against the register's own day: within it, before it was opened, or after its midnight. */
export const spans = { turno: 'En el turno', antes: 'Antes de abrir', despues: 'Después de medianoche' } as const
export type Span = keyof typeof spans

const line = z.object({
  currency,
  method_id: z.number().int().nullable(),
  method_name: z.string().nullable(),
  kind: entryKind,
  span: z.enum(Object.keys(spans) as [Span, ...Span[]]),
  amount: money,
  n: z.number().int(),
})
export type RegisterLine = z.infer<typeof line>

const handover = z.object({
  id: z.number().int(),
  at: instant,
  signed_by: z.string().nullable(),
  sums,
  notes: z.string(),
})

export const registerDetail = registerRow.extend({
  lines: z.array(line),
  /** Where each currency begins, by method; null is cash. */
  openings: z.array(z.object({ currency, method_id: z.number().int().nullable(), amount: money })),
  counts: z.array(countRow.extend({ method_name: z.string().nullable() })),
  handovers: z.array(handover),
})
export type RegisterDetail = z.infer<typeof registerDetail>

const method = z.object({ id: z.number().int(), name: z.string(), currency })

/** What a counter works with: today's register or the one that is still open, and what it is counted with. */
const current = z.object({
  office_id: z.number().int(),
  office_name: z.string(),
  today: day,
  /** The open one; else that of today; null where today's is yet to be opened. */
  register: registerDetail.nullable(),
  /** An office's first says what it opens with. */
  is_first: z.boolean(),
  currencies: z.array(currency),
  denominations: z.array(z.object({ currency, amounts: z.array(money) })),
  floats: z.array(z.object({ currency, amount: money })),
  tolerances: z.array(z.object({ currency, amount: money })),
  /** Other than cash. */
  methods: z.array(method),
})
export type CurrentRegister = z.infer<typeof current>

const base = '/api/v2/ticket-office/cash-management/cash-register'
const access = rules.counter
const observation = field(remark(200).default(''), 'Observación', {
  control: 'area',
  wide: true,
  hint: 'A qué se debe la diferencia, si la hay.',
})
const officeFilter = z.object({
  office_id: z.coerce.number().int().positive().optional().meta({ description: 'De cuál de sus taquillas' }),
})

/** A ticket's prize or refund that left the drawer. */
const drawed = z.object({
  serial: field(z.string(), 'Serial'),
  kind: entryKind,
  currency,
  amount: field(money, 'Monto'),
  at: field(instant, 'Entregado'),
  by: field(z.string().nullable(), 'Entregó'),
})
export type DrawedRow = z.infer<typeof drawed>
/** An outcome of the drawer, or a transfer that left it. */
const expense = z.object({
  id: z.number().int(),
  kind: entryKind,
  concept: field(z.string(), 'Concepto'),
  currency,
  amount: field(money, 'Monto'),
  at: field(instant, 'Hecho'),
  by: field(z.string().nullable(), 'Por'),
})
export type ExpenseRow = z.infer<typeof expense>
const ofRegister = z.object({ register_id: z.coerce.number().int().positive().meta({ description: 'De qué caja' }) })

/** How often what an open one should hold is asked for: others may pay or sell from the same drawer. */
export const registerMovesSeconds = 15

export const cashRegisters = entity('cashRegisters', {
  ...listEndpoint(base, {
    title: 'Cajas de la taquilla',
    access,
    row: registerRow,
    filters: { state: registerState, office_id: field(id, 'Taquilla', { names: 'partner' }) },
    sort: ['day', 'state', 'office_name'],
    first: '-day',
    beside: ['sums'],
    moves_seconds: registerMovesSeconds,
    period: { title: 'Día', preset: '30d', open: true },
  }),
  current: endpoint({
    method: 'GET',
    path: `${base}/current`,
    access,
    query: officeFilter,
    response: current,
    summary: 'La caja de hoy de una taquilla, o la que sigue abierta, y con qué se cuenta',
  }),
  show: endpoint({
    method: 'GET',
    path: `${base}/:id`,
    access,
    params: byId,
    response: registerDetail,
    summary: 'Una caja: lo que debería tener, por qué, y lo contado. La abierta, a este momento',
  }),
  open: endpoint({
    method: 'POST',
    path: `${base}/create`,
    access,
    moves_money: true,
    status: 201,
    body: z.object({
      office_id: officeOfCaller,
      counts: cashCounts.default([]).meta({ description: 'Con qué abre, de la primera de una taquilla' }),
    }),
    response: registerDetail,
    summary: 'Abre la caja de hoy con lo que contó la anterior; la primera de una taquilla, con lo que se declara',
  }),
  count: endpoint({
    method: 'PUT',
    path: `${base}/:id`,
    access,
    params: byId,
    body: z.object({ version: z.number().int(), counts: cashCounts, observation: remark(200).default('') }),
    response: registerDetail,
    summary: 'Guarda lo contado de una caja abierta o devuelta',
  }),
  recalculate: endpoint({
    method: 'PUT',
    path: `${base}/recalculate/:id`,
    access,
    params: byId,
    body: z.object({ version: z.number().int() }),
    response: registerDetail,
    summary: 'Calcula de nuevo lo que debería tener una caja enviada o devuelta, a su mismo corte',
  }),
  handOver: endpoint({
    method: 'POST',
    path: `${base}/handover/:id`,
    access,
    moves_money: true,
    params: byId,
    body: z.object({ counts: cashCounts, notes: remark(200).default('') }),
    response: registerDetail,
    summary: 'Cuenta la caja abierta al pasarla de una persona a otra el mismo día',
  }),
  ...moves(base, {
    states: registerStates,
    row: registerDetail,
    moves: {
      send: {
        from: ['abierta', 'devuelta'],
        to: 'enviada',
        access,
        label: 'Enviar',
        text: 'Lo que se venda desde ahora es de la próxima caja.',
        moves_money: true,
        path: `${base}/send/:id`,
        needs: z.object({ observation }),
        summary: 'Envía una caja contada para que la aprueben; en Panamá queda aprobada',
      },
    },
  }),
  expenses: endpoint({
    method: 'GET',
    path: `${base}/expenses`,
    access,
    query: ofRegister,
    response: all(expense),
    summary: 'Los egresos y transferencias que salieron de una caja',
  }),
  drawed: endpoint({
    method: 'GET',
    path: `${base}/drawed`,
    access,
    query: ofRegister,
    response: all(drawed),
    summary: 'Los premios y reintegros que entregó una caja',
  }),
})
