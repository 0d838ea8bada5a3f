/** The chart that matters: sales by hour or day against the period before; prizes and profit when they are asked for. */
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import type { ComparisonQuery } from '@contract/values/dates.ts'
import { formatMoney } from '@contract/values/money.ts'
import { ChartFrame } from '@/kit/chart/frame.tsx'
import { LazyTrendChart } from '@/kit/chart/lazy.tsx'
import { ChartLegend, useSeriesShown } from '@/kit/chart/legend.tsx'
import { hasFigures } from '@/kit/chart/series.ts'
import type { PeriodChoice } from '@/kit/values/period-days.ts'
import { ChartSkeleton } from '@/kit/page/skeletons.tsx'
import { CourseTable } from './course-table.tsx'
import { stepOf, type DashboardCalls } from './dashboard-calls.ts'
import { courseSeries, courseSlots } from './dashboard-figures.ts'
import { courseLink, type KpiQuery } from './dashboard-filters.ts'
import { NothingSold } from './nothing-sold.tsx'

const byToggle = ['prizes', 'profit']

export interface SalesChartProps {
  course: DashboardCalls['course']
  query: KpiQuery
  /** The period as it was chosen: links keep it relative. */
  choice: PeriodChoice
  /** What they are compared with. */
  compared?: ComparisonQuery
  currency: Currency
  /** The stretch on screen and the one it is compared with, named. */
  name: string
  previousName: string | null
  /** The same without its clock time: the legend has little room. */
  previousDays: string | null
  /** Gives it its room: the dashboard's grid, unless somebody says otherwise. */
  className?: string
}

export function SalesChart({
  course,
  query,
  choice,
  compared,
  currency,
  name,
  previousName,
  previousDays,
  className = 'sales-chart',
}: SalesChartProps) {
  const navigate = useNavigate()
  const step = stepOf(query)
  const slots = useMemo(() => (course.data ? courseSlots(course.data, step) : []), [course.data, step])
  const series = useMemo(() => courseSeries(slots, previousDays), [slots, previousDays])
  const { hidden, shown, toggle } = useSeriesShown(series, byToggle)
  const format = useCallback((amount: string) => formatMoney(amount, currency), [currency])
  const title = step === 'hour' ? 'Ventas por hora' : 'Ventas por día'
  return (
    <ChartFrame
      className={className}
      title={title}
      note={name}
      query={course}
      // Only when all of its names are known: one more would move those that stand there.
      actions={course.data && <ChartLegend series={series} hidden={hidden} onToggle={toggle} />}
      isEmpty={course.data !== undefined && !hasFigures(series)}
      empty={<NothingSold query={query} />}
      skeleton={<ChartSkeleton />}
      table={
        course.data && (
          <CourseTable
            caption={`${title}, ${name}`}
            course={course.data}
            slots={slots}
            currency={currency}
            step={step}
            previousName={previousName}
            previousDays={previousDays}
            query={query}
            choice={choice}
            compared={compared}
          />
        )
      }
    >
      <LazyTrendChart
        slots={slots}
        series={shown}
        label={
          `${title}, ${name}: ventas, premios y ` +
          `utilidad${previousName === null ? '' : `, contra ${previousName}`}. Las cifras ` +
          'están en la tabla.'
        }
        format={format}
        unit={currencyFacts[currency].clear_symbol}
        onPress={({ slot }) => void navigate(courseLink(slot, { step, choice, query, compared }))}
      />
    </ChartFrame>
  )
}
