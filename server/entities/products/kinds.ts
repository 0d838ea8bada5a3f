/** What each kind of product may offer, and what its bets usually pay: where a new offer begins. */
import type { ProductKind } from '@contract/products.ts'
import type { BetKind } from '@contract/values/bet-numbers.ts'

export const betKindsOf: Record<ProductKind, readonly BetKind[]> = {
  animalitos: ['animalito', 'tripleta'],
  triples: ['triple', 'terminal', 'punta', 'zodiacal', 'terminal_signo'],
  panama: ['terminal_pa'],
  polla: ['polla'],
}

export const usualMultipliers: Record<BetKind, string> = {
  animalito: '30',
  tripleta: '50',
  triple: '600',
  terminal: '60',
  punta: '60',
  zodiacal: '6000',
  terminal_signo: '600',
  terminal_pa: '56',
  polla: '1',
}
/** First, second and third prize of a Panama terminal. */
export const usualPlaces = ['56', '12', '8']

/** Kinds that play with symbols of their own; the others play with digits. */
export function playsSymbols(kind: ProductKind): boolean {
  return kind === 'animalitos' || kind === 'polla'
}
