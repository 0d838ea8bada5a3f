/** The board as people see it: darker is fuller, the fullest warm; blocked numbers are hatched and locked. */
import { CheckCircleFilled, LockFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { memo, type MouseEvent, type FocusEvent } from 'react'
import type { Currency } from '@contract/values/currency.ts'
import { formatDecimal, formatMoney } from '@contract/values/money.ts'
import { SymbolFace } from '@/kit/values/symbol-face.tsx'
import { levelLabels, usedText, useLevel, type BoardCell, type Group } from './board.ts'
import type { BoardSelection } from './selection.ts'

export interface NumberBoardProps {
  groups: readonly Group[]
  selection: BoardSelection
  currency: Currency
  /** How cells look: animals with their picture, ten by ten, or as they fit. */
  shape: 'symbols' | 'ten' | 'list'
  /** Zooms into a hundred of a thousand. */
  onGroup?: (key: string) => void
  /** The cell under the pointer or the focus. */
  onLook: (number: string | null) => void
}

export function NumberBoard({ groups, selection, currency, shape, onGroup, onLook }: NumberBoardProps) {
  const small = groups.length > 1
  const first = groups[0]?.cells[0]?.number
  const look = (event: MouseEvent | FocusEvent) => {
    const number = (event.target as HTMLElement).closest<HTMLElement>('[data-number]')?.dataset['number']
    if (number !== undefined) onLook(number)
  }
  return (
    <div
      className="block-board"
      data-small={small}
      role="toolbar"
      tabIndex={-1}
      aria-label="Números. Elija con Espacio; Mayúsculas y flechas extienden; Control y A los toma todos."
      onMouseOver={look}
      onMouseLeave={() => onLook(null)}
      onFocus={look}
      {...selection.handlers}
    >
      {groups.map((group) => (
        <section key={group.key} aria-label={group.key === '' ? 'Números' : `Del ${group.key}00 al ${group.key}99`}>
          {small && (
            <Button type="text" size="small" className="sorteo-figures" onClick={() => onGroup?.(group.key)}>
              {group.key}00 – {group.key}99
            </Button>
          )}
          <div className={`tiles block-cells block-cells-${shape}`}>
            {group.cells.map((cell) => (
              <CellButton
                key={cell.number}
                cell={cell}
                chosen={selection.chosen.has(cell.number)}
                stop={cell.number === first}
                small={small}
                currency={currency}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

/** A number in words: what it sold, how full it is, and whether it is blocked. */
export function numberText(cell: BoardCell, currency: Currency): string {
  const { row } = cell
  const name = cell.symbol_name === null ? cell.number : `${cell.number} ${cell.symbol_name}`
  if (!row) return `${name}: sin ventas`
  const sold = `vendido ${formatMoney(row.sold, currency, true)}, pagaría ${formatMoney(row.liability, currency, true)}`
  const quota =
    row.quota === null
      ? 'sin cupo'
      : `uso ${formatDecimal(row.used_percent ?? '0')} % de ` +
        `${formatMoney(row.quota, currency, true)}, quedan ` +
        `${formatMoney(row.available ?? '0.00', currency, true)}`
  return `${name}: ${sold}; ${quota}${row.blocked_id === null ? '' : '; bloqueado'}`
}

interface CellProps {
  cell: BoardCell
  chosen: boolean
  stop: boolean
  small: boolean
  currency: Currency
}

const CellButton = memo(
  function CellButton({ cell, chosen, stop, small, currency }: CellProps) {
    const used = cell.row?.used_percent ?? null
    return (
      <button
        type="button"
        className="block-cell cell middle"
        data-roving
        data-number={cell.number}
        data-level={useLevel(used)}
        data-blocked={cell.row?.blocked_id != null}
        tabIndex={stop ? 0 : -1}
        aria-pressed={chosen}
        aria-label={numberText(cell, currency)}
      >
        {cell.symbol_name !== null && !small ? (
          <SymbolFace code={cell.number} name={cell.symbol_name} image_url={cell.image_url} />
        ) : (
          <span className="strong">{cell.number}</span>
        )}
        {!small && <span className="small">{used === null ? ' ' : usedText(used)}</span>}
        {cell.row?.blocked_id != null && <LockFilled className="block-cell-lock" aria-hidden="true" />}
        {chosen && <CheckCircleFilled className="block-cell-check" aria-hidden="true" />}
      </button>
    )
  },
  (before, after) =>
    before.chosen === after.chosen &&
    before.stop === after.stop &&
    before.small === after.small &&
    before.currency === after.currency &&
    sameCell(before.cell, after.cell),
)

/** A refresh brings new objects with the same figures. */
function sameCell(one: BoardCell, other: BoardCell): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

export function Legend() {
  return (
    <ul className="row gap-md plain-list note" aria-label="Uso del cupo, en porcentaje">
      <li>Uso del cupo, %:</li>
      {levelLabels.map(({ level, label }) => (
        <li key={level} className="line gap-xxs">
          <span className="block-swatch middle" data-level={level} aria-hidden="true" /> {label}
        </li>
      ))}
      <li className="line gap-xxs">
        <span className="block-swatch middle" data-level={0} data-blocked="true" aria-hidden="true">
          <LockFilled />
        </span>{' '}
        bloqueado
      </li>
    </ul>
  )
}
