/**
 * Which numbers win with a result. Pure, from the result alone: nothing here, or anywhere on the way to
 * a result, reads what was staked.
 */
import type { BetKind } from '@contract/values/bet-numbers.ts'

/** One number of a result: `place` is '' where there is one, A B C for columns, 1 2 3 for prizes. */
export interface PlacedNumber {
  place: string
  number: string
  sign: string | null
}

export interface OfferedBet {
  bet_type_id: number
  kind: BetKind
  /** Column the bet plays on. */
  place: string
}

/** A bet type's winning number; `places` are the prizes it wins (0-based), null where there is one. */
export interface Winning {
  bet_type_id: number
  number: string
  places: number[] | null
}

export function winningNumbers(bets: readonly OfferedBet[], result: readonly PlacedNumber[]): Winning[] {
  return bets.flatMap((bet) => {
    if (bet.kind === 'terminal_pa') return panamaTerminals(bet.bet_type_id, result)
    const drawn = result.find((one) => one.place === bet.place)
    const number = drawn && winning(bet.kind, drawn)
    return number ? [{ bet_type_id: bet.bet_type_id, number, places: null }] : []
  })
}

function winning(kind: BetKind, { number, sign }: PlacedNumber): string | null {
  switch (kind) {
    case 'animalito':
    case 'triple':
      return number
    case 'terminal':
      return number.slice(-2)
    case 'punta':
      return number.slice(0, 2)
    case 'zodiacal':
      return sign ? `${number} ${sign}` : null
    case 'terminal_signo':
      return sign ? `${number.slice(-2)} ${sign}` : null
    default:
      return null
  }
}

/** The last two digits of the first, second and third prize; a number that equals two prizes wins both. */
function panamaTerminals(bet_type_id: number, result: readonly PlacedNumber[]): Winning[] {
  const places = new Map<string, number[]>()
  for (const place of [1, 2, 3]) {
    const drawn = result.find((one) => one.place === String(place))
    if (!drawn) continue
    const terminal = drawn.number.slice(-2)
    places.set(terminal, [...(places.get(terminal) ?? []), place - 1])
  }
  return [...places].map(([number, won]) => ({ bet_type_id, number, places: won }))
}
