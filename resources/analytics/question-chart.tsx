/** The free question drawn beside its rows: what is in the drawing is ticked, and goes when its tick does. */
import { Checkbox, Radio } from 'antd'
import { useCallback } from 'react'
import { currencyFacts } from '@contract/values/currency.ts'
import { ChartFrame } from '@/kit/chart/frame.tsx'
import { LazyTrendChart } from '@/kit/chart/lazy.tsx'
import { hasFigures, type TrendSeries } from '@/kit/chart/series.ts'
import { seriesColor, useChartTheme } from '@/kit/chart/theme.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { ChartSkeleton } from '@/kit/page/skeletons.tsx'
import { addsUp, formatOf, unitOf } from './course.ts'
import {
  byDay,
  dimensionWord,
  drawableOf,
  measureName,
  partOfRow,
  partsOut,
  toggleMeasure,
  tickedPart,
  type DrawnKey,
  type DrawingRow,
} from './drawing.ts'
import type { Drawing } from './use-drawing.ts'

const listed = new Intl.ListFormat('es')

/** `Ventas y utilidad por día en Bolívares, por producto`. */
function titleOf({ asked, drawn, split, currency, course }: Drawing): string {
  const [first = 'Nada', ...others] = drawn.filter((key) => key !== 'sold_before').map(measureName)
  const names = listed.format([first, ...others.map((name) => name.toLowerCase())])
  const by = asked.by.map(dimensionWord).join(' y ')
  const money = drawn.some((key) => unitOf(measureOf(key), currency) === currencyFacts[currency].clear_symbol)
  return [
    `${names} por ${by}${money ? ` en ${currencyFacts[currency].name}` : ''}`,
    ...(split ? [`dividido por ${dimensionWord(split)}`] : []),
    ...(byDay(asked) ? ['promedio de un día'] : []),
    ...(course === undefined ? ['las filas marcadas'] : []),
  ].join(', ')
}
const measureOf = (key: DrawnKey | undefined) => (key === undefined || key === 'sold_before' ? 'sold' : key)

export function QuestionChart({ drawing, onOpen }: { drawing: Drawing; onOpen: (row: DrawingRow) => void }) {
  const { call, slots, series, shown, rows, currency, drawn, split } = drawing
  const of = measureOf(drawn[0])
  const format = useCallback((amount: string) => formatOf(of, currency)(amount), [of, currency])
  const title = titleOf(drawing)
  const waiting = split !== undefined && drawn.length > 0 && series.length === 0
  return (
    <ChartFrame
      className="question-chart"
      title={title}
      query={call}
      isEmpty={call.data !== undefined && !waiting && !hasFigures(shown)}
      empty={
        shown.length === 0 || rows.length === 0 ? (
          <EmptyState title="Nada marcado" text="Marque qué se dibuja: una medida, o filas de la tabla." />
        ) : (
          <EmptyState title="Nada que dibujar" text="No hay cifras en esta moneda con los filtros elegidos." />
        )
      }
      skeleton={<ChartSkeleton />}
      actions={<Ticks drawing={drawing} />}
    >
      {waiting ? (
        <ChartSkeleton />
      ) : (
        <LazyTrendChart
          slots={slots}
          series={shown}
          stacked={split !== undefined && addsUp(of)}
          label={`${title}: ${shown.map(({ name }) => name).join(', ')}. Las cifras están en la tabla.`}
          format={format}
          unit={unitOf(of, currency)}
          onPress={({ slot, series: part }) => {
            const row = rows[slots.findIndex(({ key }) => key === slot)]
            if (row) onOpen(split && part !== undefined ? partOfRow(row, split, part) : row)
          }}
        />
      )}
    </ChartFrame>
  )
}

/** A tick for each measure; of what is divided one measure is drawn, and each of its parts has its tick. */
function Ticks({ drawing }: { drawing: Drawing }) {
  const { asked, state, set, split, series, drawn } = drawing
  const keep = { replace: true, keep_page: true }
  const tick = (key: DrawnKey) => set({ draw: toggleMeasure(drawn, key, split) }, keep)
  if (split === undefined)
    return (
      <span className="row gap-xs" role="group" aria-label="Qué se dibuja">
        {series.map((one) => (
          <Checkbox
            key={one.key}
            checked={drawn.includes(one.key as DrawnKey)}
            onChange={() => tick(one.key as DrawnKey)}
          >
            <Swatch series={one} /> {one.name}
          </Checkbox>
        ))}
      </span>
    )
  const out = partsOut(split, state)
  const measures = drawableOf(asked, split)
  return (
    <span className="row gap-xs" role="group" aria-label="Qué se dibuja">
      {measures.length > 1 &&
        measures.map((key) => (
          <Radio key={key} checked={drawn[0] === key} onChange={() => tick(key)}>
            {measureName(key)}
          </Radio>
        ))}
      <span className="whole" />
      {series.map((one) => (
        <Checkbox
          key={one.key}
          checked={!out.includes(one.key)}
          onChange={() => set({ out: tickedPart(split, state, one.key) }, keep)}
        >
          <Swatch series={one} /> {one.name}
        </Checkbox>
      ))}
    </span>
  )
}

function Swatch({ series: { mark, dash, color } }: { series: TrendSeries }) {
  const theme = useChartTheme()
  return (
    <span
      className={`chart-swatch chart-swatch-${mark}${dash ? ' chart-swatch-dash' : ''}`}
      style={{ color: seriesColor(theme, color) }}
      aria-hidden="true"
    />
  )
}
