/**
 * XLSX as it goes: rows become sheet XML, deflated into the zip while the caller downloads, so that
 * a file of any length takes the memory of a few chunks.
 */
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { cellOf, widthOf, type ExportColumn, type ExportRow } from './columns.ts'
import {
  closingNotes,
  filtersSheet,
  openingNotes,
  type Control,
  type Heading,
  type Note,
  type Tally,
} from './heading.ts'
import { cellWriters, escapeText } from './xlsx-cells.ts'
import {
  columnName,
  contentTypes,
  packageRelations,
  pictureParts,
  sheetEnd,
  sheetStart,
  styles,
  workbook,
  workbookRelations,
} from './xlsx-parts.ts'

const CHUNK = 128 * 1024
/** A sheet holds 1,048,576 rows; what is over goes on another, and headings need their own. */
const ROWS_PER_SHEET = 1_000_000
/** Level 1 takes a third of the time of the usual 6, for a file a quarter larger. */
const COMPRESSION = 1

interface XlsxRequest {
  title: string
  columns: readonly ExportColumn[]
  rows: AsyncIterable<ExportRow>
  heading: Heading
  control?: Control
  tally: Tally
  rows_per_sheet?: number
}

type Rows = AsyncIterator<ExportRow>

const noteRows =
  (cell: ReturnType<typeof cellWriters>) =>
  ({ label, value, type }: Note, at: number): string =>
    `<row r="${at}">${cell.label(label)}${at === 1 ? cell.title(value) : cell[type](value)}</row>`

/** The last sheet: what the file was asked for, by whom and when, and what it came to, for whoever takes the rows elsewhere. */
function filtersXml({ title, heading, tally, control }: XlsxRequest): string {
  const row = noteRows(cellWriters(heading.zone))
  const notes = openingNotes(title, { ...heading, rows: tally.rows, sums: tally.sums }, control)
  return `${sheetStart(0, [32, 64])}${notes.map((note, index) => row(note, index + 1)).join('')}${sheetEnd(null)}`
}

/** One sheet's XML; `state.more` says whether rows were left for another. */
async function* sheetChunks(
  request: XlsxRequest,
  rows: Rows,
  state: { next: IteratorResult<ExportRow> | undefined; more: boolean },
  drawn: boolean,
): AsyncGenerator<string> {
  const { columns, heading, tally, control, rows_per_sheet = ROWS_PER_SHEET } = request
  const cell = cellWriters(heading.zone)
  const noteRow = noteRows(cell)
  const opening = openingNotes(request.title, heading, control)
  const headerRow = opening.length + 2
  yield `${sheetStart(headerRow, columns.map(widthOf))}${opening.map((note, index) => noteRow(note, index + 1)).join('')}<row r="${headerRow}">${columns.map((column) => cell.header(column.title)).join('')}</row>`
  const fields = columns.map((column) => ({ key: column.key, write: cell[column.type] }))
  let chunk = ''
  let count = 0
  let next = state.next ?? (await rows.next())
  while (!next.done && count < rows_per_sheet) {
    const row = next.value
    tally.take(row)
    count += 1
    chunk += `<row r="${headerRow + count}">`
    for (const field of fields) chunk += field.write(cellOf(row, field.key))
    chunk += '</row>'
    if (chunk.length > CHUNK) {
      yield chunk
      chunk = ''
    }
    next = await rows.next()
  }
  state.next = next
  state.more = !next.done
  if (!state.more) {
    tally.check(heading)
    const { totals = [] } = heading
    chunk += totals
      .map(({ label, values }, index) => {
        const cells = fields.map(({ key, write }, at) => (at === 0 ? cell.label(label) : write(cellOf(values, key))))
        return `<row r="${headerRow + count + 2 + index}">${cells.join('')}</row>`
      })
      .join('')
    const foot = headerRow + count + 2 + (totals.length && totals.length + 1)
    chunk += closingNotes(tally.rows, tally.sums, control)
      .map((note, index) => noteRow(note, foot + index))
      .join('')
  }
  yield `${chunk}${sheetEnd(`A${headerRow}:${columnName(columns.length)}${headerRow + count}`, drawn)}`
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
    text(filtersXml(request), `xl/worksheets/sheet${sheets + 1}.xml`)
    text(workbook([...names, filtersSheet]), 'xl/workbook.xml')
    text(workbookRelations(sheets + 1), 'xl/_rels/workbook.xml.rels')
    text(contentTypes(sheets + 1, logo !== undefined), '[Content_Types].xml')
    text(packageRelations, '_rels/.rels')
    zip.end()
  }
  const addSheet = (n: number) => {
    const sheet = Readable.from(sheetChunks(request, rows, state, n === 1 && logo !== undefined), {
      objectMode: false,
      highWaterMark: CHUNK,
    })
    current = sheet
    sheet.once('error', (error) => out.destroy(error))
    sheet.once('end', () => (state.more ? addSheet(n + 1) : finish(n)))
    zip.addReadStream(sheet, `xl/worksheets/sheet${n}.xml`, options)
  }
  text(styles, 'xl/styles.xml')
  for (const [path, content] of logo ? pictureParts(logo) : []) text(content, path)
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
