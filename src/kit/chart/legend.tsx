/** The series of a chart as buttons that show and hide them, each with the mark it is drawn with. */
import { useMemo, useState } from 'react'
import { cutMiddle } from './names.ts'
import type { TrendSeries } from './series.ts'
import { seriesColor, useChartTheme } from './theme.ts'

/** Letters of a name: a line of a phone. */
const room = 36

/** Which series are hidden, `at_first` those of these keys, the ones left to draw, and the legend's toggle. */
export function useSeriesShown(series: readonly TrendSeries[], at_first: readonly string[] = []) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set(at_first))
  const shown = useMemo(() => series.filter((one) => !hidden.has(one.key)), [series, hidden])
  const toggle = (key: string) =>
    setHidden((was) => (was.has(key) ? new Set([...was].filter((one) => one !== key)) : new Set([...was, key])))
  return { hidden, shown, toggle }
}

export interface ChartLegendProps {
  series: readonly TrendSeries[]
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
}

export function ChartLegend({ series, hidden, onToggle }: ChartLegendProps) {
  const theme = useChartTheme()
  return (
    <div className="chart-legend row gap-xxs" role="group" aria-label="Series del gráfico">
      {series.map((one) => (
        <button
          key={one.key}
          type="button"
          className="plain-button line inline gap-xs small hovers"
          title={one.name}
          aria-pressed={!hidden.has(one.key)}
          onClick={() => onToggle(one.key)}
        >
          <span
            className={`chart-swatch chart-swatch-${one.mark}${one.dash ? ' chart-swatch-dash' : ''}`}
            style={{ color: seriesColor(theme, one.color) }}
            aria-hidden="true"
          />
          {cutMiddle(one.name, room)}
        </button>
      ))}
    </div>
  )
}
