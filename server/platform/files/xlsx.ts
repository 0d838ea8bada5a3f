/**
 * XLSX as it goes: rows become sheet XML, deflated into the zip while the caller downloads, so that
 * a file of any length takes the memory of a few chunks. Their sheet holds nothing but them below one line of
 * titles: what they are, and what they come to, stands on a sheet of its own behind it.
 */
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { controlLabel } from '@contract/values/sheet-text.ts'
import { byCurrency, exportCell, isOf, widthOf, type ExportColumn, type ExportRow } from './columns.ts'
import {
  aboutSheet,
  openingNotes,
  type Control,
  type FileHeading,
  type Note,
  type Tally,
  type TotalsLine,
} from './heading.ts'
import { cellWriters, escapeText } from './xlsx-cells.ts'
import {
  columnName,
  contentTypesPart,
  packageRelations,
  pictureParts,
  sheetEnd,
  sheetStart,
  styles,
  workbook,
  workbookRelations,
} from './xlsx-parts.ts'

const CHUNK = 128 * 1024
/** A sheet holds 1,048,576 rows; what is over goes on another, below the same titles. */
const ROWS_PER_SHEET = 1_000_000
/** Level 1 takes a third of the time of the usual 6, for a file a quarter larger. */
const COMPRESSION = 1

interface XlsxRequest {
  title: string
  columns: readonly ExportColumn[]
  /** Those that amounts have a column of, where rows say theirs. */
  currencies?: readonly string[]
  rows: AsyncIterable<ExportRow>
  heading: FileHeading
  control?: Control
  tally: Tally
  rows_per_sheet?: number
}

type Rows = AsyncIterator<ExportRow>
type Cells = ReturnType<typeof cellWriters>

const noteRow =
  (cell: Cells) =>
  ({ label, value, type }: Note, at: number): string =>
    `<row r="${at + 1}">${cell.label(label)}${at === 0 ? cell.title(value) : cell[type](value)}</row>`

/** A line of what the rows come to: its title, and a value under each currency. */
interface Sum {
  title: string
  type: ExportColumn['type']
  values: ReadonlyMap<string, unknown>
}

/** What all rows come to and what proves them whole, a line each; those without a currency stand under `Total`. */
function sumsOf({ columns, heading: { totals = [] }, tally, control }: XlsxRequest): Sum[] {
  const under = ({ currency }: TotalsLine) => currency ?? 'Total'
  const lines = columns.map(({ key, title, type }) => ({
    title,
    type,
    values: new Map(totals.map((line) => [under(line), exportCell(line.values, key)])),
  }))
  const proof = new Map(tally.sums.map(({ label, amount }) => [label || 'Total', amount]))
  return [
    ...lines,
    ...(control ? [{ title: `${controlLabel}${control.title}`, type: 'money' as const, values: proof }] : []),
  ].filter(({ values }) => [...values.values()].some((value) => value !== null && value !== undefined))
}

/** The last sheet: what the file was asked for, by whom and when, and what it came to, each currency in a column of its own. */
function aboutXml(request: XlsxRequest): string {
  const { title, heading, tally } = request
  const cell = cellWriters(heading.zone)
  const { sums: _said, ...rest } = heading
  const notes = openingNotes(title, { ...rest, rows: tally.rows })
  const sums = sumsOf(request)
  const names = [...new Set(sums.flatMap(({ values }) => [...values.keys()]))]
  const from = notes.length + 2
  const rows = sums.map(({ title: label, type, values }, at) => {
    const cells = names.map((name) => cell[type](values.get(name) as string | undefined))
    return `<row r="${from + 1 + at}">${cell.label(label)}${cells.join('')}</row>`
  })
  const header =
    sums.length > 0 ? [`<row r="${from}">${cell.header('Totales')}${names.map(cell.header).join('')}</row>`] : []
  const lines = [...notes.map(noteRow(cell)), ...header, ...rows]
  return `${sheetStart(0, [32, 32, 24, 24])}${lines.join('')}${sheetEnd(null, heading.logo !== undefined)}`
}

