/** What a file's columns are: their titles come from the contract, their types decide how a cell is written. */
import { currencies } from '@contract/values/currency.ts'

/**
 * How a value arrives and is written: `text` as it is; `money` a decimal string; `decimal` one with as many decimals as it
 * has; `integer` a whole number; `percent` a decimal string where "12.5" means 12.5 %; `date` `YYYY-MM-DD`; `instant` ISO 8601.
 */
export type ColumnType = 'text' | 'money' | 'integer' | 'percent' | 'decimal' | 'date' | 'instant'
export type ExportCell = string | number | null | undefined
export type ExportRow = object

export interface ExportColumn {
  key: string
  title: string
  type: ColumnType
  /** In characters; by default wide enough for the type and the title. */
  width?: number
  /** Of an amount that has a column for each currency: the one that a row must be of to have its amount here. */
  currency?: string
  /** It says amounts of several currencies, which a workbook has a column for each of: `amountKey`. */
  sums?: true
}

/** Where a row has its amount of one currency, of a field that says several. */
export const amountKey = (key: string, currency: string) => `${key} ${currency}`

/** The field of a row that says of which currency its amounts are. */
const currencyKey = 'currency'

/**
 * Every amount in a column of its currency, so that what stands in one column can be added up: of rows that say theirs
 * a column for each of `wanted`, of fields that say several one for each that there is. The rows stay what they are.
 */
export function byCurrency(columns: readonly ExportColumn[], wanted: readonly string[]): ExportColumn[] {
  const hasCurrency = columns.some(({ key }) => key === currencyKey)
  return columns.flatMap(({ sums, width, ...column }): ExportColumn[] => {
    const titled = (currency: string) => ({ ...column, type: 'money' as const, title: `${column.title} ${currency}` })
    if (sums) return currencies.map((one) => ({ ...titled(one), key: amountKey(column.key, one) }))
    if (hasCurrency && column.type === 'money') return wanted.map((currency) => ({ ...titled(currency), currency }))
    return [{ ...column, ...(width && { width }) }]
  })
}

const usualWidth: Record<ColumnType, number> = {
  text: 24,
  money: 18,
  integer: 12,
  percent: 12,
  decimal: 16,
  date: 12,
  instant: 20,
}

/** Width in characters of a column in a sheet. */
export function widthOf(column: ExportColumn): number {
  return column.width ?? Math.max(usualWidth[column.type], column.title.length + 4)
}

/** Has the row a value in the column, by its currency? */
export function isOf(row: ExportRow, { currency }: Pick<ExportColumn, 'currency'>): boolean {
  return currency === undefined || exportCell(row, currencyKey) === currency
}

export function exportCell(row: ExportRow, key: string): ExportCell {
  return (row as Record<string, ExportCell>)[key]
}
