/** Movement reports: a partner's statement in a currency, day by day, with what is owed after each movement. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { entity } from './endpoint.ts'
import { field } from './field.ts'
import { partnerFilter } from './filters.ts'
import { listEndpoint } from './lists.ts'
import { currencies, currency, currencyFacts } from './values/currency.ts'
import { day } from './values/dates.ts'
import { money } from './values/money.ts'

/** In the order in which they stand within a day. */
export const concepts = [
  'ventas',
  'premios',
  'comision',
  'participacion',
  'margen',
  'externo',
  'ajustes',
  'pagos',
  'asignacion',
  'cierre',
] as const
const conceptLabels: Record<(typeof concepts)[number], string> = {
  ventas: 'Ventas',
  premios: 'Premios',
  comision: 'Comisión',
  participacion: 'Participación',
  margen: 'Margen',
  externo: 'Otros sistemas',
  ajustes: 'Ajustes',
  pagos: 'Pagos',
  asignacion: 'Asignación',
  cierre: 'Semana cerrada',
}

const movementRow = z.object({
  /** Day and concept. */
  key: z.string(),
  day: field(day, 'Día'),
  concept: field(z.enum(concepts), 'Concepto', { labels: conceptLabels, width: 20 }),
  currency,
  /** What the partner owes more by it, and less. */
  debit: field(money, 'Debe', { zero_is_nothing: true, nothing: '' }),
  credit: field(money, 'Haber', { zero_is_nothing: true, nothing: '' }),
  balance: field(money, 'Saldo', { signed: true }),
})
export type MovementRow = z.infer<typeof movementRow>

const base = '/api/v2/admin/administrative/movement-report'
const statement = listEndpoint(base, {
  path: base,
  export_path: `${base}/export`,
  title: 'Movimientos',
  access: rules.business,
  reports: true,
  row: movementRow,
  filters: {
    partner_id: partnerFilter,
    currency: field(currency.default('BS'), 'Moneda', {
      control: 'currency',
      labels: Object.fromEntries(currencies.map((one) => [one, currencyFacts[one].name])),
    }),
  },
  sort: [],
  first: null,
  period: { title: 'Día contable', preset: 'semana', needed: true },
  totals: z.object({
    currency,
    opening: field(money, 'Saldo anterior', { signed: true }),
    debit: field(money, 'Debe'),
    credit: field(money, 'Haber'),
    closing: field(money, 'Saldo', { signed: true }),
    rows: z.number().int(),
  }),
  summary: 'El estado de cuenta de un afiliado: saldo anterior, cada movimiento con el saldo que deja, y el final',
})

export const movementReports = entity('movementReports', { list: statement.list, listExport: statement.export })
