/**
 * Reads a workbook of the network as it stands: which sheet is which, what its columns are, and its cells as text.
 * What they mean is decided by `plan.ts`.
 */
import {
  networkColumns,
  networkGuide,
  networkLimits,
  networkSheetLabels,
  networkSheets,
  otherSheetNames,
  type NetworkSheet,
} from '@contract/network-sheets.ts'
import { fold } from '@contract/values/text.ts'
import type { Cell, Merged, Sheet, SheetRow } from '../../platform/files/reading/cells.ts'
import { filtersSheet } from '../../platform/files/heading.ts'
import { openBook } from '../../platform/files/reading/sheet.ts'
import { Problem } from '../../platform/http/problem.ts'

/** The header stands in one of the first rows: our own files have a title over it. */
const headerWithin = 20
const limits = { rows: networkLimits.rows + headerWithin, columns: networkLimits.columns, unpacked: 200_000_000 }

export interface BookRow {
  line: number
  /** By field; those that are empty are not there. */
  cells: Partial<Record<string, Cell>>
}

export interface BookSheet {
  sheet: NetworkSheet
  name: string
  columns: { name: string; field: string | null }[]
  rows: BookRow[]
  /** Cells of its rows that were made one. */
  merged: readonly Merged[]
}

export interface Book {
  sheets: BookSheet[]
  /** Names of sheets that nothing is read from. */
  others: string[]
}

/** What people said a column is, by sheet and by its name as it is compared. */
export type SaidColumns = ReadonlyMap<string, string | null>
const saidKey = (sheet: NetworkSheet, name: string) => `${sheet}|${columnMatch(name)}`
/** A column's name without case, accents, and the signs that people put around it. */
export const columnMatch = (name: string) =>
  fold(name)
    .replace(/[*:()]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const sheetByName = new Map(
  networkSheets.flatMap((sheet) =>
    [networkSheetLabels[sheet], ...otherSheetNames[sheet]].map((name) => [fold(name), sheet] as const),
  ),
)
const usual = new Map(
  networkSheets.flatMap((sheet) =>
    Object.entries(networkColumns[sheet]).flatMap(([field, { title, also }]) =>
      // A title of ours wins over what another column may be called elsewhere.
      [...also.map((name) => [saidKey(sheet, name), field] as const), [saidKey(sheet, title), field] as const],
    ),
  ),
)

/** @throws Problem as `openBook` and its rows do, `sheet_missing`, `sheet_empty` */
export async function readBook(bytes: Uint8Array, said: SaidColumns): Promise<Book> {
  const book: Book = { sheets: [], others: [] }
  let rows = 0
  for (const one of await openBook(bytes, limits)) {
    const sheet = sheetByName.get(fold(one.name))
    if (!sheet || book.sheets.some((read) => read.sheet === sheet)) {
      if (one.name !== networkGuide && one.name !== filtersSheet) book.others.push(one.name)
      continue
    }
    const read = await readSheet(sheet, one, said)
    rows += read.rows.length
    if (rows > networkLimits.rows)
      throw new Problem('sheet_too_long', {
        detail: `El libro supera ${networkLimits.rows.toLocaleString('es-VE')} filas: divídalo en partes.`,
      })
    book.sheets.push(read)
  }
  if (book.sheets.length === 0)
    throw new Problem('sheet_missing', {
      detail: `El libro no tiene ninguna de estas hojas: ${Object.values(networkSheetLabels).join(', ')}.`,
    })
  if (rows === 0) throw new Problem('sheet_empty', { detail: 'Las hojas del libro no tienen filas.' })
  // Who hangs from whom comes before who hangs from them, whatever the order in the file.
  book.sheets.sort((one, other) => networkSheets.indexOf(one.sheet) - networkSheets.indexOf(other.sheet))
  return book
}

/** Below the rows of a file of ours stands how many they are. */
function isFoot({ cells }: SheetRow): boolean {
  return cells.filter((cell) => cell !== '').length === 2 && cells[0] === 'Filas' && typeof cells[1] === 'number'
}

async function readSheet(
  sheet: NetworkSheet,
  { name, rows: all, merged }: Sheet,
  said: SaidColumns,
): Promise<BookSheet> {
  const first: SheetRow[] = []
  const rest = all[Symbol.asyncIterator]()
  while (first.length < headerWithin) {
    const next = await rest.next()
    if (next.done) break
    first.push(next.value)
  }
  const fieldOf = (cell: Cell): string | null | undefined => {
    const key = saidKey(sheet, String(cell))
    return said.has(key) ? said.get(key) : usual.get(key)
  }
  const known = first.map(({ cells }) => cells.filter((cell) => fieldOf(cell)).length)
  const at = known.indexOf(Math.max(0, ...known))
  const header = (known[at] ?? 0) >= 2 ? first[at]! : undefined
  // Without a header nothing of the sheet can be told: its columns are shown to be said, by the first row's cells.
  const names = (header ?? first[0])?.cells ?? []
  const taken = new Set<string>()
  const columns = names.map((cell) => {
    const field = header ? (fieldOf(cell) ?? null) : null
    if (field === null || taken.has(field)) return { name: String(cell), field: null }
    taken.add(field)
    return { name: String(cell), field }
  })
  const rows: BookRow[] = []
  const take = (row: SheetRow) => {
    const cells = Object.fromEntries(
      columns.flatMap(({ field }, column) => {
        const cell = row.cells[column]
        return field === null || cell === undefined || cell === '' ? [] : [[field, cell]]
      }),
    )
    if (Object.keys(cells).length > 0 && !isFoot(row)) rows.push({ line: row.n, cells })
  }
  if (header) for (const row of first) if (row.n > header.n) take(row)
  for (let next = await rest.next(); !next.done; next = await rest.next()) if (header) take(next.value)
  return {
    sheet,
    name,
    columns: columns.filter((column) => column.name !== ''),
    rows,
    // Over the table a title may be as wide as it likes.
    merged: merged.filter(({ to }) => header !== undefined && to > header.n),
  }
}
