/**
 * Reads a workbook of the network as it stands: which sheet is which, what its columns are, and its cells as text.
 * What they mean is decided by `plan.ts`.
 */
import {
  networkGuide,
  networkLimits,
  networkSheetLabels,
  networkSheets,
  type NetworkSheet,
} from '@contract/network-sheets.ts'
import { isFootNote } from '@contract/values/sheet-text.ts'
import type { SheetCell, Merged, OpenedSheet, SheetRow } from '../../platform/files/reading/cells.ts'
import { aboutSheets } from '../../platform/files/heading.ts'
import { withBook } from '../../platform/files/reading/apart.ts'
import { Problem } from '../../platform/http/problem.ts'
import { columnField, type ColumnMeanings } from './columns.ts'
import {
  guessSheet,
  isTypeColumn,
  kindByName,
  mixedSheet,
  partnerSheets,
  sheetOfRow,
  type SheetKind,
} from './which-sheet.ts'

/** The header stands in one of the first rows: our own files have a title over it. */
const headerWithin = 20
const limits = { rows: networkLimits.rows + headerWithin, columns: networkLimits.columns, unpacked: 200_000_000 }

export interface BookRow {
  line: number
  /** By field; those that are empty are not there. */
  cells: Partial<Record<string, SheetCell>>
}

export interface BookSheet {
  sheet: NetworkSheet
  name: string
  columns: { name: string; field: string | null }[]
  /** Given up once they are understood. */
  rows: BookRow[]
  /** How many were read. */
  count: number
  /** Rows of a file of all partners that do not say what they are. */
  untyped: { line: number; value: string }[]
  /** Cells of several columns of its rows that were made one. */
  merged: readonly Merged[]
}

export interface Book {
  sheets: BookSheet[]
  /** Names of sheets that nothing is read from. */
  others: string[]
}

/** A workbook that somebody sent. */
interface SentBook {
  who: string
  bytes: Uint8Array
  filename: string
}

/** @throws Problem as `withBook` and its rows do, `sheet_missing`, `sheet_empty` */
export function readBook({ who, bytes, filename }: SentBook, said: ColumnMeanings): Promise<Book> {
  return withBook({ who, bytes }, limits, (sheets) => bookOf(sheets, said, filename))
}

async function bookOf(sheets: readonly OpenedSheet[], said: ColumnMeanings, filename: string): Promise<Book> {
  const book: Book = { sheets: [], others: [] }
  const all = sheets.filter(({ name }) => name !== networkGuide && !aboutSheets.includes(name))
  let rows = 0
  for (const one of all) {
    const head = await firstRows(one)
    const kind = kindByName(one.name) ?? (all.length === 1 ? guessSheet(head.first, said, filename) : undefined)
    const targets = kind === mixedSheet ? partnerSheets : kind ? [kind] : []
    if (!kind || targets.some((sheet) => book.sheets.some((read) => read.sheet === sheet))) {
      book.others.push(one.name)
      continue
    }
    const read = await readSheet(kind, one, head, said)
    rows += read.reduce((sum, { count }) => sum + count, 0)
    if (rows > networkLimits.rows)
      throw new Problem('sheet_too_long', {
        detail: `El libro supera ${networkLimits.rows.toLocaleString('es-VE')} filas: divídalo en partes.`,
      })
    book.sheets.push(...read)
  }
  if (book.sheets.length === 0) throw new Problem('sheet_missing', { detail: unknownText(all) })
  if (rows === 0) throw new Problem('sheet_empty', { detail: 'Las hojas del libro no tienen filas.' })
  // Who hangs from whom comes before who hangs from them, whatever the order in the file.
  book.sheets.sort((one, other) => networkSheets.indexOf(one.sheet) - networkSheets.indexOf(other.sheet))
  return book
}

function unknownText(all: readonly OpenedSheet[]): string {
  const names = Object.values(networkSheetLabels)
  return all.length === 1
    ? 'No se sabe qué son estas filas. Llame al archivo, o a su hoja, como lo que trae ' +
        `(${names.join(', ')}), o agregue a los afiliados una columna «Tipo».`
    : `El libro no tiene ninguna de estas hojas: ${names.join(', ')}.`
}

interface Head {
  first: SheetRow[]
  rest: AsyncIterator<SheetRow>
}

async function firstRows({ rows }: OpenedSheet): Promise<Head> {
  const first: SheetRow[] = []
  const rest = rows[Symbol.asyncIterator]()
  while (first.length < headerWithin) {
    const next = await rest.next()
    if (next.done) break
    first.push(next.value)
  }
  return { first, rest }
}

/** Each column of the header, and what it is taken for in a sheet: one field is one column's. */
function columnsIn(sheet: NetworkSheet, names: readonly SheetCell[], said: ColumnMeanings, headed: boolean) {
  const taken = new Set<string>()
  return names.map((cell) => {
    const field = headed ? (columnField(sheet, said, cell) ?? null) : null
    if (field === null || taken.has(field)) return { name: String(cell), field: null }
    taken.add(field)
    return { name: String(cell), field }
  })
}

/** The rows of one table: of one sheet, or of the three of partners where a column says what each row is. */
async function readSheet(
  kind: SheetKind,
  { name, merged }: OpenedSheet,
  { first, rest }: Head,
  said: ColumnMeanings,
): Promise<BookSheet[]> {
  const model = kind === mixedSheet ? 'agencias' : kind
  const known = first.map(({ cells }) => cells.filter((cell) => columnField(model, said, cell)).length)
  const at = known.indexOf(Math.max(0, ...known))
  const header = (known[at] ?? 0) >= 2 ? first[at]! : undefined
  // Without a header nothing of the sheet can be told: its columns are shown to be said, by the first row's cells.
  const names = (header ?? first[0])?.cells ?? []
  const typeAt = kind === mixedSheet ? names.findIndex(isTypeColumn) : -1
  const sheets = (kind === mixedSheet ? partnerSheets : [kind]).map((sheet) => ({
    sheet,
    name: name || networkSheetLabels[sheet],
    columns: columnsIn(sheet, names, said, header !== undefined),
    rows: [] as BookRow[],
    untyped: [] as BookSheet['untyped'],
    // Over the table a title may be as wide as it likes.
    merged: merged.filter(({ to }) => header !== undefined && to > header.n),
  }))
  const take = (row: SheetRow) => {
    if (isFootNote(row.cells)) return
    const type = kind === mixedSheet ? sheetOfRow(row.cells[typeAt]) : kind
    // The banca itself is changed by no file.
    if (type === null) return
    if (type === undefined) return void sheets[0]!.untyped.push({ line: row.n, value: String(row.cells[typeAt] ?? '') })
    const { columns, rows } = sheets.find(({ sheet }) => sheet === type)!
    const cells = Object.fromEntries(
      columns.flatMap(({ field }, column) => {
        const cell = row.cells[column]
        return field === null || cell === undefined || cell === '' ? [] : [[field, cell]]
      }),
    )
    if (Object.keys(cells).length > 0) rows.push({ line: row.n, cells })
  }
  if (header) for (const row of first) if (row.n > header.n) take(row)
  for (let next = await rest.next(); !next.done; next = await rest.next()) if (header) take(next.value)
  return sheets
    .filter(({ rows, untyped }) => kind !== mixedSheet || rows.length + untyped.length > 0)
    .map((one) => ({
      ...one,
      count: one.rows.length,
      columns: one.columns.filter((column, n) => column.name !== '' && n !== typeAt),
    }))
}
