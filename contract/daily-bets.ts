/** Daily bets: what each product's draws of a day sold and gave in prizes. */
import { z } from 'zod'
import { drawDimensions, drawMeasures, drawPartner, drawReport } from './draw-figures.ts'
import { entity } from './endpoint.ts'
import { currency } from './values/currency.ts'

const row = z.object({
  /** Says a row in a drawing. */
  label: z.string(),
  ...drawDimensions,
  ...drawPartner,
  currency,
  ...drawMeasures,
})

export const dailyBets = entity(
  'dailyBets',
  drawReport({
    path: 'daily-bets',
    title: 'Jugadas diarias',
    summary: 'Lo jugado cada día por producto y sorteo',
    row,
    search: 'producto, jugada o afiliado',
    preset: 'hoy',
  }),
)
