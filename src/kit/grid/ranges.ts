/** Places in a sheet and what the arrows, ranges and the clipboard make of them. Rows and columns count from 0. */

export interface CellPosition {
  row: number
  column: number
}

export interface Size {
  rows: number
  columns: number
}

/** From where a selection began to where it was drawn: `focus` is the active cell's opposite corner. */
export interface Selection {
  anchor: CellPosition
  focus: CellPosition
}

/** Both ends included. */
export interface CellRange {
  top: number
  left: number
  bottom: number
  right: number
}

export function rangeOf({ anchor, focus }: Selection): CellRange {
  return {
    top: Math.min(anchor.row, focus.row),
    left: Math.min(anchor.column, focus.column),
    bottom: Math.max(anchor.row, focus.row),
    right: Math.max(anchor.column, focus.column),
  }
}

export function isInside({ top, left, bottom, right }: CellRange, { row, column }: CellPosition): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}

/** How many cells. */
export function areaOf({ top, left, bottom, right }: CellRange): number {
  return (bottom - top + 1) * (right - left + 1)
}

/** The nearest place that exists; null in an empty sheet. */
export function clampPosition({ row, column }: CellPosition, { rows, columns }: Size): CellPosition | null {
  if (rows === 0 || columns === 0) return null
  return { row: Math.min(Math.max(row, 0), rows - 1), column: Math.min(Math.max(column, 0), columns - 1) }
}

/** Every place of a range, row by row. */
export function placesOf({ top, left, bottom, right }: CellRange): CellPosition[] {
  return Array.from({ length: bottom - top + 1 }, (_, down) =>
    Array.from({ length: right - left + 1 }, (_, across) => ({ row: top + down, column: left + across })),
  ).flat()
}

/** One text of the clipboard and where it goes. */
export interface PastedText extends CellPosition {
  text: string
}

/**
 * Where copied texts go: one text fills the whole range, a block that fits the range a whole number of
 * times is repeated over it, anything else begins at its corner. What falls off the sheet is `lost`.
 */
export function placePasted(
  block: readonly (readonly string[])[],
  range: CellRange,
  size: Size,
): { texts: PastedText[]; lost: PastedText[] } {
  const [height, width] = [block.length, Math.max(0, ...block.map((line) => line.length))]
  if (height === 0 || width === 0) return { texts: [], lost: [] }
  const [tall, wide] = [range.bottom - range.top + 1, range.right - range.left + 1]
  const repeats = tall % height === 0 && wide % width === 0
  const target = repeats ? range : { ...range, bottom: range.top + height - 1, right: range.left + width - 1 }
  const places = placesOf(target).flatMap(({ row, column }) => {
    const text = block[(row - range.top) % height]?.[(column - range.left) % width]
    return text === undefined ? [] : [{ row, column, text }]
  })
  const fits = ({ row, column }: CellPosition) => row < size.rows && column < size.columns
  return { texts: places.filter(fits), lost: places.filter((place) => !fits(place)) }
}
