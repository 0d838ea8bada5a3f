/** Measures worked out from the sums of a row, of a whole, and of what they are compared with. */
import { sql, type SQL } from 'drizzle-orm'
import { measures, type Measure } from '@contract/measures.ts'
import type { Sum } from './sources.ts'

/** The sums that a measure is worked out from. */
export const sumsOf: Record<Measure, readonly Sum[]> = {
  sold: ['sold'],
  prizes: ['prizes'],
  commission: ['commission'],
  profit: ['sold', 'prizes', 'commission'],
  participation: ['participation'],
  total: ['sold', 'prizes', 'commission', 'participation'],
  tickets: ['tickets'],
  lines: ['lines'],
  average_ticket: ['sold', 'tickets'],
  payout_percent: ['sold', 'prizes'],
}

export const isMeasure = (name: string): name is Measure => name in measures

/** Are commissions among them? Then what waits for it is settled before it is shown. */
export const settles = (sums: readonly Sum[]): boolean => sums.includes('commission') || sums.includes('participation')

/** Null of nothing and of a loss, whose share says nothing that can be read: one that halves has not grown by 50 %. */
export const percentSql = (part: SQL, whole: SQL): SQL =>
  sql`CASE WHEN ${whole} > 0 THEN round((${part}) * 100 / (${whole}), 1) END`

/** A sum as it stands in some SQL: a row's, an aggregate over rows, the one of the period before. */
type Of = (sum: Sum) => SQL

/** Of a row of `figures f`; of all of them together. */
export const inRow: Of = (sum) => sql.raw(`figure.${sum}`)
export const inAll: Of = (sum) => sql.raw(`sum(figure.${sum})`)
const before =
  (of: 'row' | 'all'): Of =>
  (sum) =>
    sql.raw(of === 'row' ? `figure.${sum}_before` : `sum(figure.${sum}_before)`)

/** What has no base is null, never zero. */
export function measureSql(measure: Measure, of: Of): SQL {
  const profit = sql`${of('sold')} - ${of('prizes')} - ${of('commission')}`
  switch (measure) {
    case 'profit':
      return profit
    case 'total':
      return sql`${profit} - ${of('participation')}`
    case 'average_ticket':
      return sql`round(${of('sold')} / nullif(${of('tickets')}, 0), 2)`
    case 'payout_percent':
      return percentSql(of('prizes'), of('sold'))
    case 'tickets':
    case 'lines':
      return sql`(${of(measure)})::int`
    default:
      return of(measure)
  }
}

/** `sold_before`, `profit_change`, `sold_change_percent`: null where nothing is compared, and in % where the base is zero. */
export function changeSql(name: string, of: 'row' | 'all'): SQL | undefined {
  const found = /^(.+)_(before|change|change_percent)$/.exec(name)
  if (!found || !isMeasure(found[1]!)) return undefined
  const then = measureSql(found[1], before(of))
  const change = sql`${measureSql(found[1], of === 'row' ? inRow : inAll)} - (${then})`
  if (found[2] === 'before') return then
  return found[2] === 'change' ? change : percentSql(change, then)
}

/** The measure that a change is of. */
export function comparedBy(name: string): Measure | undefined {
  const found = /^(.+)_change(_percent)?$/.exec(name)?.[1]
  return found !== undefined && isMeasure(found) ? found : undefined
}
