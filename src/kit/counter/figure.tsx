/** An amount to be read from across a counter: one of a `dl` of facts laid out as figures. */
import type { ReactNode } from 'react'
import type { Currency } from '@contract/values/currency.ts'
import { Money } from '../values/money.tsx'
import '../page/parts.css'

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
    <div data-main={main}>
      <dt>{label}</dt>
      <dd>
        <Money value={value} currency={currency} clear />
      </dd>
      {note && <dd>{note}</dd>}
    </div>
  )
}
