/** Account balance: what every partner owes in a period and why, and the closing of weeks. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { assignments } from './assignments.ts'
import { ageingEndpoints } from './debt-ages.ts'
import { all, byId, endpoint, entity, id } from './endpoint.ts'
import { withKind } from './field-kind.ts'
import { field } from './field.ts'
import { currencyFilter, partnerFilter } from './filters.ts'
import { listEndpoint } from './lists.ts'
import { measures } from './measures.ts'
import { owingType, owingWho, seldomMoney, signedMoney } from './owing.ts'
import { levelFilter } from './reports.ts'
import { waiting } from './states.ts'
import { motive, remark } from './values/contact.ts'
import { currency } from './values/currency.ts'
import { day, instant } from './values/dates.ts'
import { money } from './values/money.ts'

/**
 * saldo anterior + ventas − premios − comisión − participación − margen + otros sistemas + ajustes − pagos + asignado
 * = saldo
 */
const owed = {
  before: signedMoney('Saldo anterior'),
  sold: measures.sold,
  prizes: measures.prizes,
  commission: measures.commission,
  participation: measures.participation,
  margin: seldomMoney(
    'Margen',
    'Lo que gana un distribuidor entre su porcentaje y el de quien está debajo. ' +
      'Solo entre comisiones por venta, o participaciones compartidas',
  ),
  external: seldomMoney('Otros sistemas'),
  adjustments: seldomMoney('Ajustes'),
  payments: seldomMoney('Pagos'),
  assigned: seldomMoney('Asignado'),
  debt: signedMoney('Saldo'),
  late: seldomMoney('Tardío'),
}

const { debt: _debt, ...madeOf } = owed

const balanceRow = z.object({
  /** The partner's id; with `currency` it names the row. */
  key: z.string(),
  ...owingWho,
  has_children: z.boolean(),
  currency,
  ...owed,
  closed_through: field(day.nullable(), 'Cerrado hasta', { nothing: 'Nunca' }),
})
export type OwedRow = z.infer<typeof balanceRow>

const base = '/api/v2/admin/administrative/account-balance'

const report = listEndpoint(base, {
  method: 'POST',
  path: `${base}/report`,
  export_path: `${base}/export`,
  title: 'Balance de cuentas',
  access: rules.business,
  reports: true,
  row: balanceRow,
  search: 'nombre o código',
  filters: {
    level: levelFilter(['directos', 'distribuidor', 'agencia']),
    partner_id: partnerFilter,
    currency: currencyFilter,
  },
  sort: [
    'name',
    'code',
    'before',
    'sold',
    'prizes',
    'commission',
    'participation',
    'margin',
    'external',
    'adjustments',
    'payments',
    'assigned',
    'debt',
    'late',
    'closed_through',
  ],
  first: null,
  usual: () => '-debt',
  period: { title: 'Día contable', preset: 'semana', needed: true },
  // The debt is the sum that is said first.
  totals: z.object({ currency, debt: owed.debt, ...madeOf, rows: z.number().int() }),
  summary: 'Lo que debe cada afiliado en un período y por qué, por nivel',
})

const closingStates = ['cerrada', 'reabierta'] as const
const closingState = field(z.enum(closingStates), 'Estado', {
  labels: { cerrada: 'Cerrada', reabierta: 'Reabierta' },
  tones: { cerrada: 'good', reabierta: 'neutral' },
})
export const answers = ['conforme', 'en_disputa'] as const
const closingAnswer = field(z.enum(['sin_respuesta', ...answers]), 'Respuesta', {
  labels: { sin_respuesta: 'Sin respuesta', conforme: 'Conforme', en_disputa: 'En disputa' },
  tones: { sin_respuesta: 'neutral', conforme: 'good', en_disputa: 'bad' },
})
export const closingRow = z.object({
  id: z.number().int(),
  partner_id: z.number().int(),
  week: field(day, 'Semana del domingo'),
  ...owingWho,
  creditor_name: field(z.string(), 'Le debe a', { width: 30 }),
  currency,
  state: closingState,
  is_first: field(z.boolean(), 'Saldo inicial'),
  sold: measures.sold,
  prizes: measures.prizes,
  commission: measures.commission,
  participation: measures.participation,
  margin: owed.margin,
  external: owed.external,
  adjustments: owed.adjustments,
  collected: seldomMoney('De los que responde'),
  late: owed.late,
  total: signedMoney('Resultado'),
  opening: owed.before,
  payments: owed.payments,
  closing: signedMoney('Saldo al cierre'),
  reason: field(z.string().nullable(), 'Motivo', { nothing: 'Ninguno' }),
  closed_by: field(z.string().nullable(), 'Cerró', { nothing: 'El sistema' }),
  closed_at: field(instant, 'Cerrada el'),
  reversed_by: field(z.string().nullable(), 'Reabrió', { nothing: 'Nadie' }),
  reversed_at: field(instant.nullable(), 'Reabierta el', { nothing: 'Nunca' }),
  reversal_reason: field(z.string().nullable(), 'Motivo de la reapertura', { nothing: 'Ninguno' }),
  answer: closingAnswer,
  /** How often it was answered. */
  answers: z.number().int(),
  comments: field(z.number().int(), 'Comentarios'),
  actions: z.array(z.enum(['reopen', 'answer'])),
})
export type ClosingRow = z.infer<typeof closingRow>

