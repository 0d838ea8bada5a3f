/** Where the table of a file begins, and which of its columns is what. Pure. */
import { externalFields, type ExternalField } from '@contract/external-file.ts'
import { fold } from '@contract/values/text.ts'
import type { Cell, SheetRow } from '../../platform/files/reading/cells.ts'

/** What names of columns mean, by the name folded. */
export type KnownColumns = ReadonlyMap<string, ExternalField>

export interface Header {
  /** Its line in the file. */
  n: number
  /** Names of the columns, in their order; empty where one has none. */
  names: string[]
}

/** Rows at the beginning among which the header is looked for. */
export const headerWithin = 60
/** Characters of a name; what is longer is no name. */
export const longestName = 120

/** A name without what nobody sees in it. */
export function cleanName(cell: Cell): string {
  return String(cell)
    .replace(/\p{Cf}|\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const namesOf = (cells: readonly Cell[]) => cells.map((cell) => cleanName(cell).slice(0, longestName))

/** A header of two lines has in the lower one what the upper one's merged cells leave open. */
function withUpper(names: readonly string[], upper: readonly string[] | undefined): string[] {
  const width = Math.max(names.length, upper?.length ?? 0)
  return Array.from({ length: width }, (_none, at) => names[at] || upper?.[at] || '')
}

const fieldsIn = (names: readonly string[], known: KnownColumns) =>
  new Set(names.flatMap((name) => known.get(fold(name)) ?? [])).size

/**
 * The header among the first rows: the line that is said, or the one with the most known names; where hardly one is
 * known, the first line of three texts or more. Null where there is none.
 */
export function headerIn(first: readonly SheetRow[], known: KnownColumns, said: number | null): Header | null {
  if (said !== null) {
    const row = first.find(({ n }) => n === said)
    return row ? { n: row.n, names: namesOf(row.cells) } : null
  }
  let best: { header: Header; score: number } | null = null
  for (const [at, { n, cells }] of first.entries()) {
    const own = namesOf(cells)
    const upper = first[at - 1]
    const names = fieldsIn(own, known) > 0 ? withUpper(own, upper && namesOf(upper.cells)) : own
    const score = fieldsIn(names, known)
    if (score >= 2 && score > (best?.score ?? 0)) best = { header: { n, names }, score }
  }
  if (best) return best.header
  const texts = first.find(
    ({ cells }) => cells.filter((cell) => typeof cell === 'string' && /\p{L}/u.test(cell)).length >= 3,
  )
  return texts ? { n: texts.n, names: namesOf(texts.cells) } : null
}

export interface Columns {
  /** Place of each field's column. */
  at: Partial<Record<ExternalField, number>>
  /** What each column is. */
  fields: (ExternalField | null)[]
  /** Fields that the file must have and has not, or that two columns claim. */
  missing: ExternalField[]
}

/** What the columns are; `given` are the fields that a file need not have, since the system or the load says them. */
export function columnsOf(names: readonly string[], known: KnownColumns, given: ReadonlySet<ExternalField>): Columns {
  const fields = names.map((name) => known.get(fold(name)) ?? null)
  const at: Columns['at'] = {}
  const missing: ExternalField[] = []
  for (const field of externalFields) {
    const places = fields.flatMap((one, place) => (one === field ? [place] : []))
    const isNeeded = field !== 'prizes' && field !== 'commission' && !given.has(field)
    if (places.length === 1) at[field] = places[0]!
    else if (places.length > 1 || isNeeded) missing.push(field)
  }
  return { at, fields, missing }
}
