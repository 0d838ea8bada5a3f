/** A table that is read: how it is asked for, its rows and cells, and how large it may be. */

/**
 * A text without the spaces around it, or a number that a spreadsheet holds as one; one that it shows as a percentage
 * is the text that people see. Empty text where there is nothing.
 */
export type SheetCell = string | number

export interface SheetRow {
  /** Its line in the file, from 1. */
  n: number
  cells: SheetCell[]
}

export interface SheetLimits {
  /** Rows with something in them. */
  rows: number
  columns: number
  /** Bytes of all that is unpacked. */
  unpacked: number
}

export interface SheetRequest {
  limits: SheetLimits
  /** Which kinds are taken. */
  kind: 'cualquiera' | 'xlsx' | 'csv'
  /** The sheet of a workbook, by name; empty for the first that is not hidden. */
  sheet: string
}

export interface Merged {
  /** `B3:B12` */
  cells: string
  /** The line of its last cell. */
  to: number
}

export interface OpenedSheet {
  kind: 'xlsx' | 'csv'
  /** The name of the sheet that is read; empty for a CSV. */
  name: string
  /** Days are counted from 1904 and not from 1900. */
  from_1904: boolean
  /** Rows with something in them. Throws what the bytes turn out to be. */
  rows: AsyncIterable<SheetRow>
  /**
   * Cells of several columns that were made one, known once all rows are read: the first column alone has the value, in
   * all of its rows.
   */
  merged: readonly Merged[]
}

/** Letters of one cell: no program holds more in one. */
export const longestCell = 32_767

/** How messages name a cell: `C7`. */
export function cellName(column: number, row: number): string {
  let letters = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return `${letters}${row}`
}

/** Column of a reference such as `AB12`, from 0; -1 for none. */
export function columnOf(reference: string): number {
  let column = 0
  for (const letter of reference) {
    const value = letter.charCodeAt(0) - 64
    if (value < 1 || value > 26) break
    column = column * 26 + value
  }
  return column - 1
}
