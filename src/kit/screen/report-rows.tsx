/** What the rows of a report lead to: a press on one opens the rows that it is the sum of, a figure those behind it. */
import { useMemo } from 'react'
import { useLocation } from 'react-router'
import type { z } from 'zod'
import type { ListFacts } from '@contract/endpoint.ts'
import type { Period } from '@contract/values/dates.ts'
import { isZero } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import type { FiltersOf, PagedEndpoint, RowOf } from '../table/query.ts'
import { FigureLink } from '../values/figure-link.tsx'
import type { PeriodControl } from '../values/period.ts'
import type { PeriodChoice } from '../values/period-days.ts'
import { cellText, isNothing } from './cell.tsx'
import type { ColumnSpec } from './columns.tsx'
import type { FilterState } from './filters.tsx'
import { beforeLink, comparedIn, figuresBefore } from './row-links.ts'

/** What a report stands on at the moment. */
export interface ReportView<E extends PagedEndpoint> {
  period: PeriodControl
  state: FilterState
  /** What the list is asked beside its page, order and search. */
  query: FiltersOf<E>
  /** Whether its drawing is open. */
  drawn: boolean
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
  columns: readonly ColumnSpec<RowOf<E>>[]
  rowName: (row: RowOf<E>) => string
}

/** The currency of a row, or of what is asked for: `undefined` where it is not said. */
const currencyIn = (values: unknown): unknown => (values as Record<string, unknown>)['currency']

/**
 * The columns with their ways: the fixed one opens the row, where it opens. A currency that all rows have in common has no
 * column. `open` is for a press anywhere on the row.
 */
export function useRowWays<E extends PagedEndpoint>(
  facts: ListFacts,
  { columns, rowName, drill, itself, links }: RowWaysSaid<E>,
  view: Omit<ReportView<E>, 'drawn'>,
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
      set({ ...next.filters, ...currency, ...comparedIn(facts, query, next.days) })
      if (next.days) chooseDays(next.days)
    }
    const past = beforeLink({ ...(drill && { drill }), ...(itself && { itself }) }, query, { search, today })
    const shown = columns.flatMap((one): ColumnSpec<RowOf<E>>[] => {
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
      if (to)
        return [
          {
            ...own,
            render: (row) =>
              isNothing(schema, (row as Record<string, unknown>)[own.key])
                ? plain(row)
                : linked(to(row, query, choice, today), rowName(row), row),
          },
        ]
      if (past && figuresBefore.includes(own.key)) {
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
  }, [facts, columns, rowName, drill, itself, links, query, choice, chooseDays, set, zone, search, today])
}
