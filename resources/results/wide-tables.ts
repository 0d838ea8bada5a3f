/** Tables of results that are as wide as the day is long: a column for each hour, each lottery or each day. */
import { fold } from '@contract/values/text.ts'
import { trimmedText as text, isDate, isTime } from '@/kit/files/moments.ts'
import { serialText, type TableCell, type Table } from '@/kit/files/tables.ts'

/** Names stand in one of the first rows. */
const deepest = 40
/** Rows below that show what a column holds. */
const looked = 50

const isFilled = (cell: TableCell | undefined) => text(cell) !== ''
const headingText = (cell: TableCell | undefined) => (typeof cell === 'number' ? serialText(cell) : text(cell))

interface Wide {
  /** Place of the row of names. */
  at: number
  /** Places of the columns that are one value each. */
  columns: number[]
  /** What they are, as a column of the long table is called. */
  title: string
}

/** The row whose cells name hours, lotteries or days, two at least, over columns that hold something else. */
function wideIn({ rows }: Table, products: ReadonlySet<string>): Wide | null {
  const kinds: [string, (cell: TableCell) => boolean][] = [
    ['Hora', isTime],
    ['Lotería', (cell) => products.has(fold(text(cell)))],
    ['Fecha', isDate],
  ]
  for (const [at, { cells }] of rows.slice(0, deepest).entries())
    for (const [title, is] of kinds) {
      const named = cells.flatMap((cell, column) => (isFilled(cell) && is(cell) ? [column] : []))
      const below = rows.slice(at + 1, at + 1 + looked)
      const columns = named.filter((column) => {
        const held = below.map((row) => row.cells[column] ?? null).filter(isFilled)
        // As often as not the names come again on each page.
        return held.filter((cell) => is(cell) && text(cell) !== text(cells[column])).length === 0
      })
      const isHeld = columns.some((column) => below.some((row) => isFilled(row.cells[column])))
      if (columns.length >= 2 && columns.length === named.length && isHeld) return { at, columns, title }
    }
  return null
}

/** A wide table as a long one: a line for each cell of those columns that has something in it, no more of them than `most`. */
export function longTable(table: Table, products: readonly string[], most: number): Table {
  const wide = wideIn(table, new Set(products.map(fold)))
  if (!wide) return table
  const { at, columns, title } = wide
  const width = Math.max(...table.rows.map(({ cells }) => cells.length))
  const others = Array.from({ length: width }, (_none, column) => column).filter((column) => !columns.includes(column))
  const names = table.rows[at]!.cells
  const rows = table.rows
    .slice(0, at)
    .map(({ line, cells }) => ({ line, cells: others.map((column) => cells[column] ?? null) }))
  rows.push({
    line: table.rows[at]!.line,
    cells: [...others.map((column) => names[column] ?? null), title, 'Resultado'],
  })
  for (const { line, cells } of table.rows.slice(at + 1)) {
    const own = others.map((column) => cells[column] ?? null)
    const said = columns.filter((column) => isFilled(cells[column]))
    // A line without any of them is kept: a title, or a group.
    if (said.length === 0) rows.push({ line, cells: [...own, null, null] })
    for (const column of said) {
      if (rows.length > most) return { ...table, rows }
      rows.push({ line, cells: [...own, headingText(names[column]), cells[column]!] })
    }
  }
  return { ...table, rows }
}
