/** Incomes and outcomes that somebody above the office decides: what waits, what was decided, and what each came to. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { currencyOfSession } from './account-data.ts'
import { movementKind, movementRow, movementState } from './cash-movements.ts'
import { all, byId, endpoint, entity } from './endpoint.ts'
import { field, looksOf } from './field.ts'
import { partnerFilter } from './filters.ts'
import { listEndpoint, optional } from './lists.ts'
import { handled, waiting } from './states.ts'
import { motive } from './values/contact.ts'
import { day } from './values/dates.ts'
import { money } from './values/money.ts'

const base = '/api/v2/admin/transactions'
const access = rules.moneyNotPanama
/** Records that one call decides. */
const mostAtOnce = 200

const row = movementRow.extend({
  agency_name: field(z.string(), 'Agencia'),
  /** Days since it was written, of one that waits. */
  age: field(z.number().int().nullable(), 'Días en espera'),
  borne_by: field(z.enum(['agencia', 'banca']), 'Lo asume', { labels: { agencia: 'La agencia', banca: 'La banca' } }),
  /** What the banca bears it decides alone. */
  decides: z.boolean(),
  /** Over the banca's threshold whoever wrote it does not decide. */
  needs_other: z.boolean(),
  actions: z.array(z.enum(['approve', 'reject'])),
})
export type TransactionRow = z.infer<typeof row>

const state = field(movementState.extract(['por_aprobar', 'aprobado', 'rechazado']), 'Estado', looksOf(movementState))
const kind = field(movementKind.extract(['ingreso', 'egreso']), 'Movimiento', looksOf(movementKind))
const filters = { state, kind, currency: currencyOfSession, partner_id: partnerFilter }
const period = { title: 'Escrito (los que esperan, de cualquier día)', preset: 'mes', open: true } as const

const sum = z.object({
  state,
  kind,
  currency: currencyOfSession,
  count: field(z.number().int(), 'Movimientos'),
  amount: field(money, 'Monto'),
})
export type TransactionSum = z.infer<typeof sum>

/** Incomes and outcomes alike. */
const moves = {
  approve: {
    from: ['por_aprobar'],
    to: 'aprobado',
    label: 'Aprobar',
    text: 'Se asienta hoy en su tipo. Lo que asume la banca baja lo que la agencia debe.',
  },
  reject: {
    from: ['por_aprobar'],
    to: 'rechazado',
    label: 'Rechazar',
    text: 'Queda como diferencia de la caja. Quien lo escribió lee la observación.',
    danger: true,
    needs: z.object({ observation: field(motive(200), 'Observación', { control: 'area', wide: true }) }),
  },
} as const

export const transactions = entity('transactions', {
  ...listEndpoint(base, {
    title: 'Transacciones',
    access,
    row,
    search: 'taquilla, tipo o concepto',
    filters,
    sort: ['created_at', 'office_name', 'agency_name', 'type_name', 'amount', 'state', 'age'],
    first: null,
    usual: () => null,
    period,
    summary: 'Ingresos y egresos que alguien decide: los que esperan y los decididos',
  }),
  show: endpoint({
    method: 'GET',
    path: `${base}/:id`,
    access,
    params: byId,
    response: row,
    summary: 'Una transacción',
  }),
  summary: endpoint({
    method: 'GET',
    path: `${base}/history-summary`,
    access,
    query: z.object({ ...optional(filters), from: day.optional(), to: day.optional() }),
    response: all(sum),
    summary: 'A cuánto llegan las transacciones de los mismos filtros, por estado, sentido y moneda',
  }),
  income: handled(`${base}/income/handle`, {
    access,
    of: { field: 'kind', is: 'ingreso' },
    moves,
    most: mostAtOnce,
    summary: `Aprueba o rechaza ingresos, hasta ${mostAtOnce}: cada uno por sí mismo`,
  }),
  expense: handled(`${base}/expense/handle`, {
    access,
    of: { field: 'kind', is: 'egreso' },
    moves,
    most: mostAtOnce,
    summary: `Aprueba o rechaza egresos, hasta ${mostAtOnce}: cada uno por sí mismo`,
  }),
  ...waiting(base, { access, summary: 'Cuántas transacciones espera que decida quien pregunta' }),
})
