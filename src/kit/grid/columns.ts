/** The columns of a sheet. */
import type { ReactNode } from 'react'
import { effectiveValue, type Edits, type GridCell } from './edits.ts'
import { typedText } from './values.ts'

export interface GridColumn<Row, Data> {
  key: string
  title: string
  /** Pixels; a column that names no row also takes its share of the room that is left. */
  width: number
  /** Names the row: stays in sight while the others scroll. Those that do come first. */
  header?: true
  /** Of values at the right, of what is only read at the left, unless said. */
  align?: 'right' | 'left'
  /** The value that may be edited; null where the row has none. */
  cell?: (row: Row) => GridCell<Data> | null
  /** What a column that is only read shows. */
  render?: (row: Row) => ReactNode
  /** Its text on the clipboard. */
  text?: (row: Row) => string
}

/** Where what stands in a column is aligned to, where that is not the left. */
export function alignOf<Row, Data>(
  { align }: Pick<GridColumn<Row, Data>, 'align'>,
  isValue: boolean,
): 'right' | undefined {
  return (align ?? (isValue ? 'right' : 'left')) === 'right' ? 'right' : undefined
}

/** What copying a cell puts on the clipboard: values as people write them. */
export function copiedText<Row, Data>(column: GridColumn<Row, Data>, row: Row, edits: Edits<Data>): string {
  const cell = column.cell?.(row)
  return cell ? typedText(cell, effectiveValue(cell, edits)) : (column.text?.(row) ?? '')
}

/** The widths as CSS grid columns, and how much the columns that stay in sight take. */
export function columnLayout<Row, Data>(
  columns: readonly GridColumn<Row, Data>[],
): { template: string; least: number; pinned: number } {
  const sum = (of: readonly GridColumn<Row, Data>[]) => of.reduce((all, { width }) => all + width, 0)
  return {
    template: columns.map(({ width, header }) => (header ? `${width}px` : `minmax(${width}px, 1fr)`)).join(' '),
    least: sum(columns),
    pinned: sum(columns.filter(({ header }) => header)),
  }
}
