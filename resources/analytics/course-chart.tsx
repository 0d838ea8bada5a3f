/** A course in time with its legend, the table behind it, its picture and the way to its rows. */
import { CameraOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useMemo, useRef, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { RowDimension } from '@contract/analytics.ts'
import type { Measure } from '@contract/measures.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { capital } from '@contract/values/text.ts'
import { NoSales } from '@resources/kpis/no-sales.tsx'
import { activeFilters } from '@/kit/screen/filter-words.tsx'
import { stretchName } from '@/kit/values/period-days.ts'
import { ChartSkeleton } from '@/kit/page/skeletons.tsx'
import { Change } from '@/kit/chart/change.tsx'
import { ChartFrame, type FramedQuery } from '@/kit/chart/frame.tsx'
import { LazyTrendChart } from '@/kit/chart/lazy.tsx'
import { ChartLegend, useSeriesShown } from '@/kit/chart/legend.tsx'
import { takePicture } from '@/kit/chart/picture.ts'
import { hasFigures, slotTitle, type TrendSeries } from '@/kit/chart/series.ts'
import { addsUp, formatOf, measureKind, measureTotal, unitOf, type Charted, type ChartSlot } from './course.ts'
import { facts, type AnalyticalView } from './view.ts'

export interface CourseChartProps {
  title: string
  className?: string
  call: FramedQuery & { data: Charted | undefined }
  view: AnalyticalView
  slots: readonly ChartSlot[]
  series: readonly TrendSeries[]
  /** What the values are. */
  measure: Measure
  currency: Currency
  stacked?: boolean
  /** What the rows behind a slot are told apart by. */
  by: RowDimension
  /** What the rows behind a series are narrowed to, and then told apart by; undefined for one that is no row's. */
  within?: (series: string) => { filters: Record<string, string>; by: RowDimension } | undefined
  actions?: ReactNode
}

/** What its picture says under the title: words that only the screen can look up, such as a partner's name. */
const linesIn = (words: HTMLElement | null) => [...(words?.children ?? [])].map(({ textContent }) => textContent.trim())

export function CourseChart(props: CourseChartProps) {
  const { title, className, call, view, slots, series, measure, currency, stacked = false, by, within, actions } = props
  const note = `en ${currencyFacts[currency].name}`
  const navigate = useNavigate()
  const frame = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const { hidden, shown, toggle } = useSeriesShown(series)
  const format = useMemo(() => formatOf(measure, currency), [measure, currency])
  const rows = useCallback(
    (key: string, of?: string) => {
      const slot = slots.find((one) => one.key === key)
      const narrowed = of === undefined ? undefined : within?.(of)
      const hour: Record<string, string> = slot?.hour === undefined ? {} : { hour: slot.hour }
      return slot && view.rowsOf(slot.days, [narrowed?.by ?? by], { ...hour, ...narrowed?.filters })
    },
    [slots, view, by, within],
  )
  const closer = (from: string, to: string) => {
    const [first, last] = [from, to].map((key) => slots.find((one) => one.key === key)!.days)
    view.period.chooseDays({ from: first!.from, to: last!.to })
  }
  return (
    <div ref={frame} className={className}>
      <div ref={words} hidden>
        <p>
          {call.data ? capital(stretchName(call.data.stretch, view.period.today)) : ''}, {note}
        </p>
        {activeFilters(facts, view.filters).map(({ key, label, value }) => (
          <p key={key}>
            {label}: {value}
          </p>
        ))}
      </div>
      <ChartFrame
        title={title}
        note={note}
        query={call}
        actions={
          <>
            {actions}
            {series.length > 1 && <ChartLegend series={series} hidden={hidden} onToggle={toggle} />}
            <Button
              type="text"
              size="small"
              icon={<CameraOutlined />}
              aria-label={`Descargar la imagen de ${title}`}
              title="Descargar la imagen"
              disabled={!call.data}
              onClick={() => takePicture(frame.current, { title, lines: linesIn(words.current), series: shown })}
            />
          </>
        }
        isEmpty={call.data !== undefined && !hasFigures(series)}
        empty={<NoSales what="ventas ni premios" />}
        skeleton={<ChartSkeleton />}
        table={<CourseTable {...props} rows={rows} format={format} />}
      >
        <LazyTrendChart
          slots={slots}
          series={shown}
          stacked={stacked}
          label={`${title}: ${series.map(({ name }) => name).join(', ')}. Las cifras están en la tabla.`}
          format={format}
          unit={unitOf(measure, currency)}
          onPress={({ slot, series: of }) => void navigate(rows(slot, of) ?? '')}
          onRange={closer}
        />
      </ChartFrame>
    </div>
  )
}

interface CourseTableProps extends CourseChartProps {
  rows: (key: string) => string | undefined
  format: (value: string) => string
}

/** The same figures, to the cent, each slot a way to its rows; what they are compared with beside them. */
function CourseTable({ title, slots, series, measure, currency, rows, format }: CourseTableProps) {
  const before = series.find(({ key }) => key === 'before')
  const whole = series.filter(({ key }) => key !== 'before')
  const only = before && whole.length === 1 ? whole[0] : undefined
  const counted = measureKind(measure)
  const kind = counted === 'percent' ? 'points' : counted
  return (
    <table className="chart-table">
      <caption className="sorteo-unseen">{title}</caption>
      <thead>
        <tr>
          <th scope="col">Cuándo</th>
          {series.map(({ key, name }) => (
            <th key={key} scope="col">
              {name}
            </th>
          ))}
          {only && <th scope="col">Cambio</th>}
        </tr>
      </thead>
      <tbody>
        {slots.map((slot, at) => (
          <tr key={slot.key}>
            <th scope="row">
              <Link to={rows(slot.key) ?? ''}>{slotTitle(slot)}</Link>
            </th>
            {series.map(({ key, values }) => (
              <td key={key}>{values[at] === null || values[at] === undefined ? '—' : format(values[at])}</td>
            ))}
            {only && (
              <td>
                <Change
                  short
                  now={only.values[at] ?? null}
                  before={before?.values[at] ?? null}
                  currency={currency}
                  kind={kind}
                  good={measure === 'prizes' || measure === 'payout_percent' ? 'down' : 'up'}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
      {addsUp(measure) && (
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {series.map(({ key, values }) => (
              <td key={key}>{format(measureTotal(measure, values))}</td>
            ))}
            {only && <td />}
          </tr>
        </tfoot>
      )}
    </table>
  )
}
