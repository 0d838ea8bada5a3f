/** Drawers seen from above: every register of the offices below, who approves or returns it, and what differs. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { currencyOfSession } from './account-data.ts'
import { registerDetail, registerRow, registerState, registerStates } from './cash-registers.ts'
import { all, byId, endpoint, entity } from './endpoint.ts'
import { field } from './field.ts'
import { currencyFilter, partnerFilter } from './filters.ts'
import { listEndpoint } from './lists.ts'
import { manyMoves, moves, waiting } from './states.ts'
import { currency } from './values/currency.ts'
import { motive } from './values/contact.ts'
import { day, instant } from './values/dates.ts'
import { money } from './values/money.ts'

const base = '/api/v2/admin/cash-management/cash-register'
const access = rules.cashControl
/** Registers that one call approves. */
const mostAtOnce = 200

const amounts = {
  /** That is asked for; else the first of its office. */
  currency: field(currency, 'Moneda'),
  /** Null while it is open. */
  expected: field(money.nullable(), 'Esperado'),
  counted: field(money.nullable(), 'Contado'),
  difference: field(money.nullable(), 'Diferencia'),
}
const differs = field(z.enum(['con', 'falta', 'sobra']), 'Diferencia', {
  labels: { con: 'Con diferencia', falta: 'Falta', sobra: 'Sobra' },
  placeholder: 'Con y sin',
})

const row = registerRow.extend(amounts)
export type ManagedRegister = z.infer<typeof row>
const sums = z.object({
  currency,
  expected: amounts.expected,
  counted: amounts.counted,
  difference: amounts.difference,
})

const byState = z.object({
  state: registerState,
  currency,
  registers: field(z.number().int(), 'Cajas'),
  expected: field(money, 'Esperado'),
  counted: field(money, 'Contado'),
  short: field(money, 'Faltó'),
  over: field(money, 'Sobró'),
})
export type RegistersByState = z.infer<typeof byState>

const byAgency = z.object({
  agency_id: z.number().int(),
  agency_name: field(z.string(), 'Agencia'),
  agency_code: field(z.string(), 'Código'),
  currency: field(currency, 'Moneda'),
  registers: field(z.number().int(), 'Cajas'),
  open: field(z.number().int(), 'Abiertas'),
  waiting: field(z.number().int(), 'Por aprobar'),
  returned: field(z.number().int(), 'Devueltas'),
  approved: field(z.number().int(), 'Aprobadas'),
  expected: field(money, 'Esperado'),
  counted: field(money, 'Contado'),
  short: field(money, 'Faltó', { zero_is_nothing: true }),
  over: field(money, 'Sobró', { zero_is_nothing: true }),
})
export type RegistersOfAgency = z.infer<typeof byAgency>

/** A day of an office that sold or kept a register: one that sold unopened has none. */
const audited = z.object({
  office_id: z.number().int(),
  office_name: field(z.string(), 'Taquilla'),
  agency_name: field(z.string(), 'Agencia'),
  day: field(day, 'Día'),
  register_id: z.number().int().nullable(),
  kept: field(z.enum(['sin_caja', 'abierta', 'enviada', 'devuelta', 'aprobada']), 'Caja', {
    labels: {
      sin_caja: 'Sin caja',
      ...Object.fromEntries(Object.entries(registerStates).map(([key, { label }]) => [key, label])),
    },
    tones: {
      sin_caja: 'bad',
      ...Object.fromEntries(Object.entries(registerStates).map(([key, { tone }]) => [key, tone])),
    },
  }),
  currency: field(currency, 'Moneda'),
  sold: field(money, 'Vendido'),
  /** Before it was opened, and after its midnight. */
  early: field(money.nullable(), 'Antes de abrir'),
  late: field(money.nullable(), 'Después de medianoche'),
  expected: amounts.expected,
  counted: amounts.counted,
  difference: amounts.difference,
  opened_at: field(instant.nullable(), 'Abierta'),
  sent_by: field(z.string().nullable(), 'Envió'),
  sent_at: field(instant.nullable(), 'Enviada'),
  decided_by: field(z.string().nullable(), 'Decidió'),
  observation: field(z.string().nullable(), 'Observación', { remark: true }),
})
export type AuditedDrawer = z.infer<typeof audited>

/** What a drawer handed over on a day: prizes, and what was given back. */
const handed = z.object({
  office_id: z.number().int(),
  office_name: field(z.string(), 'Taquilla'),
  agency_name: field(z.string(), 'Agencia'),
  day: field(day, 'Día'),
  currency: field(currency, 'Moneda'),
  prizes: field(z.number().int(), 'Premios pagados'),
  paid: field(money, 'Pagado'),
  /** Of tickets that another agency sold. */
  elsewhere: field(money, 'De otras agencias', { zero_is_nothing: true }),
  refunds: field(z.number().int(), 'Reintegros'),
  given_back: field(money, 'Reintegrado', { zero_is_nothing: true }),
})
export type HandedOver = z.infer<typeof handed>

