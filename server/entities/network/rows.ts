/** The rows of a workbook with their cells understood; what is not is a fault, by its place. */
import { setImmediate as breath } from 'node:timers/promises'
import { missingColumns, networkColumns, type NetworkSheet } from '@contract/network-sheets.ts'
import { normalizeLineEnds } from '@contract/values/sheet-text.ts'
import type { BookRow, BookSheet } from './read.ts'
import type { SheetFault } from './planned.ts'
import { readCell } from './values.ts'
import { typeWanted } from './which-sheet.ts'

/** Rows looked at before everybody else has their turn: some milliseconds. */
const pauseEvery = 200

export class BookLine {
  readonly sheet: NetworkSheet
  readonly line: number
  private refused = 0
  /** All rows of a sheet have these in one order: an object of one shape is a tenth of a map. */
  private readonly values: Record<string, unknown> = {}
  private readonly cells: BookRow['cells']
  private readonly faults: SheetFault[]
  /** By field, what its cell alone was refused for. */
  private readonly unread = new Map<string, SheetFault>()

  constructor(sheet: NetworkSheet, { line, cells }: BookRow, faults: SheetFault[]) {
    this.sheet = sheet
    this.line = line
    this.cells = cells
    this.faults = faults
    for (const [field, cell] of Object.entries(cells)) {
      const read = readCell(sheet, field, cell!)
      if ('fault' in read) {
        this.refuse(field, read.fault)
        this.unread.set(field, faults.at(-1)!)
      } else if (read.value !== '') this.values[field] = read.value
    }
  }

  /** Nothing of it was refused. */
  get sound(): boolean {
    return this.refused === 0
  }

  /** What the cell says; undefined for one that is empty or was refused. */
  get<T>(field: string): T | undefined {
    return this.values[field] as T | undefined
  }

  /**
   * What stands already stays as it is: a cell that says what `before` does changes nothing, however its lines end, and
   * is not refused for what nobody could write today.
   */
  forgive(before: object): void {
    for (const [field, value] of Object.entries(before)) {
      if (typeof value !== 'string' || value === '' || normalizeLineEnds(value).trim() !== this.cells[field]) continue
      this.values[field] = undefined
      const fault = this.unread.get(field)
      if (!fault) continue
      this.faults.splice(this.faults.lastIndexOf(fault), 1)
      this.unread.delete(field)
      this.refused -= 1
    }
  }

  refuse(field: string, message: string): void {
    this.refused += 1
    const { sheet, line } = this
    const value = String(this.cells[field] ?? '').slice(0, 80)
    this.faults.push({ sheet, line, column: networkColumns[sheet][field]?.title ?? '', value, message })
  }

  /** Refuses an empty cell that a new row needs; one that was refused already is not told twice. */
  need(...fields: string[]): void {
    for (const field of fields)
      if (this.get(field) === undefined && (this.cells[field] === undefined || this.cells[field] === ''))
        this.refuse(field, 'Falta: una fila nueva lo necesita.')
  }
}

/** The rows of some sheets, in their order, with pauses for everybody else. */
export async function* bookLines(sheets: readonly BookSheet[], faults: SheetFault[]): AsyncGenerator<BookLine> {
  let count = 0
  for (const { sheet, rows } of sheets)
    for (const row of rows) {
      count += 1
      if (count % pauseEvery === 0) await breath()
      yield new BookLine(sheet, row, faults)
    }
}

/**
 * Sheets without a header, columns that must be there, and cells of several columns that were made one, which leave all
 * but the first with nothing said: told once, before any row. One column's hold for all of their rows.
 */
export function sheetFaults(sheets: readonly BookSheet[]): SheetFault[] {
  return sheets.flatMap(({ sheet, columns, rows, untyped, merged }): SheetFault[] => {
    // An empty sheet asks for nothing.
    if (rows.length === 0 && columns.length === 0) return []
    const joined = merged.map(({ cells, to }) => ({
      sheet,
      line: to,
      column: '',
      value: cells.slice(0, 40),
      message: 'Son celdas combinadas de varias columnas: sepárelas y escriba el valor de cada una.',
    }))
    if (joined.length > 0) return joined
    if (untyped.length > 0)
      return untyped.map(({ line, value }) => ({
        sheet,
        line,
        column: 'Tipo',
        value: value.slice(0, 80),
        message: `No se entiende. Escriba ${typeWanted}.`,
      }))
    return missingColumns(sheet, columns).map((field) => ({
      sheet,
      line: 1,
      column: networkColumns[sheet][field]!.title,
      value: '',
      message: 'Falta esta columna. Diga cuál es, o agréguela al libro.',
    }))
  })
}

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'Sí' : 'No'
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** `Teléfono: 0414… → 0424…` for each field that changes, in the order of the columns. */
export function differencesOf(
  sheet: NetworkSheet,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(networkColumns[sheet]).flatMap(([field, { title }]) =>
    field in after && shown(before[field]) !== shown(after[field])
      ? [`${title}: ${shown(before[field])} → ${shown(after[field])}`]
      : [],
  )
}
