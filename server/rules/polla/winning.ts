/**
 * Who wins what of a polla: pure. All symbols hit share the first pot and, where it is in play, the
 * weekly one; one less share the second. A share is rounded down to what can be paid, and what that leaves, like a
 * pot without winners, passes on.
 */
import type { Pot } from '@contract/jackpots.ts'
import type { Currency } from '@contract/values/currency.ts'
import { multiply, shareOf, subtract } from '@contract/values/money.ts'

/** A pot and how many share it. */
export interface Shared {
  pot: Pot
  amount: string
  winners: number
}

export interface Outcome {
  pot: Pot
  /** What each winner gets; zero where there is none, or less than a coin for each. */
  share: string
  /** What leaves the pot as prizes. */
  paid: string
  /** What passes on. */
  rest: string
}

/** Shares a pot. A pot below zero, which no rule allows, shares nothing and passes its debt on. */
export function sharePot({ pot, amount, winners }: Shared, of: Currency): Outcome {
  const share = shareOf(amount, winners, of)
  const paid = multiply(share, String(winners))
  return { pot, share, paid, rest: subtract(amount, paid) }
}
