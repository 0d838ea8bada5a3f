/** The rates in force, and how those of one currency went in the period. */
import { useMemo } from 'react'
import { rates, type RateInForce } from '@contract/rates.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { atMoment, formatDay, type Period } from '@contract/values/dates.ts'
import { formatDecimal } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { ChartFrame } from '@/kit/chart/frame.tsx'
import { LazyTrendChart } from '@/kit/chart/lazy.tsx'
import { ChartLegend, useSeriesShown } from '@/kit/chart/legend.tsx'
import type { TrendSeries } from '@/kit/chart/series.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ChartSkeleton } from '@/kit/page/skeletons.tsx'
import { useToday } from '@/kit/values/period.ts'

const cards = { display: 'grid', gap: 8, gridTemplateColumns: 'repeat(auto-fit, minmax(210px, 1fr))' }

type Foreign = RateInForce['currency']

export function RatesNow() {
  const call = useCall(rates.inForce, {})
  const today = useToday()
  const { zone } = useSession()
  if (call.isError && !call.data)
    return (
      <div className="surface">
        <ProblemView error={call.error} onRetry={() => void call.refetch()} />
      </div>
    )
  const rows = (call.data?.data ?? []).filter(({ rate, next_rate }) => rate !== null || next_rate !== null)
  const texts = rows.map(({ rate }) => (rate === null ? 'Sin tasa' : `Bs ${formatDecimal(rate)}`))
  return (
    <div style={cards} role="group" aria-label="Tasas vigentes" aria-busy={call.isFetching}>
      {rows.map((row, at) => (
        <section key={`${row.rate_type_id}:${row.currency}`} className="stack surface" style={{ padding: 12 }}>
          <h2 className="note">{`${currencyFacts[row.currency].name} · ${row.type_name}`}</h2>
          <p className="kpi-card-value figure nowrap">{texts[at]}</p>
          <Since row={row} today={today} zone={zone} />
        </section>
      ))}
    </div>
  )
}

function Since({ row, today, zone }: { row: RateInForce; today: string; zone: string }) {
  const { valid_from, change_percent, next_rate, next_from } = row
  const since = (at: string) => `desde ${atMoment(at, zone, today).replace(/^a /, '')}`
  return (
    <span className="stack small sorteo-muted">
      {valid_from && (
        <span>
          {change_percent !== null && `${change_percent.startsWith('-') ? '' : '+'}${formatDecimal(change_percent)} % `}
          {since(valid_from)}
        </span>
      )}
      {next_rate && next_from && (
        <span>
          Bs {formatDecimal(next_rate)} {since(next_from)}
        </span>
      )}
    </span>
  )
}

export function RateCourse({ currency, days }: { currency: Foreign; days: Period }) {
  const course = useCall(rates.course, { query: { currency, ...days } })
  const slots = useMemo(
    () =>
      (course.data?.days ?? []).map((day) => ({ key: day, label: formatDay(day).slice(0, 5), title: formatDay(day) })),
    [course.data],
  )
  const series = useMemo(
    () =>
      (course.data?.series ?? []).map(
        ({ rate_type_id, name, values }, at): TrendSeries => ({
          key: String(rate_type_id),
          name,
          mark: 'line',
          color: at,
          dash: at > 0,
          values,
        }),
      ),
    [course.data],
  )
  const { hidden, shown, toggle } = useSeriesShown(series)
  const { name } = currencyFacts[currency]
  return (
    <ChartFrame
      className="report-chart"
      title={`Bolívares por unidad: ${name.toLowerCase()}`}
      actions={<ChartLegend series={series} hidden={hidden} onToggle={toggle} />}
      query={course}
      isEmpty={course.data !== undefined && series.length === 0}
      empty={<EmptyState title="Sin tasas en esos días" text="Ponga la primera, o elija otro período." />}
      skeleton={<ChartSkeleton />}
    >
      <LazyTrendChart
        slots={slots}
        series={shown}
        label={`Bolívares por unidad de ${name.toLowerCase()}, día por día. Las tasas están en la tabla siguiente.`}
        format={(rate) => `Bs ${formatDecimal(rate)}`}
        unit="Bs"
        near
      />
    </ChartFrame>
  )
}
