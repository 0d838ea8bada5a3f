/** What is done to the selected cells of a sheet: typed, pasted, filled down, lifted, copied. Each is one step. */
import { countText } from '@contract/values/money.ts'
import { readBlock, writeBlock } from './clipboard.ts'
import { copiedText, type GridColumn } from './columns.ts'
import { ownOf, typedEdit, type Edit, type Edits, type GridCell } from './edits.ts'
import { placePasted, placesOf, type PastedText, type CellPosition, type CellRange } from './ranges.ts'
import { isUnread } from '../form/money-reading.ts'

export interface SheetView<Row, Data> {
  rows: readonly Row[]
  columns: readonly GridColumn<Row, Data>[]
  edits: Edits<Data>
}

/** The value at a place that may be edited, or null. */
export function cellAt<Row, Data>(
  { rows, columns }: Pick<SheetView<Row, Data>, 'rows' | 'columns'>,
  { row, column }: CellPosition,
): GridCell<Data> | null {
  const of = rows[row]
  return of === undefined ? null : (columns[column]?.cell?.(of) ?? null)
}

function cellsIn<Row, Data>(sheet: SheetView<Row, Data>, range: CellRange): GridCell<Data>[] {
  return placesOf(range).flatMap((place) => cellAt(sheet, place) ?? [])
}

/** Inherit again, all of the range. */
export function clearEdits<Row, Data>(sheet: SheetView<Row, Data>, range: CellRange): Edit<Data>[] {
  return cellsIn(sheet, range).map((cell) => ({ cell, value: null }))
}

/** How many of the range have a value of their own. */
export function ownCount<Row, Data>(sheet: SheetView<Row, Data>, range: CellRange): number {
  return cellsIn(sheet, range).filter((cell) => ownOf(cell, sheet.edits) !== null).length
}

/**
 * Each column of the range takes what its top cell holds; a range of one row takes the row above it. An
 * inherited value goes down as inherited.
 */
export function fillDownEdits<Row, Data>(sheet: SheetView<Row, Data>, range: CellRange): Edit<Data>[] {
  const source = range.top === range.bottom ? range.top - 1 : range.top
  return placesOf({ ...range, top: source + 1 }).flatMap((place): Edit<Data>[] => {
    const [cell, above] = [cellAt(sheet, place), cellAt(sheet, { row: source, column: place.column })]
    return cell && above ? [{ cell, value: ownOf(above, sheet.edits) }] : []
  })
}

export interface PasteEdits<Data> {
  edits: Edit<Data>[]
  /** Texts that fell off the sheet or onto what is only read: where each stood in what was pasted, from 0. */
  lost: PastedText[]
  /** That still have to be made clear. */
  unclear: number
}

export function pasteEdits<Row, Data>(sheet: SheetView<Row, Data>, range: CellRange, text: string): PasteEdits<Data> {
  const { texts, lost } = placePasted(readBlock(text), range, {
    rows: sheet.rows.length,
    columns: sheet.columns.length,
  })
  const placed = texts.map((one) => ({ one, cell: cellAt(sheet, one) }))
  const edits = placed.flatMap(({ one, cell }) => (cell ? [typedEdit(cell, one.text)] : []))
  return {
    edits,
    lost: [...placed.flatMap(({ one, cell }) => (cell ? [] : [one])), ...lost]
      .filter(({ text: one }) => one.trim() !== '')
      .map(({ text: one, row, column }) => ({ text: one, row: row - range.top, column: column - range.left })),
    unclear: edits.filter(({ value }) => isUnread(value)).length,
  }
}

/** The range as text for the clipboard. */
export function rangeText<Row, Data>(
  { rows, columns, edits }: SheetView<Row, Data>,
  { top, left, bottom, right }: CellRange,
): string {
  return writeBlock(
    rows
      .slice(top, bottom + 1)
      .map((row) => columns.slice(left, right + 1).map((column) => copiedText(column, row, edits))),
  )
}

const cells = (count: number) => countText(count, 'celda', 'celdas')

/** What happened, for who cannot see it. */
export function pastedText({
  edits,
  lost,
  unclear,
}: Pick<PasteEdits<unknown>, 'lost' | 'unclear'> & { edits: { length: number } }): string {
  return [
    `${edits.length === 1 ? 'Pegada' : 'Pegadas'} ${cells(edits.length)}`,
    unclear > 0 && `${unclear} por aclarar`,
    lost.length > 0 && lostText(lost),
  ]
    .filter(Boolean)
    .join(', ')
}

export function lostText(lost: readonly PastedText[]): string {
  return `${cells(lost.length)} sin lugar en la hoja`
}

/** The first cell of the sheet in which a value may be edited and that `path` names, or null. */
export function placeOfPath<Row, Data>(
  { rows, columns }: Pick<SheetView<Row, Data>, 'rows' | 'columns'>,
  path: string,
): CellPosition | null {
  for (const [row, of] of rows.entries()) {
    const column = columns.findIndex((one) => one.cell?.(of)?.path === path)
    if (column >= 0) return { row, column }
  }
  return null
}
