/**
 * Who wins what of a polla: pure. All symbols hit share the first pot and, where it is in play, the
 * weekly one; one less share the second. A share is rounded down to the cent, and what that leaves, like a
 * pot without winners, passes on.
 */
import type { Pot } from '@contract/jackpots.ts'
import { compare, divide, multiply, subtract } from '@contract/values/money.ts'

/** A pot and how many share it. */
export interface Shared {
  pot: Pot
  amount: string
  winners: number
}

export interface Outcome {
  pot: Pot
  /** What each winner gets; zero where there is none, or less than a cent for each. */
  share: string
  /** What leaves the pot as prizes. */
  paid: string
  /** What passes on. */
  rest: string
}

/** Shares a pot. A pot below zero, which no rule allows, shares nothing and passes its debt on. */
export function sharePot({ pot, amount, winners }: Shared): Outcome {
  const share = compare(amount, '0') > 0 ? (divideDown(amount, winners) ?? '0.00') : '0.00'
  const paid = multiply(share, String(winners))
  return { pot, share, paid, rest: subtract(amount, paid) }
}

/** An amount divided by a whole number, down to the cent; null for none. */
function divideDown(amount: string, parts: number): string | null {
  const nearest = divide(amount, parts)
  if (nearest === null) return null
  return compare(multiply(nearest, String(parts)), amount) > 0 ? subtract(nearest, '0.01') : nearest
}
