/** What a trend shows, free of any drawing library: slots along the axis and series of exact amounts over them. */
import { add } from '@contract/values/money.ts'
import { toCoordinate } from './value.ts'

export interface TrendSlot {
  key: string
  /** Under the axis: `14`, `20/11`. */
  label: string
  /** In full: `14:00 – 14:59`, `viernes 20/11/2026`. */
  title: string
  /** Why its figures are not those of a whole slot: `en curso`, `3 de 7 días`. */
  unfinished?: string | undefined
  /** Of the period it is compared with, the same slot: `viernes 13/11/2026`. */
  compared?: string | undefined
}

/** A slot in full, and that it is not whole where it is not. */
export const slotTitle = ({ title, unfinished }: TrendSlot) =>
  unfinished === undefined ? title : `${title} (${unfinished})`

type Marker = 'circle' | 'square' | 'diamond' | 'triangle'

export interface TrendSeries {
  key: string
  name: string
  /** Lines join slots that are a course; several columns stand side by side in their slot. */
  mark: 'column' | 'line'
  /** Place in the fixed palette. */
  color: number
  /** Told apart without colour: a dashed line, a marker of its own. */
  dash?: boolean
  /** What the others are compared with. */
  compared?: boolean
  marker?: Marker
  /** One decimal string per slot; `null` where there is nothing yet. */
  values: readonly (string | null)[]
}

export interface TrendRow {
  slot: string
  series: string
  value: number
}

/** The rows that the drawing library takes. What has not happened yet has no row: a zero would be a claim. */
export function trendRows(slots: readonly TrendSlot[], series: TrendSeries): TrendRow[] {
  return slots.flatMap((slot, index) => {
    const value = series.values[index]
    return value === null || value === undefined
      ? []
      : [{ slot: slot.key, series: series.key, value: toCoordinate(value) }]
  })
}

export interface StackedRow extends TrendRow {
  /** Where the column begins: on those drawn before it, losses below the axis. */
  low: number
}

/** The rows of columns that stand on one another: gains upwards, losses downwards. */
export function stackedRows(slots: readonly TrendSlot[], series: readonly TrendSeries[]): StackedRow[] {
  const ends = slots.map(() => ({ up: 0, down: 0 }))
  return series.flatMap((one) =>
    slots.flatMap((slot, at): StackedRow[] => {
      const amount = one.values[at]
      if (amount === null || amount === undefined) return []
      const end = ends[at]!
      const side = toCoordinate(amount) < 0 ? 'down' : 'up'
      const low = end[side]
      end[side] = low + toCoordinate(amount)
      return [{ slot: slot.key, series: one.key, low, value: end[side] }]
    }),
  )
}

/** What the pieces of a stack come to; null where none has come. */
export function stackTotal(series: readonly TrendSeries[], at: number): string | null {
  const values = series.map(({ values }) => values[at]).filter((value) => value !== null && value !== undefined)
  return values.length === 0 ? null : add(...values)
}

/** Is there anything to draw? A period of zeros is nothing for this filter. */
export function hasFigures(series: readonly TrendSeries[]): boolean {
  return series.some((one) => one.values.some((value) => value !== null && toCoordinate(value) !== 0))
}

/** The points of a sparkline as an SVG path in a box of `width` × `height`; empty with fewer than two points. */
export function sparkPath(values: readonly (string | null)[], width: number, height: number): string {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ index, value: toCoordinate(value) }]))
  if (known.length < 2) return ''
  const largest = Math.max(...known.map((point) => point.value), 0)
  const smallest = Math.min(...known.map((point) => point.value), 0)
  const span = largest - smallest || 1
  const at = (point: { index: number; value: number }) => {
    const x = (point.index / Math.max(1, values.length - 1)) * width
    const y = height - ((point.value - smallest) / span) * height
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  }
  return `M${known.map(at).join('L')}`
}
