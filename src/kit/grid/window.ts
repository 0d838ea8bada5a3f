/** Which rows of a long sheet are drawn: those in sight and a few around them. */
import { useEffect, useState, type RefObject } from 'react'

/** Pixels. Every row is as tall, so that a row's place is known without drawing the others. */
export const rowHeight = 32
/** A sheet of up to this many rows is drawn whole. */
const drawnWhole = 200
const around = 10
/** Where nothing says how tall the box is. */
const assumedHeight = 640

export interface RowWindow {
  from: number
  /** Not included. */
  to: number
  /** How many rows a page holds. */
  page: number
}

export function rowWindow(scrolled: number, height: number, rows: number): RowWindow {
  const tall = height > 0 ? height : assumedHeight
  const page = Math.max(1, Math.floor(tall / rowHeight) - 1)
  if (rows <= drawnWhole) return { from: 0, to: rows, page }
  const first = Math.floor(scrolled / rowHeight)
  return { from: Math.max(0, first - around), to: Math.min(rows, first + Math.ceil(tall / rowHeight) + around), page }
}

/** The window of the box as it is scrolled and sized. */
export function useRowWindow(box: RefObject<HTMLElement | null>, rows: number): RowWindow {
  const [seen, setSeen] = useState({ scrolled: 0, height: 0 })
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const look = () =>
      setSeen((before) =>
        before.scrolled === element.scrollTop && before.height === element.clientHeight
          ? before
          : { scrolled: element.scrollTop, height: element.clientHeight },
      )
    look()
    element.addEventListener('scroll', look, { passive: true })
    const watcher = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look)
    watcher?.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      watcher?.disconnect()
    }
  }, [box])
  return rowWindow(seen.scrolled, seen.height, rows)
}
