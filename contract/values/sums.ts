/** Amounts of several currencies side by side: two currencies are never added. */
import { z } from 'zod'
import { currency, type Currency } from './currency.ts'
import { formatMoney, money } from './money.ts'

export const sums = z.array(z.object({ currency, amount: money }))
export type Sums = readonly { currency: Currency; amount: string }[]

/** In words, one after another. */
export function sumsText(amounts: Sums): string {
  return amounts.length === 0
    ? 'nada'
    : amounts.map(({ currency: of, amount }) => formatMoney(amount, of, true)).join(' · ')
}
