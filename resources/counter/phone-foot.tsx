/** What a thumb sees whatever is scrolled: what Enter will do, how many lines, which are not sold, and the key that sells. */
import type { ReactNode } from 'react'
import { countText, formatMoney } from '@contract/values/money.ts'
import { faultsOf, quoteOf } from './adjust.ts'
import { isShut, totalOf } from './ticket.ts'
import type { Basket, CounterContext, CounterStep, Quoted } from './types.ts'

export interface PhoneFootProps {
  basket: Basket
  context: CounterContext
  quoted: Quoted | null
  step: CounterStep
  /** What stands under the field elsewhere. */
  said: ReactNode
  /** The key that sells. */
  children: ReactNode
}

/** The ticket itself lies above, and is a touch away. */
function showTicket(): void {
  document.querySelector('.sell-side')?.scrollIntoView({ block: 'end' })
}

export function PhoneFoot({ basket, context, quoted, step, said, children }: PhoneFootProps) {
  const { lines, currency } = basket
  const closed = lines.filter((line) => isShut(line, context)).length
  const refused = closed + faultsOf(basket, context, quoteOf(basket, context, quoted)).size
  const unpriced = lines.filter(({ stake }) => stake === null).length
  return (
    <div className="counter-keys-sticky stack">
      {said}
      {lines.length > 0 && (
        <button
          type="button"
          className="sell-touch row baseline gap-sm full plain-button hovers small"
          onClick={showTicket}
        >
          <span>{countText(lines.length, 'jugada', 'jugadas')}</span>
          {refused > 0 && <b className="bad">{refused === 1 ? '1 no se vende' : `${refused} no se venden`}</b>}
          {unpriced > 0 && <b className="warns">{unpriced} sin monto</b>}
          {/* The key says it where it sells. */}
          {step.kind === 'change' && (
            <span className="sorteo-figures">{formatMoney(totalOf(basket, context), currency)}</span>
          )}
          <span className="push">Ver el ticket</span>
        </button>
      )}
      {children}
    </div>
  )
}
