/**
 * Money: exact decimal strings, never binary floats. The one place that does arithmetic on
 * amounts and writes them for people. Amounts are written with two decimals in every currency sold; what is won, earned or
 * paid is rounded to what there are coins for (`currencyFacts`).
 */
import { z } from 'zod'
import { withKind } from '../field-kind.ts'
import { amountOfFigures, isThousandsOrDecimals, takeApart } from './amount-text.ts'
import { currencyFacts, type Currency } from './currency.ts'

const SCALE = 100n
const PATTERN = /^-?\d{1,15}(\.\d{1,2})?$/

/** An amount on the wire: `"1234.56"`, at most 15 digits before the point. */
export const money = withKind(z.string().regex(PATTERN, 'Monto no válido'), 'money')
const isTooLong = (input: unknown) => /^\d{13,}(\.\d{1,2})?$/.test(String(input))
/** An amount a person may enter: zero or more, bounded so that no sum overflows. */
export const amount = withKind(
  z.string().regex(/^\d{1,12}(\.\d{1,2})?$/, {
    error: ({ input }) => (isTooLong(input) ? 'Hasta 12 cifras antes de la coma' : 'Escriba un monto como 1.234,56'),
    abort: true,
  }),
  'money',
)
/** An amount that must be above zero. */
export const positiveAmount = amount.refine((value) => toCents(value) > 0n, 'El monto debe ser mayor que cero')
/** A percentage from 0 to 100 with up to 4 decimals, as a string. */
export const percent = withKind(
  z
    .string()
    .regex(/^\d{1,3}(\.\d{1,4})?$/, { error: 'Porcentaje no válido', abort: true })
    .refine((value) => scaled(value, 4) <= 1_000_000n, 'El porcentaje no puede superar 100'),
  'percent',
)

function scaled(value: string, decimals: number): bigint {
  const point = value.indexOf('.')
  // A sign before the digits is read with them.
  if (point < 0) return BigInt(value + '0'.repeat(decimals))
  const fraction = value.slice(point + 1, point + 1 + decimals)
  return BigInt(value.slice(0, point) + fraction.padEnd(decimals, '0'))
}

/** Hundredths as an integer. Throws on anything that is not an amount. */
export function toCents(value: string): bigint {
  if (!PATTERN.test(value)) throw new RangeError(`not an amount: ${value.slice(0, 40)}`)
  return scaled(value, 2)
}

