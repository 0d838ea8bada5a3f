/** The settlement drawn: the course of its days, or the largest rows of a level. One currency at a time. */
import { useCallback, useMemo } from 'react'
import type { Answer } from '@contract/endpoint.ts'
import { generalLevelLabels, reports, type GeneralRow } from '@contract/reports.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { longestRangeDays } from '@contract/values/dates.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { ChartFrame } from '@/kit/chart/frame.tsx'
import { TrendChart } from '@/kit/chart/lazy.tsx'
import { ChartLegend, useSeriesShown } from '@/kit/chart/legend.tsx'
import { hasFigures, type TrendSeries, type TrendSlot } from '@/kit/chart/series.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { ChartSkeleton } from '@/kit/page/skeletons.tsx'
import type { GeneralQuery } from './general-drill.ts'

/** More columns than this cannot be told apart by eye. */
const largest = 12
const widestLabels = 150

export interface GeneralChartProps {
  query: GeneralQuery
  currency: Currency
  onOpen: (row: GeneralRow) => void
}

type Rows = Answer<typeof reports.general>['data']

/** A slot per row. Labels share the width of the axis: the fewer rows, the longer their names may be. */
function generalSlots(rows: Rows): TrendSlot[] {
  const length = Math.max(8, Math.floor(widestLabels / Math.max(1, rows.length)))
  return rows.map((row) => {
    const short = row.type === 'dia' ? row.name.slice(0, 5) : row.name
    return { key: row.key, label: short.length > length ? `${short.slice(0, length - 1)}…` : short, title: row.name }
  })
}

/** Days are a course, so lines join them; partners and products are not, so their figures stand side by side. */
function generalSeries(rows: Rows, byDay: boolean): TrendSeries[] {
  const mark = byDay ? 'line' : 'column'
  return [
    { key: 'sold', name: 'Ventas', mark: 'column', color: 0, values: rows.map((row) => row.sold) },
    { key: 'prizes', name: 'Premios', mark, color: 1, marker: 'diamond', values: rows.map((row) => row.prizes) },
    { key: 'total', name: 'Total', mark, color: 2, marker: 'triangle', values: rows.map((row) => row.total) },
  ]
}

export function GeneralChart({ query, currency, onOpen }: GeneralChartProps) {
  const byDay = query.level === 'dia'
  const call = useCall(reports.general, {
    query: {
      ...query,
      currency,
      page: 1,
      per_page: byDay ? longestRangeDays : largest,
      sort: byDay ? 'name' : '-sold',
    },
  })
  const rows = useMemo(() => call.data?.data ?? [], [call.data])
  const slots = useMemo(() => generalSlots(rows), [rows])
  const series = useMemo(() => generalSeries(rows, byDay), [rows, byDay])
  const { hidden, shown, toggle } = useSeriesShown(series)
  const format = useCallback((amount: string) => formatMoney(amount, currency), [currency])
  const open = (key: string) => {
    const row = rows.find((one) => one.key === key)
    if (row) onOpen(row)
  }
  const level = generalLevelLabels[query.level].toLowerCase()
  return (
    <ChartFrame
      className="general-chart"
      title={
        byDay
          ? `Ventas, premios y total por día en ${currencyFacts[currency].name}`
          : `Mayores ventas por ${level} en ${currencyFacts[currency].name}`
      }
      actions={<ChartLegend series={series} hidden={hidden} onToggle={toggle} />}
      query={call}
      isEmpty={call.data !== undefined && !hasFigures(series)}
      empty={<EmptyState title="Nada que dibujar" text="No hubo ventas en esta moneda con los filtros elegidos." />}
      skeleton={<ChartSkeleton />}
    >
      <TrendChart
        slots={slots}
        series={shown}
        label={`Ventas, premios y total por ${level}. Las cifras están en la tabla siguiente.`}
        format={format}
        onSlot={open}
      />
    </ChartFrame>
  )
}
