/**
 * The kinds of values a sheet holds: how each is read from what is typed or pasted, and how it is written.
 * An amount is a decimal string, so that money never becomes a float; of a flag, `1` is yes and `0` is no. A choice is
 * one of some words, a day as the calendar writes it, a text what was written.
 */
import { readPercent } from '@contract/values/amount-text.ts'
import { currencyFacts, readCurrency, type Currency } from '@contract/values/currency.ts'
import { formatDay } from '@contract/values/dates.ts'
import { amount, formatMoney, isZero, readWhole } from '@contract/values/money.ts'
import { readDay } from '@contract/values/reading.ts'
import { fold } from '@contract/values/text.ts'
import { refusal } from '../form/errors.ts'
import { currencyFaultOf, isUnread, textOfValue, unreadOf, valueOfTyped } from '../form/money-reading.ts'

export type ValueKind = 'amount' | 'multiplier' | 'whole' | 'flag' | 'percent' | 'choice' | 'currency' | 'day' | 'text'

/** Values that are words: at the left, and begun by any letter. */
export const isWords = ({ kind }: Pick<Valued, 'kind'>): boolean =>
  kind === 'choice' || kind === 'currency' || kind === 'text'

/** What a value is; an amount where nothing is said. */
export interface Valued {
  kind?: ValueKind
  /** Of an amount. */
  currency?: Currency
  /** Of a choice: the word for each value. */
  labels?: Readonly<Record<string, string>>
}

/** As a cell shows it: `1.234,50`, `6.000`, `Sí`; empty without a value. */
export function shownText({ kind = 'amount', labels }: Valued, value: string | null): string {
  if (value !== null && !isUnread(value)) {
    if (kind === 'choice') return labels?.[value] ?? value
    if (kind === 'percent') return `${percentText(value)} %`
    if (kind === 'currency') return currencyFacts[value as Currency]?.name ?? value
    if (kind === 'day') return formatDay(value)
    if (kind === 'text') return value
  }
  if (kind === 'flag' && value !== null && !isUnread(value)) return isZero(value) ? 'No' : 'Sí'
  return textOfValue(value, kind !== 'amount')
}

/** As it is edited and copied. Without decimals a point between thousands could be read as something else: `6000`. */
export function typedText(of: Valued, value: string | null): string {
  if (of.kind === 'percent' && value !== null && !isUnread(value)) return percentText(value)
  const text = shownText(of, value)
  const grouped = (of.kind === 'multiplier' || of.kind === 'whole') && !isUnread(value)
  return grouped ? text.replaceAll('.', '') : text
}

/** Without the zeros that its column may have: `12.5000` is `12,5`. */
const percentText = (value: string) => String(Number(value)).replace('.', ',')

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

function percentOf(typed: string): Read {
  if (typed.trim() === '') return { reading: { kind: 'empty' }, value: null }
  const percent = readPercent(typed)
  return percent === null ? { reading: { kind: 'invalid' }, value: unreadOf(typed) } : read(percent)
}

function wholeOf(typed: string): Read {
  const reading = readWhole(typed)
  if (reading.kind === 'amount') return read(reading.amount)
  return { reading, value: reading.kind === 'empty' ? null : unreadOf(typed) }
}

/** A word, else as much of its beginning as only one of them has. */
function choiceOf(labels: Readonly<Record<string, string>>, typed: string): Read {
  const word = fold(typed).replaceAll('_', ' ')
  if (word === '') return { reading: { kind: 'empty' }, value: null }
  const named = (is: (one: string) => boolean) =>
    Object.entries(labels).filter(([value, label]) => [value.replaceAll('_', ' '), label].some((one) => is(fold(one))))
  const whole = named((one) => one === word)
  const found = whole.length === 1 ? whole : named((one) => one.startsWith(word))
  return found.length === 1 ? read(found[0]![0]) : { reading: { kind: 'invalid' }, value: unreadOf(typed) }
}

/** As a person may have written it; what would mark a text as not understood is left out of its beginning. */
const textOf = (typed: string) => typed.trim().replace(/^¿+/, '')

function wordOf(typed: string, of: (text: string) => string | null): Read {
  const text = textOf(typed)
  if (text === '') return { reading: { kind: 'empty' }, value: null }
  const value = of(text)
  return value === null ? { reading: { kind: 'invalid' }, value: unreadOf(text) } : read(value)
}

/** The value of what was typed or pasted: null for nothing, a marked text (`isUnread`) while it is not clear. */
export function readTypedValue({ kind = 'amount', currency, labels = {} }: Valued, typed: string): Read {
  if (kind === 'percent') return percentOf(typed)
  if (kind === 'choice') return choiceOf(labels, typed)
  if (kind === 'whole') return wholeOf(typed)
  if (kind === 'currency') return wordOf(typed, readCurrency)
  if (kind === 'day') return wordOf(typed, readDay)
  if (kind === 'text') return wordOf(typed, (text) => text)
  const amounts = valueOfTyped(typed, currency)
  if (kind !== 'flag' || amounts.reading.kind === 'empty') return amounts
  const word = words[typed.trim().toLowerCase()]
  return word ? read(word) : { reading: { kind: 'invalid' }, value: unreadOf(typed) }
}

const oneOf = (words: readonly string[]) => new Intl.ListFormat('es', { type: 'disjunction' }).format(words)

const asked: Readonly<Record<Exclude<ValueKind, 'amount' | 'choice'>, string>> = {
  multiplier: 'Escriba un número como 30 o 30,50',
  whole: 'Escriba un número entero como 30',
  flag: 'Escriba Sí o No',
  percent: 'Escriba un porcentaje como 12 o 12,5',
  currency: `Escriba ${oneOf(Object.values(currencyFacts).map(({ name }) => name))}`,
  day: 'Escriba un día como 20/11/2026',
  text: 'Escriba un texto',
}

/** What to write instead of what was not understood. */
export function unreadFault(of: Valued, value: string): string {
  const { kind = 'amount', labels = {} } = of
  if (kind === 'choice') return `Escriba ${oneOf(Object.values(labels))}`
  const currency = currencyFaultOf(readTypedValue(of, textOfValue(value)).reading, of.currency)
  if (currency !== null) return currency
  return kind === 'amount' ? (refusal(amount, value) ?? '') : asked[kind]
}
