/** What is owed by its age: how many weeks ago the closed weeks ended that nobody paid yet. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { all, byId, endpoint } from './endpoint.ts'
import { field } from './field.ts'
import { currencyFilter, partnerFilter } from './filters.ts'
import { listEndpoint } from './lists.ts'
import { owingWho, seldomMoney, signedMoney } from './owing.ts'
import { levelFilter } from './reports.ts'
import { currency } from './values/currency.ts'
import { day } from './values/dates.ts'
import { money } from './values/money.ts'

/** A week is of the first age up to this many after its Sunday, of the second up to the next, and so on; then it is older. */
export const agedWeeks = [1, 2, 4] as const

const amount = (title: string, hint?: string) => field(money, title, { zero_is_nothing: true, ...(hint && { hint }) })

/** saldo = sin cerrar + las edades + a favor; a favor nunca es más que cero. */
export const ages = {
  debt: signedMoney('Saldo'),
  overdue: amount('Vencido', 'De semanas cerradas, lo que pasó los días para pagar que puso la banca.'),
  open: seldomMoney('Sin cerrar', 'Lo ganado después de su última semana cerrada.'),
  week_1: amount('1 semana'),
  week_2: amount('2 semanas'),
  week_3_4: amount('3 y 4 semanas'),
  older: amount('Más de 4 semanas'),
  credit: seldomMoney('A favor', 'Lo entregado por encima de sus semanas cerradas.'),
}
export type Age = keyof typeof ages
export const ageNames = Object.keys(ages) as Age[]

const paid = {
  paid_on: field(day.nullable(), 'Último pago', { nothing: 'Nunca' }),
  paid: field(money.nullable(), 'Monto del último pago', { nothing: 'Ninguno' }),
}

const row = z.object({
  /** The partner's id; with `currency` it names the row. */
  key: z.string(),
  ...owingWho,
  has_children: z.boolean(),
  currency,
  ...ages,
  ...paid,
})
export type AgedRow = z.infer<typeof row>

const ofPartner = z.object({
  currency,
  ...ages,
  ...paid,
  debt_limit: field(money.nullable(), 'Límite del saldo'),
  /** The Sunday of its last closed week. */
  closed_through: day.nullable(),
})
export type DebtInCurrency = z.infer<typeof ofPartner>

/** The calls of the balance of accounts that tell ages, at its `base`. */
export function ageingEndpoints(base: string) {
  const { list, export: file } = listEndpoint(base, {
    path: `${base}/ageing`,
    title: 'Antigüedad de saldos',
    access: rules.business,
    reports: true,
    row,
    search: 'nombre o código',
    filters: {
      level: levelFilter(['directos', 'distribuidor', 'agencia']),
      partner_id: partnerFilter,
      currency: currencyFilter,
    },
    sort: ['name', 'code', 'debt', 'overdue', 'open', 'week_1', 'week_2', 'week_3_4', 'older', 'credit', 'paid_on'],
    first: null,
    usual: () => '-overdue',
    totals: z.object({ currency, ...ages, rows: z.number().int() }),
    summary: 'Lo que debe hoy cada afiliado, por las semanas que hace que se cerró, y su último pago',
  })
  return {
    ageing: list,
    ageingExport: file,
    debt: endpoint({
      method: 'GET',
      path: `${base}/debt/:id`,
      access: rules.business,
      params: byId,
      response: all(ofPartner),
      summary: 'Lo que debe hoy un afiliado en cada moneda, por su edad, con su límite y su último pago',
    }),
  }
}
