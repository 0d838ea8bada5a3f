/**
 * Reading a file of results. Cells keep what the file says: text stays text with its zeros, and what a
 * spreadsheet stored as a number travels as a number, so that the server can tell a lost zero from none.
 */
import { largestBulk, type BulkRow } from '@contract/manage-draws.ts'
import { fold } from '@contract/values/text.ts'

/** A cell as the file holds it. */
type Cell = string | number | null
export type Field = 'product' | 'day' | 'time' | 'place' | 'number' | 'sign'
/** Which column of the file holds each field; -1 where none does. */
export type Mapping = Record<Field, number>

export const fieldLabels: Record<Field, string> = {
  product: 'Producto',
  day: 'Fecha',
  time: 'Hora',
  place: 'Columna o premio',
  number: 'Número',
  sign: 'Signo',
}
export const neededFields: readonly Field[] = ['product', 'day', 'time', 'number']

/** Headers as people write them, without case and accents. */
const names: Record<Field, readonly string[]> = {
  product: ['producto', 'loteria', 'juego', 'sorteo', 'product', 'lottery'],
  day: ['fecha', 'dia', 'date', 'day'],
  time: ['hora', 'time', 'turno'],
  place: ['columna', 'lugar', 'premio', 'posicion', 'place', 'letra'],
  number: ['numero', 'resultado', 'animal', 'animalito', 'ganador', 'number', 'result', 'triple'],
  sign: ['signo', 'zodiaco', 'sign'],
}

export interface ResultFile {
  name: string
  headers: string[]
  rows: Cell[][]
}

const largestFile = 5_000_000
const mostRows = 20_000

/** Reads a CSV or spreadsheet. Throws an `Error` with a Spanish sentence when it cannot. */
export async function readResultFile(file: File): Promise<ResultFile> {
  if (file.size > largestFile) throw new Error('El archivo supera 5 MB.')
  const { read, utils } = await import('xlsx')
  let rows: Cell[][]
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    // `raw` leaves the text of a CSV as it is: 007 does not become 7.
    const book = isSpreadsheet(bytes)
      ? read(bytes, { raw: true, dense: true })
      : read(textOf(bytes), { type: 'string', raw: true, dense: true })
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    rows = sheet ? utils.sheet_to_json<Cell[]>(sheet, { header: 1, raw: true, defval: null, blankrows: false }) : []
  } catch {
    throw new Error('No se pudo leer el archivo. Use CSV o XLSX.')
  }
  return withHeaders(file.name, rows)
}

/** The same from text that was pasted: tabs, semicolons or commas. */
export async function readResultText(text: string): Promise<ResultFile> {
  return readResultFile(new File([text], 'texto pegado.csv', { type: 'text/csv' }))
}

/** Zipped (XLSX, ODS) or an old binary workbook; anything else is text. */
function isSpreadsheet([a, b]: Uint8Array): boolean {
  return (a === 0x50 && b === 0x4b) || (a === 0xd0 && b === 0xcf)
}

/** UTF-8, or what Windows in Spanish writes. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function withHeaders(name: string, rows: Cell[][]): ResultFile {
  const [first = [], ...rest] = rows
  const data = rest.filter((row) => row.some((cell) => cell !== null && cell !== ''))
  if (data.length === 0) throw new Error('El archivo no tiene filas debajo del encabezado.')
  if (data.length > mostRows) throw new Error('El archivo supera 20.000 filas. Divídalo en partes.')
  return { name, headers: first.map((cell) => String(cell ?? '').trim()), rows: data }
}

/** The columns whose headers say what they are. */
export function guessMapping(headers: readonly string[]): Mapping {
  const folded = headers.map(fold)
  const taken = new Set<number>()
  const find = (field: Field) => {
    const at = folded.findIndex(
      (header, index) =>
        !taken.has(index) && names[field].some((name) => header === name || header.startsWith(`${name} `)),
    )
    if (at >= 0) taken.add(at)
    return at
  }
  return {
    number: find('number'),
    product: find('product'),
    day: find('day'),
    time: find('time'),
    place: find('place'),
    sign: find('sign'),
  }
}

export function isMapped(mapping: Mapping): boolean {
  return neededFields.every((field) => mapping[field] >= 0)
}

const dayZero = Date.UTC(1899, 11, 30)

/** A spreadsheet's date is a count of days; its time the fraction of one. */
function dayText(cell: Cell): string {
  return typeof cell === 'number'
    ? new Date(dayZero + Math.floor(cell) * 86_400_000).toISOString().slice(0, 10)
    : String(cell ?? '').trim()
}
function timeText(cell: Cell): string {
  if (typeof cell !== 'number') return String(cell ?? '').trim()
  const minutes = Math.round((cell % 1) * 1_440)
  return `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** The rows as the server reads them. */
export function toBulkRows({ rows }: ResultFile, mapping: Mapping): BulkRow[] {
  const cell = (row: Cell[], field: Field): Cell => (mapping[field] >= 0 ? (row[mapping[field]] ?? null) : null)
  const text = (row: Cell[], field: Field) => String(cell(row, field) ?? '').trim()
  return rows.map((row) => {
    const number = cell(row, 'number')
    return {
      product: text(row, 'product'),
      day: dayText(cell(row, 'day')),
      time: timeText(cell(row, 'time')),
      place: text(row, 'place'),
      number: typeof number === 'number' ? number : text(row, 'number'),
      sign: text(row, 'sign') || null,
    }
  })
}

/** Parts that the server takes at a time. The lines of one draw stay together. */
export function inParts(rows: readonly BulkRow[], size = largestBulk): { from: number; rows: BulkRow[] }[] {
  const drawOf = (row: BulkRow | undefined) => (row ? `${fold(row.product)}|${row.day}|${row.time}` : '')
  const parts: { from: number; rows: BulkRow[] }[] = []
  let from = 0
  while (from < rows.length) {
    let to = Math.min(from + size, rows.length)
    while (to < rows.length && to > from + 1 && drawOf(rows[to]) === drawOf(rows[to - 1])) to--
    parts.push({ from, rows: rows.slice(from, to) })
    from = to
  }
  return parts
}

/**
 * The rows once a person said what a doubtful number of one draw is. Its other numbers stay: of several
 * lines only those change that are this number without its zeros. A sign beside the number stays with it.
 */
export function settled(rows: readonly BulkRow[], lines: readonly number[], number: string): BulkRow[] {
  const bare = (digits: string) => digits.replace(/^0+(?=\d)/, '')
  return rows.map((row, at) => {
    if (!lines.includes(at)) return row
    if (lines.length === 1) return { ...row, number }
    const [, digits, sign = ''] = /^(\d+)(\s+\p{L}+)?$/u.exec(String(row.number)) ?? []
    return digits !== undefined && bare(digits) === bare(number) ? { ...row, number: number + sign } : row
  })
}
