/** Gross sales: what each partner sold of each product in a period, before prizes and commission. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { entity } from './endpoint.ts'
import { field } from './field.ts'
import { betTypeFilter, currencyFilter, partnerFilter, productFilter } from './filters.ts'
import { listEndpoint } from './lists.ts'
import { generalLevelLabels, levelFilter } from './reports.ts'
import { currency } from './values/currency.ts'
import { money } from './values/money.ts'

/** Levels whose partners lie beside one another and never inside: their rows add up to the total. */
const levels = ['directos', 'agencia', 'taquilla'] as const

const amounts = {
  currency,
  /** Sold lines: a ticket of two products would count in both. */
  lines: field(z.number().int(), 'Jugadas'),
  sold: field(money, 'Ventas'),
}
const row = z.object({
  partner_id: z.number().int(),
  name: field(z.string(), 'Afiliado', { width: 36 }),
  code: field(z.string().nullable(), 'Código', { width: 14 }),
  type: field(z.enum(['distribuidor', 'agencia', 'taquilla']), 'Tipo', { labels: generalLevelLabels, width: 14 }),
  product_id: z.number().int(),
  product_name: field(z.string(), 'Producto', { width: 24 }),
  ...amounts,
  /** Of all that the same currency sold under the same filters. */
  share_percent: field(z.string().nullable(), '% de la venta', { kind: 'percent' }),
})
export type GrossSale = z.infer<typeof row>

const reports = '/api/v2/admin/reports'

export const grossSales = entity('grossSales', {
  ...listEndpoint(`${reports}/gross-sale`, {
    path: `${reports}/gross-sale`,
    title: 'Ventas brutas',
    access: rules.business,
    reports: true,
    row,
    search: 'nombre, código o producto',
    filters: {
      level: levelFilter(levels),
      partner_id: partnerFilter,
      product_id: productFilter,
      bet_type_id: betTypeFilter,
      currency: currencyFilter,
    },
    sort: ['sold', 'lines', 'name', 'code', 'product_name'],
    first: null,
    period: { title: 'Día de la venta', preset: 'semana', needed: true },
    totals: z.object({ ...amounts, rows: z.number().int() }),
    summary: 'Ventas brutas por afiliado y producto',
  }),
})
