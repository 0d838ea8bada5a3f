/**
 * Tables out of files as the world makes them: text of any of the usual separators and encodings, and
 * workbooks. What a cell says is kept: text stays text with its zeros, and what a spreadsheet stored as a
 * number stays a number. The formats themselves are read by `papaparse` and `xlsx`.
 */
import type { Range, WorkBook, WorkSheet } from 'xlsx'
import { foreignBytes, foreignSentence, foreignText, foreignZip } from '@contract/foreign-files.ts'
import { isFootNote, plainOf } from '@contract/values/sheet-text.ts'

export type TableCell = string | number | null

export interface TableRow {
  /** Where the row begins in the file, as its editor counts: from 1. */
  line: number
  cells: TableCell[]
}
export interface Table {
  /** The sheet's; empty for text. */
  name: string
  /** Between the cells of text; null for a workbook. */
  separator: string | null
  /** Those with something in them, but for what a file of ours says of itself below. */
  rows: TableRow[]
}

export interface TableLimits {
  bytes: number
  rows: number
}

/** Rows that a file may have besides: names, titles, remarks. */
const titles = 100

/** In the order in which they are tried. */
const separators = [';', ',', '\t', '|']
export const separatorNames: Readonly<Record<string, string>> = {
  ';': 'punto y coma',
  ',': 'comas',
  '\t': 'tabulaciones',
  '|': 'barras',
}

