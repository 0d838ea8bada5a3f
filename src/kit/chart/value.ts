/** The drawing edge: the only place where an amount becomes a binary number, because a pixel needs no cents. */
import { toCents } from '@contract/values/money.ts'

/** A decimal string as a coordinate. For drawing only: what is read or summed stays the string. */
export function plotted(amount: string): number {
  return Number(toCents(amount)) / 100
}

const compact = new Intl.NumberFormat('es', { notation: 'compact', maximumFractionDigits: 1 })

/** The label of an axis at a coordinate: `350 mil`, `1,2 M`; with what it counts in `Bs 350 mil`, `−Bs 50 mil`. */
export function axisLabel(coordinate: number, unit = ''): string {
  return `${coordinate < 0 ? '−' : ''}${unit && `${unit} `}${compact.format(Math.abs(coordinate))}`
}

/** Where a part stands between nothing and the largest, 0 to 100, for the width of a bar. */
export function barWidth(part: string, largest: string): number {
  const whole = plotted(largest)
  if (whole <= 0) return 0
  return Math.max(0, Math.min(100, Math.round((plotted(part) / whole) * 1000) / 10))
}
