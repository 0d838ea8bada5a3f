/**
 * From what a person typed or pasted to the numbers of a result. Text all the way: `0` and `00` are two
 * animals, `007` keeps its zeros, and what lacks digits is refused, never filled up.
 */
import type { Place, ResultNumber, ResultPart } from '@contract/draws.ts'
import { signs, type Sign, signNames } from '@contract/values/bet-numbers.ts'
import { fold, holdsWords } from '@contract/values/text.ts'

export interface SymbolOption {
  code: string
  name: string
  image_url: string | null
}

/** What stands in the fields of one part. */
export interface TypedPart {
  number: string
  sign: Sign | null
}
export type TypedNumbers = Partial<Record<Place, TypedPart>>
export type Faults = Partial<Record<Place, string>>

export const emptyPart: TypedPart = { number: '', sign: null }

/** The symbols that a text may mean: the code first, to the letter; else names, those that begin with it before those that hold it. */
export function findSymbols(text: string, symbols: readonly SymbolOption[]): SymbolOption[] {
  const typed = text.trim()
  if (typed === '') return []
  const exact = symbols.find((symbol) => symbol.code === typed)
  if (exact) return [exact]
  const folded = fold(typed)
  const named = symbols.filter((symbol) => fold(symbol.name) === folded)
  if (named.length > 0) return named
  const begins = symbols.filter((symbol) => fold(symbol.name).startsWith(folded))
  return begins.length > 0 ? begins : symbols.filter((symbol) => holdsWords(symbol.name, folded))
}

function faultOf(part: ResultPart, typed: TypedPart, symbols: readonly SymbolOption[]): string | null {
  const text = typed.number.trim()
  if (text === '') return 'Escriba el número'
  if (part.digits === null) {
    const found = findSymbols(text, symbols)
    if (found.length === 0) return `No hay ningún símbolo «${text}»`
    if (found.length > 1)
      return `«${text}» puede ser ${found
        .slice(0, 3)
        .map((symbol) => symbol.name)
        .join(', ')}${found.length > 3 ? '…' : ''}: escriba el código`
  } else if (!/^\d+$/.test(text) || text.length !== part.digits) {
    return `Son ${part.digits} dígitos, con sus ceros`
  }
  return part.sign && typed.sign === null ? 'Elija el signo' : null
}

/** The numbers of a result in the order of its parts, or what each part lacks. */
export function readTypedNumbers(
  parts: readonly ResultPart[],
  typed: TypedNumbers,
  symbols: readonly SymbolOption[],
): { numbers: ResultNumber[] } | { faults: Faults } {
  const faults: Faults = {}
  const numbers = parts.map((part): ResultNumber => {
    const written = typed[part.place] ?? emptyPart
    const fault = faultOf(part, written, symbols)
    if (fault !== null) faults[part.place] = fault
    const text = written.number.trim()
    return {
      place: part.place,
      number: part.digits === null ? (findSymbols(text, symbols)[0]?.code ?? text) : text,
      sign: part.sign ? written.sign : null,
    }
  })
  return Object.keys(faults).length > 0 ? { faults } : { numbers }
}

/** Are these the same numbers? Their order does not matter, their zeros do. */
export function sameTypedNumbers(left: readonly ResultNumber[], right: readonly ResultNumber[]): boolean {
  const spelled = (numbers: readonly ResultNumber[]) =>
    numbers
      .map(({ place, number, sign }) => `${place}|${number}|${sign ?? ''}`)
      .sort()
      .join()
  return spelled(left) === spelled(right)
}

function signOf(word: string): Sign | undefined {
  const folded = fold(word)
  return folded.length < 3
    ? undefined
    : signs.find((sign) => fold(sign) === folded || fold(signNames[sign]).startsWith(folded))
}

/**
 * A whole result pasted at once (`123 456 789 Leo`, `A 123 · B 456 · C 789 LEO`): every part's number in
 * order, each of its exact width. Null when the text is anything else: then it is pasted as any text.
 */
export function spreadPasted(text: string, parts: readonly ResultPart[]): TypedNumbers | null {
  if (parts.some((part) => part.digits === null)) return null
  const words = text.match(/\d+|\p{L}+/gu) ?? []
  const left = words.filter((word) => !parts.some((part) => part.place === word.toUpperCase()))
  const numbers = left.filter((word) => /^\d+$/.test(word))
  const others = left.filter((word) => !/^\d+$/.test(word))
  const sign = others.length === 1 ? signOf(others[0] ?? '') : undefined
  if (numbers.length !== parts.length || others.length > (sign ? 1 : 0)) return null
  if (parts.length === 1 && !sign) return null
  if (parts.some((part, index) => numbers[index]?.length !== part.digits)) return null
  return Object.fromEntries(
    parts.map((part, index) => [part.place, { number: numbers[index] ?? '', sign: part.sign ? (sign ?? null) : null }]),
  ) as TypedNumbers
}