/** Every table of a file that has rows. Throws an `Error` with a Spanish sentence when there is none to be had. */
export async function readTables(file: File, limits: TableLimits): Promise<Table[]> {
  if (file.size > limits.bytes) throw new Error(`El archivo supera ${Math.floor(limits.bytes / 1_000_000)} MB.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.length === 0) throw new Error('El archivo está vacío.')
  const other = foreignBytes(bytes) ?? (isZip(bytes) ? otherZip(bytes) : null)
  if (other) throw new Error(foreignSentence(other))
  const text = isWorkbook(bytes) ? null : textOf(bytes)
  const foreign = text === null ? null : foreignText(text)
  // A page or an XML with a table in it is a workbook that calls itself otherwise.
  if (text !== null && foreign && !/<table\b|<(?:\w+:)?Workbook\b/i.test(text))
    throw new Error(foreignSentence(foreign))
  const tables = text !== null && !/^\s*</.test(text) ? [await textTable(text)] : await sheets(text ?? bytes, limits)
  const filled = tables.filter((table) => table.rows.length > 0)
  if (filled.length === 0) throw new Error('El archivo está vacío.')
  if (filled.some((table) => table.rows.length > limits.rows + titles))
    throw new Error(`El archivo supera ${limits.rows.toLocaleString('es-VE')} filas: divídalo en partes.`)
  return filled
}

const isZip = ([a, b]: Uint8Array) => a === 0x50 && b === 0x4b

/** What a whole ZIP is that is no workbook: the names of its parts stand in it as they are. */
function otherZip(bytes: Uint8Array): string | null {
  const inside = new TextDecoder('latin1').decode(bytes)
  if (!inside.includes('PK\x05\x06')) return null
  const what = foreignZip((name) => inside.includes(name))
  return what && !/ODS|XLSB/.test(what) ? what : null
}

/** Zipped (XLSX, ODS) or an old binary workbook; anything else is text, a page saved as a workbook too. */
function isWorkbook([a, b]: Uint8Array): boolean {
  return (a === 0x50 && b === 0x4b) || (a === 0xd0 && b === 0xcf)
}

/** By its mark; without one by its zero bytes (UTF-16), else UTF-8, else what Windows in Spanish writes. */
function textOf(bytes: Uint8Array): string {
  const decode = (encoding: string, fatal = false) => new TextDecoder(encoding, { fatal }).decode(bytes)
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return decode('utf-16le')
  if (a === 0xfe && b === 0xff) return decode('utf-16be')
  const start = bytes.subarray(0, 2_000)
  const zeros = (odd: number) => start.filter((byte, at) => byte === 0 && at % 2 === odd).length
  if (zeros(1) > start.length * 0.4) return decode('utf-16le')
  if (zeros(0) > start.length * 0.4) return decode('utf-16be')
  if (start.some((byte) => byte < 9)) throw new Error('No es un archivo de texto ni una hoja de cálculo.')
  try {
    return decode('utf-8', true)
  } catch {
    return decode('windows-1252')
  }
}

async function textTable(whole: string): Promise<Table> {
  const { default: Papa } = await import('papaparse')
  const text = whole.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const named = /^sep=(.)\n/i.exec(text)?.[1]
  const parse = (delimiter: string, preview = 0) => Papa.parse<string[]>(text, { delimiter, preview })
  const separator = named ?? bestSeparator((one) => parse(one, 200).data)
  const { data, errors } = parse(separator)
  const lines: number[] = []
  let line = 1
  for (const cells of data) {
    lines.push(line)
    line += 1 + cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 0)
  }
  const broken = errors.find((error) => error.type === 'Quotes')
  if (broken) throw new Error(`Las comillas que se abren en la línea ${lines[broken.row ?? 0]} no se cierran bien.`)
  const rows = data.map((cells, at) => ({ line: lines[at]!, cells: cells.map((cell) => plainOf(cell.trim())) }))
  return { name: '', separator, rows: filledRows(named ? rows.slice(1) : rows) }
}

/** The one by which most rows have the same number of cells, more than one. */
function bestSeparator(rowsBy: (separator: string) => string[][]): string {
  const scores = separators.map((separator) => {
    const counts = new Map<number, number>()
    for (const { length } of rowsBy(separator)) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
    return { separator, rows: Math.max(0, ...counts.values()) }
  })
  return scores.reduce((best, one) => (one.rows > best.rows ? one : best)).separator
}

function filledRows(rows: TableRow[]): TableRow[] {
  return rows.filter(({ cells }) => cells.some((cell) => cell !== null && cell !== '') && !isFootNote(cells))
}

async function sheets(source: Uint8Array | string, limits: TableLimits): Promise<Table[]> {
  const { read, SSF } = await import('xlsx')
  let book: WorkBook
  try {
    book = read(source, {
      type: typeof source === 'string' ? 'string' : 'array',
      dense: true,
      raw: true,
      cellNF: true,
      // Empty ones among them count too; those past the limit tell that there are too many.
      sheetRows: limits.rows + 2 * titles,
    })
  } catch (error) {
    const locked = error instanceof Error && /password|encrypt/i.test(error.message)
    throw new Error(
      locked
        ? 'El archivo tiene contraseña: guárdelo sin ella.'
        : 'No se pudo leer el archivo. Use CSV, XLSX, XLS u ODS.',
    )
  }
  const days = book.Workbook?.WBProps?.date1904 ? 1_462 : 0
  const cellOf = ({ t, v, z, w }: RawCell): TableCell => {
    if (t === 'z' || v === undefined || v === null) return null
    if (t !== 'n') return plainOf((t === 'e' ? String(w ?? '') : String(v)).trim())
    const number = Number(v)
    if (z !== undefined && SSF.is_date(String(z))) return serialText(number + days, String(z))
    // Zeros that its author asked to see are part of it; `00` alone may be made of a 0 that was one.
    return /^0{3,}$/.test(String(z)) ? String(number).padStart(String(z).length, '0') : number
  }
  return book.SheetNames.map((name) => ({ name, separator: null, rows: sheetRows(book.Sheets[name]!, cellOf) }))
}

interface RawCell {
  t?: string
  v?: unknown
  z?: unknown
  w?: unknown
}

function sheetRows(sheet: WorkSheet, cellOf: (cell: RawCell) => TableCell): TableRow[] {
  const data = ((sheet as { '!data'?: RawCell[][] })['!data'] ?? []) as (RawCell[] | undefined)[]
  const rows = Array.from(data, (cells, at) => ({
    line: at + 1,
    cells: Array.from(cells ?? [], (cell) => (cell ? cellOf(cell) : null)),
  }))
  hold(rows, sheet['!merges'] ?? [])
  return filledRows(rows)
}

/**
 * A cell drawn over several rows says its value of each of them, in its first column. Those of a column are taken from
 * top to bottom and none twice: however many there are, no row is filled more than once.
 */
function hold(rows: TableRow[], merges: readonly Range[]): void {
  const ended = new Map<number, number>()
  for (const { s, e } of merges.toSorted((left, right) => left.s.r - right.s.r)) {
    const value = rows[s.r]?.cells[s.c] ?? null
    if (value === null || value === '' || s.r < (ended.get(s.c) ?? 0)) continue
    const end = Math.min(e.r, rows.length - 1)
    ended.set(s.c, end + 1)
    for (let at = s.r + 1; at <= end; at++) {
      const { cells } = rows[at]!
      // A line with nothing of its own stays empty: it is no line of the table.
      if (!cells.some((cell) => cell !== null && cell !== '') || (cells[s.c] ?? '') !== '') continue
      while (cells.length < s.c) cells.push(null)
      cells[s.c] = value
    }
  }
}

const dayZero = Date.UTC(1899, 11, 30)

/** A spreadsheet's count of days as text: a date, an hour, or both, by what its format shows. */
export function serialText(serial: number, format = ''): string {
  const minutes = Math.round(serial * 1_440)
  const at = new Date(dayZero + minutes * 60_000).toISOString()
  const [day, time] = [at.slice(0, 10), at.slice(11, 16)]
  const shown = format.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
  if (serial < 1 || (format !== '' && !/[dy]/i.test(shown) && /[hs]/i.test(shown))) return time
  return minutes % 1_440 === 0 ? day : `${day} ${time}`
}