const closings = listEndpoint(base, {
  path: `${base}/closings`,
  export_path: `${base}/closings/export`,
  title: 'Semanas cerradas',
  access: rules.business,
  row: closingRow,
  search: 'nombre o código',
  filters: {
    partner_id: partnerFilter,
    type: owingType,
    state: closingState,
    answer: closingAnswer,
    currency: currencyFilter,
  },
  sort: ['week', 'name', 'total', 'closing', 'closed_at'],
  first: null,
  usual: () => '-week',
  period: { title: 'Domingo de la semana', preset: '30d', open: true },
  summary: 'Semanas cerradas, con lo que se dijo al cerrarlas',
})

/** The Sunday that ends a week. */
export const sunday = withKind(
  day.refine((value) => new Date(`${value}T00:00Z`).getUTCDay() === 0, 'Elija un domingo'),
  'day',
)
/** Why a week stays open: closed, an earlier one open, draws without result, files under review, those below open. */
const keptReasons = ['week_closed', 'week_not_next', 'week_pending', 'week_review', 'week_below'] as const
export type KeptReason = (typeof keptReasons)[number]
/** Partners that stay open and are named in an answer. */
export const mostKept = 200

const keptOpen = z.array(
  z.object({
    partner_id: z.number().int(),
    name: z.string(),
    code: z.string(),
    problem: z.enum(keptReasons),
    text: z.string(),
    day: day.nullable().meta({ description: 'Del primer sorteo sin resultado' }),
  }),
)

const sumsByCurrency = z.array(z.object({ currency, total: money, partners: z.number().int() }))

const clockState = field(z.enum(['en_curso', 'terminado', 'fallido']), 'Estado', {
  labels: { en_curso: 'En curso', terminado: 'Terminado', fallido: 'No se pudo' },
  tones: { en_curso: 'waiting', terminado: 'good', fallido: 'bad' },
})
const clockRow = z.object({
  id: z.number().int(),
  monday: field(day, 'Lunes'),
  state: clockState,
  weeks: field(z.number().int(), 'Semanas'),
  closed: field(z.number().int(), 'Cuentas cerradas'),
  kept: field(z.number().int(), 'Quedaron abiertos'),
  begun_at: field(instant, 'Empezó'),
  ended_at: field(instant.nullable(), 'Terminó', { nothing: 'Sigue' }),
  problem: field(z.string().nullable(), 'Por qué no', { nothing: 'Nada' }),
})
export type ClockRow = z.infer<typeof clockRow>

const clock = listEndpoint(base, {
  path: `${base}/clock`,
  export_path: `${base}/clock/export`,
  title: 'Cierres automáticos',
  access: rules.supervision,
  row: clockRow,
  filters: { state: clockState },
  sort: ['monday', 'closed', 'kept'],
  first: null,
  usual: () => '-monday',
  period: { title: 'Lunes', preset: '30d', open: true },
  summary: 'Los lunes en que el reloj cerró semanas',
})

export const accountBalance = entity('accountBalance', {
  report: report.list,
  reportExport: report.export,
  ...ageingEndpoints(base),
  closings: closings.list,
  closingsExport: closings.export,
  close: endpoint({
    method: 'POST',
    path: `${base}/close`,
    access: rules.banca,
    moves_money: true,
    body: z.object({
      week: field(sunday, 'Semana del domingo'),
      partner_id: field(id.optional(), 'Afiliado'),
      reason: field(remark(200).default(''), 'Motivo para cerrar sobre lo pendiente'),
    }),
    response: z.object({
      week: day,
      /** Closings that were written: a partner has one a currency. */
      closed: z.number().int(),
      sums: sumsByCurrency,
      /** Partners that stay open, and why; the first of them are named. */
      kept: z.number().int(),
      kept_open: keptOpen,
    }),
    summary:
      'Cierra la semana de un afiliado y de todos los que dependen de él; dice cuáles no se pudieron cerrar y por qué',
  }),
  clock: clock.list,
  clockExport: clock.export,
  clockedWeeks: endpoint({
    method: 'GET',
    path: `${base}/clock/:id`,
    access: rules.supervision,
    params: byId,
    response: all(
      z.object({
        week: field(day, 'Semana del domingo'),
        closed: z.number().int(),
        sums: sumsByCurrency,
        /** Not told in an earlier week of the same Monday; the first of them are named. */
        kept: z.number().int(),
        kept_open: keptOpen,
      }),
    ),
    summary: 'Lo que el reloj cerró un lunes, por semana, y lo que quedó abierto con su porqué',
  }),
  ...waiting(base, {
    access: rules.banca,
    summary: 'Cuántas semanas terminadas esperan que se cierren, y desde cuándo la más antigua',
  }),
  openWeeks: endpoint({
    method: 'GET',
    path: `${base}/close`,
    access: rules.banca,
    response: z.object({
      data: z.array(
        z.object({
          week: field(day, 'Semana del domingo'),
          /** Partners with something to close in it. */
          partners: field(z.number().int(), 'Por cerrar'),
        }),
      ),
    }),
    summary: 'Semanas terminadas que alguien tiene por cerrar, la más antigua primero',
  }),
  ...assignments(base),
  reopen: endpoint({
    method: 'POST',
    path: `${base}/reopen`,
    access: rules.banca,
    moves_money: true,
    body: z.object({
      closing_id: field(id, 'Semana cerrada'),
      reason: field(motive(200), 'Motivo'),
    }),
    response: closingRow,
    summary: 'Reabre la última semana cerrada de un afiliado, con su motivo',
  }),
})
