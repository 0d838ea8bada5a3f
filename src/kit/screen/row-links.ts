/** How a row of a report that compares goes on: its own rows keep the comparison, and what it is compared with has rows of its own. */
import { queryWith, type Params } from '@contract/address.ts'
import type { ListFacts } from '@contract/endpoint.ts'
import { comparisonWithin, daysCompared, type ComparisonQuery, type Period } from '@contract/values/dates.ts'
import type { FiltersOf, PagedEndpoint, RowOf } from '../table/query.ts'
import { fixedRange, periodIn, stretchDays } from '../values/period-days.ts'
import type { RowWays } from './report-rows.tsx'

/** What is asked of a report that compares. */
type Compares = Period & ComparisonQuery

/** How the days of a row are compared with those that they stand beside, where the report can compare. */
export function comparedIn({ filters }: ListFacts, query: unknown, days: Period | undefined): ComparisonQuery {
  return days && 'compare' in filters ? comparisonWithin(days, query as Period, query as Compares) : {}
}

/** Figures of the days compared with. */
export const figuresBefore: readonly string[] = ['sold_before', 'profit_before']

/** Another list begins at its first page, in its own order. */
const anew = { page: null, sort: null, q: null }

interface Way {
  /** In the address of the report itself. */
  to: string
  /** The days it leads to, in words. */
  of: string
}

/**
 * Where the rows behind a figure of the days compared with are: the row's own, over those days alone, compared with
 * nothing. What sells nothing any more has rows only there. While the period runs the figure ends at this minute, and its
 * rows do not. Null where nothing is compared, and for a row that stands for nobody.
 */
export function beforeLink<E extends PagedEndpoint>(
  { drill, itself }: Pick<RowWays<E>, 'drill' | 'itself'>,
  query: FiltersOf<E>,
  { search, today }: { search: string; today: string },
): ((row: RowOf<E>) => Way | undefined) | null {
  const asked = query as unknown as Compares
  if (!daysCompared(asked, asked)) return null
  return (row) => {
    const next = drill?.(row, query) ?? itself?.(row, query)
    const own = next?.days ?? asked
    const days = daysCompared(own, comparisonWithin(own, asked, asked))
    if (!next || !days) return undefined
    const to = queryWith(search, {
      ...(next.filters as Params),
      currency: (row as unknown as { currency: string }).currency,
      ...periodIn(fixedRange, days),
      compare: 'ninguna',
      compare_from: null,
      ...anew,
    })
    const runs = own.from <= today && today <= own.to
    return { to: `?${to}`, of: `${stretchDays(days, today)}${runs ? ', sin cortarlas a esta hora' : ''}` }
  }
}
