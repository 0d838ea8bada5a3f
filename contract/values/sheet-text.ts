/**
 * Texts in tables that go out and may come in again. What a spreadsheet would run gets an apostrophe in front, and
 * whoever reads a table takes it off: exactly the one that was put there, for a text of ours may begin with one itself.
 */

/** What a spreadsheet runs when a text begins with it; it looks past spaces. */
const runs = String.raw`(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])`
const dangerous = new RegExp(`^'*${runs}`)
const marked = new RegExp(`^'+${runs}`)

/** For a table of plain text: no spreadsheet takes it for a formula. */
export function plainTableText(text: string): string {
  return dangerous.test(text) ? `'${text}` : text
}

/**
 * For a workbook, where a text is no formula whatever it begins with: it stays as it is, but for one that has itself
 * what is taken off when it is read. Whoever opens a table of plain text and keeps it as a workbook is read as well.
 */
export function workbookText(text: string): string {
  return marked.test(text) ? `'${text}` : text
}

/** Lines end alike, whichever program wrote them: as every table is read. */
export const normalizeLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n')

/** What a table of ours says of itself below its rows: how many they are, and what proves them whole. */
export const rowCountLabel = 'Filas'
export const controlLabel = 'Suma de control: '

/** Is a row of cells such a line? It is none of the table's, whoever reads it. */
export function isFootNote(cells: readonly (string | number | null)[]): boolean {
  const [label, value, ...rest] = cells.filter((cell) => cell !== '' && cell !== null)
  if (rest.length > 0 || value === undefined) return false
  return label === rowCountLabel ? /^\d+$/.test(String(value)) : String(label).startsWith(controlLabel)
}

/** A text as it was before `plainTableText` or `workbookText`. */
export function plainOf(text: string): string {
  return marked.test(text) ? text.slice(1) : text
}
