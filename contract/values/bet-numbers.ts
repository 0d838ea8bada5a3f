/**
 * Numbers of a bet are fixed-width text: `0` and `00` are two animals and `007` keeps its zeros.
 * Nothing here ever turns one into a JavaScript number.
 */

export const betKinds = [
  'animalito',
  'triple',
  'terminal',
  'punta',
  'zodiacal',
  'terminal_signo',
  'tripleta',
  'terminal_pa',
  'polla',
] as const
export type BetKind = (typeof betKinds)[number]

export const betKindLabels: Record<BetKind, string> = {
  animalito: 'Animalito',
  triple: 'Triple',
  terminal: 'Terminal',
  punta: 'Punta',
  zodiacal: 'Zodiacal',
  terminal_signo: 'Terminal y signo',
  tripleta: 'Tripleta',
  terminal_pa: 'Terminal Panamá',
  polla: 'Polla',
}

export const signs = ['ARI', 'TAU', 'GEM', 'CAN', 'LEO', 'VIR', 'LIB', 'ESC', 'SAG', 'CAP', 'ACU', 'PIS'] as const
export type Sign = (typeof signs)[number]
export const signNames: Record<Sign, string> = {
  ARI: 'Aries',
  TAU: 'Tauro',
  GEM: 'Géminis',
  CAN: 'Cáncer',
  LEO: 'Leo',
  VIR: 'Virgo',
  LIB: 'Libra',
  ESC: 'Escorpio',
  SAG: 'Sagitario',
  CAP: 'Capricornio',
  ACU: 'Acuario',
  PIS: 'Piscis',
}

const signed = signs.join('|')
const patterns: Record<Exclude<BetKind, 'animalito' | 'tripleta' | 'polla'>, RegExp> = {
  triple: /^\d{3}$/,
  terminal: /^\d{2}$/,
  punta: /^\d{2}$/,
  zodiacal: new RegExp(`^\\d{3} (${signed})$`),
  terminal_signo: new RegExp(`^\\d{2} (${signed})$`),
  terminal_pa: /^\d{2}$/,
}

/**
 * Is this text a number of this kind? Symbol kinds need the product's own codes: 38 animals in
 * most products, 77 or 101 in others. A tripleta is three different codes joined by a dash.
 */
export function isBetNumber(kind: BetKind, number: string, symbols: ReadonlySet<string>): boolean {
  if (kind === 'animalito') return symbols.has(number)
  if (kind === 'tripleta' || kind === 'polla') {
    const codes = number.split('-')
    const enough = kind === 'tripleta' ? codes.length === 3 : codes.length >= 2
    return enough && new Set(codes).size === codes.length && codes.every((code) => symbols.has(code))
  }
  return patterns[kind].test(number)
}

/** `0` before `00` before `1`: by value, and the shorter first where the value is the same. */
export function compareCodes(left: string, right: string): number {
  const [a, b] = [left.replace(/^0+/, ''), right.replace(/^0+/, '')]
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : left.length - right.length)
}

/** One spelling for one bet: several symbols in any order are the same bet, so that their quota is one too. */
export function canonicalNumber(kind: BetKind, number: string): string {
  return kind === 'tripleta' || kind === 'polla' ? number.split('-').sort(compareCodes).join('-') : number
}
