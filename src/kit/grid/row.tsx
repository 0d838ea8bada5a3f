/** One row of a sheet. */
import type { ReactNode } from 'react'
import { GridCellBox, GridEditor, GridValue, type EditEnd } from './cell.tsx'
import { alignOf, type GridColumn } from './columns.ts'
import { ownOf, type Edits } from './edits.ts'
import { isInside, type CellPosition, type CellRange } from './ranges.ts'
import { isWords } from './values.ts'
import { rowHeight } from './window.ts'

/** A cell being typed in, and what its field began with. */
export interface Editing {
  place: CellPosition
  text: string
}

export interface GridRowProps<Row, Data> {
  row: Row
  index: number
  columns: readonly GridColumn<Row, Data>[]
  edits: Edits<Data>
  faults: ReadonlyMap<string, string>
  active: CellPosition
  range: CellRange
  editing: Editing | null
  readOnly: boolean
  onEnd: (text: string | null, then: EditEnd) => void
}

/** Header rows count from 1, so the first row of values is the second. */
const firstRow = 2

export function GridRow<Row, Data>(props: GridRowProps<Row, Data>) {
  const { index, columns } = props
  const lefts = columns.map((_, at) => columns.slice(0, at).reduce((sum, { width }) => sum + width, 0))
  return (
    <div
      role="row"
      className="grid-row"
      aria-rowindex={index + firstRow}
      style={{ top: index * rowHeight, height: rowHeight }}
    >
      {columns.map((column, at) => (
        <OneCell key={column.key} {...props} column={column} at={at} left={lefts[at] ?? 0} />
      ))}
    </div>
  )
}

function OneCell<Row, Data>({
  row,
  index,
  column,
  at,
  left,
  edits,
  faults,
  active,
  range,
  editing,
  readOnly,
  onEnd,
}: GridRowProps<Row, Data> & { column: GridColumn<Row, Data>; at: number; left: number }): ReactNode {
  const cell = column.cell?.(row) ?? null
  const place = { row: index, column: at }
  const typing = cell !== null && editing?.place.row === index && editing.place.column === at
  const shared = {
    role: column.header ? ('rowheader' as const) : ('gridcell' as const),
    place: `${index}:${at}`,
    column: at,
    active: active.row === index && active.column === at,
    selected: isInside(range, place),
    editable: cell !== null && !readOnly,
    align: alignOf(column, cell !== null),
    pinned: column.header ? left : null,
  }
  if (!cell)
    return (
      <GridCellBox {...shared} empty={column.cell !== undefined}>
        {column.render?.(row)}
      </GridCellBox>
    )
  const value = ownOf(cell, edits)
  const fault = faults.get(cell.path)
  const changed = edits.has(cell.path) && !cell.fresh
  return (
    <GridCellBox
      {...shared}
      state={{ changed, inherited: value === null, fault: fault !== undefined, origin: cell.from }}
    >
      {typing ? (
        <GridEditor label={cell.label} words={isWords(cell)} text={editing.text} onEnd={onEnd} />
      ) : (
        <GridValue cell={cell} value={value} changed={changed} fault={fault} />
      )}
    </GridCellBox>
  )
}
