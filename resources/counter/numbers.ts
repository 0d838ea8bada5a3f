/** What is typed as a number: which bets it means in each kind of game, and what they are called together. */
import type { CounterProduct } from '@contract/counter.ts'
import { canonicalNumber, signNames, signs, type BetKind, type Sign } from '@contract/values/bet-numbers.ts'
import { countText } from '@contract/values/money.ts'
import { fold } from '@contract/values/text.ts'
import { findSymbol } from '../polla/picks.ts'
import type { Reading } from './types.ts'
import { maybeText, wrong } from './words.ts'

type Wrong = Extract<Reading, { kind: 'wrong' }>

/** Bets of one piece of a text, and their name without an amount: `permuta de 253: 6 triples`. */
export interface NumbersRead {
  bets: readonly { kind: BetKind; number: string }[]
  says: string
}

/** So many numbers at once. */
const longestRun = 100
/** Symbols of which every three make a tripleta. */
const mostSymbols = 6

type Found = { code: string; name: string } | Wrong

/** One symbol of all the products: a name that is another code in one of them is no name for both. */
function symbolOf(typed: string, products: readonly CounterProduct[]): Found {
  let known: { code: string; name: string } | null = null
  for (const { name, symbols } of products) {
    const found = findSymbol(symbols, typed)
    if (found.kind === 'several') {
      const names = found.symbols.map((one) => `${one.code} ${one.name}`)
      return wrong('name_ambiguous', maybeText(typed, names), 'Escriba más letras, o su número.')
    }
    if (found.kind === 'none') return wrong('number_unknown', `«${typed}» no se juega en ${name}.`)
    if (known && known.code !== found.symbol.code)
      return wrong('name_ambiguous', `«${typed}» no es el mismo número en todos los juegos.`, 'Escriba su número.')
    known = found.symbol
  }
  return known ?? wrong('no_draw', 'No hay un sorteo elegido.')
}

/** Every three of them, in their order. */
function threes(codes: readonly string[]): string[] {
  return codes.flatMap((first, i) =>
    codes.slice(i + 1).flatMap((second, j) => codes.slice(i + j + 2).map((third) => `${first}-${second}-${third}`)),
  )
}

function readSymbols(typed: string, products: readonly CounterProduct[]): NumbersRead | Wrong {
  const pieces = typed.split('-').map((piece) => piece.trim())
  if (pieces.includes('') || pieces.length === 2) return wrong('unfinished', 'Una tripleta son 3 símbolos distintos.')
  if (pieces.length > mostSymbols)
    return wrong('number_unknown', `De una vez se combinan hasta ${mostSymbols} símbolos.`)
  const codes: string[] = []
  for (const piece of pieces) {
    const found = symbolOf(piece, products)
    if ('kind' in found) return found
    if (pieces.length === 1)
      return { bets: [{ kind: 'animalito', number: found.code }], says: `${found.code} ${found.name}` }
    if (codes.includes(found.code)) return wrong('number_unknown', `El ${found.code} está dos veces en la tripleta.`)
    codes.push(found.code)
  }
  const numbers = threes(codes).map((number) => canonicalNumber('tripleta', number))
  const [only] = numbers
  const says = numbers.length === 1 ? `tripleta ${only}` : `${numbers.length} tripletas de ${codes.join('-')}`
  return { bets: numbers.map((number) => ({ kind: 'tripleta', number })), says }
}

/** `5`, `05`, `leo`: a sign by its number or the unique beginning of its name. */
function signOf(typed: string): Sign | Wrong {
  if (/^\d{1,2}$/.test(typed)) {
    const sign = signs[Number(typed) - 1]
    return sign ?? wrong(typed === '0' ? 'unfinished' : 'number_unknown', 'Los signos van de 1 (Aries) a 12 (Piscis).')
  }
  const begun = signs.filter((sign) => fold(signNames[sign]).startsWith(fold(typed)))
  const [sign] = begun
  if (!sign) return wrong('number_unknown', `«${typed}» no es un signo.`, 'Van de 1 (Aries) a 12 (Piscis).')
  if (begun.length === 1) return sign
  return wrong(
    'name_ambiguous',
    maybeText(
      typed,
      begun.map((one) => signNames[one]),
    ),
    'Escriba más letras.',
  )
}

function readSigned(digits: string, typed: string): NumbersRead | Wrong {
  const sign = signOf(typed)
  if (typeof sign === 'object') return sign
  const kind = digits.length === 3 ? 'zodiacal' : 'terminal_signo'
  const says = `${kind === 'zodiacal' ? 'zodiacal' : 'terminal'} ${digits} ${signNames[sign]}`
  return { bets: [{ kind, number: `${digits} ${sign}` }], says }
}

