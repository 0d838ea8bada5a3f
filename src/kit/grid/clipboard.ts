/** Cells as spreadsheets put them on the clipboard: tabs between columns, lines between rows, quotes around what holds either. */
import { plainOf } from '@contract/values/sheet-text.ts'

/**
 * A block of texts from the clipboard. The line end that spreadsheets leave behind the last row is no row of its own;
 * what a file of ours put before a text is taken off.
 */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at]!
    if (quoted && char === '"' && source[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (char === '"' && (quoted || cell === '')) {
      quoted = !quoted
    } else if (!quoted && (char === '\t' || char === '\n')) {
      rows.at(-1)!.push(cell)
      if (char === '\n') rows.push([])
      cell = ''
    } else {
      cell += char
    }
  }
  rows.at(-1)!.push(cell)
  return rows.map((cells) => cells.map(plainOf))
}

/** The text for the clipboard of a block of cells. */
export function writeBlock(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => row.map((cell) => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n')
}
