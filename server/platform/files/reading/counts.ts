/**
 * How much of anything a table may have. What is taken is bounded by whoever takes it; this bounds what is only
 * looked at: lines with nothing in them, looks, texts nobody names. Each is counted as it comes.
 */
import { Problem } from '../../http/problem.ts'

/** Lines of a sheet or a text, with something in them or not: a spreadsheet ends at 1.048.576. */
const mostLines = 1_500_000
/** Sheets of a workbook: people look at them one by one. */
export const mostSheets = 200
/** Looks that cells name by number, and formats of numbers: programs have no more than 65.490 of the first. */
export const mostLooks = 66_000
/** Texts that cells name by number. */
export const mostTexts = 1_000_000
/** Cells of a line: a spreadsheet has no more columns. */
export const mostCells = 16_384
/** Elements of a workbook together: ten million cells and what stands around them. */
export const mostElements = 15_000_000
/** Elements inside one another. */
export const mostDepth = 100

/** What there is too much of. @throws Problem `sheet_too_large` once there is more than `most` */
export function noMoreThan(most: number, count: number, what: string): void {
  if (count > most)
    throw new Problem('sheet_too_large', { detail: `El archivo tiene más de ${most.toLocaleString('es-VE')} ${what}.` })
}

/** @throws Problem `sheet_too_long` once there are more lines than any sheet has */
export function countLine(count: number): void {
  if (count > mostLines)
    throw new Problem('sheet_too_long', {
      detail: `El archivo tiene más de ${mostLines.toLocaleString('es-VE')} líneas, casi todas vacías: borre las que sobran.`,
    })
}