const triples = (numbers: readonly string[]) => numbers.map((number) => ({ kind: 'triple' as const, number }))

/** All orders of three digits, each once. */
function permuted(number: string): string[] {
  const [a, b, c] = [...number]
  return [...new Set([`${a}${b}${c}`, `${a}${c}${b}`, `${b}${a}${c}`, `${b}${c}${a}`, `${c}${a}${b}`, `${c}${b}${a}`])]
}

function readRun(from: string, to: string, kinds: Readonly<Record<number, BetKind>>): NumbersRead | Wrong {
  const kind = kinds[from.length]
  if (!kind) return wrong('unfinished', 'Una corrida va de un número a otro: 120-129.')
  if (to.length < from.length) return wrong('unfinished', `Falta hasta dónde llega la corrida desde ${from}.`)
  const [first, last] = [Number(from), Number(to)]
  if (to.length !== from.length || last <= first)
    return wrong('number_unknown', `La corrida ${from}-${to} no va de menor a mayor.`)
  const count = last - first + 1
  if (count > longestRun)
    return wrong('number_unknown', `Una corrida tiene hasta ${longestRun} números; esta, ${count}.`)
  const bets = Array.from({ length: count }, (_, at) => ({
    kind,
    number: String(first + at).padStart(from.length, '0'),
  }))
  return { bets, says: `corrida ${from}-${to}: ${count} ${kind === 'triple' ? 'triples' : 'terminales'}` }
}

const tripleKinds: Readonly<Record<number, BetKind>> = { 2: 'terminal', 3: 'triple' }
const panamaKinds: Readonly<Record<number, BetKind>> = { 2: 'terminal_pa' }
const tripleForms = '253 triple, 53 terminal, 53, punta, 253,5 con su signo.'

function readTriple(typed: string): NumbersRead | Wrong {
  const run = /^(\d*)-(\d*)$/.exec(typed)
  if (run) return readRun(run[1]!, run[2]!, tripleKinds)
  const signed = /^(\d{2,3})\s*(?:,(\d{1,2})|(\p{L}+))$/u.exec(typed)
  if (signed) return readSigned(signed[1]!, signed[2] ?? signed[3]!)
  if (/^\d{3}$/.test(typed)) return { bets: triples([typed]), says: `triple ${typed}` }
  if (/^\d{2}$/.test(typed)) return { bets: [{ kind: 'terminal', number: typed }], says: `terminal ${typed}` }
  if (/^\d{2},$/.test(typed))
    return { bets: [{ kind: 'punta', number: typed.slice(0, 2) }], says: `punta ${typed.slice(0, 2)}` }
  if (/^\d{3},$/.test(typed)) {
    const numbers = permuted(typed)
    return {
      bets: triples(numbers),
      says: `permuta de ${typed.slice(0, 3)}: ${countText(numbers.length, 'triple', 'triples')}`,
    }
  }
  if (/^(\d,\d|,\d\d)$/.test(typed)) {
    const numbers = Array.from({ length: 10 }, (_, digit) => typed.replace(',', String(digit)))
    return { bets: triples(numbers), says: `serie ${typed.replace(',', '_')}: 10 triples` }
  }
  if (/^(\d|,|\d,|,\d)$/.test(typed))
    return wrong('unfinished', 'Un triple tiene 3 cifras, un terminal 2.', tripleForms)
  return wrong('number_unknown', `«${typed}» no se juega en triples.`, tripleForms)
}

function readPanama(typed: string): NumbersRead | Wrong {
  const run = /^(\d*)-(\d*)$/.exec(typed)
  if (run) return readRun(run[1]!, run[2]!, panamaKinds)
  if (/^\d{2}$/.test(typed)) return { bets: [{ kind: 'terminal_pa', number: typed }], says: `terminal ${typed}` }
  if (/^\d$/.test(typed)) return wrong('unfinished', 'Se juegan 2 cifras.')
  return wrong('number_unknown', `«${typed}» no se juega en Panamá.`, 'Se juegan 2 cifras: 25.')
}

/** One piece between two `+`, for products of one kind. */
export function readNumbers(typed: string, products: readonly CounterProduct[]): NumbersRead | Wrong {
  const text = typed.trim()
  if (text === '') return wrong('unfinished', 'Falta un número.')
  switch (products[0]?.kind) {
    case 'animalitos':
      return readSymbols(text, products)
    case 'triples':
      return readTriple(text)
    case 'panama':
      return readPanama(text)
    default:
      return wrong('bet_not_offered', 'Ese juego no se vende aquí.')
  }
}
