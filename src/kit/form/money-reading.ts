/**
 * How an amount field turns what is typed into a value. An amount that was understood is a decimal
 * string; an empty field is `null`; anything else becomes a marked text that no schema of the
 * contract accepts, so a form can never save a guess.
 */
import { readPercent } from '@contract/values/amount-text.ts'
import { currencyFault, type Currency } from '@contract/values/currency.ts'
import { compare, formatAmount, formatDecimal, readAmount, readWhole, type ReadAmount } from '@contract/values/money.ts'
import { capital } from '@contract/values/text.ts'

const unreadMark = '¿'

/** Is this value something the person still has to make clear? */
export function isUnread(value: string | null | undefined): boolean {
  return value?.startsWith(unreadMark) ?? false
}

/** What was typed, marked as something the person still has to make clear. */
export function unreadOf(typed: string): string {
  return `${unreadMark}${typed}`
}

/** The value an amount field reports for `typed`; without a currency it is no amount that may say one. */
export function valueOfTyped(typed: string, of?: Currency): { reading: ReadAmount; value: string | null } {
  const reading = readAmount(typed, of)
  if (reading.kind === 'amount') return { reading, value: reading.amount }
  if (reading.kind === 'empty') return { reading, value: null }
  return { reading, value: unreadOf(typed) }
}

/** Why an amount that says a currency is none here: `Está en dólares y aquí va en bolívares`; null where something else is wrong. */
export function currencyFaultOf(reading: ReadAmount, of?: Currency): string | null {
  if (reading.kind !== 'currency') return null
  const fault = currencyFault(reading.currencies, of ?? null)
  return capital(fault)
}

/**
 * `12`, `−12,5`, `1.440` as a number's text of at most `decimals`; empty for what is none or could be another. A mark
 * at the end is one that decimals will follow.
 */
export function numberOfTyped(typed: string, decimals: number): string {
  const [, minus = '', figures = ''] = /^([-−]?)(.*?)[.,]?$/.exec(typed.trim()) ?? []
  const reading = readWhole(figures)
  const text = decimals > 0 ? readPercent(figures, decimals) : reading.kind === 'amount' ? reading.amount : null
  return text === null ? '' : `${minus && '-'}${text}`
}

/** `1234.50` → `1.234,50`; with `short`, whole numbers lose their decimals (`30.00` → `30`), as multipliers are read. */
export function textOfValue(value: string | null | undefined, short = false): string {
  if (value === null || value === undefined || value === '') return ''
  if (isUnread(value)) return value.slice(unreadMark.length)
  if (!isAmount(value)) return value
  return short ? formatDecimal(value.replace(/\.0{1,2}$/, '').replace(/(\.\d)0$/, '$1')) : formatAmount(value)
}

/** Are two field values the same, however an amount is written (`30` and `30.00`)? Words and finer figures are compared as they are. */
export function sameAmount(left: string | null | undefined, right: string | null | undefined): boolean {
  const [one, other] = [left ?? null, right ?? null]
  if (one === other) return true
  if (one === null || other === null || !isAmount(one) || !isAmount(other)) return false
  return compare(one, other) === 0
}

const isAmount = (value: string) => /^-?\d{1,15}(\.\d{1,2})?$/.test(value)
