/** Money as a hand counts it. */
import { usualDenominations, type Count } from '@contract/cash-counts.ts'
import type { Currency } from '@contract/values/currency.ts'
import { toCents } from '@contract/values/money.ts'

/** The fewest pieces that make an amount; what is less than the smallest one is left out. */
export function pieces(currency: Currency, amount: string): Count[] {
  let left = toCents(amount)
  return usualDenominations[currency].flatMap((denomination) => {
    const worth = toCents(denomination)
    const count = Number(left / worth)
    left %= worth
    return count > 0 ? [{ currency, method_id: null, denomination, pieces: count }] : []
  })
}
