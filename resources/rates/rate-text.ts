/** A rate as people write it: thousands with a point, decimals with a comma. */
import { changePercent, formatDecimal } from '@contract/values/money.ts'

const written = /^(\d{1,3}(\.\d{3})+|\d+)(,\d{1,6})?$/

/**
 * The decimal string of what was typed. What could mean two rates is none: of `412.350` nobody knows whether it is four
 * hundred or four hundred thousand, and stays as it was typed, which no schema takes.
 */
export function readRate(typed: string): string {
  const text = typed.trim()
  if (!written.test(text) || /^\d{1,3}\.\d{3}$/.test(text)) return text.includes('.') ? `${text} ` : text
  return text.replaceAll('.', '').replace(',', '.')
}

/** What the field shows of a value: a rate as it is written here, anything else as it was typed. */
export const shownRate = (value: string): string => (/^\d+(\.\d+)?$/.test(value) ? formatDecimal(value) : value)

/** Ten thousandths, as an amount: what rates are compared by. */
const scaled = (rate: string): string => {
  const [whole = '0', decimals = ''] = rate.split('.')
  return `${whole}${decimals.slice(0, 4).padEnd(4, '0')}`
}

/** By how much a rate differs from the one before, in percent: `-1.5`; null where there is nothing to compare with. */
export const rateChange = (now: string, before: string): string | null => changePercent(scaled(now), scaled(before))
