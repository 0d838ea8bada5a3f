/** The line above a sheet: which cell is active, whose value it has, and what may be done with the selection. */
import { ClearOutlined, RollbackOutlined, StepForwardOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { ownOf, valueText, type Edits, type GridCell } from './edits.ts'
import { shownText } from './values.ts'

export interface GridDetailProps<Data> {
  cell: GridCell<Data> | null
  edits: Edits<Data>
  fault: string | undefined
  /** Cells selected. */
  selected: number
  /** Of them, with a value of their own. */
  own: number
  readOnly: boolean
  /** What no value of its own is called: `Heredar de nuevo`, `Quitar`. */
  clearLabel: string
  /** The sheet's name, where it stands among others. */
  title: string | undefined
  onClear: () => void
  onUndo: (() => void) | null
  onRedo: (() => void) | null
}

function story<Data>(cell: GridCell<Data>, edits: Edits<Data>): string {
  const value = ownOf(cell, edits)
  if (cell.fresh) return value === null && cell.inherited !== null ? `Como ${cell.from ?? 'arriba'}` : ''
  const above = cell.inherited === null ? null : `${cell.from ?? 'arriba'}: ${shownText(cell, cell.inherited)}`
  const now =
    value === null
      ? cell.inherited === null
        ? 'Sin valor'
        : `Hereda de ${cell.from ?? 'arriba'}`
      : ['Propio', above && `(${above})`].filter(Boolean).join(' ')
  return edits.has(cell.path) ? `${now}. Antes: ${valueText(cell, cell.own)}` : now
}

export function GridDetail<Data>({
  cell,
  edits,
  fault,
  selected,
  own,
  readOnly,
  clearLabel,
  title,
  onClear,
  onUndo,
  onRedo,
}: GridDetailProps<Data>) {
  const clear = selected > 1 && own > 0 ? `${clearLabel} (${own})` : clearLabel
  return (
    <div className="grid-detail row gap-md">
      {title !== undefined && <h2>{title}</h2>}
      <p className="grid-detail-text row stretch gap-sm sorteo-figures">
        {selected > 1 && <strong>{selected} celdas</strong>}
        {selected <= 1 && cell && (
          <>
            <strong>{cell.label}</strong>{' '}
            <span className="sorteo-muted">{[story(cell, edits), cell.note].filter(Boolean).join(' · ')}</span>
          </>
        )}
        {selected <= 1 && fault !== undefined && <span className="bad">{fault}</span>}
        {selected <= 1 && !cell && (
          <span className="sorteo-muted">Elija una celda para ver de dónde viene su valor</span>
        )}
      </p>
      {!readOnly && (
        <span className="line stretch inline gap-xs">
          <Button size="small" icon={<ClearOutlined />} aria-label={clear} disabled={own === 0} onClick={onClear}>
            {clear}
          </Button>
          <Tooltip title="Deshacer (Ctrl+Z)">
            <Button
              size="small"
              icon={<RollbackOutlined />}
              aria-keyshortcuts="Control+Z"
              disabled={onUndo === null}
              onClick={() => onUndo?.()}
            >
              Deshacer
            </Button>
          </Tooltip>
          <Tooltip title="Rehacer (Ctrl+Y o Ctrl+Mayús+Z)">
            <Button
              size="small"
              icon={<StepForwardOutlined />}
              aria-keyshortcuts="Control+Y"
              disabled={onRedo === null}
              onClick={() => onRedo?.()}
            >
              Rehacer
            </Button>
          </Tooltip>
        </span>
      )}
    </div>
  )
}
