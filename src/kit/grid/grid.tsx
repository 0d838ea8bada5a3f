/**
 * A sheet as spreadsheets have them: arrows, ranges, Enter or F2 to edit, copy and paste with other
 * spreadsheets, fill down, undo. It shows edits and asks for them; who keeps and saves them is its owner.
 */
import { Alert } from 'antd'
import { useMemo, type CSSProperties, type ReactNode } from 'react'
import { lostText } from './actions.ts'
import { alignOf, columnLayout, type GridColumn } from './columns.ts'
import { GridDetail } from './detail.tsx'
import type { Edit, Edits } from './edits.ts'
import { helpId } from './help.tsx'
import { useGridPointer } from './pointer.ts'
import type { PastedText } from './ranges.ts'
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
  /** A cell that was just refused: shown, with the focus. */
  refused: { path: string } | null
  readOnly: boolean
  onEdit: (more: readonly Edit<Data>[]) => void
  /** Null when there is no step to take. */
  onUndo: (() => void) | null
  onRedo: (() => void) | null
  clearLabel?: string
  /** Shows the label above. */
  titled?: true
}

export function Grid<Row, Data>(props: GridProps<Row, Data>) {
  const { label, rows, columns, edits, faults, readOnly, clearLabel = 'Heredar de nuevo', onUndo, onRedo } = props
  const { box, shown, editing, said, lost, forgetLost, selection, detail, events, end } = useGridPointer(props)
  const layout = useMemo(() => columnLayout(columns), [columns])
  const inSight = rows
    .map((row, index) => ({ row, index }))
    .filter(({ index }) => (index >= shown.from && index < shown.to) || index === selection.active.row)
  const style = {
    '--grid-template': layout.template,
    '--grid-least': `${layout.least}px`,
    '--grid-pinned': `${layout.pinned}px`,
  } as CSSProperties
  return (
    <div className="grid-frame surface" data-titled={props.titled}>
      <GridDetail
        {...detail}
        edits={edits}
        fault={detail.cell ? faults.get(detail.cell.path) : undefined}
        readOnly={readOnly}
        clearLabel={clearLabel}
        title={props.titled && label}
        onUndo={onUndo}
        onRedo={onRedo}
      />
      {lost.length > 0 && <LostNotice lost={lost} onClose={forgetLost} />}
      <div
        ref={box}
        className="grid"
        role="grid"
        aria-label={label}
        aria-describedby={helpId}
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
      <div className="sorteo-unseen" role="status">
        {said}
      </div>
    </div>
  )
}

/** Lost texts that are named one by one. */
const mostNamed = 12

/** What of a paste found no place: how many, and which by where each stood. It was announced already. */
function LostNotice({ lost, onClose }: { lost: readonly PastedText[]; onClose: () => void }) {
  const named = lost
    .slice(0, mostNamed)
    .map(({ text, row, column }) => `«${text.trim()}» (fila ${row + 1}, columna ${column + 1})`)
  const more = lost.length - named.length
  return (
    <Alert
      type="warning"
      role="note"
      banner
      closable
      onClose={onClose}
      message={`${lostText(lost)}, de lo pegado: ${named.join(', ')}${more > 0 ? ` y ${more} más` : ''}. Cae fuera, o donde no se edita.`}
    />
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
            data-align={alignOf(column, column.cell !== undefined)}
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
