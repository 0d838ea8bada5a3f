/**
 * The kinds of values a sheet holds: how each is read from what is typed or pasted, and how it is written.
 * Every one is a decimal string, so that money never becomes a float; of a flag, `1` is yes and `0` is no.
 */
import type { Currency } from '@contract/values/currency.ts'
import { amount, formatMoney, isZero, type ReadAmount } from '@contract/values/money.ts'
import { refusal } from '../form/errors.ts'
import { isUnread, textOfValue, unreadOf, valueOfTyped } from '../form/money-reading.ts'

export type ValueKind = 'amount' | 'multiplier' | 'whole' | 'flag'

/** What a value is; an amount where nothing is said. */
export interface Valued {
  kind?: ValueKind
  /** Of an amount. */
  currency?: Currency
}

/** As a cell shows it: `1.234,50`, `6.000`, `Sí`; empty without a value. */
export function shownText({ kind = 'amount' }: Valued, value: string | null): string {
  if (kind === 'flag' && value !== null && !isUnread(value)) return isZero(value) ? 'No' : 'Sí'
  return textOfValue(value, kind !== 'amount')
}

/** As it is edited and copied. Without decimals a point between thousands could be read as something else: `6000`. */
export function typedText(of: Valued, value: string | null): string {
  const text = shownText(of, value)
  const grouped = (of.kind === 'multiplier' || of.kind === 'whole') && !isUnread(value)
  return grouped ? text.replaceAll('.', '') : text
}

/** Where nothing else says what it is: `Bs 1.234,50`, `× 30`, `Sí`. */
export function fullText(of: Valued, value: string): string {
  if (of.currency) return formatMoney(value, of.currency, true)
  if (of.kind === 'multiplier') return `× ${shownText(of, value)}`
  return of.kind === undefined ? textOfValue(value, true) : shownText(of, value)
}

const words: Readonly<Record<string, '1' | '0'>> = {
  ...Object.fromEntries(['sí', 'si', 's', '1', 'x', 'verdadero', 'true', 'yes'].map((word) => [word, '1'])),
  ...Object.fromEntries(['no', 'n', '0', 'falso', 'false'].map((word) => [word, '0'])),
}

/** What an amount field makes of what is typed: the value, and why it is none yet. */
type Read = ReturnType<typeof valueOfTyped>

const read = (value: string): Read => ({ reading: { kind: 'amount', amount: value }, value })

/** What may be written in a whole number without being one: thousands with points are clear, decimals of zero are none. */
function wholeOf({ reading, value }: Read, typed: string): Read {
  const whole = (decimal: string) => (decimal.endsWith('.00') ? [decimal.slice(0, -3)] : [])
  if (reading.kind === 'amount' && whole(reading.amount).length > 0) return read(whole(reading.amount)[0]!)
  if (reading.kind === 'empty') return { reading, value }
  const candidates = reading.kind === 'ambiguous' ? reading.candidates.flatMap(whole) : []
  if (reading.kind === 'ambiguous' && reading.candidates.length === 1 && candidates[0]) return read(candidates[0])
  const asked: ReadAmount = candidates.length > 0 ? { kind: 'ambiguous', candidates } : { kind: 'invalid' }
  return { reading: asked, value: unreadOf(typed) }
}

/** The value of what was typed or pasted: null for nothing, a marked text (`isUnread`) while it is not clear. */
export function readTyped({ kind = 'amount' }: Valued, typed: string): Read {
  const amounts = valueOfTyped(typed)
  if (kind === 'whole') return wholeOf(amounts, typed)
  if (kind !== 'flag' || amounts.reading.kind === 'empty') return amounts
  const word = words[typed.trim().toLowerCase()]
  return word ? read(word) : { reading: { kind: 'invalid' }, value: unreadOf(typed) }
}

const asked: Readonly<Record<Exclude<ValueKind, 'amount'>, string>> = {
  multiplier: 'Escriba un número como 30 o 30,50',
  whole: 'Escriba un número entero como 30',
  flag: 'Escriba Sí o No',
}

/** What to write instead of what was not understood. */
export function unreadFault({ kind = 'amount' }: Valued, value: string): string {
  return kind === 'amount' ? (refusal(amount, value) ?? '') : asked[kind]
}
