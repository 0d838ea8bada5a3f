/**
 * A line of a file of results, as people and spreadsheets write it. What is clear is read; what may be
 * two things, or has lost its zeros, is answered with what it may be and waits for a person.
 */
import { places, type Place, type ResultNumber, type ResultPart } from '@contract/draws.ts'
import type { ResultFileRow } from '@contract/result-file.ts'
import { signs, type Sign } from '@contract/values/bet-numbers.ts'
import { fold } from '@contract/values/text.ts'

export interface Symbols {
  /** Of the product, by their codes; and codes by the symbol's folded name. */
  codes: ReadonlyMap<string, { name: string; image_url: string | null }>
  by_name: ReadonlyMap<string, string>
}

/** A value that is clear, or why it is not, with what it may be. */
export type Parsed<T> = { value: T } | { note: string; candidates: string[] }

/** What somebody wrote, short enough for a sentence. */
export function quoted(text: string): string {
  return `«${text.length > 40 ? `${text.slice(0, 40)}…` : text}»`
}

/** `A`, `Triple a`, `1`, `1er premio`; the product's only part where nothing is written. Null when it is none of the product's. */
export function readPlace(text: string, parts: readonly ResultPart[]): Place | null {
  const [only] = parts
  const word = fold(text)
    .replace(/^(triple|columna|col\.?|premio|lugar) /, '')
    .replace(/^([123]) ?(er|ro|do|a|º|°|\.º|\.)?( premio| lugar)?$/, '$1')
  if (parts.length === 1 && only && (word === '' || word === fold(only.place))) return only.place
  const place = places.find((one) => one !== '' && fold(one) === word)
  return place !== undefined && parts.some((part) => part.place === place) ? place : null
}

/** `LEO`, `Leo`, `Géminis`: the first three letters are the sign's. Null for none. */
function readSign(text: string): Sign | null {
  return signs.find((sign) => fold(text).slice(0, 3) === sign.toLowerCase()) ?? null
}

function readSymbol(written: string | number, { codes, by_name }: Symbols): Parsed<string> {
  const text = String(written)
  const zeros = ['0', '00'].filter((code) => codes.has(code))
  if (typeof written === 'number' && /^0+$/.test(text) && zeros.includes('00'))
    return { note: `El archivo lo guardó como número: puede ser ${zeros.join(' o ')}.`, candidates: zeros }
  if (codes.has(text)) return { value: text }
  const named = by_name.get(fold(text))
  if (named) return { value: named }
  const [, digits, words] = /^(\d{1,3})\s*[-–·.]?\s*(\D+)$/.exec(text) ?? []
  const code = words === undefined ? undefined : by_name.get(fold(words))
  const bare = (digits ?? text).replace(/^0+(?=\d)/, '')
  if (digits !== undefined && code !== undefined) {
    // A zero too many is none where the name says the same and no symbol has it.
    if (code === digits || (code === bare && !codes.has(digits))) return { value: code }
    const candidates = [digits, code].filter((one) => codes.has(one))
    return { note: `${quoted(text)}: el número y el nombre no son el mismo símbolo.`, candidates }
  }
  return {
    note: `${quoted(text)} no es un símbolo del producto.`,
    candidates: /^\d+$/.test(text) && codes.has(bare) ? [bare] : [],
  }
}

/**
 * An animal of a line whose cells say it more than once: its number, its name in a column of its own, and words
 * beside them that name one. What has lost a zero, or has one too many, is settled by the others; where they are not
 * one animal, all that they say waits for a person.
 */
function readAnimal({ number, name = '', beside = [] }: AnimalCells, symbols: Symbols): Parsed<string> {
  const naming = beside.filter((word) => 'value' in readSymbol(word, symbols))
  const cells = [number, name, ...naming].filter((cell) => cell !== '')
  const readings = cells.map((cell) => readSymbol(cell, symbols))
  const may = readings.map((read) => ('value' in read ? [read.value] : read.candidates))
  const common = may.reduce((left, right) => left.filter((code) => right.includes(code)))
  // A cell that contradicts itself, or says nothing, is settled by no other.
  const broken = readings.find((read, at) => 'note' in read && !/^\d+$/.test(String(cells[at])))
  const [only, another] = common
  if (cells.length === 1 || (!broken && another !== undefined)) return readings[0]!
  if (!broken && only !== undefined) return { value: only }
  const candidates = [...new Set(may.flat())]
  if (broken && 'note' in broken) return { note: broken.note, candidates }
  const unknown = readings.find((read, at) => 'note' in read && may[at]!.length === 0)
  if (unknown && 'note' in unknown) return { note: unknown.note, candidates }
  const said = [...new Set(cells.map((cell) => quoted(String(cell))))]
  return { note: `${said.join(' y ')} no son el mismo símbolo.`, candidates }
}

function readDigits(written: string | number, digits: number): Parsed<string> {
  const text = String(written)
  if (!/^\d+$/.test(text)) return { note: `${quoted(text)} no es un número de ${digits} dígitos.`, candidates: [] }
  if (text.length === digits) return { value: text }
  if (text.length > digits) return { note: `${quoted(text)} tiene más de ${digits} dígitos.`, candidates: [] }
  return { note: `${quoted(text)} perdió sus ceros: son ${digits} dígitos.`, candidates: [text.padStart(digits, '0')] }
}

type AnimalCells = Pick<ResultFileRow, 'number' | 'name' | 'beside'>

/** The number of one line for one part of a result; its sign beside it or in a field of its own. */
export function readNumber(
  row: AnimalCells & { sign: string | null },
  part: ResultPart,
  symbols: Symbols,
): Parsed<ResultNumber> {
  if (part.digits === null) {
    const nothing = row.number === '' && (row.name ?? '') === ''
    const animal = nothing ? noNumber(part) : readAnimal(row, symbols)
    return 'note' in animal ? animal : { value: { place: part.place, number: animal.value, sign: null } }
  }
  const beside = part.sign && typeof row.number === 'string' ? /^(\d+)\s+(\p{L}+)$/u.exec(row.number) : null
  const written = beside ? beside[1]! : row.number
  if (written === '') return noNumber(part)
  const number = readDigits(written, part.digits)
  if ('note' in number) return number
  if (!part.sign) return { value: { place: part.place, number: number.value, sign: null } }
  const sign = readSign(row.sign || beside?.[2] || '')
  return sign
    ? { value: { place: part.place, number: number.value, sign } }
    : { note: `${part.label}: falta el signo o no se reconoce.`, candidates: [] }
}

const noNumber = (part: ResultPart) => ({
  note: `Falta ${part.place === '' ? 'el número' : part.label}.`,
  candidates: [],
})
