/** What an office lets a bet stake, said before anything is asked of the server, in its words. */
import type { CounterCatalogue } from '@contract/counter.ts'
import { centsFault, currencyFacts, currencyFault, type Currency } from '@contract/values/currency.ts'
import {
  add,
  compare,
  formatAmount,
  formatMoney,
  hasCents,
  positiveAmount,
  readAmount,
} from '@contract/values/money.ts'
import type { BasketLine, CounterContext, NewLine, Reading } from './types.ts'
import { wrong } from './words.ts'

type Wrong = Extract<Reading, { kind: 'wrong' }>
export type StakeLimits = CounterCatalogue['limits'][number]

/** Null where the office does not sell in that currency. */
export const limitsOf = ({ catalogue }: CounterContext, currency: Currency): StakeLimits | null =>
  catalogue.limits.find((one) => one.currency === currency) ?? null

export const isStake = (written: string): boolean => positiveAmount.safeParse(written).success

/** Bets that a sale takes as one. */
export const sameBet = ({
  draw_id,
  bet_type_id,
  number,
}: Pick<NewLine, 'draw_id' | 'bet_type_id' | 'number'>): string => `${draw_id}|${bet_type_id}|${number}`

/** What lines stake on each bet, equal ones together. */
export function sumsOfBets(
  lines: readonly Pick<NewLine, 'draw_id' | 'bet_type_id' | 'number' | 'stake'>[],
): Map<string, string> {
  const sums = new Map<string, string>()
  for (const line of lines)
    if (line.stake !== null) sums.set(sameBet(line), add(sums.get(sameBet(line)) ?? '0.00', line.stake))
  return sums
}

/** Why a bet may not stake so much, all of its lines together; null where it may. */
export function stakeFault(stake: string, limits: StakeLimits): Wrong | null {
  const { currency, min_stake, max_stake } = limits
  if (hasCents(stake, currency)) return wrong('stake_without_cents', `${centsFault(currency)}.`)
  if (min_stake !== null && compare(stake, min_stake) < 0)
    return wrong('stake_too_small', `El mínimo por jugada es ${formatMoney(min_stake, currency)}.`)
  if (max_stake !== null && compare(stake, max_stake) > 0)
    return wrong('stake_too_large', `El máximo por jugada es ${formatMoney(max_stake, currency)}.`)
  return null
}

/** Why lines could not join those that a ticket has. */
export function stakesFault(
  lines: readonly NewLine[],
  before: readonly BasketLine[],
  limits: StakeLimits,
): Wrong | null {
  const sums = sumsOfBets([...before, ...lines])
  for (const line of lines) {
    const sum = sums.get(sameBet(line))
    const fault = sum === undefined ? null : stakeFault(sum, limits)
    if (fault)
      return line.adds && fault.hint === null
        ? { ...fault, hint: `Sumada tendría ${formatMoney(sum!, limits.currency)}.` }
        : fault
  }
  return null
}

/** What stands behind `*`. An amount that may be another one is asked for, never guessed. */
export function readStake(typed: string, currency: Currency): { stake: string } | Wrong {
  const read = readAmount(typed, currency)
  switch (read.kind) {
    case 'empty':
      return wrong('unfinished', 'Falta el monto.')
    case 'currency':
      return wrong('amount_invalid', `«${typed.trim()}» ${currencyFault(read.currencies, currency)}.`)
    case 'ambiguous': {
      const meant = read.candidates.map(formatAmount)
      return wrong('amount_ambiguous', `«${typed.trim()}» puede ser otro monto.`, `Escriba ${meant.join(' o ')}.`)
    }
    case 'invalid':
      return wrong(/\d,$/.test(typed.trim()) ? 'unfinished' : 'amount_invalid', `«${typed.trim()}» no es un monto.`)
    case 'amount':
      if (isStake(read.amount)) return { stake: read.amount }
      return wrong('unfinished', 'El monto debe ser mayor que cero.')
  }
}

export const notSold = (currency: Currency): Wrong =>
  wrong('currency_not_sold', `La taquilla no vende en ${currencyFacts[currency].name.toLowerCase()}.`)
