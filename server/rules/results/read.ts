/**
 * A line of a file of results, as people and spreadsheets write it. What is clear is read; what may be
 * two things, or has lost its zeros, is answered with what it may be and waits for a person.
 */
import { places, type Place, type ResultNumber, type ResultPart } from '@contract/draws.ts'
import type { BulkRow } from '@contract/manage-draws.ts'
import { signs, type Sign } from '@contract/values/bet-numbers.ts'
import { isDay } from '@contract/values/dates.ts'
import { fold } from '@contract/values/text.ts'

export interface Symbols {
  /** Codes of the product by themselves, and by the symbol's folded name. */
  codes: ReadonlySet<string>
  by_name: ReadonlyMap<string, string>
}

/** A value that is clear, or why it is not, with what it may be. */
export type Reading<T> = { value: T } | { note: string; candidates: string[] }

/** `2026-11-20` or `20/11/2026` (also with dashes or one digit), as a day; null when it is none. */
export function readDay(text: string): string | null {
  const written = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)
  const day = written ? `${written[3]}-${written[2]!.padStart(2, '0')}-${written[1]!.padStart(2, '0')}` : text
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && isDay(day) ? day : null
}

/** `13:05`, `13:05:00`, `1:05 pm`, `1 p. m.` as `13:05`; null when it is no time. */
export function readTime(text: string): string | null {
  const written = /^(\d{1,2})(?:[:.](\d{2}))?(?::\d{2})?\s*(?:([ap])\.?\s?m\.?)?$/i.exec(
    text.replace(/\u00a0/g, ' ').trim(),
  )
  if (!written) return null
  const [, hours = '', minutes, half] = written
  const hour = Number(hours)
  if (half === undefined)
    return minutes !== undefined && hour <= 23 && Number(minutes) <= 59 ? `${hours.padStart(2, '0')}:${minutes}` : null
  if (hour < 1 || hour > 12 || Number(minutes ?? '0') > 59) return null
  const of24 = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(of24).padStart(2, '0')}:${minutes ?? '00'}`
}

/** `A`, `a`, `1`, `1er`; the product's only part where nothing is written. Null when it is none of the product's. */
export function readPlace(text: string, parts: readonly ResultPart[]): Place | null {
  const [only] = parts
  const word = fold(text)
  if (parts.length === 1 && only && (word === '' || word === fold(only.place))) return only.place
  const place = places.find((one) => one !== '' && fold(one) === word.replace(/^([123]).*$/, '$1'))
  return place !== undefined && parts.some((part) => part.place === place) ? place : null
}

/** `LEO`, `Leo`, `Géminis`: the first three letters are the sign's. Null for none. */
function readSign(text: string): Sign | null {
  return signs.find((sign) => fold(text).slice(0, 3) === sign.toLowerCase()) ?? null
}

function readSymbol(written: string | number, { codes, by_name }: Symbols): Reading<string> {
  const text = String(written)
  if (typeof written === 'number' && /^0+$/.test(text))
    return {
      note: 'El archivo lo guardó como número: puede ser 0 o 00.',
      candidates: ['0', '00'].filter((code) => codes.has(code)),
    }
  if (codes.has(text)) return { value: text }
  const named = by_name.get(fold(text))
  if (named) return { value: named }
  const both = /^(\d{1,3})\s*[-–·.]?\s*(\D+)$/.exec(text)
  if (both && codes.has(both[1]!)) {
    const code = by_name.get(fold(both[2]!))
    return code === both[1]
      ? { value: code! }
      : { note: `«${text}»: el número y el nombre no son el mismo símbolo.`, candidates: code ? [both[1]!, code] : [] }
  }
  const short = text.replace(/^0+(?=\d)/, '')
  return {
    note: `«${text}» no es un símbolo del producto.`,
    candidates: /^\d+$/.test(text) && codes.has(short) ? [short] : [],
  }
}

function readDigits(written: string | number, digits: number): Reading<string> {
  const text = String(written)
  if (!/^\d+$/.test(text)) return { note: `«${text}» no es un número de ${digits} dígitos.`, candidates: [] }
  if (text.length === digits) return { value: text }
  if (text.length > digits) return { note: `«${text}» tiene más de ${digits} dígitos.`, candidates: [] }
  return { note: `«${text}» perdió sus ceros: son ${digits} dígitos.`, candidates: [text.padStart(digits, '0')] }
}

/** The number of one line for one part of a result; its sign beside it or in a field of its own. */
export function readNumber(
  row: Pick<BulkRow, 'number' | 'sign'>,
  part: ResultPart,
  symbols: Symbols,
): Reading<ResultNumber> {
  const beside = part.sign && typeof row.number === 'string' ? /^(\d+)\s+(\p{L}+)$/u.exec(row.number) : null
  const written = beside ? beside[1]! : row.number
  const number = part.digits === null ? readSymbol(written, symbols) : readDigits(written, part.digits)
  if ('note' in number) return number
  if (!part.sign) return { value: { place: part.place, number: number.value, sign: null } }
  const sign = readSign(row.sign ?? beside?.[2] ?? '')
  return sign
    ? { value: { place: part.place, number: number.value, sign } }
    : { note: `${part.label}: falta el signo o no se reconoce.`, candidates: [] }
}
