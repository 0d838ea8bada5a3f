/** One way to hand any report over as a file: rows that pass, in the format asked. */
import { PassThrough, pipeline, Readable } from 'node:stream'
import type { FileAnswer } from '../http/context.ts'
import type { ExportColumn, ExportRow } from './columns.ts'
import { csvChunks, type CsvStyle } from './csv.ts'
import { Tally, type Control, type FileHeading } from './heading.ts'
import { xlsxStream } from './xlsx.ts'

export interface ExportRequest {
  /** Names the report in the file, and its sheet. */
  title: string
  /** What the file is called, without its ending. */
  name: string
  columns: readonly ExportColumn[]
  /** Of rows that say theirs in `currency`: those that a workbook has a column for, of each amount. */
  currencies?: readonly string[]
  /** Read once, at the pace of the download; never held whole. */
  rows: AsyncIterable<ExportRow>
  format: 'xlsx' | 'csv'
  csv_style: CsvStyle
  heading: FileHeading
  control?: Control
  /** The caller left: stop. */
  signal?: AbortSignal
  /** Called once: when the last row was read, or the file failed or was abandoned before its first byte. */
  close?: () => Promise<void>
}

const CHUNK = 64 * 1024

/** What a file is sent as, by how it is written. */
export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/**
 * The rows as a streamed file. A heading block names the report, its filters, zone, user and instant,
 * and, where they are known, its rows and control sums; the foot repeats what was really written. A workbook
 * has both on a sheet of their own.
 */
export function exportRows(request: ExportRequest): FileAnswer {
  const { title, name, columns, currencies = [], format, csv_style, heading, control, signal, close } = request
  const tally = new Tally(control)
  let closing: Promise<void> | undefined
  const end = () => (closing ??= close?.() ?? Promise.resolve())
  const rows = thenClose(request.rows, end)
  const common = { title, columns, rows, heading, tally, ...(control && { control }) }
  const stream =
    format === 'xlsx' ? xlsxStream({ ...common, currencies }) : streamOf(csvChunks({ ...common, style: csv_style }))
  const leave = () => {
    stream.destroy()
  }
  signal?.addEventListener('abort', leave, { once: true })
  stream.once('close', () => {
    signal?.removeEventListener('abort', leave)
    void end()
  })
  if (signal?.aborted) leave()
  return { filename: `${name}.${format}`, content_type: fileTypes[format], stream }
}

/** Gives back what the rows are read from before the file ends: whoever has it whole may ask for the next one. */
async function* thenClose<T>(rows: AsyncIterable<T>, close: () => Promise<void>): AsyncGenerator<T> {
  try {
    yield* rows
  } finally {
    await close()
  }
}

/**
 * Chunks as a stream that closes as soon as it is destroyed: one made from the generator alone would
 * first wait for the row it is asking for, which is what closing is to stop.
 */
function streamOf(chunks: AsyncIterable<string>): Readable {
  const out = new PassThrough({ highWaterMark: CHUNK })
  pipeline(Readable.from(chunks, { objectMode: false, highWaterMark: CHUNK }), out, () => undefined)
  return out
}
