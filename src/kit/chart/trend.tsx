/** Columns and lines over time, drawn with @ant-design/plots. Loaded only through chart-lazy.tsx. */
import { Base } from '@ant-design/plots'
import { useMemo, useRef, type ComponentProps, type MouseEvent } from 'react'
import { bands, useBrush } from './brush.ts'
import { pressedAt, usePress, type Pressed } from './press.ts'
import { restWhenStill, type LedCanvas } from './rest.ts'
import { stackedRows, trendRows, type TrendRow, type TrendSeries, type TrendSlot } from './series.ts'
import { seriesColor, useChartTheme, type ChartTheme } from './theme.ts'
import { tooltipBody, tooltipStyle } from './trend-tooltip.ts'
import { axisLabel } from './value.ts'

export interface TrendChartProps {
  slots: readonly TrendSlot[]
  series: readonly TrendSeries[]
  /** Says what the drawing shows to who cannot see it; the figures are in the table behind. */
  label: string
  /** An exact amount as people read it. */
  format: (amount: string) => string
  /** What the axis counts in: `Bs`. */
  unit: string
  /** A press on a slot, and on a piece of its stack: the rows behind it. */
  onPress?: (pressed: Pressed) => void
  /** Slots that were drawn over with the pointer, from one to the other: to look closer. */
  onRange?: (from: string, to: string) => void
  /** Columns stand on one another, not side by side. */
  stacked?: boolean
  /** The axis begins near the lowest value, for lines whose course is small beside what they are: a rate. */
  near?: boolean
}

type Spec = ComponentProps<typeof Base>

/** A mark of the library's grammar, as far as this chart uses it. */
interface Mark {
  type: 'interval' | 'line' | 'point'
  data: TrendRow[]
  encode: Record<string, string | number>
  tooltip: false | { title: string; items: { channel: string }[] }
  style: Record<string, unknown>
  transform?: { type: 'dodgeX' }[]
  scale?: Record<string, { domain: string[]; range: string[] }>
}

/** The library passes over what comes sooner after its last look than this, in milliseconds: the finger that goes down is one. */
const lookEvery = 60

/** The frame gives the height; the library would otherwise take one of its own. */
const fill = { height: '100%' }

/** Where the library lays its drawing: `x` and `y` are counted from inside of margin and padding. */
type Layout = Record<'x' | 'y' | 'width' | 'height' | 'marginLeft' | 'marginTop' | 'paddingLeft' | 'paddingTop', number>

/** The drawing inside the canvas, in pixels from its left and top. */
const areaOf = ({ x, y, width, height, marginLeft, marginTop, paddingLeft, paddingTop }: Layout) => ({
  x: marginLeft + paddingLeft + x,
  y: marginTop + paddingTop + y,
  width,
  height,
})

/** The part of the library's plot that says where and when it draws, and what a height of the drawing is worth. */
interface Plot {
  chart?: {
    getContext?: () => { canvas?: LedCanvas }
    on?: (name: 'beforerender' | 'afterrender', happened: () => void) => void
    getCoordinate?: () => { getOptions: () => Layout } | undefined
    emit?: (name: 'tooltip:show', at: object) => void
    getScaleByChannel?: (channel: 'y') => { invert: (place: number) => number } | undefined
  }
}

/** Has a plot draw while it changes and no longer. */
function lead({ chart }: Plot): void {
  const canvas = chart?.getContext?.().canvas
  if (!canvas) return
  const wake = restWhenStill(canvas)
  for (const name of ['beforerender', 'afterrender'] as const) chart?.on?.(name, wake)
}

export function TrendChart(props: TrendChartProps) {
  const { slots, series, label, format, unit, onPress, onRange, stacked = false, near = false } = props
  const theme = useChartTheme()
  const plot = useRef<Plot | null>(null)
  const area = () => {
    const layout = plot.current?.chart?.getCoordinate?.()?.getOptions()
    return layout ? areaOf(layout) : null
  }
  const range = onRange && ((from: number, to: number) => onRange(slots[from]!.key, slots[to]!.key))
  const { stroke, stroked, handlers } = useBrush(slots.length, area, range)
  const clickable = onPress !== undefined
  const spec = useMemo(
    () => trendSpec({ slots, series, theme, format, unit, clickable, stacked, near }),
    [slots, series, theme, format, unit, clickable, stacked, near],
  )
  const place = (event: MouseEvent<HTMLElement>): Pressed | null => {
    const drawn = area()
    if (!drawn) return null
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const height = (event.clientY - top - drawn.y) / drawn.height
    const value = plot.current?.chart?.getScaleByChannel?.('y')?.invert(height) ?? null
    return pressedAt(event.clientX - left, value, drawn, { slots, series, stacked })
  }
  const tell = ({ slot }: Pressed, { currentTarget, clientX, clientY }: MouseEvent<HTMLElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    const at = { offsetX: clientX - left, offsetY: clientY - top, data: { data: { slot, x: slot } } }
    setTimeout(() => plot.current?.chart?.emit?.('tooltip:show', at), lookEvery)
  }
  const press = usePress({ place, stroked, onPress, tell })
  return (
    <div className="chart-canvas" role="img" aria-label={label} data-presses={clickable} {...handlers} {...press}>
      {/* A chart keeps the marks it was born with: another set of series is another chart. */}
      <Base
        key={`${theme.mode}:${stacked}:${series.map((one) => one.key).join()}`}
        {...spec}
        containerStyle={fill}
        onReady={(ready: Plot) => {
          plot.current = ready
          lead(ready)
        }}
      />
      {stroke && (
        <span
          className="chart-stroke"
          style={{ left: Math.min(stroke.from, stroke.to), width: Math.abs(stroke.to - stroke.from) }}
        />
      )}
    </div>
  )
}

