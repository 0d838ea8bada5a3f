/** The seven key figures, each against the named period before and leading to the rows behind it. */
import { formatCount, formatDecimal, formatMoney, noBase } from '@contract/values/money.ts'
import type { Currency } from '@contract/values/currency.ts'
import { Change } from '@/kit/chart/change.tsx'
import { Sparkline } from '@/kit/chart/sparkline.tsx'
import { KpiCard } from '@/kit/chart/kpi-card.tsx'
import { Money } from '@/kit/values/money.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import type { DashboardCalls } from './dashboard-calls.ts'
import { courseSlots, kpiFigure, kpiKeys, kpiLabel, type KpiFigure } from './dashboard-figures.ts'

export interface KpiRowProps {
  course: DashboardCalls['course']
  currency: Currency
  by_line: boolean
  step: 'hour' | 'day'
  /** The period compared with, named; `null` when nothing is compared. */
  previousName: string | null
  rowsTo: string | undefined
  /** Prizes have rows of their own, one by one. */
  prizesTo: string
}

export function KpiRow({ course, currency, by_line, step, previousName, rowsTo, prizesTo }: KpiRowProps) {
  if (course.isError && !course.data) {
    return (
      <div className="surface">
        <ProblemView error={course.error} onRetry={() => void course.refetch()} />
      </div>
    )
  }
  const slots = course.data ? courseSlots(course.data, step) : []
  const figures = course.data ? kpiKeys.map((key) => kpiFigure(course.data!, key, slots, by_line)) : []
  const longest = Math.max(...figures.map((figure) => figureText(figure, currency).length))
  return (
    <div className="sales-kpis" role="group" aria-label="Cifras del período" aria-busy={course.isFetching}>
      {kpiKeys.map((key, at) => {
        const figure = figures[at]
        if (!figure) return <KpiCard key={key} label={kpiLabel(key, by_line)} value={undefined} />
        return (
          <KpiCard
            key={key}
            label={figure.label}
            value={<FigureValue figure={figure} currency={currency} />}
            characters={longest}
            to={key === 'prizes' ? prizesTo : rowsTo}
            change={
              previousName !== null && (
                <Change
                  now={figure.now}
                  before={figure.before}
                  kind={figure.kind}
                  good={figure.good}
                  currency={currency}
                  period={previousName}
                />
              )
            }
            spark={<Sparkline values={figure.spark} before={figure.spark_before} />}
          />
        )
      })}
    </div>
  )
}

function FigureValue({ figure, currency }: { figure: KpiFigure; currency: Currency }) {
  if (figure.now === null) return <span className="sorteo-muted">{figureText(figure, currency)}</span>
  if (figure.kind === 'money')
    return <Money value={figure.now} currency={currency} signed={figure.key === 'profit'} clear />
  return <>{figureText(figure, currency)}</>
}

function figureText({ now, kind, key }: KpiFigure, currency: Currency): string {
  if (now === null) return kind === 'points' ? noBase : '—'
  // A loss has a mark before it.
  if (kind === 'money') return `${formatMoney(now, currency, true)}${key === 'profit' ? '  ' : ''}`
  return kind === 'count' ? formatCount(now) : `${formatDecimal(now)} %`
}
