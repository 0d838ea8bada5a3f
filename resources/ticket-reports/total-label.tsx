/** Names a row of totals: its currency, and how many rows it adds up. */
import { currencyFacts, type Currency } from '@contract/values/currency.ts'

export function TotalLabel({ currency, count }: { currency: Currency; count: string }) {
  return (
    <span>
      Total {currencyFacts[currency].clear_symbol} <span className="total-count">{count}</span>
    </span>
  )
}
