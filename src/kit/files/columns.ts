/** What the columns of a table are: by the names over them where there are some, else by what stands in them. */
import { fold } from '@contract/values/text.ts'
import type { TableCell, TableRow } from './tables.ts'

/** A kind of column, and how it is known. */
export interface ColumnKind<F extends string> {
  field: F
  /** Of what stands over it, folded. */
  header: RegExp
  /** What stands over it says that it is something else: not even its cells make it this. */
  unless?: (heading: string) => boolean
  /** Of several that are called so, one called like this is meant. */
  prefers?: RegExp
  /** What may stand in it: under its name, half of the cells must. */
  allows: (cell: TableCell) => boolean
  /** What says by itself that it stands in such a column, and in no other: looked for where no name tells. */
  tells?: (cell: TableCell) => boolean
  /** There may be several, each of whose cells is allowed. */
  many?: true
}

export interface Recognised<F extends string> {
  /** Of each column. */
  fields: (F | null)[]
  /** Place of the row of names among the rows; null where there is none. */
  header: number | null
  /** Place of the first row below names and titles. */
  first: number
  /** Whether names said it, or cells that can be nothing else. */
  sure: boolean
}

/** Names stand in one of the first rows. */
const deepest = 40
/** Rows looked at: enough for a column to show what it is. */
const looked = 400

const isBlank = (cell: TableCell | undefined) => cell === undefined || cell === null || cell === ''

/** The row with most names of columns, two at least. */
function headerOf<F extends string>(rows: readonly TableRow[], kinds: readonly ColumnKind<F>[]): number | null {
  const counts = rows.slice(0, deepest).map(({ cells }) => {
    const names = cells.filter((cell) => typeof cell === 'string' && cell !== '').map((cell) => fold(cell as string))
    return kinds.filter((kind) => names.some((name) => kind.header.test(name))).length
  })
  const most = Math.max(0, ...counts)
  return most >= 2 ? counts.indexOf(most) : null
}

/** What stands over a column; of a header of two lines, in the upper one where the lower says nothing. */
export function columnHeading(rows: readonly TableRow[], header: number | null, at: number): string {
  if (header === null) return ''
  const [own, above] = [rows[header]!.cells[at], rows[header - 1]?.cells]
  // One cell alone is a title.
  const isLine = (above ?? []).filter((cell) => !isBlank(cell)).length > 1
  return String(isBlank(own) && isLine ? (above?.[at] ?? '') : (own ?? ''))
}

/** Kinds are tried in their order: the one that is hardest to mistake comes first. */
export function recognise<F extends string>(rows: readonly TableRow[], kinds: readonly ColumnKind<F>[]): Recognised<F> {
  const header = headerOf(rows, kinds)
  // A cell alone on its row is a title or a remark.
  const below = rows
    .slice(header === null ? 0 : header + 1)
    .filter(({ cells }) => cells.filter((cell) => !isBlank(cell)).length > 1)
  const step = Math.max(1, Math.floor(below.length / looked))
  const sample = below.filter((_, at) => at % step === 0)
  const width = Math.max(
    0,
    ...sample.map(({ cells }) => cells.length),
    header === null ? 0 : rows[header]!.cells.length,
  )
  const columns = Array.from({ length: width }, (_, at) =>
    sample.map(({ cells }) => cells[at] ?? null).filter((cell) => !isBlank(cell)),
  )
  const share = (at: number, test: (cell: TableCell) => boolean) =>
    columns[at]!.length === 0 ? 0 : columns[at]!.filter(test).length / columns[at]!.length
  const fields: (F | null)[] = Array.from({ length: width }, () => null)
  const nameOf = (at: number) => fold(columnHeading(rows, header, at))
  const free = (unless: ColumnKind<F>['unless']) =>
    fields.flatMap((field, at) => (field === null && !unless?.(columnHeading(rows, header, at)) ? [at] : []))
  for (const { field, header: name, allows, many, unless, prefers } of kinds) {
    const named = free(unless)
      .filter(
        (at) =>
          name.test(nameOf(at)) && (share(at, allows) >= (many ? 1 : 0.5) || (!many && columns[at]!.length === 0)),
      )
      .sort((left, right) => Number(prefers?.test(nameOf(right)) ?? 0) - Number(prefers?.test(nameOf(left)) ?? 0))
    for (const at of many ? named : named.slice(0, 1)) fields[at] = field
  }
  let sure = true
  for (const { field, tells, many, unless } of kinds) {
    if (!tells || fields.includes(field)) continue
    // Half empty, it may be a remark beside the table.
    const told = free(unless).filter((at) => share(at, tells) >= 0.8 && columns[at]!.length * 2 > sample.length)
    if (told.length === 0) continue
    if (header !== null || (many ? true : told.length > 1)) sure = false
    for (const at of many ? told : told.slice(0, 1)) fields[at] = field
  }
  return { fields, header, first: firstRow(rows, header, fields, kinds), sure }
}

/** Titles over a table without names: rows none of whose cells says what its column is. */
function firstRow<F extends string>(
  rows: readonly TableRow[],
  header: number | null,
  fields: readonly (F | null)[],
  kinds: readonly ColumnKind<F>[],
): number {
  if (header !== null) return header + 1
  const tests = fields.map((field) => kinds.find((kind) => kind.field === field)?.tells)
  const first = rows
    .slice(0, deepest)
    .findIndex(({ cells }) => tests.filter((test, at) => test?.(cells[at] ?? null)).length >= 2)
  return Math.max(first, 0)
}
