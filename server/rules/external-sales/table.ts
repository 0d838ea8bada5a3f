/** The lines of a table one after the other: what one says is known when the next is read. Pure. */
import type { ExternalField } from '@contract/external-file.ts'
import { roundMoney } from '@contract/values/money.ts'
import { fold } from '@contract/values/text.ts'
import { DayOrders, splitMoment } from '@contract/values/reading.ts'
import type { SheetCell } from '../../platform/files/reading/cells.ts'
import type { Columns } from './columns.ts'
import { readRow, totalNote, type ReadRow, type RowFormat } from './row.ts'
import { FileTotals } from './totals.ts'

export interface TableFormat extends RowFormat {
  /** What an empty cell of a day, partner, product or currency means: nothing, or what the line above has. */
  blanks: 'falta' | 'repite'
}

const repeated: readonly ExternalField[] = ['day', 'agency', 'agency_label', 'product', 'product_label', 'currency']

export class TableReader {
  readonly totals: FileTotals
  /** What the days read so far say of their order. */
  readonly orders = new DayOrders()
  private readonly columns: Columns
  private readonly format: TableFormat
  private readonly names: readonly string[]
  private readonly above: ReadonlySet<string>
  private readonly seen = new Set<string>()
  private before: readonly SheetCell[] = []

  constructor(columns: Columns, format: TableFormat, names: readonly string[], above: ReadonlySet<string>) {
    this.columns = columns
    this.format = format
    this.names = names
    this.above = above
    this.totals = new FileTotals(columns, { style: format.number_style, currency: format.currency })
  }

  read(n: number, cells: readonly SheetCell[]): ReadRow {
    const { columns, format, names, above, seen } = this
    const around = { names, above, seen }
    let row = readRow(cells, columns, around, format)
    if (row.note === totalNote) this.totals.total(n, cells, seen)
    else if (row.state === 'falla' && this.totals.takeBare(n, cells)) return ignored(row, totalNote)
    if (row.state === 'ignorada') return row
    const whole = this.filled(cells)
    if (whole !== cells) row = readRow(whole, columns, around, format)
    if (row.state === 'ignorada') return row
    this.before = whole
    const day = whole[columns.at.day ?? -1]
    if (typeof day === 'string') this.orders.add(splitMoment(day).day)
    for (const name of [row.agency, row.agency_label, row.product, row.product_label])
      if (name !== null) seen.add(fold(name))
    this.totals.add(row)
    return paidInCoins(row)
  }

  /** A line with what the one above has where its system leaves out what is the same. */
  private filled(cells: readonly SheetCell[]): readonly SheetCell[] {
    if (this.format.blanks === 'falta') return cells
    const places = repeated.flatMap((field) => this.columns.at[field] ?? [])
    const open = places.filter((place) => (cells[place] ?? '') === '' && (this.before[place] ?? '') !== '')
    if (open.length === 0) return cells
    const all = Array.from(
      { length: Math.max(cells.length, ...open.map((place) => place + 1)) },
      (_, at) => cells[at] ?? '',
    )
    for (const place of open) all[place] = this.before[place]!
    return all
  }
}

/** The other system may work its commission out to the cent; as of ours, what is paid is rounded. Totals are compared as written. */
const paidInCoins = (row: ReadRow): ReadRow =>
  row.commission === null || row.currency === null
    ? row
    : { ...row, commission: roundMoney(row.commission, row.currency) }

const ignored = (row: ReadRow, note: string): ReadRow => ({
  ...row,
  state: 'ignorada',
  note,
  day: null,
  agency: null,
  agency_label: null,
  product: null,
  product_label: null,
  currency: null,
  sold: null,
  prizes: null,
  commission: null,
})
