/** Totals that stay in sight over their rows cut none of them in half: they reach up to where the last whole row ends. */
import { useEffect, useRef, type RefObject } from 'react'

/** How much of a row stands above the totals' edge although its end does not; 0 where none is cut. A pixel is a border. */
export function cutAbove(edge: number, { top, bottom }: { top: number; bottom: number }): number {
  return top < edge - 1 && bottom > edge + 1 ? edge - top : 0
}

function cover(grid: HTMLElement): void {
  const totals = grid.querySelector<HTMLElement>('div.ant-table-summary')
  if (!totals) return
  const { left, top } = totals.getBoundingClientRect()
  // What lies just above the edge, whatever its height: of hundreds of rows none else is asked.
  const row = document.elementFromPoint?.(left + 4, top - 2)?.closest('tr.ant-table-row')
  const cut = row && grid.contains(row) ? cutAbove(top, row.getBoundingClientRect()) : 0
  totals.style.setProperty('--cut', `${cut}px`)
}

/** For what is around the table; looked at when it scrolls, and when it or the window has another size. */
export function useWholeEdge(): RefObject<HTMLDivElement | null> {
  const grid = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = grid.current!
    let asked = 0
    const look = () => {
      cancelAnimationFrame(asked)
      asked = requestAnimationFrame(() => cover(element))
    }
    const watcher = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(() => cover(element))
    watcher?.observe(element)
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      cancelAnimationFrame(asked)
      watcher?.disconnect()
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [])
  return grid
}
