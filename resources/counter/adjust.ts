/** A ticket made sellable: what is too much is lowered to what may be sold, and what may not be sold at all is dropped. */
import type { Quote } from '@contract/counter.ts'
import { compare, isZero, shareOf, subtract } from '@contract/values/money.ts'
import { limitsOf, sameBet, stakeFault, sumsOfBets, type StakeLimits } from './stakes.ts'
import { toSend } from './ticket.ts'
import type { Basket, CounterContext, Quoted } from './types.ts'

/** The answer, where it was given to this very ticket. */
export function quoteOf(basket: Basket, context: CounterContext, quoted: Quoted | null): Quote | null {
  if (!quoted) return null
  const { currency, lines, client } = toSend(basket, context)
  const same =
    JSON.stringify([currency, lines.map(spelled), client]) ===
    JSON.stringify([quoted.asked.currency, quoted.asked.lines.map(spelled), quoted.asked.client])
  return same && quoted.quote.lines.length === lines.length ? quoted.quote : null
}
const spelled = ({ draw_id, bet_type_id, number, stake }: Quoted['asked']['lines'][number]) =>
  `${draw_id}|${bet_type_id}|${number}|${stake}`

/** Draws that an answer calls closed: its lines pass to the next. */
export function closedBy(quoted: Quoted | null): number[] {
  if (!quoted) return []
  const shut = quoted.asked.lines.filter((_, at) =>
    quoted.quote.lines[at]?.faults.some(({ code }) => code === 'draw_closed'),
  )
  return [...new Set(shut.map(({ draw_id }) => draw_id))]
}

const least = (one: string, other: string | null) => (other !== null && compare(other, one) < 0 ? other : one)

/** What is against each line that would be sent, by the office's limits alone where nothing was asked yet. */
export function faultsOf(
  basket: Basket,
  context: CounterContext,
  quote: Quote | null,
): Map<string, { code: string; says: string }> {
  const { keys, lines } = toSend(basket, context)
  const limits = limitsOf(context, basket.currency)
  const sums = sumsOfBets(lines)
  const faults = new Map<string, { code: string; says: string }>()
  lines.forEach((line, at) => {
    const [told] = quote?.lines[at]?.faults ?? []
    const own = limits && !quote ? stakeFault(sums.get(sameBet(line))!, limits) : null
    if (told) faults.set(keys[at]!, { code: told.code, says: told.message })
    else if (own) faults.set(keys[at]!, { code: own.code, says: own.says })
  })
  return faults
}

/** For how much a bet may be sold that has something against it: nothing, where the amount is not what is wrong. */
function allowed(code: string, sum: string, left: string | null, limits: StakeLimits | null): string {
  const lowered = (most: string | null) => (most === null ? '0.00' : shareOf(least(most, left), 1, limits!.currency))
  if (limits === null) return '0.00'
  const rest =
    code === 'quota_exceeded'
      ? lowered(left)
      : code === 'stake_too_large'
        ? lowered(limits.max_stake)
        : code === 'stake_without_cents'
          ? lowered(least(sum, limits.max_stake))
          : '0.00'
  const most = least(rest, limits.max_stake)
  return limits.min_stake !== null && compare(most, limits.min_stake) < 0 ? '0.00' : most
}

/** Never more than before on any line, and never sold by itself: the customer decides about the new total. */
export function adjusted(basket: Basket, context: CounterContext, quoted: Quoted | null): Basket {
  const quote = quoteOf(basket, context, quoted)
  const faults = faultsOf(basket, context, quote)
  if (faults.size === 0) return basket
  const { keys, lines } = toSend(basket, context)
  const sums = sumsOfBets(lines)
  const limits = limitsOf(context, basket.currency)
  const rests = new Map<string, string>()
  const stakes = new Map<string, string>()
  lines.forEach((line, at) => {
    const fault = faults.get(keys[at]!)
    if (!fault) return
    const bet = sameBet(line)
    const rest = rests.get(bet) ?? allowed(fault.code, sums.get(bet)!, quote?.lines[at]?.left ?? null, limits)
    const stake = least(line.stake, rest)
    rests.set(bet, subtract(rest, stake))
    stakes.set(keys[at]!, stake)
  })
  const kept = basket.lines.flatMap((line) => {
    const stake = stakes.get(line.key)
    if (stake === undefined) return [line]
    return isZero(stake) ? [] : [{ ...line, stake }]
  })
  return { ...basket, lines: kept }
}
