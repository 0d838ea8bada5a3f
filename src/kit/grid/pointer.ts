/** Everything that keys, pointer and clipboard do to a sheet. */
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import { isZero } from '@contract/values/money.ts'
import { isUnread } from '../form/money-reading.ts'
import { cellAt, clearEdits, fillDownEdits, ownCount, placeOfPath, type SheetView } from './actions.ts'
import type { EditEnd } from './cell.tsx'
import { useGridClipboard } from './clipboard-events.ts'
import { effectiveValue, ownOf, typedEdit, type Edit, type Edits, type GridCell } from './edits.ts'
import type { GridProps } from './grid.tsx'
import { commandOf, movedTo, type GridCommand } from './keys.ts'
import { areaOf, clampPosition, type CellPosition } from './ranges.ts'
import type { Editing } from './row.tsx'
import { useGridSelection } from './selection.ts'
import { useRowWindow } from './window.ts'
import { typedText } from './values.ts'

/** The place a cell of the document stands for, or null. */
function placeOf(target: EventTarget): CellPosition | null {
  const [row, column] =
    (target as HTMLElement).closest<HTMLElement>('[data-place]')?.dataset['place']?.split(':').map(Number) ?? []
  return row === undefined || column === undefined ? null : { row, column }
}

const same = (one: CellPosition, other: CellPosition) => one.row === other.row && one.column === other.column
const onward: Record<Exclude<EditEnd, 'leave'>, readonly [down: number, across: number]> = {
  down: [1, 0],
  up: [-1, 0],
  right: [0, 1],
  left: [0, -1],
  stay: [0, 0],
}

/** The selection, the cell being typed in, and what to hang on the sheet's box. */
export function useGridPointer<Row, Data>(props: GridProps<Row, Data>) {
  const { rows, columns, edits, readOnly, onEdit, onUndo, onRedo } = props
  const box = useRef<HTMLDivElement>(null)
  const size = { rows: rows.length, columns: columns.length }
  const first = columns.findIndex((column) => column.cell)
  const selection = useGridSelection(box, size, { row: 0, column: Math.max(0, first) })
  const shown = useRowWindow(box, rows.length)
  const touch = useRef(false)
  const [editing, setEditing] = useState<Editing | null>(null)
  const sheet: SheetView<Row, Data> = { rows, columns, edits }
  const { active, range, select } = selection
  const change = (more: readonly Edit<Data>[]) => {
    if (!readOnly && more.length > 0) onEdit(more)
  }
  const begin = (place: CellPosition, text?: string) => {
    const cell = cellAt(sheet, place)
    if (!cell || readOnly) return
    // Of two values, the other one: there is nothing to type.
    if (cell.kind === 'flag') change([text === undefined ? flipped(cell, edits) : typedEdit(cell, text)])
    else setEditing({ place, text: text ?? typedText(cell, ownOf(cell, edits)) })
  }
  const end = (text: string | null, then: EditEnd) => {
    const place = editing?.place
    const cell = place && cellAt(sheet, place)
    setEditing(null)
    if (!place || !cell) return
    if (text !== null && text !== typedText(cell, ownOf(cell, edits))) change([typedEdit(cell, text)])
    if (then === 'leave') return
    const [down, across] = onward[then]
    // The field is about to go: the focus waits on the sheet for the next cell to take it.
    box.current?.focus({ preventScroll: true })
    select(clampPosition({ row: place.row + down, column: place.column + across }, size) ?? place)
  }
  const run = (command: GridCommand) => {
    switch (command.kind) {
      case 'move':
        return select(movedTo(command, active, size, shown.page), command.extend)
      case 'edit':
        return begin(active)
      case 'type':
        return begin(active, command.text)
      case 'clear':
        return change(clearEdits(sheet, range))
      case 'fill':
        return change(fillDownEdits(sheet, range))
      case 'undo':
        return readOnly ? undefined : onUndo?.()
      case 'redo':
        return readOnly ? undefined : onRedo?.()
      case 'all':
        return selection.selectAll()
      case 'escape':
        return select(active)
    }
  }
  const clipboard = useGridClipboard(sheet, range, editing !== null, readOnly ? null : change)
  const onKeyDown = (event: KeyboardEvent) => {
    const command = commandOf(event, cellAt(sheet, active) ?? {})
    if (!command) return
    event.preventDefault()
    run(command)
  }
  useRefusedShown(props, box, select)
  return {
    box,
    shown,
    editing,
    said: clipboard.said,
    lost: clipboard.lost,
    forgetLost: clipboard.forgetLost,
    selection,
    end,
    detail: {
      cell: cellAt(sheet, active),
      selected: areaOf(range),
      own: ownCount(sheet, range),
      onClear: () => change(clearEdits(sheet, range)),
    },
    events: { onKeyDown, ...clipboard.events, ...pointerEvents({ touch, active, editing, select, begin }) },
  }
}

/** Goes to a cell when it is refused. The row of the active cell is drawn wherever it is. */
function useRefusedShown<Row, Data>(
  { rows, columns, faults, refused }: GridProps<Row, Data>,
  box: RefObject<HTMLElement | null>,
  select: (place: CellPosition) => void,
): void {
  const place = refused && faults.has(refused.path) ? placeOfPath({ rows, columns }, refused.path) : null
  const latest = useRef(place)
  latest.current = place
  useEffect(() => {
    if (!refused || !latest.current) return
    box.current?.focus({ preventScroll: true })
    select(latest.current)
  }, [refused, box, select])
}

/** The other one of two values. */
function flipped<Data>(cell: GridCell<Data>, edits: Edits<Data>): Edit<Data> {
  const held = effectiveValue(cell, edits)
  const yes = held !== null && !isUnread(held) && !isZero(held)
  return { cell, value: yes ? '0' : '1' }
}

interface PointerNeeds {
  /** Was it a finger that touched last? */
  touch: RefObject<boolean>
  active: CellPosition
  editing: Editing | null
  select: (place: CellPosition, extend?: boolean) => void
  begin: (place: CellPosition) => void
}

/** A mouse draws ranges and edits with two presses. A finger scrolls: it selects with a tap and edits with a tap on what is selected. */
function pointerEvents({ touch, active, editing, select, begin }: PointerNeeds) {
  const free = (place: CellPosition | null): place is CellPosition =>
    place !== null && !(editing && same(editing.place, place))
  return {
    onPointerDown: (event: PointerEvent) => {
      touch.current = event.pointerType === 'touch'
      const place = placeOf(event.target)
      if (free(place) && event.button === 0 && !touch.current) select(place, event.shiftKey)
    },
    onPointerOver: (event: PointerEvent) => {
      const place = placeOf(event.target)
      if (free(place) && event.buttons === 1 && event.pointerType === 'mouse' && !editing) select(place, true)
    },
    onClick: (event: MouseEvent) => {
      const place = placeOf(event.target)
      if (!free(place) || !touch.current) return
      if (same(place, active)) begin(place)
      else select(place)
    },
    onDoubleClick: (event: MouseEvent) => {
      const place = placeOf(event.target)
      // Two taps of a finger were two clicks already.
      if (free(place) && !touch.current) begin(place)
    },
  }
}
