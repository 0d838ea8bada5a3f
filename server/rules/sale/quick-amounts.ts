/** Amounts that a counter offers as keys. */
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { add, compare, hasCents, multiply, roundMoney } from '@contract/values/money.ts'

/** Where nobody set a least stake. */
const usualLeast: Record<Currency, string> = { BS: '10.00', USD: '1.00', COP: '1000.00' }
const times = ['1', '2', '5', '10', '20']

/** The least stake and what it makes in steps, in coins of the currency, ascending, up to the largest stake. */
export function quickAmounts(
  { min_stake, max_stake }: { min_stake: string | null; max_stake: string | null },
  currency: Currency,
): string[] {
  const least = min_stake ?? usualLeast[currency]
  const amounts = times.map((factor) => inCoins(multiply(least, factor), currency))
  const allowed = amounts.filter((amount) => max_stake === null || compare(amount, max_stake) <= 0)
  if (allowed.length > 0) return [...new Set(allowed)]
  return max_stake === null || hasCents(max_stake, currency) ? [] : [max_stake]
}

/** Never below what it was: that would be less than the least. */
function inCoins(amount: string, currency: Currency): string {
  const near = roundMoney(amount, currency)
  return compare(near, amount) < 0 ? add(near, currencyFacts[currency].decimals === 0 ? '1.00' : '0.01') : near
}
