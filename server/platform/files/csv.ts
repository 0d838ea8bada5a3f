/** CSV, a chunk at a time. */
import { formatDay } from '@contract/values/dates.ts'
import { plainTableText } from '@contract/values/sheet-text.ts'
import { exportCell, type ExportCell, type ColumnType, type ExportColumn, type ExportRow } from './columns.ts'
import { closingNotes, openingNotes, type Control, type FileHeading, type Note, type Tally } from './heading.ts'
import { zoneClock } from './zone-clock.ts'

/** `es-VE`: `;`, decimal comma, BOM, day/month/year. `international`: `,`, decimal point, ISO dates. */
export type CsvStyle = 'es-VE' | 'international'

const CHUNK = 64 * 1024
const END = '\r\n'
/** What a spreadsheet may take for the end of a cell, whatever it was told the separator is. */
const separates = /[",;\t|\r\n]/

type Write = (value: ExportCell) => string

function writers(style: CsvStyle, zone: string): Record<ColumnType, Write> {
  const here = style === 'es-VE'
  const clock = zoneClock(zone)
  const text: Write = (value) => {
    const safe = plainTableText(String(value))
    return separates.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  const decimal: Write = here ? (value) => String(value).replace('.', ',') : String
  const instant: Write = (value) => {
    const [day = '', time = ''] = new Date(clock(String(value))).toISOString().split('T')
    return `${here ? formatDay(day) : day} ${time.slice(0, 8)}`
  }
  return {
    text,
    money: decimal,
    percent: decimal,
    decimal,
    integer: String,
    date: here ? (value) => formatDay(String(value)) : String,
    instant,
  }
}

interface CsvRequest {
  title: string
  columns: readonly ExportColumn[]
  rows: AsyncIterable<ExportRow>
  style: CsvStyle
  heading: FileHeading
  control?: Control
  tally: Tally
}

/** The file as text chunks of about 64 KB; the heading comes at once, before the first row is asked for. */
export async function* csvChunks({
  title,
  columns,
  rows,
  style,
  heading,
  control,
  tally,
}: CsvRequest): AsyncGenerator<string> {
  const write = writers(style, heading.zone)
  const separator = style === 'es-VE' ? ';' : ','
  const lines = (notes: readonly Note[]) =>
    notes.map(({ label, value, type }) => `${write.text(label)}${separator}${write[type](value)}${END}`).join('')
  const fields = columns.map((column) => ({ key: column.key, write: write[column.type] }))
  const titles = columns.map((column) => write.text(column.title)).join(separator)
  yield `${style === 'es-VE' ? '\uFEFF' : ''}${lines(openingNotes(title, heading, control))}${END}${titles}${END}`
  let chunk = ''
  for await (const row of rows) {
    tally.take(row)
    for (let at = 0; at < fields.length; at++) {
      const field = fields[at] as (typeof fields)[number]
      const value = exportCell(row, field.key)
      if (at) chunk += separator
      if (value !== null && value !== undefined) chunk += field.write(value)
    }
    chunk += END
    if (chunk.length > CHUNK) {
      yield chunk
      chunk = ''
    }
  }
  tally.check(heading)
  const totals = (heading.totals ?? []).map(({ label, values }) =>
    fields
      .map(({ key, write: own }, at) => {
        const value = exportCell(values, key)
        if (at === 0) return write.text(label)
        return value === null || value === undefined ? '' : own(value)
      })
      .join(separator),
  )
  const summed = totals.length > 0 ? `${END}${totals.join(END)}${END}` : ''
  yield `${chunk}${summed}${END}${lines(closingNotes(tally.rows, tally.sums, control))}`
}
