/** What a file's columns are: their titles come from the contract, their types decide how a cell is written. */
/**
 * How a value arrives and is written: `text` as it is; `money` a decimal string; `integer` a whole
 * number; `percent` a decimal string where "12.5" means 12.5 %; `date` `YYYY-MM-DD`; `instant` ISO 8601.
 */
export type ColumnType = 'text' | 'money' | 'integer' | 'percent' | 'date' | 'instant'
export type Cell = string | number | null | undefined
export type ExportRow = object

export interface ExportColumn {
  key: string
  title: string
  type: ColumnType
  /** In characters; by default wide enough for the type and the title. */
  width?: number
}

const usualWidth: Record<ColumnType, number> = { text: 24, money: 18, integer: 12, percent: 12, date: 12, instant: 20 }

/** Width in characters of a column in a sheet. */
export function widthOf(column: ExportColumn): number {
  return column.width ?? Math.max(usualWidth[column.type], column.title.length + 4)
}

export function cellOf(row: ExportRow, key: string): Cell {
  return (row as Record<string, Cell>)[key]
}
