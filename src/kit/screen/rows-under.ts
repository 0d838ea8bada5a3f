/** The rows that a row of figures is the sum of. */
import type { FigureEndpoint, FlatLevel } from '@contract/figures.ts'
import type { Drill } from './report-rows.tsx'

interface Row {
  day?: string
  partner_id: number
  product_id?: number
}

/** Those below its partner, of its product, on its day; a ticket office is alone. Nothing is asked of those without a distributor. */
export function rowsUnder({ partner_id, product_id, day }: Row): Drill<FigureEndpoint> | null {
  if (partner_id === 0) return null
  const filters = {
    partner_id,
    level: 'directos' as FlatLevel,
    ...(product_id !== undefined && { product_id }),
  }
  return day === undefined ? { filters } : { filters, days: { from: day, to: day } }
}
