/** Choosing the symbols of a polla: what was typed, what is chosen, and what chance chooses when the player asks for it. */
import type { PollaRound } from '@contract/polla.ts'
import { fold } from '@contract/values/text.ts'

export type PollaSymbol = PollaRound['symbols'][number]

export type Found =
  | { kind: 'symbol'; symbol: PollaSymbol }
  | { kind: 'none' }
  | { kind: 'several'; symbols: PollaSymbol[] }

/**
 * What a person meant by what they typed: a code exactly (`0` and `00` are two animals), a code of one
 * digit with a zero before it, or a name or its beginning, without case and accents.
 */
export function findSymbol(symbols: readonly PollaSymbol[], typed: string): Found {
  const text = typed.trim()
  const byCode =
    symbols.find((one) => one.code === text) ??
    (/^0[1-9]$/.test(text) ? symbols.find((one) => one.code === text.slice(1)) : undefined)
  if (byCode) return { kind: 'symbol', symbol: byCode }
  const name = fold(text)
  if (name === '' || /^\d/.test(name)) return { kind: 'none' }
  const named = symbols.find((one) => fold(one.name) === name)
  if (named) return { kind: 'symbol', symbol: named }
  const begun = symbols.filter((one) => fold(one.name).startsWith(name))
  const [first] = begun
  if (begun.length > 1) return { kind: 'several', symbols: begun }
  return first ? { kind: 'symbol', symbol: first } : { kind: 'none' }
}

/** The codes chosen, in the order they were. */
export type Picks = readonly string[]

export type PickAction =
  | { do: 'add'; code: string; needed: number }
  | { do: 'toggle'; code: string; needed: number }
  | { do: 'remove'; code: string }
  | { do: 'undo' }
  | { do: 'clear' }
  /** Fills what is missing. */
  | { do: 'fill'; codes: readonly string[] }
  /** Another round: what it does not have, or does not ask for, goes. */
  | { do: 'fit'; codes: readonly string[]; needed: number }

export function pick(picks: Picks, action: PickAction): Picks {
  switch (action.do) {
    case 'add':
      return picks.includes(action.code) || picks.length >= action.needed ? picks : [...picks, action.code]
    case 'toggle':
      return picks.includes(action.code)
        ? picks.filter((one) => one !== action.code)
        : pick(picks, { ...action, do: 'add' })
    case 'remove':
      return picks.filter((one) => one !== action.code)
    case 'undo':
      return picks.slice(0, -1)
    case 'clear':
      return []
    case 'fill':
      return [...picks, ...action.codes.filter((one) => !picks.includes(one))]
    case 'fit': {
      const kept = picks.filter((one) => action.codes.includes(one)).slice(0, action.needed)
      return kept.length === picks.length ? picks : kept
    }
  }
}

/** A whole number below `limit`, every one as likely as the others: what would favour the low ones is thrown again. */
export function randomBelow(limit: number): number {
  const word = new Uint32Array(1)
  const fair = 2 ** 32 - (2 ** 32 % limit)
  do crypto.getRandomValues(word)
  while (word[0]! >= fair)
  return word[0]! % limit
}

/** `count` different codes of those not chosen yet, by chance: the player's own choice, left to luck. */
export function randomCodes(codes: readonly string[], picks: Picks, count: number): string[] {
  const left = codes.filter((one) => !picks.includes(one))
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(randomBelow(left.length), 1)[0]!)
}
