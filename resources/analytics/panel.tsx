/** Sales over time: stacked and compared, what is left of them, tickets, and when the week sells. */
import { useMemo } from 'react'
import { analytics, measureLabels, type RowDimension, type StackBy } from '@contract/analytics.ts'
import type { Currency } from '@contract/values/currency.ts'
import { capital } from '@contract/values/text.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { LazyTrendChart } from '@/kit/chart/lazy.tsx'
import type { TrendSeries } from '@/kit/chart/series.ts'
import { comparedName, fixedRange, stretchDays, stretchName } from '@/kit/values/period-days.ts'
import { FellLink } from '@resources/reports/who-fell.tsx'
import { CourseChart } from './course-chart.tsx'
import { addsUp, beforeOf, chartSlots, chartSeries, slotValues, type Charted, type ChartSlot } from './course.ts'
import { HeatMap } from './heat-map.tsx'
import { stackName, stepLabels, type AnalyticalView } from './view.ts'
import './analytics.css'

void LazyTrendChart.preload()

/** What the rows behind a column are told apart by: what it is made of. */
const behind: Record<StackBy, RowDimension> = {
  ninguno: 'afiliado',
  afiliado: 'afiliado',
  producto: 'producto',
  jugada: 'jugada',
  moneda: 'afiliado',
}
/** The rows behind a series of each stack: narrowed to it, and told apart by what it is made of. */
const inside: Partial<Record<StackBy, { filter: string; by: RowDimension }>> = {
  afiliado: { filter: 'partner_id', by: 'producto' },
  producto: { filter: 'product_id', by: 'afiliado' },
  jugada: { filter: 'bet_type_id', by: 'afiliado' },
}

export function AnalyticalPanel({ view }: { view: AnalyticalView }) {
  const session = useSession()
  const { query, drawn, step, period, currency } = view
  const stacked = useCall(analytics.chart, {
    query: { ...query, step, stack: drawn.stack, level: drawn.level, of: drawn.of },
  })
  const plain = useCall(analytics.chart, { query: { ...query, currency, step, stack: 'ninguno' } })
  const name = stacked.data ? stretchName(stacked.data.stretch, period.today) : ''
  const previous = stacked.data?.previous ? comparedName(stacked.data.previous, period.today) : null
  // Small multiples: two currencies have no axis in common.
  const several = stacked.data ? currenciesIn(stacked.data) : session.currencies
  const currencies = drawn.stack === 'moneda' ? several : [currency]
  const slots = useMemo(() => (plain.data ? chartSlots(plain.data, step) : []), [plain.data, step])
  return (
    <>
      <p className="analytics-said row gap-sm small sorteo-muted">
        {capital(name)}
        {previous ? `, contra ${previous}` : ''}
        {stacked.data?.stretch.running && previous ? '. Mientras corre, solo las ventas se comparan al minuto.' : ''}
        {period.choice === fixedRange && (
          <button type="button" className="quiet-link" onClick={() => period.choose('30d')}>
            Volver a los últimos 30 días
          </button>
        )}
        <FellLink className="push" to={view.fell} />
      </p>
      <div className="analytics-grid">
        {currencies.map((one) => (
          <Main key={one} view={view} call={stacked} currency={one} />
        ))}
        <HeatMap view={view} />
        <ProfitAndLoss view={view} call={plain} slots={slots} />
        <Tickets view={view} call={plain} slots={slots} />
      </div>
    </>
  )
}

/** `Del 19/09 al 18/10/2026`, `El viernes 13/11`. */
function beforeName(stretch: NonNullable<Charted['previous']>, today: string): string {
  const days = stretchDays(stretch, today)
  return capital(days)
}

const currenciesIn = (charted: Charted) => charted.totals.map((total) => total.currency as Currency)

type ChartCall = ReturnType<typeof useCall<typeof analytics.chart>>

interface PartProps {
  view: AnalyticalView
  call: ChartCall
}

function Main({ view, call, currency }: PartProps & { currency: Currency }) {
  const { drawn, step, period } = view
  const { of, stack } = drawn
  const { data } = call
  const slots = useMemo(() => (data ? chartSlots(data, step) : []), [data, step])
  const previous = data?.previous && beforeOf[of] ? beforeName(data.previous, period.today) : null
  const series = useMemo(
    () => (data ? chartSeries(slots, data, of, currency, { previous, stack }) : []),
    [data, slots, of, currency, previous, stack],
  )
  const made = stack === 'ninguno' || stack === 'moneda' ? '' : `, ${stackName(drawn).toLowerCase()}`
  return (
    <CourseChart
      className="analytics-main"
      title={`${measureLabels[of]} por ${stepLabels[step].toLowerCase()}${made}`}
      series={series}
      {...{ call, view, slots, currency }}
      measure={of}
      stacked={addsUp(of) && series.length > 1}
      by={behind[stack]}
      within={(key) => {
        const of = inside[stack]
        // The others together, and what is compared, are no rows of one.
        return of && /^\d+$/.test(key) ? { filters: { [of.filter]: key }, by: of.by } : undefined
      }}
    />
  )
}

interface SlotsProps extends PartProps {
  slots: readonly ChartSlot[]
}

const lines = [
  { key: 'sold', mark: 'column', color: 0 },
  { key: 'prizes', mark: 'line', color: 1, marker: 'diamond' },
  { key: 'commission', mark: 'line', color: 3, marker: 'square' },
  { key: 'profit', mark: 'line', color: 2, marker: 'triangle' },
] as const

/** ventas − premios − comisión. */
function ProfitAndLoss({ view, call, slots }: SlotsProps) {
  const { currency, step, period } = view
  const { data } = call
  const series = useMemo(() => {
    if (!data) return []
    const own = lines.map(
      (one): TrendSeries => ({
        ...one,
        name: measureLabels[one.key],
        values: slotValues(slots, data, one.key, () => true),
      }),
    )
    const before = data.previous ? slotValues(slots, data, 'profit_before', () => true) : []
    const known = before.some((value) => value !== null)
    const name = data.previous ? `Utilidad ${stretchDays(data.previous, period.today)}` : ''
    return known
      ? [
          ...own,
          { key: 'profit_before', name, mark: 'line' as const, color: 4, dash: true, compared: true, values: before },
        ]
      : own
  }, [data, slots, period.today])
  return (
    <CourseChart
      title={`Ganancias y pérdidas por ${stepLabels[step].toLowerCase()}`}
      series={series}
      {...{ call, view, slots, currency }}
      measure="profit"
      by="afiliado"
    />
  )
}

/** Of a product or bet type there are no tickets: its lines stand there. */
function Tickets({ view, call, slots }: SlotsProps) {
  const { currency, step, query } = view
  const { data } = call
  const of = query.product_id !== undefined || query.bet_type_id !== undefined ? 'lines' : 'tickets'
  const series = useMemo(
    (): TrendSeries[] =>
      data
        ? [
            {
              key: of,
              name: measureLabels[of],
              mark: 'column',
              color: 0,
              values: slotValues(slots, data, of, () => true),
            },
          ]
        : [],
    [data, slots, of],
  )
  return (
    <CourseChart
      title={`${measureLabels[of]} por ${stepLabels[step].toLowerCase()}`}
      series={series}
      {...{ call, view, slots, currency }}
      measure={of}
      by="afiliado"
    />
  )
}
