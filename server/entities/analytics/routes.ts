/** Figures as they are asked: charts, and the free question. */
import { analytics, fieldsBy, perDayFields, countsDays, type RowDimension } from '@contract/analytics.ts'
import { changes, profitChanges, type FigureEndpoint } from '@contract/figures.ts'
import type { Measure } from '@contract/measures.ts'
import type { Handlers } from '../../platform/http/context.ts'
import { figureList } from '../../rules/figures/lists/figure-list.ts'
import { rowShape, type Shape } from '../../rules/figures/lists/figure-columns.ts'
import { chartOf } from './chart.ts'

interface Asked {
  by: readonly RowDimension[]
  measures: readonly Measure[]
  compare: string
  compare_from?: string
}

/**
 * The fields asked: what rows stand for as it was asked, then in the row's own order what sold always, and what changed
 * where something is compared.
 */
function asked({ by, measures: chosen, compare, compare_from }: Asked): Shape {
  const compares = compare !== 'ninguna' || compare_from !== undefined
  const rowFields = [...new Set(by.flatMap((one) => fieldsBy[one]))]
  const wanted = new Set<string>([
    'currency',
    'sold',
    ...(countsDays(by) ? Object.keys(perDayFields) : []),
    ...chosen,
    ...(compares ? Object.keys(changes) : []),
    ...(compares && chosen.includes('profit') ? Object.keys(profitChanges) : []),
  ])
  return rowShape([...rowFields, ...Object.keys(analytics.rows.list.row.shape).filter((name) => wanted.has(name))])
}

const rows = figureList(analytics.rows as unknown as FigureEndpoint, asked as never)

export const analyticsRoutes: Handlers<typeof analytics> = {
  chart: (context, { query }) => chartOf(context, query),
  rows: rows.list as never,
  rowsExport: rows.export as never,
}
