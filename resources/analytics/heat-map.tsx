/** When the week sells: weekday by hour, darker the more but never so that its figure can't be read; each cell a way to its rows. */
import { Segmented } from 'antd'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { analytics, type ChartPoint } from '@contract/analytics.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { weekdayNames } from '@contract/values/dates.ts'
import { countText, divide, formatDecimal, formatMoney } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { ChartFrame, Scrolling } from '@/kit/chart/frame.tsx'
import { seriesColor, useChartTheme } from '@/kit/chart/theme.ts'
import { largestScale, toCoordinate, scaledLabel } from '@/kit/chart/value.ts'
import { NoSales } from '@resources/kpis/no-sales.tsx'
import { ChartSkeleton } from '@/kit/page/skeletons.tsx'
import type { AnalyticalView } from './view.ts'

/** What an hour of a day of the week sold on one such day, and of how many it is told. */
interface Cell {
  value: string
  days: number
}

function cellOf(point: ChartPoint, of: 'sold' | 'lines' | 'tickets'): Cell {
  const days = point.days ?? 0
  return { value: divide(String(point[of] ?? 0), days) ?? '0.00', days }
}

/** Every hour from the first to the last in which anything was sold in the period: the others are no business's. */
export function businessHours(points: readonly ChartPoint[], of: 'sold' | 'lines' | 'tickets'): number[] {
  const busy = points.flatMap((point) =>
    toCoordinate(point.sold ?? '0') > 0 || toCoordinate(String(point[of] ?? 0)) > 0 ? [point.hour ?? 0] : [],
  )
  const first = Math.min(...busy)
  return busy.length === 0 ? [] : Array.from({ length: Math.max(...busy) - first + 1 }, (_, at) => first + at)
}

const clock = (hour: number, minute: string) => `${String(hour).padStart(2, '0')}:${minute}`

export function HeatMap({ view }: { view: AnalyticalView }) {
  const { query, currency, drawn, set, period, rowsOf } = view
  const heat = seriesColor(useChartTheme(), 0)
  const narrow = query.product_id !== undefined || query.bet_type_id !== undefined
  // Of a product there are no tickets.
  const of = drawn.heat === 'sold' ? 'sold' : narrow ? 'lines' : 'tickets'
  const call = useCall(analytics.chart, { query: { ...query, currency, step: 'mapa', stack: 'ninguno', of } })
  const cells = new Map(call.data?.points.map((point) => [`${point.weekday} ${point.hour}`, cellOf(point, of)]) ?? [])
  const hours = businessHours(call.data?.points ?? [], of)
  const largest = Math.max(...[...cells.values()].map(({ value }) => toCoordinate(value)), 0)
  const amount = (value: string) => (of === 'sold' ? formatMoney(value, currency) : formatDecimal(value))
  const told = ({ value, days }: Cell) => `${amount(value)} por día, de ${countText(days, 'día', 'días')}`
  const title = 'Día de la semana y hora'
  const scale = largestScale(largest)
  const measured = of === 'sold' ? 'Ventas' : narrow ? 'Jugadas' : 'Tickets'
  const unit = of === 'sold' ? currencyFacts[currency].name : ''
  const inUnits = [scale.word, scale.word && unit && 'de', unit].filter(Boolean).join(' ')
  const note = `${measured} por día${inUnits && `, en ${inUnits}`}`
  const shown =
    hours.length > 0 && hours.length < 24
      ? ` · de ${clock(hours[0]!, '00')} a ${clock(hours.at(-1)!, '59')}: a otras horas no se vendió`
      : ''
  return (
    <ChartFrame
      className="heat-frame"
      title={title}
      note={note + shown}
      query={call}
      actions={
        <Segmented
          size="small"
          aria-label="Qué se mide"
          value={drawn.heat}
          options={[
            { value: 'sold', label: 'Ventas' },
            { value: 'tickets', label: narrow ? 'Jugadas' : 'Tickets' },
          ]}
          onChange={(heat) => set({ heat: heat as 'sold' | 'tickets' })}
        />
      }
      isEmpty={call.data !== undefined && largest === 0}
      empty={<NoSales />}
      skeleton={<ChartSkeleton />}
    >
      <Scrolling label={title}>
        <table className="heat-map chart-table" style={{ '--heat': heat } as CSSProperties}>
          <caption className="sorteo-unseen">{title}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="sorteo-unseen">Día</span>
              </th>
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {String(hour).padStart(2, '0')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdayNames.map((name, at) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {hours.map((hour) => {
                  const cell = cells.get(`${at + 1} ${hour}`)
                  const value = toCoordinate(cell?.value ?? '0')
                  const part = largest > 0 ? Math.max(0, value) / largest : 0
                  const title = `${name} a las ${hour}:00: ${cell ? told(cell) : 'nada'}`
                  return (
                    <td key={hour} style={{ '--part': `${Math.round(part * 45)}%` } as CSSProperties}>
                      <Link
                        to={rowsOf(period.days, ['afiliado'], { weekday: String(at + 1), hour: String(hour) })}
                        title={title}
                        aria-label={title}
                      >
                        {part > 0 ? scaledLabel(value, scale) : ''}
                      </Link>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </ChartFrame>
  )
}