/** The decimal string of a number of hundredths, always with two decimals. */
export function fromCents(cents: bigint): string {
  const negative = cents < 0n
  const digits = (negative ? -cents : cents).toString().padStart(3, '0')
  return `${negative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function add(...values: readonly string[]): string {
  return fromCents(values.reduce((sum, value) => sum + toCents(value), 0n))
}

export function subtract(from: string, value: string): string {
  return fromCents(toCents(from) - toCents(value))
}

export function negate(value: string): string {
  return fromCents(-toCents(value))
}

/** -1, 0 or 1. */
export function compare(left: string, right: string): number {
  const difference = toCents(left) - toCents(right)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

export function isZero(value: string): boolean {
  return toCents(value) === 0n
}

/** Integer division that rounds half away from zero, as the domain's "half-up" asks of either sign. */
function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n
  const positive = negative ? -dividend : dividend
  const quotient = (positive * 2n + divisor) / (divisor * 2n)
  return negative ? -quotient : quotient
}

/** Hundredths of the smallest coin that there is of a currency; without one, of a cent. */
const coinOf = (of: Currency | undefined) => (of !== undefined && currencyFacts[of].decimals === 0 ? SCALE : 1n)

/** So many hundredths, to the nearest coin of a currency: rounded once, half-up. */
function toCoins(dividend: bigint, divisor: bigint, of: Currency | undefined): string {
  const coin = coinOf(of)
  return fromCents(divideHalfUp(dividend, divisor * coin) * coin)
}

/** An amount as it can be paid, half-up to the currency's own decimals; the database's `round_money`. */
export function roundMoney(value: string, of: Currency): string {
  return toCoins(toCents(value), 1n, of)
}

/** Has an amount cents, where its currency has none? */
export function hasCents(value: string, of: Currency): boolean {
  return toCents(value) % coinOf(of) !== 0n
}

/** What a stake wins by a multiplier (up to 6 decimals), as it can be paid; the database's `prize_of`. */
export function prizeOf(stake: string, multiplier: string, of: Currency): string {
  return toCoins(toCents(stake) * scaled(multiplier, 6), 1_000_000n, of)
}

/** Amount × factor (up to 6 decimals), half-up to the cent: a converted amount. */
export function multiply(value: string, factor: string): string {
  return fromCents(divideHalfUp(toCents(value) * scaled(factor, 6), 1_000_000n))
}

/** `percentage` % of an amount, half-up to the cent, or as it can be paid `of` a currency. */
export function percentOf(value: string, percentage: string, of?: Currency): string {
  return toCoins(toCents(value) * scaled(percentage, 4), 1_000_000n, of)
}

/** One amount divided by a whole number, half-up: an average ticket. Zero parts make `null`. */
export function divide(value: string, parts: number): string | null {
  return parts === 0 ? null : fromCents(divideHalfUp(toCents(value), BigInt(parts)))
}

/** What each of so many gets of an amount, never below zero: rounded down to what can be paid, so that it is there for all. */
export function shareOf(value: string, parts: number, of: Currency): string {
  const coin = coinOf(of)
  const cents = toCents(value)
  return parts === 0 || cents <= 0n ? fromCents(0n) : fromCents((cents / (BigInt(parts) * coin)) * coin)
}

/**
 * `part` as a percentage of `whole` with `decimals` decimals; `null` when there is no base, which zero and a loss are
 * not: a loss that halves has not grown by 50 %.
 */
export function ratioPercent(part: string, whole: string, decimals = 1): string | null {
  const base = toCents(whole)
  if (base <= 0n) return null
  const factor = 10n ** BigInt(decimals)
  const value = divideHalfUp(toCents(part) * SCALE * factor, base)
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const text = decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits
  return value < 0n ? `-${text}` : text
}

/** What stands in the place of a change in % where there was nothing before. */
export const noBase = 'sin base'

/** Change from `before` to `now` in percent of `before`; `null` says there is no base of comparison. */
export function changePercent(now: string, before: string): string | null {
  return ratioPercent(subtract(now, before), before)
}

/**
 * A number that a spreadsheet holds. It is binary: a trace beyond the cent is its own, more is an amount that has
 * no cents for it, and null.
 */
export function amountOfNumber(value: number): string | null {
  const text = String(value)
  if (!/^-?\d{1,12}(\.\d+)?$/.test(text)) return null
  const fine = scaled(text, 8)
  const cents = divideHalfUp(fine, 1_000_000n)
  const trace = fine - cents * 1_000_000n
  return trace > 100n || trace < -100n ? null : fromCents(cents)
}

function group(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+(?!\d))/g, '.')
}

/** `-1234.5` → `−1.234,50` (es-VE, grouping always, a true minus sign). */
export function formatAmount(value: string): string {
  const text = fromCents(toCents(value))
  const [whole = '0', fraction] = text.replace('-', '').split('.')
  return `${text.startsWith('-') ? '−' : ''}${group(whole)},${fraction}`
}

/** With its symbol: `Bs 1.234,50`. `clear` tells COP from USD where both may appear. */
export function formatMoney(value: string, of: Currency, clear = false): string {
  const facts = currencyFacts[of]
  const text = formatAmount(value)
  const symbol = clear ? facts.clear_symbol : facts.symbol
  return text.startsWith('−') ? `−${symbol} ${text.slice(1)}` : `${symbol} ${text}`
}

/** A decimal string such as a percentage, es-VE: `12.5` → `12,5`. */
export function formatDecimal(value: string): string {
  const [whole = '0', fraction] = value.replace('-', '').split('.')
  return `${value.startsWith('-') ? '−' : ''}${group(whole)}${fraction === undefined ? '' : `,${fraction}`}`
}

/** Whole numbers, grouped: `12345` → `12.345`. */
export function formatCount(value: number | bigint | string): string {
  return formatDecimal(String(value))
}

/** How many of what: `1 jugada`, `1.250 jugadas`. */
export function countText(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

export type ReadAmount =
  | { kind: 'amount'; amount: string }
  | { kind: 'empty' }
  | { kind: 'invalid' }
  /** Says a currency that has no place here. */
  | { kind: 'currency'; currencies: readonly Currency[] }
  /** Could mean more than one amount, or is written as elsewhere: ask, never guess. Most likely first. */
  | { kind: 'ambiguous'; candidates: string[] }

/**
 * Reads what a person typed or pasted where amounts are `of` a currency; without one no currency may be written.
 * `1.234,56`, `1234,56`, `1 234` and `1234` are clear. A lone point (`1.234`, `12.50`) or an English grouping
 * (`1,234.56`) may be another amount by a factor of 10, 100 or 1000, so it is asked.
 */
export function readAmount(typed: string, of: Currency | null = null): ReadAmount {
  if (typed.trim() === '') return { kind: 'empty' }
  const apart = takeApart(typed)
  if (apart === null || apart.negative) return { kind: 'invalid' }
  const reading = readingOf(apart.figures)
  if (reading.kind === 'invalid' || apart.currencies === null) return reading
  if (of !== null && apart.currencies.includes(of)) return reading
  return { kind: 'currency', currencies: apart.currencies }
}

/** By both styles: what only ours reads is clear, and what the other one reads as well, or alone, is asked. */
function readingOf(figures: string): ReadAmount {
  const [ours, theirs] = [amountOfFigures(figures, 'es-VE'), amountOfFigures(figures, 'international')]
  // As decimals, cents of them are kept.
  if (isThousandsOrDecimals(figures)) {
    const decimals = fromCents(divideHalfUp(BigInt(figures.replace(/\D/g, '')), 10n))
    return { kind: 'ambiguous', candidates: [`${figures.replace(/\D/g, '')}.00`, decimals] }
  }
  if (ours !== null && (theirs === null || theirs === ours)) return { kind: 'amount', amount: ours }
  if (theirs === null) return { kind: 'invalid' }
  // A point where cents are may as well have come between the thousands by mistake.
  const slip = /^[1-9]\d*\.\d{1,2}$/.test(figures) ? [figures.replace('.', '')] : []
  const candidates = [theirs, ...slip.filter((digits) => digits.length <= 12).map((digits) => `${digits}.00`)]
  return { kind: 'ambiguous', candidates }
}

/**
 * Reads a whole number, as text: `1440`, `5,00`. Thousands with a point are clear where the other reading is no
 * whole number (`1.440`), and asked where it is (`5.000`).
 */
export function readWhole(typed: string): ReadAmount {
  const wholeOf = (decimal: string) => (decimal.endsWith('.00') ? [decimal.slice(0, -3)] : [])
  const reading = readAmount(typed)
  if (reading.kind !== 'amount' && reading.kind !== 'ambiguous') return reading
  const likely = reading.kind === 'amount' ? [reading.amount] : reading.candidates
  const candidates = likely.flatMap(wholeOf)
  const [only, another] = candidates
  if (only === undefined) return { kind: 'invalid' }
  return another === undefined && wholeOf(likely[0]!).length > 0
    ? { kind: 'amount', amount: only }
    : { kind: 'ambiguous', candidates }
}
