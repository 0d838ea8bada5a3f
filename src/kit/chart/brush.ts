/** Drawing over a stretch of a chart with the pointer, to look closer at it. */
import { useRef, useState, type PointerEvent } from 'react'

/** How bands share the width of the drawing: the part of a step between two, and before the first. */
export const bands = { inner: 0.35, outer: 0.2 }
/** Pixels that a pointer moves in a press that is no stroke. */
const still = 8

/** The band of `count` at a place of the drawing's width, 0 to 1. */
export function bandAt(place: number, count: number): number {
  const steps = count - bands.inner + 2 * bands.outer
  const at = Math.round(place * steps - bands.outer - (1 - bands.inner) / 2)
  return Math.max(0, Math.min(count - 1, at))
}

/** The drawing inside a canvas, in pixels from its left. */
export interface Area {
  x: number
  width: number
}

interface Stroke {
  from: number
  to: number
}

/**
 * Handlers for the element that holds the chart, and the stroke while it is drawn, in pixels from the element's left.
 * `area` is asked when the stroke ends; without an answer nothing was meant.
 */
export function useBrush(count: number, area: () => Area | null, onRange?: (from: number, to: number) => void) {
  const [stroke, setStroke] = useState<Stroke | null>(null)
  /** A press that was a stroke is no press on a column. */
  const stroked = useRef(false)
  if (!onRange) return { stroke: null, stroked, handlers: {} }
  const at = (event: PointerEvent<HTMLElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left
  const end = (event: PointerEvent<HTMLElement>) => {
    setStroke(null)
    const drawn = area()
    if (!stroke || !drawn || Math.abs(at(event) - stroke.from) < still) return
    const [from, to] = [stroke.from, at(event)]
      .map((x) => bandAt((x - drawn.x) / drawn.width, count))
      .sort((left, right) => left - right) as [number, number]
    stroked.current = true
    if (from !== to) onRange(from, to)
  }
  return {
    stroke,
    stroked,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        stroked.current = false
        // A finger scrolls the page; it chooses days in the calendar.
        if (event.button === 0 && event.pointerType !== 'touch') setStroke({ from: at(event), to: at(event) })
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const to = at(event)
        setStroke((was) => was && { from: was.from, to })
      },
      onPointerUp: end,
      onPointerLeave: end,
    },
  }
}
