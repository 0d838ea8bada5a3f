/** The grid of a count: how many pieces of each denomination, and the amounts of other methods. Enter and the arrows go on. */
import { Input } from 'antd'
import { useId, type KeyboardEvent } from 'react'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { MoneyInput } from '@/kit/form/money-input.tsx'
import { Money } from '@/kit/values/money.tsx'
import { amountIn, typedCount, nextField, type CountRow, type Typed } from './counting.ts'

export interface CountGridProps {
  rows: readonly CountRow[]
  currency: Currency
  typed: Typed
  onTyped: (key: string, text: string) => void
  /** Enter in the last field. */
  onEnd: () => void
}

const gridId = 'register-count'

/** The first field of the grid on screen. */
export const focusGrid = () => document.querySelector<HTMLElement>(`#${gridId} input`)?.focus()

export function CountGrid({ rows, currency, typed, onTyped, onEnd }: CountGridProps) {
  const own = rows.filter((row) => row.currency === currency)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
    const fields = Array.from(event.currentTarget.querySelectorAll('input'))
    const next = nextField(fields.indexOf(event.target as HTMLInputElement), event.key, fields.length)
    if (next === null) return
    event.preventDefault()
    if (next < fields.length) fields[next]!.focus()
    else if (event.key === 'Enter' && !event.repeat) onEnd()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its fields take the focus; keys bubble up from them
    <div
      id={gridId}
      role="group"
      aria-label={`Conteo en ${currencyFacts[currency].name.toLowerCase()}`}
      onKeyDown={move}
      style={{ columns: '300px 2', columnGap: 32 }}
    >
      {own.map((row) => (
        <CountField key={row.key} row={row} text={typed[row.key] ?? ''} onText={(text) => onTyped(row.key, text)} />
      ))}
    </div>
  )
}

function CountField({ row, text, onText }: { row: CountRow; text: string; onText: (text: string) => void }) {
  const id = useId()
  const wrong = typedCount(row, text) === 'wrong'
  const { denomination, currency, name } = row
  if (denomination === null)
    return (
      <div className="count-row" style={{ gridTemplateColumns: 'minmax(112px, 1fr) minmax(0, 1.4fr)' }}>
        <label htmlFor={id} className="strong">
          {name}
        </label>
        <div>
          <MoneyInput
            id={id}
            size="large"
            currency={currency}
            value={text === '' ? null : text}
            data-counter-entry=""
            onChange={(amount) => onText(amount ?? '')}
          />
        </div>
      </div>
    )
  return (
    <div className="count-row">
      <label htmlFor={id} className="strong nowrap">
        {name}
      </label>
      <Input
        id={id}
        size="large"
        className="sorteo-figures"
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        maxLength={9}
        value={text}
        data-counter-entry=""
        aria-label={`Piezas de ${name}`}
        aria-invalid={wrong}
        aria-describedby={`${id}-sum`}
        {...(wrong && { status: 'error' as const })}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onText(event.target.value)}
      />
      <span id={`${id}-sum`} className={`large${wrong ? ' bad' : ''}`} style={{ textAlign: 'end' }}>
        {wrong ? 'No es un número' : <Money value={amountIn(row, text)} currency={currency} clear />}
      </span>
    </div>
  )
}
