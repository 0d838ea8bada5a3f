/** One cell of a sheet: a value of its own or the inherited one and whose it is, whether it was changed, and the field to type in. */
import { ClearOutlined, WarningFilled } from '@ant-design/icons'
import { useEffect, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { isUnread } from '../form/money-reading.ts'
import type { GridCell } from './edits.ts'
import { isWords, shownText } from './values.ts'

export interface GridValueProps<Data> {
  cell: GridCell<Data>
  /** The own value as edited. */
  value: string | null
  changed: boolean
  fault: string | undefined
}

/** Muted and with its origin where it is inherited; what only colour would say is also said in words. */
export function GridValue<Data>({ cell, value, changed, fault }: GridValueProps<Data>) {
  const inherits = value === null
  const shown = value ?? cell.inherited
  return (
    <>
      {fault !== undefined && <WarningFilled className="bad" aria-hidden="true" />}
      {inherits && changed && <ClearOutlined className="small warns" aria-hidden="true" />}
      {inherits && cell.from !== null && (
        <span className="grid-from cut note" aria-hidden="true">
          {cell.from}
        </span>
      )}
      <span className={isWords(cell) ? 'cut' : 'grid-amount'}>
        {shown === null ? !cell.fresh && '—' : shownText(cell, shown)}
      </span>
      <span className="sorteo-unseen">
        {shown === null ? ', sin valor' : inherits ? `, heredado${cell.from === null ? '' : ` de ${cell.from}`}` : ''}
        {changed && !cell.fresh && ', con cambios'}
        {isUnread(value) ? ', sin aclarar' : fault !== undefined && `, ${fault}`}
      </span>
    </>
  )
}

/** Where the active cell goes after an edit; `leave`: the focus is elsewhere already. */
export type EditEnd = 'down' | 'up' | 'right' | 'left' | 'stay' | 'leave'

export interface GridEditorProps {
  label: string
  /** What is typed are words. */
  words: boolean
  /** What it begins with. */
  text: string
  /** `null` gives up. */
  onEnd: (text: string | null, then: EditEnd) => void
}

/** Enter and Tab keep what was typed and go on, Escape gives it up, leaving the field keeps it. */
export function GridEditor({ label, words, text, onEnd }: GridEditorProps) {
  const input = useRef<HTMLInputElement>(null)
  const ended = useRef(false)
  useEffect(() => {
    input.current?.focus()
    input.current?.setSelectionRange(input.current.value.length, input.current.value.length)
  }, [])
  const end = (typed: string | null, then: EditEnd) => {
    if (ended.current) return
    ended.current = true
    onEnd(typed, then)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    const typed = event.currentTarget.value
    if (event.key === 'Enter') end(typed, event.shiftKey ? 'up' : 'down')
    else if (event.key === 'Tab') end(typed, event.shiftKey ? 'left' : 'right')
    else if (event.key === 'Escape') end(null, 'stay')
    else return
    event.preventDefault()
  }
  return (
    <input
      ref={input}
      className="grid-editor"
      inputMode={words ? 'text' : 'decimal'}
      {...(words && { style: { textAlign: 'left' } })}
      autoComplete="off"
      aria-label={label}
      defaultValue={text}
      onKeyDown={onKeyDown}
      onBlur={(event) => end(event.currentTarget.value, 'leave')}
    />
  )
}

export interface GridCellBoxProps {
  role: 'gridcell' | 'rowheader'
  place: string
  column: number
  active: boolean
  selected: boolean
  editable: boolean
  align: 'right' | undefined
  /** From the left, for a column that stays in sight. */
  pinned: number | null
  /** Its row has no value in this column. */
  empty?: boolean
  /** `origin`: whom it inherits from. */
  state?: { changed: boolean; inherited: boolean; fault: boolean; origin: string | null }
  children: ReactNode
}

/** The box of a cell: the place for the focus, and what assistive technology is told of it. */
export function GridCellBox({
  role,
  place,
  column,
  active,
  selected,
  editable,
  align,
  pinned,
  empty,
  state,
  children,
}: GridCellBoxProps) {
  return (
    <div
      role={role}
      className="grid-cell line gap-xs sorteo-figures"
      data-place={place}
      data-pinned={pinned !== null}
      data-align={align}
      data-void={empty}
      data-editable={editable}
      data-selected={selected}
      data-changed={state?.changed}
      data-inherited={state?.inherited}
      data-fault={state?.fault}
      aria-colindex={column + 1}
      aria-selected={selected}
      aria-readonly={editable ? undefined : true}
      {...(state?.fault && { 'aria-invalid': true })}
      {...(state?.inherited && state.origin !== null && { title: `Heredado de ${state.origin}` })}
      tabIndex={active ? 0 : -1}
      style={pinned === null ? undefined : ({ '--grid-left': `${pinned}px` } as CSSProperties)}
    >
      {children}
    </div>
  )
}