const period = { title: 'Día', preset: '7d', needed: true } as const
const audit = listEndpoint('/api/v2/admin/cash-management/audit', {
  title: 'Auditoría de cajas',
  access,
  row: audited,
  filters: { kept: audited.shape.kept, currency: currencyFilter, partner_id: partnerFilter, differs },
  sort: ['day', 'office_name', 'agency_name', 'sold', 'difference'],
  first: '-day',
  search: 'taquilla o agencia',
  period,
  totals: z.object({ currency, sold: money, expected: money, counted: money, difference: money }),
})
const prizes = listEndpoint('/api/v2/admin/cash-management/prizes', {
  title: 'Premios pagados en caja',
  access,
  row: handed,
  filters: { currency: currencyFilter, partner_id: partnerFilter },
  sort: ['day', 'office_name', 'agency_name', 'paid', 'given_back', 'elsewhere'],
  first: '-day',
  search: 'taquilla o agencia',
  period,
  totals: z.object({ currency, paid: money, elsewhere: money, given_back: money }),
})
const summary = listEndpoint(base, {
  title: 'Cajas por agencia',
  access,
  path: `${base}/summary`,
  row: byAgency,
  filters: { currency: currencyFilter, partner_id: partnerFilter },
  sort: ['agency_name', 'registers', 'waiting', 'counted', 'short', 'over'],
  search: 'agencia',
  period,
  totals: z.object({ currency, expected: money, counted: money, short: money, over: money }),
})

export const cashManage = entity('cashManage', {
  ...listEndpoint(base, {
    title: 'Cajas',
    access,
    path: `${base}/datatable`,
    row,
    filters: { state: registerState, currency: currencyOfSession, partner_id: partnerFilter, differs },
    sort: ['day', 'office_name', 'agency_name', 'state', 'expected', 'counted', 'difference', 'sent_at'],
    first: null,
    usual: () => null,
    search: 'taquilla o agencia',
    beside: ['sums'],
    period: { title: 'Día (las que esperan, de cualquiera)', preset: '7d', open: true },
    totals: sums,
  }),
  show: endpoint({
    method: 'GET',
    path: `${base}/:id`,
    access,
    params: byId,
    response: row,
    summary: 'Una caja',
  }),
  subrows: endpoint({
    method: 'GET',
    path: `${base}/subrows`,
    access,
    query: z.object({ id: z.coerce.number().int().positive().meta({ description: 'De qué caja' }) }),
    response: registerDetail.extend(amounts),
    summary: 'Lo que hay detrás de una caja: de qué viene lo esperado, el conteo y las entregas',
  }),
  resume: endpoint({
    method: 'GET',
    path: `${base}/resume`,
    access,
    query: z.object({
      from: day,
      to: day,
      currency: currency.optional(),
      partner_id: z.coerce.number().int().positive().optional().meta({ description: 'Solo lo que está debajo de él' }),
    }),
    response: all(byState),
    summary: 'Cajas de unos días por su estado, con lo esperado y lo contado',
  }),
  ...moves(base, {
    states: registerStates,
    row,
    moves: {
      approve: {
        from: ['enviada'],
        to: 'aprobada',
        access,
        label: 'Aprobar',
        text: 'La diferencia queda asentada y lo contado es lo que la caja tiene.',
        moves_money: true,
        path: `${base}/approve/:id`,
        summary: 'Aprueba una caja enviada y asienta su diferencia; quien la envió no',
      },
      giveBack: {
        from: ['enviada'],
        to: 'devuelta',
        access,
        label: 'Devolver',
        text: 'La taquilla la cuenta de nuevo y la envía otra vez. Su corte no cambia.',
        danger: true,
        path: `${base}/return/:id`,
        needs: z.object({ refusal: field(motive(200), 'Observación', { control: 'area', wide: true }) }),
        summary: 'Devuelve una caja enviada, con una observación',
      },
    },
  }),
  ...manyMoves(base, {
    access,
    moves: ['approve'],
    most: mostAtOnce,
    summary: `Aprueba varias cajas, hasta ${mostAtOnce}: cada una por sí misma`,
  }),
  ...waiting(base, { access, summary: 'Cuántas cajas esperan a quien pregunta' }),
  summary: summary.list,
  summaryExport: summary.export,
  audit: audit.list,
  auditExport: audit.export,
  prizes: prizes.list,
  prizesExport: prizes.export,
})
