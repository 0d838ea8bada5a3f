/** Sales control: each partner's sales of today and of the week and what it owes, against its limits. A limit warns; it stops no sale. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { byId, endpoint, entity } from './endpoint.ts'
import { field } from './field.ts'
import { currencyFilter, partnerFilter } from './filters.ts'
import { listEndpoint } from './lists.ts'
import { owingWho } from './owing.ts'
import { levelFilter } from './reports.ts'
import { currency } from './values/currency.ts'
import { instant } from './values/dates.ts'
import { money, noBase, positiveAmount } from './values/money.ts'

const base = '/api/v2/admin/administrative/sales-control'

/** From how much of a limit on, in percent, it is told, and from how much on it is passed. */
export const limitMarks = { near: 80, passed: 100 } as const

const alerts = ['pasado', 'cerca', 'bien', 'sin_limite'] as const
const alert = field(z.enum(alerts), 'Alerta', {
  labels: { pasado: 'Pasó el límite', cerca: 'Cerca del límite', bien: 'Dentro', sin_limite: 'Sin límite' },
  tones: { pasado: 'bad', cerca: 'waiting', bien: 'good', sin_limite: 'neutral' },
})
const used = (title: string) => field(z.string().nullable(), title, { kind: 'percent', nothing: 'Sin límite' })
const limit = (title: string) => field(money.nullable(), title, { nothing: 'Sin límite' })

const row = z.object({
  /** The partner's id; with `currency` it names the row. */
  key: z.string(),
  ...owingWho,
  has_children: z.boolean(),
  currency,
  alert,
  today: field(money, 'Ventas de hoy'),
  week: field(money, 'Ventas de la semana'),
  week_limit: limit('Límite de la semana'),
  week_used: used('% de la semana'),
  debt: field(money, 'Saldo', { signed: true }),
  debt_limit: limit('Límite del saldo'),
  debt_used: used('% del saldo'),
  payout_percent: field(z.string().nullable(), 'Premio/venta %', { kind: 'percent', nothing: noBase }),
  last_sale_at: field(instant.nullable(), 'Última venta', { nothing: 'Nunca' }),
  /** Of its limits: 0 where none was ever set. */
  version: z.number().int(),
  actions: z.array(z.enum(['limit'])),
})
export type ControlRow = z.infer<typeof row>

const control = listEndpoint(base, {
  path: base,
  title: 'Control de ventas',
  access: rules.business,
  reports: true,
  row,
  search: 'nombre o código',
  filters: {
    level: levelFilter(['directos', 'distribuidor', 'agencia']),
    partner_id: partnerFilter,
    currency: currencyFilter,
    alert,
  },
  sort: ['name', 'code', 'alert', 'today', 'week', 'week_used', 'debt', 'debt_used', 'payout_percent', 'last_sale_at'],
  first: null,
  usual: () => '-alert',
  totals: z.object({
    currency,
    today: money,
    week: money,
    debt: field(money, 'Saldo', { signed: true }),
    rows: z.number().int(),
  }),
  summary: 'Lo que vende y debe cada afiliado contra sus límites, lo más urgente primero',
})

export const limitsForm = z.object({
  currency,
  week_limit: field(positiveAmount.nullable().default(null), 'Límite de ventas de la semana', {
    hint: 'Vacío: sin límite. Avisa desde el 80 % y no detiene ninguna venta.',
  }),
  debt_limit: field(positiveAmount.nullable().default(null), 'Límite del saldo'),
})

export const salesControl = entity('salesControl', {
  ...control,
  update: endpoint({
    method: 'PUT',
    path: `${base}/:id`,
    access: rules.registryWrite,
    params: byId,
    body: limitsForm.extend({ version: z.number().int() }),
    response: z.object({
      id: z.number().int(),
      currency,
      week_limit: money.nullable(),
      debt_limit: money.nullable(),
      version: z.number().int(),
    }),
    summary: 'Guarda los límites de un afiliado en una moneda',
  }),
})
