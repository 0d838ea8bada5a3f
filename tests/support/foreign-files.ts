/** Files as the systems of the world write them: workbooks, texts of any encoding, and what is in neither's place. */
import { utils, write, type BookType, type WorkSheet } from 'xlsx'

export type Lines = readonly (readonly (string | number)[])[]

export interface Made {
  type?: BookType
  /** `A3:A5`: cells that are one. */
  merged?: readonly string[]
  name?: string
  change?: (sheet: WorkSheet) => void
}

/** A workbook of one sheet. What is empty is no cell at all. */
export function bookOf(lines: Lines, { type = 'xlsx', merged = [], name = 'Reporte', change }: Made = {}): Buffer {
  const sheet = utils.aoa_to_sheet(lines.map((cells) => cells.map((cell) => (cell === '' ? null : cell))))
  if (merged.length > 0) sheet['!merges'] = merged.map((range) => utils.decode_range(range))
  change?.(sheet)
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, name)
  return write(book, { type: 'buffer', bookType: type, bookSST: true }) as Buffer
}

/** A text of cells, whatever its separator and encoding. */
export function textOf(lines: Lines, separator = ';', encoding: 'utf8' | 'latin1' | 'utf16le' = 'utf8'): Buffer {
  const text = lines
    .map((cells) =>
      cells.map((cell) => (String(cell).includes(separator) ? `"${cell}"` : String(cell))).join(separator),
    )
    .join('\r\n')
  return Buffer.from(encoding === 'utf16le' ? `\uFEFF${text}` : text, encoding)
}

/** A day as a spreadsheet counts it. */
export const serialOf = (day: string) => Math.round((Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000)
