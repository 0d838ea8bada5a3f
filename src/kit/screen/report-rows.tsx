/** What the rows of a report lead to: a press on one opens the rows that it is the sum of, a figure those behind it. */
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import type { z } from 'zod'
import { queryWith, type Params } from '@contract/address.ts'
import type { ListFacts } from '@contract/lists.ts'
import { comparisonWithin, daysCompared, type ComparisonAsked, type Period } from '@contract/values/dates.ts'
import { isZero } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import type { FiltersOf, PagedEndpoint, RowOf } from '../table/query.ts'
import { FigureLink } from '../values/figure-link.tsx'
import type { PeriodControl } from '../values/period.ts'
import { fixedRange, periodIn, stretchDays, type PeriodChoice } from '../values/period-days.ts'
import { cellText } from './cell.tsx'
import type { ColumnSaid } from './columns.tsx'
import type { FilterState } from './filters.tsx'

/** What a report stands on at the moment. */
export interface ReportView<E extends PagedEndpoint> {
  period: PeriodControl
  state: FilterState
  /** What the list is asked beside its page, order and search. */
  query: FiltersOf<E>
}

/** The filters that a row's own rows have beside those in force, and the days where it is a day. */
export interface Drill<E extends PagedEndpoint> {
  filters: { readonly [name in keyof FiltersOf<E>]?: FiltersOf<E>[name] | undefined }
  days?: Period
}

export interface RowWays<E extends PagedEndpoint> {
  /** The rows that a row is the sum of; `null` when it is as deep as the report goes. A currency goes with them. */
  drill?: (row: RowOf<E>, query: FiltersOf<E>) => Drill<E> | null
  /** The row by itself, where it is as deep as the report goes; `null` where it stands for nobody. For its figures of other days. */
  itself?: (row: RowOf<E>, query: FiltersOf<E>) => Drill<E> | null
  /** Where the rows behind a figure are, by its column; `undefined` where they would sum to something else. */
  links?: Readonly<
    Record<string, (row: RowOf<E>, query: FiltersOf<E>, choice: PeriodChoice, today: string) => string | undefined>
  >
}

interface RowWaysSaid<E extends PagedEndpoint> extends RowWays<E> {
  columns: readonly ColumnSaid<RowOf<E>>[]
  rowName: (row: RowOf<E>) => string
}

/** The currency of a row, or of what is asked for: `undefined` where it is not said. */
const currencyIn = (values: unknown): unknown => (values as Record<string, unknown>)['currency']

/** What is asked of a report that compares. */
type Compares = Period & ComparisonAsked

/** The comparison that goes on with the days of a row, where the report can compare. */
function goingOn({ filters }: ListFacts, query: unknown, days: Period | undefined): ComparisonAsked {
  return days && 'compare' in filters ? comparisonWithin(days, query as Period, query as Compares) : {}
}

/** Figures of the days compared with. */
const before = ['sold_before', 'profit_before']

/**
 * Where the rows behind a figure of the days compared with are: the row's own, over those days alone, compared with
 * nothing. What sold nothing any more has rows only there. While the period runs the figure ends at this minute, and its
 * rows do not.
 */
function beforeLink<E extends PagedEndpoint>(
  { drill, itself }: RowWays<E>,
  { query, period: { today } }: ReportView<E>,
  search: string,
): ((row: RowOf<E>) => { to: string; of: string } | undefined) | null {
  const asked = query as unknown as Compares
  if (!daysCompared(asked, asked)) return null
  return (row) => {
    const next = drill?.(row, query) ?? itself?.(row, query)
    const own = next?.days ?? asked
    const days = daysCompared(own, comparisonWithin(own, asked, asked))
    if (!next || !days) return undefined
    const to = queryWith(search, {
      ...(next.filters as Params),
      currency: currencyIn(row) as string,
      ...periodIn(fixedRange, days),
      compare: 'ninguna',
      compare_from: null,
      ...anew,
    })
    const runs = own.from <= today && today <= own.to
    return { to: `?${to}`, of: `${stretchDays(days, today)}${runs ? ', sin cortarlas a esta hora' : ''}` }
  }
}

/** Another list begins at its first page, in its own order. */
const anew = { page: null, sort: null, q: null }

/**
 * The columns with their ways: the fixed one opens the row, where it opens. A currency that all rows have in common has no
 * column. `open` is for a press anywhere on the row.
 */
export function useRowWays<E extends PagedEndpoint>(
  facts: ListFacts,
  { columns, rowName, drill, itself, links }: RowWaysSaid<E>,
  view: ReportView<E>,
) {
  const { zone } = useSession()
  const { search } = useLocation()
  const { period, state, query } = view
  const { choice, chooseDays, today } = period
  const { set } = state
  return useMemo(() => {
    const open = (row: RowOf<E>) => {
      const next = drill?.(row, query)
      if (!next) return
      const currency = currencyIn(query) === undefined && { currency: currencyIn(row) }
      set({ ...next.filters, ...currency, ...goingOn(facts, query, next.days) })
      if (next.days) chooseDays(next.days)
    }
    const past = beforeLink({ ...(drill && { drill }), ...(itself && { itself }) }, { period, state, query }, search)
    const shown = columns.flatMap((one): ColumnSaid<RowOf<E>>[] => {
      const own = typeof one === 'string' ? { key: one } : one
      if (own.key === 'currency' && currencyIn(query) !== undefined) return []
      const schema = facts.row.shape[own.key] as z.ZodType
      const plain =
        own.render ??
        ((row: RowOf<E>) =>
          cellText(schema, (row as Record<string, unknown>)[own.key], { zone, currency: currencyIn(row) }))
      const linked = (to: string | undefined, of: string, row: RowOf<E>) => (
        <FigureLink to={to} of={of}>
          {plain(row)}
        </FigureLink>
      )
      const to = links?.[own.key]
      if (to) return [{ ...own, render: (row) => linked(to(row, query, choice, today), rowName(row), row) }]
      if (past && before.includes(own.key)) {
        const render = (row: RowOf<E>) => {
          const figure = (row as Record<string, string | null>)[own.key]
          const way = figure && !isZero(figure) ? past(row) : undefined
          return linked(way?.to, `${rowName(row)} ${way?.of ?? ''}`, row)
        }
        return [{ ...own, render }]
      }
      if (!own.fixed || !drill) return [own]
      const way = (row: RowOf<E>) =>
        drill(row, query) ? (
          <button type="button" className="quiet-link cut" onClick={() => open(row)}>
            {plain(row)}
          </button>
        ) : (
          plain(row)
        )
      return [{ ...own, render: way }]
    })
    return { shown, open }
  }, [
    facts,
    columns,
    rowName,
    drill,
    itself,
    links,
    period,
    state,
    query,
    choice,
    chooseDays,
    set,
    zone,
    search,
    today,
  ])
}
