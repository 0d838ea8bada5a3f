/** Everything that keys, pointer and clipboard do to a sheet. */
import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import {
  cellAt,
  cleared,
  copied,
  filledDown,
  ownCount,
  pasted,
  pastedText,
  placeOfPath,
  type Pasted,
  type Sheet,
} from './actions.ts'
import type { EditEnd } from './cell.tsx'
import { inForce, ownOf, typedEdit, type Edit, type Edits, type GridCell } from './edits.ts'
import type { GridProps } from './grid.tsx'
import { commandOf, movedTo, type GridCommand } from './keys.ts'
import { areaOf, clamped, type Place } from './ranges.ts'
import type { Editing } from './row.tsx'
import { useGridSelection } from './selection.ts'
import { useRowWindow } from './window.ts'
import { isZero } from '@contract/values/money.ts'
import { isUnread } from '../form/money-reading.ts'
import { typedText } from './values.ts'

/** The place a cell of the document stands for, or null. */
function placeOf(target: EventTarget): Place | null {
  const [row, column] =
    (target as HTMLElement).closest<HTMLElement>('[data-place]')?.dataset['place']?.split(':').map(Number) ?? []
  return row === undefined || column === undefined ? null : { row, column }
}

const same = (one: Place, other: Place) => one.row === other.row && one.column === other.column
const onward: Record<Exclude<EditEnd, 'leave'>, readonly [down: number, across: number]> = {
  down: [1, 0],
  up: [-1, 0],
  right: [0, 1],
  left: [0, -1],
  stay: [0, 0],
}

/** The selection, the cell being typed in, and what to hang on the sheet's box. */
export function useGridPointer<Row, Data>({
  rows,
  columns,
  edits,
  readOnly,
  refused,
  onEdit,
  onUndo,
  onRedo,
}: GridProps<Row, Data>) {
  const box = useRef<HTMLDivElement>(null)
  const size = { rows: rows.length, columns: columns.length }
  const first = columns.findIndex((column) => column.cell)
  const selection = useGridSelection(box, size, { row: 0, column: Math.max(0, first) })
  const shown = useRowWindow(box, rows.length)
  const touch = useRef(false)
  const [editing, setEditing] = useState<Editing | null>(null)
  const [said, setSaid] = useState('')
  const [lost, setLost] = useState<Pasted<Data>['lost']>([])
  const sheet: Sheet<Row, Data> = { rows, columns, edits }
  const { active, range, select } = selection
  const change = (more: readonly Edit<Data>[]) => {
    if (!readOnly && more.length > 0) onEdit(more)
  }
  const begin = (place: Place, text?: string) => {
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
    select(clamped({ row: place.row + down, column: place.column + across }, size) ?? place)
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
        return change(cleared(sheet, range))
      case 'fill':
        return change(filledDown(sheet, range))
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
  const clipboard = {
    onCopy: (event: ClipboardEvent) => {
      if (editing) return
      event.clipboardData.setData('text/plain', copied(sheet, range))
      event.preventDefault()
      setSaid(areaOf(range) === 1 ? 'Copiada 1 celda' : `Copiadas ${areaOf(range)} celdas`)
    },
    onPaste: (event: ClipboardEvent) => {
      if (editing || readOnly) return
      event.preventDefault()
      const result = pasted(sheet, range, event.clipboardData.getData('text/plain'))
      change(result.edits)
      setLost(result.lost)
      setSaid(pastedText(result))
    },
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const command = commandOf(event, cellAt(sheet, active)?.kind === 'flag')
    if (!command) return
    event.preventDefault()
    run(command)
  }
  // The row of the active cell is drawn wherever it is.
  const latest = useRef({ sheet, select })
  latest.current = { sheet, select }
  useEffect(() => {
    const place = refused && placeOfPath(latest.current.sheet, refused.path)
    if (!place) return
    box.current?.focus({ preventScroll: true })
    latest.current.select(place)
  }, [refused])
  return {
    box,
    shown,
    editing,
    said,
    lost,
    forgetLost: () => setLost([]),
    selection,
    end,
    detail: {
      cell: cellAt(sheet, active),
      selected: areaOf(range),
      own: ownCount(sheet, range),
      onClear: () => change(cleared(sheet, range)),
    },
    events: { onKeyDown, ...clipboard, ...pointerEvents({ touch, active, editing, select, begin }) },
  }
}

function flipped<Data>(cell: GridCell<Data>, edits: Edits<Data>): Edit<Data> {
  const held = inForce(cell, edits)
  const yes = held !== null && !isUnread(held) && !isZero(held)
  return { cell, value: yes ? '0' : '1' }
}

interface PointerNeeds {
  /** Was it a finger that touched last? */
  touch: RefObject<boolean>
  active: Place
  editing: Editing | null
  select: (place: Place, extend?: boolean) => void
  begin: (place: Place) => void
}

/** A mouse draws ranges and edits with two presses. A finger scrolls: it selects with a tap and edits with a tap on what is selected. */
function pointerEvents({ touch, active, editing, select, begin }: PointerNeeds) {
  const free = (place: Place | null): place is Place => place !== null && !(editing && same(editing.place, place))
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
