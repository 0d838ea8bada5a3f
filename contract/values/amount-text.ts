/**
 * Amounts and percentages as people and programs write them, taken apart: the one grammar of what is typed, pasted
 * and uploaded. What its readers take of it is theirs: a field asks (`readAmount`), a file has its style
 * (`readWrittenAmount`).
 */
import { currenciesOfSign, type Currency } from './currency.ts'

/** How amounts are written in a file: `1.234,56`, or `1,234.56`. */
export const numberStyles = ['es-VE', 'international'] as const
export type NumberStyle = (typeof numberStyles)[number]

export interface AmountText {
  /** What its currency's sign may stand for; null where none is written. */
  currencies: readonly Currency[] | null
  negative: boolean
  /** From the first digit to the last. */
  figures: string
}

/**
 * One sign of a currency at one end, a minus or parentheses, and figures: `−Bs 1.234,50`, `12,50 USD`, `(1.234)`.
 * Null for what is not built like that: two signs, another currency's, words, nothing.
 */
export function takeApart(written: string): AmountText | null {
  const text = written.trim().replaceAll('−', '-').replace(/^'/, '')
  const [, before = '', figures, after = ''] = /^(\D*)(\d(?:.*\d)?)(\D*)$/.exec(text) ?? []
  if (figures === undefined) return null
  const [first, last] = [before, after].map((part) => part.replace(/[()-]/g, ' ').trim())
  if (first && last) return null
  const marks = `${before}#${after}`.replace(/[^()#-]/g, '')
  if (!['#', '-#', '#-', '(#)'].includes(marks)) return null
  const currencies = first || last ? currenciesOfSign(first || last!) : null
  return currencies?.length === 0 ? null : { currencies, negative: marks !== '#', figures }
}

/** Groups are of three, all parted alike, and the first begins with no zero; a space or an apostrophe parts in either style. */
const shapes: Record<NumberStyle, RegExp> = {
  'es-VE': /^(\d+|[1-9]\d{0,2}(?:([. \u00a0\u2009\u202f'])\d{3})(?:\2\d{3})*)(?:,(\d+))?$/,
  international: /^(\d+|[1-9]\d{0,2}(?:([, \u00a0\u2009\u202f'])\d{3})(?:\2\d{3})*)(?:\.(\d+))?$/,
}

/** `1.234`: three figures behind a lone mark are thousands, or decimals. */
export const isThousandsOrDecimals = (figures: string): boolean => /^[1-9]\d{0,2}[.,]\d{3}$/.test(figures)

/** Figures by a style as a decimal string of two decimals; null where they are no amount by it, or finer than cents. */
export function amountOfFigures(figures: string, style: NumberStyle): string | null {
  const [, whole, , fraction = ''] = shapes[style].exec(figures) ?? []
  const digits = whole?.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  if (digits === undefined || digits.length > 12 || !/^\d{0,2}0*$/.test(fraction)) return null
  return `${digits}.${fraction.slice(0, 2).padEnd(2, '0')}`
}

/**
 * `12`, `12,5`, `12.5 %` as a decimal string of at most `decimals`; null for what is none. A percentage has no
 * thousands, so that a point can only be decimal.
 */
export function readPercent(typed: string, decimals = 4): string | null {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:[.,](\d+))?\s*%?$/.exec(typed.trim()) ?? []
  if (whole === undefined || fraction.length > decimals) return null
  const fine = fraction.replace(/0+$/, '')
  return `${whole.replace(/^0+(?=\d)/, '')}${fine && `.${fine}`}`
}
