/** Rows and cells of a table that is read, and how large it may be. */

/** A text without the spaces around it, or a number that a spreadsheet holds as one. Empty text where there is nothing. */
export type Cell = string | number

export interface SheetRow {
  /** Its line in the file, from 1. */
  n: number
  cells: Cell[]
}

export interface SheetLimits {
  /** Rows with something in them. */
  rows: number
  columns: number
  /** Bytes of all that is unpacked. */
  unpacked: number
}

/** How messages name a cell: `C7`. */
export function cellName(column: number, row: number): string {
  let letters = ''
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return `${letters}${row}`
}
