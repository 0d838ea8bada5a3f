/** Which cells of a sheet are selected, and the focus that follows the active one. */
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { clampPosition, rangeOf, type CellPosition, type CellRange, type Selection, type Size } from './ranges.ts'

export interface GridSelection {
  /** The cell that has the focus and that typing goes to. */
  active: CellPosition
  range: CellRange
  select: (place: CellPosition, extend?: boolean) => void
  selectAll: () => void
}

const corner: Selection = { anchor: { row: 0, column: 0 }, focus: { row: 0, column: 0 } }

/**
 * Begins at `first`. Of an extended selection the corner that moves has the focus. The focus is only moved while it is in the
 * sheet already: rows that arrive must not take it from elsewhere.
 */
export function useGridSelection(box: RefObject<HTMLElement | null>, size: Size, first: CellPosition): GridSelection {
  const [wanted, setWanted] = useState<Selection>({ anchor: first, focus: first })
  const moved = useRef(false)
  const selection = {
    anchor: clampPosition(wanted.anchor, size) ?? corner.anchor,
    focus: clampPosition(wanted.focus, size) ?? corner.focus,
  }
  const select = useCallback((place: CellPosition, extend = false) => {
    moved.current = true
    setWanted((before) => ({ anchor: extend ? before.anchor : place, focus: place }))
  }, [])
  const selectAll = () => {
    moved.current = true
    setWanted({ anchor: { row: size.rows - 1, column: size.columns - 1 }, focus: corner.focus })
  }
  const { row, column } = selection.focus
  useLayoutEffect(() => {
    if (!moved.current || !box.current?.contains(document.activeElement)) return
    moved.current = false
    const cell = box.current.querySelector<HTMLElement>(`[data-place="${row}:${column}"]`)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [box, row, column, wanted])
  return { active: selection.focus, range: rangeOf(selection), select, selectAll }
}
