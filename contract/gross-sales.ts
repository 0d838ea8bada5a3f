/** Gross sales: what each partner sold of each product in a period, before prizes and commission. */
import { z } from 'zod'
import { entity } from './endpoint.ts'
import { field } from './field.ts'
import { changes, dimensions, figureReport } from './figures.ts'
import { measures } from './measures.ts'
import { currency } from './values/currency.ts'
import { noBase } from './values/money.ts'

const row = z.object({
  ...dimensions.partner,
  ...dimensions.product,
  currency,
  lines: measures.lines,
  sold: measures.sold,
  /** Of all that the same currency sold under the same filters. */
  share_percent: field(z.string().nullable(), '% de la venta', { kind: 'percent', nothing: noBase }),
  ...changes,
})

export const grossSales = entity(
  'grossSales',
  figureReport({
    path: 'gross-sale',
    title: 'Ventas brutas',
    summary: 'Ventas brutas por afiliado y producto',
    row,
    search: 'nombre, código o producto',
    preset: 'semana',
  }),
)
