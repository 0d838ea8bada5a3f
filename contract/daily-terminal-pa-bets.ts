/** Panama terminals by day: what the two last figures of Panama's prizes sold and won, with what came. */
import { z } from 'zod'
import { drawDimensions, drawMeasures, drawPartner, drawReport } from './draw-figures.ts'
import { entity } from './endpoint.ts'
import { field } from './field.ts'
import { currency } from './values/currency.ts'

const { bet_type_id: _id, bet_type_name: _name, ...of } = drawDimensions
const row = z.object({
  label: z.string(),
  ...of,
  result: field(z.string().nullable(), 'Resultado', { width: 24 }),
  ...drawPartner,
  currency,
  ...drawMeasures,
})

const report = drawReport({
  path: 'daily-terminal-pa-bets',
  title: 'Terminales de Panamá',
  summary: 'Terminales de Panamá de cada día, con el resultado de su sorteo',
  row,
  search: 'producto o afiliado',
  preset: 'semana',
})

export const dailyTerminalPaBets = entity('dailyTerminalPaBets', report)
