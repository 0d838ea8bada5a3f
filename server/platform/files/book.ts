/** A workbook of several tables, each a sheet of its own with its header in the first row: to be filled in and read again. */
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { exportCell, widthOf, type ExportColumn, type ExportRow } from './columns.ts'
import { sheetName } from './xlsx.ts'
import { cellWriters } from './xlsx-cells.ts'
import {
  columnName,
  contentTypesPart,
  packageRelations,
  sheetEnd,
  sheetStart,
  styles,
  workbook,
  workbookRelations,
} from './xlsx-parts.ts'

export interface BookTable {
  name: string
  columns: readonly ExportColumn[]
  rows: Iterable<ExportRow>
}

const CHUNK = 128 * 1024

function* sheetChunks({ columns, rows }: BookTable, zone: string): Generator<string> {
  const write = cellWriters(zone)
  yield `${sheetStart(1, columns.map(widthOf))}<row r="1">${columns.map(({ title }) => write.header(title)).join('')}</row>`
  let chunk = ''
  let line = 1
  for (const row of rows) {
    line += 1
    chunk += `<row r="${line}">${columns.map(({ key, type }) => write[type](exportCell(row, key))).join('')}</row>`
    if (chunk.length <= CHUNK) continue
    yield chunk
    chunk = ''
  }
  yield `${chunk}${sheetEnd(`A1:${columnName(columns.length)}${line}`)}`
}

/** The workbook as it goes; instants are written in `zone`. Destroying the stream stops it. */
export function bookStream(tables: readonly BookTable[], zone: string, at: Date): Readable {
  const zip = new ZipFile()
  const out = new PassThrough({ highWaterMark: CHUNK })
  const options = { compressionLevel: 1, mtime: at }
  const text = (content: string, path: string) => zip.addBuffer(Buffer.from(content), path, options)
  text(styles, 'xl/styles.xml')
  tables.forEach((table, n) => {
    const sheet = Readable.from(sheetChunks(table, zone), { objectMode: false, highWaterMark: CHUNK })
    sheet.once('error', (error) => out.destroy(error))
    zip.addReadStream(sheet, `xl/worksheets/sheet${n + 1}.xml`, options)
  })
  text(workbook(tables.map(({ name }) => sheetName(name))), 'xl/workbook.xml')
  text(workbookRelations(tables.length), 'xl/_rels/workbook.xml.rels')
  text(contentTypesPart(tables.length), '[Content_Types].xml')
  text(packageRelations, '_rels/.rels')
  zip.end()
  zip.on('error', (error: Error) => out.destroy(error))
  ;(zip.outputStream as Readable).pipe(out)
  return out
}
