/** A report drawn: the course of its days, or its largest rows, in one currency. Its figures are those of the table below. */
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import type { Arguments, ListFacts } from '@contract/endpoint.ts'
import { titleOf, wordOf } from '@contract/field.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { longestRangeDays, type Period } from '@contract/values/dates.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { ChartFrame } from '../chart/frame.tsx'
import { LazyTrendChart } from '../chart/lazy.tsx'
import { ChartLegend, useSeriesShown } from '../chart/legend.tsx'
import { hasFigures, type TrendSeries } from '../chart/series.ts'
import { EmptyState } from '../page/empty.tsx'
import { ChartSkeleton } from '../page/skeletons.tsx'
import type { FiltersOf, PagedEndpoint, RowOf } from '../table/query.ts'
import { useToday } from '../values/period.ts'
import { labelsOf, largestRows, unfinishedRow } from './chart-rows.ts'
import { factsOf } from './list-table.tsx'

const markers = [undefined, 'diamond', 'triangle', 'square'] as const

/** What the rows of a report stand for, as it is asked at the moment. */
interface ChartRows {
  /** In a word: `agencia`. */
  what: string
  /** The order in which rows are a course, which lines join; without it the largest are drawn, side by side. */
  course?: string
  /** What names a row. */
  name: (row: Readonly<Record<string, string>>) => string
}

export interface ReportChartSpec<E extends PagedEndpoint> {
  /** The amounts drawn, by their columns and called as those are; the first says which rows are the largest. */
  amounts: readonly (keyof RowOf<E> & string)[]
  rows: (query: Readonly<Record<string, unknown>>, facts: ListFacts) => ChartRows
}

interface RowsBy {
  /** The filter that says what a row stands for. */
  by: string
  /** Its value under which rows are days. */
  days: string
  /** A filter that tells days further apart where it has a value: then they are no course. */
  apart?: string
  /** The column that names a row. */
  name: string
}

/** Rows that stand for what one filter says. */
export function rowsBy({ by, days, apart, name }: RowsBy): ReportChartSpec<PagedEndpoint>['rows'] {
  const named = (row: Readonly<Record<string, string>>) => row[name]!
  return (query, { filters }) => ({
    what: wordOf(filters[by] as z.ZodType, query[by]).toLowerCase(),
    name: named,
    ...(query[by] === days && (apart === undefined || query[apart] === undefined) && { course: name }),
  })
}

interface ReportChartProps<E extends PagedEndpoint> {
  list: E
  said: ReportChartSpec<E>
  query: FiltersOf<E>
  onOpen: (row: RowOf<E>) => void
}

const listed = new Intl.ListFormat('es')

export function ReportChart<E extends PagedEndpoint>({ list, said, query, onOpen }: ReportChartProps<E>) {
  const { currency: own } = useSession()
  const today = useToday()
  const facts = factsOf(list)
  const { row: shape } = facts
  const asked = query as Record<string, unknown>
  const currency = (asked['currency'] ?? own) as Currency
  const { what, course, name } = useMemo(() => said.rows(asked, facts), [said, asked, facts])
  const isCourse = course !== undefined
  const call = useCall(list, {
    query: {
      ...asked,
      currency,
      page: 1,
      per_page: isCourse ? longestRangeDays : largestRows,
      sort: course ?? `-${said.amounts[0]}`,
    },
  } as unknown as Arguments<E>)
  const rows = useMemo(() => (call.data as { data: Record<string, string>[] } | undefined)?.data ?? [], [call.data])
  const slots = useMemo(() => {
    const names = rows.map(name)
    const labels = labelsOf(names, isCourse)
    return rows.map((row, at) => ({
      key: String(at),
      label: labels[at]!,
      title: names[at]!,
      unfinished: course && unfinishedRow(course, row[course] ?? '', asked as unknown as Period, today),
    }))
  }, [rows, name, isCourse, course, asked, today])
  const series = useMemo(
    () =>
      said.amounts.map((key, at): TrendSeries => {
        const marker = markers[at]
        return {
          key,
          name: titleOf(shape.shape[key] as z.ZodType) ?? key,
          mark: isCourse && at > 0 ? 'line' : 'column',
          color: at,
          ...(marker && { marker }),
          values: rows.map((row) => row[key] ?? null),
        }
      }),
    [rows, said, shape, isCourse],
  )
  const { hidden, shown, toggle } = useSeriesShown(series)
  const format = useCallback((amount: string) => formatMoney(amount, currency), [currency])
  const [first = '', ...others] = series.map(({ name }) => name)
  const names = listed.format([first, ...others.map((name) => name.toLowerCase())])
  const money = currencyFacts[currency].name
  return (
    <ChartFrame
      className="report-chart"
      title={`${isCourse ? names : `Mayores ${first.toLowerCase()}`} por ${what} en ${money}`}
      actions={<ChartLegend series={series} hidden={hidden} onToggle={toggle} />}
      query={call}
      isEmpty={call.data !== undefined && !hasFigures(series)}
      empty={<EmptyState title="Nada que dibujar" text="No hay cifras en esta moneda con los filtros elegidos." />}
      skeleton={<ChartSkeleton />}
    >
      <LazyTrendChart
        slots={slots}
        series={shown}
        label={`${names} por ${what}. Las cifras están en la tabla siguiente.`}
        format={format}
        unit={currencyFacts[currency].clear_symbol}
        onPress={({ slot }) => {
          const row = rows[Number(slot)]
          if (row) onOpen(row as RowOf<E>)
        }}
      />
    </ChartFrame>
  )
}
