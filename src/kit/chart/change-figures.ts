/** What changed between two figures, in words and numbers. Amounts, counts and percentages alike travel as decimal strings. */
import type { Currency } from '@contract/values/currency.ts'
import { changePercent, compare, formatDecimal, formatMoney, noBase, subtract } from '@contract/values/money.ts'

/** `points` are percentages: their difference is said in points, which no percentage can be mistaken for. */
export type FigureKind = 'money' | 'count' | 'points'

export interface FigureChange {
  direction: 'up' | 'down' | 'same'
  /** `+12,5 %`; `null` when there is no base of comparison. */
  percent: string | null
  /** `+Bs 1.234,00`, `−3`, `+1,2 puntos`. */
  absolute: string
}

export const withoutBase = `${noBase} de comparación`

function plain(difference: string, kind: FigureKind, currency: Currency): string {
  if (kind === 'money') return formatMoney(difference, currency)
  const text = formatDecimal(trimZeros(difference))
  return kind === 'points' ? `${text} ${text === '1' || text === '−1' ? 'punto' : 'puntos'}` : text
}

/** `3.00` → `3`, `1.20` → `1.2`: counts and points carry no cents. */
function trimZeros(value: string): string {
  return value.replace(/\.?0+$/, '') || '0'
}

/** The change from `before` to `now`. A previous value of zero, or a loss, has a difference but no percentage. */
export function figureChange(now: string, before: string, kind: FigureKind, currency: Currency): FigureChange {
  const order = compare(now, before)
  const difference = subtract(now, before)
  const plus = order > 0 ? '+' : ''
  const percent = changePercent(now, before)
  return {
    direction: order > 0 ? 'up' : order < 0 ? 'down' : 'same',
    percent: percent === null ? null : `${plus}${formatDecimal(percent)} %`,
    absolute: `${plus}${plain(difference, kind, currency)}`,
  }
}
