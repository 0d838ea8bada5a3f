/**
 * A sheet as spreadsheets have them: arrows, ranges, Enter or F2 to edit, copy and paste with other
 * spreadsheets, fill down, undo. It shows edits and asks for them; who keeps and saves them is its owner.
 */
import { useId, useMemo, type CSSProperties, type ReactNode } from 'react'
import { columnLayout, type GridColumn } from './columns.ts'
import { GridDetail } from './detail.tsx'
import type { Edit, Edits } from './edits.ts'
import { useGridPointer } from './pointer.ts'
import { GridRow } from './row.tsx'
import { rowHeight } from './window.ts'
import './grid.css'

export interface GridProps<Row, Data> {
  /** Says what the sheet holds. */
  label: string
  rows: readonly Row[]
  columns: readonly GridColumn<Row, Data>[]
  rowKey: (row: Row) => string
  edits: Edits<Data>
  faults: ReadonlyMap<string, string>
  readOnly: boolean
  onEdit: (more: readonly Edit<Data>[]) => void
  /** Null when there is no step to take. */
  onUndo: (() => void) | null
  onRedo: (() => void) | null
  clearLabel?: string
}

export function Grid<Row, Data>(props: GridProps<Row, Data>) {
  const { label, rows, columns, edits, faults, readOnly, clearLabel = 'Heredar de nuevo', onUndo, onRedo } = props
  const { box, shown, editing, said, selection, detail, events, end } = useGridPointer(props)
  const layout = useMemo(() => columnLayout(columns), [columns])
  const help = useId()
  const inSight = rows
    .map((row, index) => ({ row, index }))
    .filter(({ index }) => (index >= shown.from && index < shown.to) || index === selection.active.row)
  const style = {
    '--grid-template': layout.template,
    '--grid-least': `${layout.least}px`,
    '--grid-pinned': `${layout.pinned}px`,
  } as CSSProperties
  return (
    <div className="grid-frame surface">
      <GridDetail
        {...detail}
        edits={edits}
        fault={detail.cell ? faults.get(detail.cell.path) : undefined}
        readOnly={readOnly}
        clearLabel={clearLabel}
        onUndo={onUndo}
        onRedo={onRedo}
      />
      <div
        ref={box}
        className="grid"
        role="grid"
        aria-label={label}
        aria-describedby={help}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable="true"
        aria-readonly={readOnly}
        tabIndex={-1}
        style={style}
        {...events}
      >
        <GridHead columns={columns} />
        <div role="rowgroup" className="grid-body" style={{ height: rows.length * rowHeight }}>
          {inSight.map(({ row, index }) => (
            <GridRow
              key={props.rowKey(row)}
              row={row}
              index={index}
              columns={columns}
              edits={edits}
              faults={faults}
              active={selection.active}
              range={selection.range}
              editing={editing}
              readOnly={readOnly}
              onEnd={end}
            />
          ))}
        </div>
      </div>
      <p className="grid-help note" id={help}>
        {readOnly
          ? 'Flechas para moverse, Mayús para seleccionar, Ctrl+C copia.'
          : 'Enter edita · Supr quita lo propio · Mayús+flechas seleccionan · Ctrl+C y Ctrl+V copian y pegan, también de otra hoja de cálculo · Ctrl+D rellena hacia abajo · Ctrl+Z deshace'}
      </p>
      <div className="sorteo-unseen" role="status">
        {said}
      </div>
    </div>
  )
}

function GridHead<Row, Data>({ columns }: { columns: readonly GridColumn<Row, Data>[] }): ReactNode {
  return (
    <div role="rowgroup" className="grid-head">
      <div role="row" className="grid-row" aria-rowindex={1}>
        {columns.map((column, at) => (
          <div
            key={column.key}
            role="columnheader"
            className="grid-cell line gap-xs sorteo-figures"
            aria-colindex={at + 1}
            data-align={column.cell ? 'right' : column.align}
            data-pinned={column.header === true}
            style={
              column.header
                ? ({
                    '--grid-left': `${columns.slice(0, at).reduce((sum, { width }) => sum + width, 0)}px`,
                  } as CSSProperties)
                : undefined
            }
          >
            {column.title}
          </div>
        ))}
      </div>
    </div>
  )
}
