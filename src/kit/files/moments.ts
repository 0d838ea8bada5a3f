/** Columns that say when: a date, its pieces in three columns, an hour, or both in one cell. */
import { isClerical } from '@contract/values/headings.ts'
import { dayFromParts, isInstant, readDay, readMonth, readTime, splitMoment } from '@contract/values/reading.ts'
import type { ColumnKind } from './columns.ts'
import { serialText, type TableCell } from './tables.ts'

export type MomentField = 'day' | 'date' | 'month' | 'year' | 'time'

export const momentLabels: Record<MomentField, string> = {
  day: 'Fecha',
  date: 'Día del mes',
  month: 'Mes',
  year: 'Año',
  time: 'Hora',
}

/** A cell's text without the spaces around it; empty for an empty one. */
export function trimmedText(cell: TableCell | undefined): string {
  return String(cell ?? '').trim()
}

/** Is the cell a whole number between these two? */
export function isWholeNumber(least: number, most: number): (cell: TableCell) => boolean {
  return (cell) => /^\d+$/.test(trimmedText(cell)) && Number(cell) >= least && Number(cell) <= most
}

/** A spreadsheet's own count of days, of this century. */
const isSerial = (cell: TableCell): cell is number => typeof cell === 'number' && cell > 36_000 && cell < 73_000
export function isDate(cell: TableCell): boolean {
  const { day } = splitMoment(trimmedText(cell))
  return isInstant(trimmedText(cell)) || readDay(day) !== null || readDay(day, 'mdy') !== null
}
export function isTime(cell: TableCell): boolean {
  if (typeof cell === 'number') return cell > 0 && cell < 1
  return readTime(splitMoment(trimmedText(cell)).time || trimmedText(cell)) !== null
}

/** How they are known; pieces first, which are hard to mistake. */
export const momentKinds: readonly ColumnKind<MomentField>[] = [
  { field: 'year', header: /^(ano|year|aaaa|yyyy)$/, allows: isWholeNumber(0, 2_199) },
  { field: 'month', header: /^(mes|month|mm)$/, allows: (cell) => readMonth(trimmedText(cell)) !== null },
  { field: 'date', header: /^(dia|day|dd)( del mes)?$/, allows: isWholeNumber(1, 31) },
  {
    field: 'day',
    header: /^(fecha|dia|date|day)\b/,
    prefers: /sorteo/,
    unless: isClerical,
    allows: (cell) => isSerial(cell) || isDate(cell),
    tells: isDate,
  },
  {
    field: 'time',
    header: /^(hora|horario|time|turno|sorteo)\b/,
    prefers: /sorteo/,
    unless: isClerical,
    allows: isTime,
    tells: isTime,
  },
]

const inPieces = ['date', 'month', 'year'] as const

/** Day, month and year are pieces of a date only together. */
export function wholeDates<F extends string>(fields: readonly (F | null)[]): (F | null)[] {
  const all = fields as readonly (string | null)[]
  const whole = inPieces.every((piece) => all.includes(piece)) && !all.includes('day')
  return fields.map((field) => (!whole && (inPieces as readonly (string | null)[]).includes(field) ? null : field))
}

/** Reads a field of a row. */
export type CellOf = (field: MomentField) => TableCell

/** Day and hour of a row as text, for whoever reads them (`readMoment`); a spreadsheet's counts are put into words. */
export function momentOf(cell: CellOf): { day: string; time: string } {
  const [day, time] = [cell('day'), cell('time')]
  return {
    day: isSerial(day) ? serialText(day) : day === null ? ofPieces(cell) : trimmedText(day),
    time: typeof time === 'number' ? serialText(time % 1) : trimmedText(time),
  }
}

function ofPieces(cell: CellOf): string {
  const [date = '', month = '', year = ''] = inPieces.map((piece) => trimmedText(cell(piece)))
  return dayFromParts(date, month, year) ?? [date, month, year].filter(Boolean).join(' ')
}

/** What the columns do not say yet, in words. An hour need not be said: a product may draw once a day. */
export function momentLacks(fields: readonly (string | null)[]): string[] {
  return fields.includes('day') || inPieces.every((piece) => fields.includes(piece)) ? [] : ['la fecha']
}
