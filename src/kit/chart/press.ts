/**
 * Which figure of a chart a press means. Told by where it fell: a small column is hard to hit, so its whole band takes
 * the press, and what the drawing library says of one has lost its data on the way.
 */
import { useRef, type MouseEvent, type RefObject } from 'react'
import { bandAt, type Area } from './brush.ts'
import { stackedRows, type TrendSeries, type TrendSlot } from './series.ts'

export interface Pressed {
  slot: string
  /** The series whose piece of a stack was pressed; none beside it or where columns do not stand on one another. */
  series?: string
}

export interface Drawn {
  slots: readonly TrendSlot[]
  /** Those that are drawn. */
  series: readonly TrendSeries[]
  stacked: boolean
}

/** What a press means at `x` pixels of the canvas and at `value` of the axis; null beside the drawing or where a slot has no figure. */
export function pressedAt(x: number, value: number | null, { x: left, width }: Area, drawn: Drawn): Pressed | null {
  const { slots, series, stacked } = drawn
  const place = (x - left) / width
  if (slots.length === 0 || place < 0 || place > 1) return null
  const at = bandAt(place, slots.length)
  if (series.every(({ values }) => values[at] === null || values[at] === undefined)) return null
  const slot = slots[at]!.key
  const piece = stacked && value !== null ? pieceAt(drawn, at, value) : undefined
  return piece === undefined ? { slot } : { slot, series: piece }
}

function pieceAt({ slots, series }: Drawn, at: number, value: number): string | undefined {
  const columns = series.filter(({ mark }) => mark === 'column')
  const rows = stackedRows(
    [slots[at]!],
    columns.map((one) => ({ ...one, values: [one.values[at] ?? null] })),
  )
  return rows.find(({ low, value: high }) => Math.min(low, high) <= value && value <= Math.max(low, high))?.series
}

interface PressProps {
  place: (event: MouseEvent<HTMLElement>) => Pressed | null
  /** A press that was a stroke is none on a figure. */
  stroked: RefObject<boolean>
  onPress: ((pressed: Pressed) => void) | undefined
  /** Tells what stands at a slot: the library hides it as the finger leaves. */
  tell: (pressed: Pressed, event: MouseEvent<HTMLElement>) => void
}

/**
 * The handler of the element that holds the chart. A finger first reads what stands there: it opens with a second touch
 * of the same slot.
 */
export function usePress({ place, stroked, onPress, tell }: PressProps) {
  const touched = useRef<string | undefined>(undefined)
  if (!onPress) return {}
  return {
    onClick: (event: MouseEvent<HTMLElement>) => {
      const pressed = stroked.current ? null : place(event)
      if (!pressed) return
      const isTouch = (event.nativeEvent as unknown as PointerEvent).pointerType === 'touch'
      if (!isTouch || touched.current === pressed.slot) return onPress(pressed)
      touched.current = pressed.slot
      tell(pressed, event)
    },
  }
}
