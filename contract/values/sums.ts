/** Amounts of several currencies side by side: two currencies are never added. */
import { z } from 'zod'
import { itemOf } from '../field.ts'
import { currency, type Currency } from './currency.ts'
import { formatMoney, money } from './money.ts'

export const sums = z.array(z.object({ currency, amount: money }))
/** Is a field such amounts, whatever it is wrapped in? */
export const isSums = (schema: z.ZodType): boolean => itemOf(schema) === sums.element
export type Sums = readonly { currency: Currency; amount: string }[]

/** In words, one after another. */
export function sumsText(amounts: Sums): string {
  return amounts.length === 0
    ? 'nada'
    : amounts.map(({ currency: of, amount }) => formatMoney(amount, of, true)).join(' · ')
}
