/**
 * Who wins what of a polla: pure. All symbols hit share the first pot and, where it is in play, the
 * weekly one; one less share the second. A share is rounded down to the cent, and what that leaves, like a
 * pot without winners, passes on.
 */
import type { Pot } from '@contract/polla.ts'
import { fromCents, toCents } from '@contract/values/money.ts'

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
  const cents = toCents(amount)
  const share = winners > 0 && cents > 0n ? cents / BigInt(winners) : 0n
  const paid = share * BigInt(winners)
  return { pot, share: fromCents(share), paid: fromCents(paid), rest: fromCents(cents - paid) }
}
