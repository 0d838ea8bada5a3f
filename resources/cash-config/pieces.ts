/** What an agency says of its drawers, as it is edited: a currency at a time. */
import type { CurrencyConfig, KeptConfig } from '@contract/cash-config.ts'
import { centsFault, currencyFacts } from '@contract/values/currency.ts'
import { add, compare, hasCents } from '@contract/values/money.ts'
import { amount } from '@contract/values/money.ts'
import { refusal } from '@/kit/form/errors.ts'

type KeptCurrency = KeptConfig['currencies'][number]

/** A currency while it is edited: amounts may be what a field still asks about. */
export interface EditedCurrency extends Omit<CurrencyConfig, 'tolerance'> {
  tolerance: string | null
  /** What is offered to count with, from the largest down. */
  offered: readonly string[]
}

const downwards = (one: string, other: string) => compare(other, one)
const sorted = (pieces: readonly string[]) => [...new Set(pieces.map((one) => add(one)))].sort(downwards)

export const editedOf = (kept: KeptConfig): EditedCurrency[] =>
  kept.currencies.map(({ usual, ...one }: KeptCurrency) => ({
    ...one,
    offered: sorted([...usual, ...one.denominations]),
  }))

/** Counts with a piece, or no longer. */
export function toggled(one: EditedCurrency, piece: string): EditedCurrency {
  const has = one.denominations.includes(piece)
  return {
    ...one,
    denominations: has ? one.denominations.filter((each) => each !== piece) : sorted([...one.denominations, piece]),
  }
}

/** Another piece, which is counted with from now on; or why not. */
export function withPiece(one: EditedCurrency, piece: string | null): EditedCurrency | { fault: string } {
  const fault = refusal(amount, piece)
  if (piece === null || fault !== null) return { fault: fault ?? 'Escriba cuánto vale la pieza' }
  if (compare(piece, '0') === 0) return { fault: 'Una pieza vale más que cero' }
  if (hasCents(piece, one.currency)) return { fault: centsFault(one.currency) }
  if (one.denominations.includes(add(piece))) return { fault: 'Ya se cuenta con ella' }
  const denominations = sorted([...one.denominations, piece])
  return { ...one, denominations, offered: sorted([...one.offered, piece]) }
}

/** The first thing that keeps it from being saved. */
export function configFault(edited: readonly EditedCurrency[]): string | null {
  for (const { currency, denominations, float, tolerance } of edited) {
    const name = currencyFacts[currency].name
    if (denominations.length === 0) return `${name}: deje al menos una pieza con la que se cuente.`
    if (float !== null && refusal(amount, float) !== null) return `${name}: corrija el fondo inicial.`
    if (tolerance === null || refusal(amount, tolerance) !== null) return `${name}: escriba la diferencia tolerada.`
  }
  return null
}

export const bodyOf = (edited: readonly EditedCurrency[]): CurrencyConfig[] =>
  edited.map(({ offered: _, tolerance, ...one }) => ({ ...one, tolerance: tolerance! }))
