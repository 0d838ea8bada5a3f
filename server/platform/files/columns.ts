/** What a file's columns are: their titles come from the contract, their types decide how a cell is written. */
import { z } from 'zod'

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

/** The Spanish title that the contract gives a field of a row. Throws when it gives none: a file never shows a bare key. */
export function titleOf(row: z.ZodObject, key: string): string {
  const field = row.shape[key] as z.ZodType | undefined
  const title = field && z.globalRegistry.get(field)?.title
  if (!title) throw new Error(`the contract gives no title to ${key}`)
  return title
}

/** Columns of a contract's row, in the order given: `[key, type]` or `[key, type, width]`. */
export function contractColumns(
  row: z.ZodObject,
  fields: readonly (readonly [key: string, type: ColumnType, width?: number])[],
): ExportColumn[] {
  return fields.map(([key, type, width]) => ({ key, title: titleOf(row, key), type, ...(width && { width }) }))
}

export function cellOf(row: ExportRow, key: string): Cell {
  return (row as Record<string, Cell>)[key]
}
