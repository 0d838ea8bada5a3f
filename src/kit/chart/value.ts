/** The drawing edge: the only place where an amount becomes a binary number, because a pixel needs no cents. */

/** A decimal string as a coordinate. For drawing only: what is read or summed stays the string. */
export function toCoordinate(amount: string): number {
  if (!/^-?\d+(\.\d+)?$/.test(amount)) throw new RangeError(`not a decimal: ${amount.slice(0, 40)}`)
  return Number(amount)
}

const compact = new Intl.NumberFormat('es', { notation: 'compact', maximumFractionDigits: 1 })
const fine = new Intl.NumberFormat('es', { maximumSignificantDigits: 5, useGrouping: 'always' })

/**
 * The label of an axis at a coordinate: `350 mil`, `1,2 M`; with what it counts in `Bs 350 mil`, `−Bs 50 mil`. Where marks
 * lie close to one another, `near`, in figures: `Bs 1.450`.
 */
export function axisLabel(coordinate: number, unit = '', near = false): string {
  return `${coordinate < 0 ? '−' : ''}${unit && `${unit} `}${(near ? fine : compact).format(Math.abs(coordinate))}`
}

/** What a table of many figures counts in, so that none of them needs its unit: said once, above them. */
export interface Scale {
  by: number
  /** `miles`; empty where figures stand as they are. */
  word: string
}

/** The unit in which the largest of some coordinates has four digits at most. */
export function largestScale(largest: number): Scale {
  if (largest >= 10_000_000) return { by: 1_000_000, word: 'millones' }
  return largest >= 10_000 ? { by: 1_000, word: 'miles' } : { by: 1, word: '' }
}

// Spanish groups from five digits on; beside the amounts of the tables, which always are, 1230 would look odd.
const whole = new Intl.NumberFormat('es', { maximumFractionDigits: 0, useGrouping: 'always' })
const tenths = new Intl.NumberFormat('es', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: 'always',
})

/** A coordinate in a table's unit: `12,3`; what is there but too little for it is not nothing: `<0,1`, `<1`. */
export function scaledLabel(coordinate: number, { by }: Scale): string {
  const scaled = coordinate / by
  const [figures, least] = by === 1 ? [whole, 1] : [tenths, 0.1]
  return scaled > 0 && scaled < least ? `<${figures.format(least)}` : figures.format(scaled)
}

/** Where a part stands between nothing and the largest, 0 to 100, for the width of a bar. */
export function barWidth(part: string, largest: string): number {
  const whole = toCoordinate(largest)
  if (whole <= 0) return 0
  return Math.max(0, Math.min(100, Math.round((toCoordinate(part) / whole) * 1000) / 10))
}