/** One sheet's XML; `state.more` says whether rows were left for another. */
async function* sheetChunks(
  request: XlsxRequest,
  rows: Rows,
  state: { next: IteratorResult<ExportRow> | undefined; more: boolean },
): AsyncGenerator<string> {
  const { currencies = [], heading, tally, rows_per_sheet = ROWS_PER_SHEET } = request
  const cell = cellWriters(heading.zone)
  const columns = byCurrency(request.columns, currencies)
  yield `${sheetStart(1, columns.map(widthOf))}<row r="1">${columns.map((column) => cell.header(column.title)).join('')}</row>`
  const fields = columns.map((column) => ({ column, key: column.key, write: cell[column.type] }))
  let chunk = ''
  let count = 0
  let next = state.next ?? (await rows.next())
  while (!next.done && count < rows_per_sheet) {
    const row = next.value
    tally.take(row)
    count += 1
    chunk += `<row r="${count + 1}">`
    for (const { column, key, write } of fields) chunk += isOf(row, column) ? write(exportCell(row, key)) : '<c/>'
    chunk += '</row>'
    if (chunk.length > CHUNK) {
      yield chunk
      chunk = ''
    }
    next = await rows.next()
  }
  state.next = next
  state.more = !next.done
  if (!state.more) tally.check(heading)
  yield `${chunk}${sheetEnd(`A1:${columnName(columns.length)}${count + 1}`)}`
}

/** The workbook. Destroying the stream stops the rows; a fault of the rows destroys the stream. */
export function xlsxStream(request: XlsxRequest): Readable {
  const zip = new ZipFile()
  const out = new PassThrough({ highWaterMark: CHUNK })
  const rows = request.rows[Symbol.asyncIterator]()
  const options = { compressionLevel: COMPRESSION, mtime: request.heading.at }
  const state = { next: undefined, more: false }
  let current: Readable | undefined
  const { logo } = request.heading
  const text = (content: string | Buffer, path: string) => zip.addBuffer(Buffer.from(content), path, options)
  const finish = (sheets: number) => {
    const names = Array.from({ length: sheets }, (_, at) => (at === 0 ? sheetName(request.title) : `Hoja ${at + 1}`))
    text(aboutXml(request), `xl/worksheets/sheet${sheets + 1}.xml`)
    for (const [path, content] of logo ? pictureParts(logo, sheets + 1) : []) text(content, path)
    text(workbook([...names, aboutSheet]), 'xl/workbook.xml')
    text(workbookRelations(sheets + 1), 'xl/_rels/workbook.xml.rels')
    text(contentTypesPart(sheets + 1, logo !== undefined), '[Content_Types].xml')
    text(packageRelations, '_rels/.rels')
    zip.end()
  }
  const addSheet = (n: number) => {
    const sheet = Readable.from(sheetChunks(request, rows, state), { objectMode: false, highWaterMark: CHUNK })
    current = sheet
    sheet.once('error', (error) => out.destroy(error))
    sheet.once('end', () => (state.more ? addSheet(n + 1) : finish(n)))
    zip.addReadStream(sheet, `xl/worksheets/sheet${n}.xml`, options)
  }
  text(styles, 'xl/styles.xml')
  addSheet(1)
  zip.on('error', (error: Error) => out.destroy(error))
  ;(zip.outputStream as Readable).pipe(out)
  out.once('close', () => {
    current?.destroy()
    rows.return?.().catch(() => undefined)
  })
  return out
}

/** A sheet's name has at most 31 characters and none of `[]:*?/\`. */
export function sheetName(title: string): string {
  const name =
    title
      .replace(/[[\]:*?/\\']/g, ' ')
      .trim()
      .slice(0, 31) || 'Reporte'
  return escapeText(name).replaceAll('"', '&quot;')
}
