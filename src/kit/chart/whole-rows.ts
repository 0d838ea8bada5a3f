/** A table that scrolls in a box shows no row by half: where not all have room, those that do share it. */
import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * The height of every row, in pixels, with which the room ends where a row does; `undefined` where all of them have room
 * as they are, or not even one has. `rows` are their own heights: the tallest has its own at least.
 */
export function sharedHeight(room: number, rows: readonly number[]): number | undefined {
  const tallest = Math.max(...rows)
  const whole = Math.floor(room / tallest)
  const overflow = rows.reduce((sum, height) => sum + height, 0) > room + 1
  return overflow && whole >= 1 && Number.isFinite(whole) ? room / whole : undefined
}

const heightOf = (part: Element | null | undefined) => part?.getBoundingClientRect().height ?? 0

/** Measured anew whenever the table is drawn or its box changes: heads and totals stay in sight, and the rows scroll between them. */
function fit(box: HTMLElement) {
  const table = box.querySelector('table')
  if (!table) return
  box.style.removeProperty('--row-height')
  const head = heightOf(table.tHead)
  const rows = [...table.tBodies].flatMap((body) => [...body.rows].map(heightOf))
  const shared = sharedHeight(box.clientHeight - head - heightOf(table.tFoot), rows)
  if (shared === undefined) return
  box.style.setProperty('--row-height', `${shared}px`)
  box.style.scrollPaddingTop = `${head}px`
}

/** For the box that scrolls. */
export function useWholeRows(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => fit(box.current!))
  useLayoutEffect(() => {
    if (typeof ResizeObserver === 'undefined') return
    const watcher = new ResizeObserver(() => fit(box.current!))
    watcher.observe(box.current!)
    return () => watcher.disconnect()
  }, [])
  return box
}
