/** Cells of a sheet that were made one: what the first of them says holds for every row that they span. */
import { columnOf, type SheetCell, type Merged, type SheetRow } from './cells.ts'
import { noMoreThan } from './counts.ts'

/** Of a sheet: one for each of the rows that may be read, and as many again. */
const mostMerged = 200_000
/** More of them say no more to whoever reads. */
const mostTold = 1_000

interface Place {
  cells: string
  column: number
  lastColumn: number
  from: number
  to: number
}

/** `B3:B12` as places; null for what is none, or a cell alone. */
export function mergedPlace(reference: string): Place | null {
  const [, first = '', from, last = '', to] =
    /^([A-Z]{1,3})(\d{1,10}):([A-Z]{1,3})(\d{1,10})$/.exec(reference.slice(0, 40)) ?? []
  if (from === undefined) return null
  return { cells: reference, column: columnOf(first), lastColumn: columnOf(last), from: Number(from), to: Number(to) }
}

interface Held {
  to: number
  value: SheetCell
}

/**
 * Gives the rows below the first what that one says: in the first column of each, as they come and from top to bottom,
 * so that a million rows in one take no more than one does. What a row says itself is kept.
 */
export class MergedCells {
  /** Those of several columns. */
  readonly wide: Merged[] = []
  private places: Place[] = []
  private next = 0
  private readonly held = new Map<number, Held>()
  private readonly mostColumns: number

  constructor(mostColumns: number) {
    this.mostColumns = mostColumns
  }

  /** @throws Problem `sheet_too_large` */
  add(place: Place | null): void {
    if (place === null || place.column >= this.mostColumns) return
    if (place.lastColumn > place.column && this.wide.length < mostTold)
      this.wide.push({ cells: place.cells, to: place.to })
    if (place.to <= place.from) return
    this.places.push(place)
    noMoreThan(mostMerged, this.places.length, 'celdas combinadas')
  }

  /** Once all are known. */
  order(): void {
    this.places.sort((left, right) => left.from - right.from)
  }

  fill(row: SheetRow): SheetRow {
    const { n, cells } = row
    for (let place = this.places[this.next]; place && place.from <= n; place = this.places[++this.next]) {
      // What begins in a row with nothing in it says nothing.
      const value = place.from === n ? (cells[place.column] ?? '') : ''
      this.held.set(place.column, { to: place.to, value })
    }
    for (const [column, { to, value }] of this.held) {
      if (to < n) this.held.delete(column)
      else if (value !== '' && (cells[column] ?? '') === '') {
        while (cells.length < column) cells.push('')
        cells[column] = value
      }
    }
    return row
  }
}
