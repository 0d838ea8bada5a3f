/** Movement reports: a partner's statement in a currency, day by day, with what is owed after each movement. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { entity } from './endpoint.ts'
import { field } from './field.ts'
import { onePartnerFilter } from './filters.ts'
import { listEndpoint } from './lists.ts'
import { sideMoney } from './owing.ts'
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
  /** Whose statement it is. */
  partner_id: z.number().int(),
  day: field(day, 'Día'),
  concept: field(z.enum(concepts), 'Concepto', { labels: conceptLabels, width: 20 }),
  currency,
  /** What the partner owes more by it, and less. */
  debit: sideMoney('Debe'),
  credit: sideMoney('Haber'),
  balance: field(money, 'Saldo', { signed: true }),
  /** Where a week was closed, what was told then: of what came late since it says nothing. */
  told: field(money.nullable(), 'Dicho al cerrar', { signed: true, nothing: '' }),
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
    partner_id: onePartnerFilter,
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
