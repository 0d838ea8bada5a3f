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

/** A box with the heights that its table has by itself. */
interface Measured {
  box: HTMLElement
  head: number
  rows: readonly number[]
  shared: number | undefined
}

function measure(box: HTMLElement): Measured {
  const table = box.querySelector('table')
  const head = heightOf(table?.tHead)
  const rows = [...(table?.tBodies ?? [])].flatMap((body) => [...body.rows].map(heightOf))
  return { box, head, rows, shared: sharedHeight(box.clientHeight - head - heightOf(table?.tFoot), rows) }
}

/** What a box was last given, and how high its rows are by that. */
const given = new WeakMap<Element, number>()

/**
 * Heads and totals stay in sight, and the rows scroll between them. All boxes are asked before the first is given
 * anything: in turns, the page would be laid out once for each of them.
 */
function fit(boxes: readonly HTMLElement[]) {
  for (const box of boxes) box.style.removeProperty('--row-height')
  for (const { box, head, rows, shared } of boxes.map(measure)) {
    given.set(box, shared === undefined ? 0 : shared * rows.length)
    if (shared === undefined) continue
    box.style.setProperty('--row-height', `${shared}px`)
    // Whole pixels, rounded up: half a pixel more above the first row, and the box would never stand at its start.
    box.style.scrollPaddingTop = `${Math.ceil(head)}px`
  }
}

const boxOf = (part: Element) => part.closest<HTMLElement>('.chart-frame-scroll, .figure-table')
/** Whether a body is as high as its box was told to make it: that is no news. */
const isAsGiven = ({ target, contentRect }: ResizeObserverEntry) =>
  target instanceof HTMLTableSectionElement && Math.abs(contentRect.height - (given.get(boxOf(target)!) ?? 0)) < 1

/**
 * One for all boxes. Told of sizes when they are known and nothing is drawn yet: asked for earlier, the page would be
 * laid out once more.
 */
const watcher =
  typeof ResizeObserver === 'undefined'
    ? undefined
    : new ResizeObserver((entries) => {
        const boxes = entries.filter((entry) => !isAsGiven(entry)).map(({ target }) => boxOf(target))
        fit([...new Set(boxes)].filter((box) => box !== null))
      })

/**
 * For the box that scrolls: of class `chart-frame-scroll` or `figure-table`, around one table. Fitted whenever box or
 * rows have another size.
 */
export function useWholeRows(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const watched = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const body = box.current!.querySelector('tbody')
    if (body === watched.current) return
    if (watched.current) watcher?.unobserve(watched.current)
    if (body) watcher?.observe(body)
    watched.current = body
  })
  useLayoutEffect(() => {
    const element = box.current!
    watcher?.observe(element)
    return () => {
      watcher?.unobserve(element)
      if (watched.current) watcher?.unobserve(watched.current)
      watched.current = null
    }
  }, [])
  return box
}
