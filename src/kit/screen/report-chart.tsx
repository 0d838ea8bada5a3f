/** A report drawn: the course of its days, or its largest rows, in one currency. Its figures are those of the table below. */
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import type { Arguments } from '@contract/endpoint.ts'
import { titleOf, wordOf } from '@contract/field.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { longestRangeDays } from '@contract/values/dates.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { ChartFrame } from '../chart/frame.tsx'
import { TrendChart } from '../chart/lazy.tsx'
import { ChartLegend, useSeriesShown } from '../chart/legend.tsx'
import { distinctNames } from '../chart/names.ts'
import { hasFigures, type TrendSeries } from '../chart/series.ts'
import { EmptyState } from '../page/empty.tsx'
import { ChartSkeleton } from '../page/skeletons.tsx'
import type { FiltersOf, PagedEndpoint, RowOf } from '../table/query.ts'
import { factsOf } from './list-table.tsx'

/** More columns than this cannot be told apart by eye. */
const largest = 12
/** Characters that the axis has room for. */
const axisRoom = 150
const markers = [undefined, 'diamond', 'triangle', 'square'] as const

export interface ReportChartSaid<E extends PagedEndpoint> {
  /** The amounts drawn, by their columns and called as those are; the first says which rows are the largest. */
  amounts: readonly (keyof RowOf<E> & string)[]
  /** The filter that says what a row stands for. */
  by: keyof FiltersOf<E> & string
  /** Its value under which rows are days: those are a course, which lines join. */
  days: string
  /** A filter that tells days further apart where it has a value: then they are no course. */
  apart?: keyof FiltersOf<E> & string
  /** The column that names a row. */
  name: keyof RowOf<E> & string
}

interface ReportChartProps<E extends PagedEndpoint> {
  list: E
  said: ReportChartSaid<E>
  query: FiltersOf<E>
  onOpen: (row: RowOf<E>) => void
}

/** Labels share the width of the axis: the fewer rows, the longer their names may be. A day is told by day and month. */
function labelsOf(names: readonly string[], byDay: boolean): string[] {
  if (byDay) return names.map((name) => name.slice(0, 5))
  return distinctNames(names, Math.max(8, Math.floor(axisRoom / Math.max(1, names.length))))
}

const listed = new Intl.ListFormat('es')

export function ReportChart<E extends PagedEndpoint>({ list, said, query, onOpen }: ReportChartProps<E>) {
  const { currency: own } = useSession()
  const { row: shape, filters } = factsOf(list)
  const asked = query as Record<string, unknown>
  const currency = (asked['currency'] ?? own) as Currency
  const byDay = asked[said.by] === said.days && (said.apart === undefined || asked[said.apart] === undefined)
  const what = wordOf(filters[said.by] as z.ZodType, asked[said.by]).toLowerCase()
  const call = useCall(list, {
    query: {
      ...asked,
      currency,
      page: 1,
      per_page: byDay ? longestRangeDays : largest,
      sort: byDay ? said.name : `-${said.amounts[0]}`,
    },
  } as unknown as Arguments<E>)
  const rows = useMemo(() => (call.data as { data: Record<string, string>[] } | undefined)?.data ?? [], [call.data])
  const slots = useMemo(() => {
    const names = rows.map((row) => row[said.name]!)
    const labels = labelsOf(names, byDay)
    return names.map((title, at) => ({ key: String(at), label: labels[at]!, title }))
  }, [rows, said, byDay])
  const series = useMemo(
    () =>
      said.amounts.map((key, at): TrendSeries => {
        const marker = markers[at]
        return {
          key,
          name: titleOf(shape.shape[key] as z.ZodType) ?? key,
          mark: byDay && at > 0 ? 'line' : 'column',
          color: at,
          ...(marker && { marker }),
          values: rows.map((row) => row[key]!),
        }
      }),
    [rows, said, shape, byDay],
  )
  const { hidden, shown, toggle } = useSeriesShown(series)
  const format = useCallback((amount: string) => formatMoney(amount, currency), [currency])
  const [first = '', ...others] = series.map(({ name }) => name)
  const names = listed.format([first, ...others.map((name) => name.toLowerCase())])
  const money = currencyFacts[currency].name
  return (
    <ChartFrame
      className="report-chart"
      title={byDay ? `${names} por día en ${money}` : `Mayores ${first.toLowerCase()} por ${what} en ${money}`}
      actions={<ChartLegend series={series} hidden={hidden} onToggle={toggle} />}
      query={call}
      isEmpty={call.data !== undefined && !hasFigures(series)}
      empty={<EmptyState title="Nada que dibujar" text="No hay cifras en esta moneda con los filtros elegidos." />}
      skeleton={<ChartSkeleton />}
    >
      <TrendChart
        slots={slots}
        series={shown}
        label={`${names} por ${what}. Las cifras están en la tabla siguiente.`}
        format={format}
        unit={currencyFacts[currency].clear_symbol}
        onSlot={(key) => {
          const row = rows[Number(key)]
          if (row) onOpen(row as RowOf<E>)
        }}
      />
    </ChartFrame>
  )
}