export interface SpecInput {
  slots: readonly TrendSlot[]
  series: readonly TrendSeries[]
  theme: ChartTheme
  format: (amount: string) => string
  unit: string
  clickable: boolean
  stacked: boolean
  near: boolean
}

function trendSpec(input: SpecInput): Spec {
  const { slots, theme, unit, near } = input
  const labels = new Map(slots.map((slot) => [slot.key, slot.label]))
  const text = { labelFill: theme.colors.muted, labelFontSize: 12, labelFontFamily: theme.font, labelOpacity: 1 }
  return {
    type: 'view',
    autoFit: true,
    animate: false,
    padding: 'auto',
    margin: 0,
    marginTop: 10,
    // Half of the last label, where its slot is narrower than it.
    marginRight: 12,
    inset: 0,
    theme: { type: theme.mode === 'dark' ? 'classicDark' : 'classic', view: { viewFill: 'transparent' } },
    scale: {
      x: { type: 'band', domain: slots.map((slot) => slot.key), paddingInner: bands.inner, paddingOuter: bands.outer },
      y: { nice: true, zero: !near, tickCount: 5 },
    },
    axis: {
      x: {
        ...text,
        title: false,
        tick: false,
        line: true,
        lineStroke: theme.colors.border_strong,
        lineStrokeOpacity: 1,
        labelFormatter: (key: string) => labels.get(key) ?? key,
        labelAutoHide: true,
        labelAutoRotate: false,
        // A label goes where less than this is left between it and the next: two would read as one.
        transform: [{ type: 'hide', margin: [0, 4, 0, 4] }],
      },
      y: {
        ...text,
        title: false,
        tick: false,
        gridStroke: theme.colors.border,
        gridStrokeOpacity: 1,
        gridLineDash: [0, 0],
        labelFormatter: (coordinate: number) => axisLabel(coordinate, unit, near),
      },
    },
    legend: false,
    interaction: {
      elementHighlight: false,
      tooltip: {
        shared: true,
        crosshairs: false,
        css: tooltipStyle(theme),
        render: (_event: unknown, { title }: { title: string }) => tooltipBody(title, input),
      },
    },
    children: marksOf(input),
  }
}

const tooltip = { title: 'slot', items: [{ channel: 'y' }] }
const place = { x: 'slot', y: 'value' }

/** All columns are one mark, side by side in their slot or on one another; each line is a mark of its own over them. */
function marksOf({ slots, series, theme, stacked }: SpecInput): Mark[] {
  const columns = series.filter((one) => one.mark === 'column')
  const open = new Set(slots.filter(({ unfinished }) => unfinished !== undefined).map(({ key }) => key))
  const colors = new Map(columns.map((one) => [one.key, seriesColor(theme, one.color)]))
  const bars: Mark = {
    type: 'interval',
    tooltip,
    data: stacked ? stackedRows(slots, columns) : columns.flatMap((one) => trendRows(slots, one)),
    encode: { ...place, ...(stacked && { y1: 'low' }), color: 'series' },
    ...(!stacked && { transform: [{ type: 'dodgeX' as const }] }),
    scale: {
      color: { domain: [...colors.keys()], range: [...colors.values()] },
    },
    style: {
      // What is not whole is an outline: filled, it would be read as a fall.
      fillOpacity: ({ slot }: TrendRow) => (open.has(slot) ? 0.3 : 0.9),
      stroke: ({ slot, series: key }: TrendRow) => (open.has(slot) ? colors.get(key) : undefined),
      lineWidth: ({ slot }: TrendRow) => (open.has(slot) ? 1 : 0),
      lineDash: [3, 2],
      maxWidth: 36,
      ...(!stacked && { radiusTopLeft: 2, radiusTopRight: 2 }),
    },
  }
  return [
    ...(columns.length > 0 ? [bars] : []),
    ...series.filter((one) => one.mark === 'line').flatMap((one) => lineOf(one, { slots, theme, open })),
  ]
}

function lineOf(
  series: TrendSeries,
  { slots, theme, open }: Pick<SpecInput, 'slots' | 'theme'> & { open: ReadonlySet<string> },
): Mark[] {
  const color = seriesColor(theme, series.color)
  const data = trendRows(slots, series)
  return [
    {
      type: 'line',
      data,
      encode: place,
      tooltip,
      style: { stroke: color, lineWidth: 2, ...(series.dash && { lineDash: [5, 4] }) },
    },
    {
      type: 'point',
      data,
      tooltip: false,
      encode: { ...place, shape: series.marker ?? 'circle', size: 3.5 },
      style: {
        fill: ({ slot }: TrendRow) => (series.dash || open.has(slot) ? theme.colors.surface : color),
        stroke: color,
        lineWidth: 1.5,
        fillOpacity: 1,
      },
    },
  ]
}
