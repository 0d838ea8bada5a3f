/** Which rounds sell now, what they cost and what can be won, from the server's answers and its clock. */
import type { PollaRound } from '@contract/polla.ts'
import { pots, type Jackpot, type Pot } from '@contract/jackpots.ts'
import type { Currency } from '@contract/values/currency.ts'
import { addDays, formatDay } from '@contract/values/dates.ts'

/** Does it sell at this server time? The clock decides, not the state of an answer some seconds old. */
export function isSelling(round: Pick<PollaRound, 'state' | 'opens_at' | 'closes_at'>, now: number): boolean {
  return (
    round.state !== 'suspendido' &&
    round.state !== 'premiado' &&
    Date.parse(round.opens_at) <= now &&
    now < Date.parse(round.closes_at)
  )
}

/** Rounds that may be sold at this time, in the order they are offered: by day, the fuller game first. */
export function sellingRounds(rounds: readonly PollaRound[], now: number): PollaRound[] {
  return rounds
    .filter((round) => isSelling(round, now))
    .sort((one, other) =>
      one.day < other.day
        ? -1
        : one.day > other.day
          ? 1
          : other.symbols_needed - one.symbols_needed || one.id - other.id,
    )
}

/** `hoy`, `mañana`, or the date. */
export function dayName(day: string, today: string): string {
  if (day === today) return 'hoy'
  return day === addDays(today, 1) ? 'mañana' : formatDay(day)
}

export function priceOf(round: PollaRound, currency: Currency): string | null {
  return round.prices.find((price) => price.currency === currency)?.amount ?? null
}

/** The currency to sell in: the wanted one, or the first that the round has a price in. */
export function currencyOf(round: PollaRound, wanted: Currency): Currency {
  return priceOf(round, wanted) !== null ? wanted : (round.prices[0]?.currency ?? wanted)
}

export interface PotAmount {
  pot: Pot
  amount: string
}

/** What a round's pots hold now in one currency: its day's first and second, then its week's. */
export function potsOf(
  jackpots: readonly Jackpot[],
  round: Pick<PollaRound, 'product_id' | 'day'>,
  currency: Currency,
): PotAmount[] {
  return jackpots
    .filter(
      (one) =>
        one.product_id === round.product_id &&
        one.currency === currency &&
        one.from_day <= round.day &&
        round.day <= one.to_day,
    )
    .flatMap((one) => one.pots)
    .sort((one, other) => pots.indexOf(one.pot) - pots.indexOf(other.pot))
}
