/** An amount to be read from across a counter. */
import type { ReactNode } from 'react'
import type { Currency } from '@contract/values/currency.ts'
import { Money } from '../values/money.tsx'
import './counter.css'

export interface CounterFigureProps {
  label: string
  /** A decimal string; null while it is not known. */
  value: string | null
  currency: Currency
  /** The one that matters most of those beside it. */
  main?: boolean
  note?: ReactNode
}

export function CounterFigure({ label, value, currency, main = false, note }: CounterFigureProps) {
  return (
    <div className={main ? 'stack counter-figure counter-figure-main' : 'stack counter-figure'}>
      <dt>{label}</dt>
      <dd>
        <Money value={value} currency={currency} clear />
        {note && <span className="counter-figure-note">{note}</span>}
      </dd>
    </div>
  )
}
