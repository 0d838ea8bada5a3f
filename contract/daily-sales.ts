/** Daily sales by partner: what each sold, won and earned on each day of a period. */
import { z } from 'zod'
import { entity } from './endpoint.ts'
import { changes, dimensions, figureReport } from './figures.ts'
import { measures } from './measures.ts'
import { currency } from './values/currency.ts'

const { lines: _lines, ...kept } = measures
const row = z.object({ ...dimensions.day, ...dimensions.partner, currency, ...kept, ...changes })

export const dailySales = entity(
  'dailySales',
  figureReport({
    path: 'daily-sales-partners',
    title: 'Ventas diarias',
    summary: 'Ventas de cada día por afiliado',
    row,
    search: 'nombre o código',
    preset: 'semana',
  }),
)
