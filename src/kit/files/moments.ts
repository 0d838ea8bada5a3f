/** Columns that say when: a date, its pieces in three columns, an hour, or both in one cell. */
import { isClerical } from '@contract/values/headings.ts'
import { dayOf, isInstant, readDay, readMonth, readTime, splitMoment } from '@contract/values/written.ts'
import type { ColumnKind } from './columns.ts'
import { serialText, type Cell } from './tables.ts'

export type MomentField = 'day' | 'date' | 'month' | 'year' | 'time'

export const momentLabels: Record<MomentField, string> = {
  day: 'Fecha',
  date: 'Día del mes',
  month: 'Mes',
  year: 'Año',
  time: 'Hora',
}

/** A cell's text without the spaces around it; empty for an empty one. */
export function cellText(cell: Cell | undefined): string {
  return String(cell ?? '').trim()
}

/** Is the cell a whole number between these two? */
export function isWhole(least: number, most: number): (cell: Cell) => boolean {
  return (cell) => /^\d+$/.test(cellText(cell)) && Number(cell) >= least && Number(cell) <= most
}

/** A spreadsheet's own count of days, of this century. */
const isSerial = (cell: Cell): cell is number => typeof cell === 'number' && cell > 36_000 && cell < 73_000
export function isDate(cell: Cell): boolean {
  const { day } = splitMoment(cellText(cell))
  return isInstant(cellText(cell)) || readDay(day) !== null || readDay(day, 'mdy') !== null
}
export function isTime(cell: Cell): boolean {
  if (typeof cell === 'number') return cell > 0 && cell < 1
  return readTime(splitMoment(cellText(cell)).time || cellText(cell)) !== null
}

/** How they are known; pieces first, which are hard to mistake. */
export const momentKinds: readonly ColumnKind<MomentField>[] = [
  { field: 'year', header: /^(ano|year|aaaa|yyyy)$/, allows: isWhole(0, 2_199) },
  { field: 'month', header: /^(mes|month|mm)$/, allows: (cell) => readMonth(cellText(cell)) !== null },
  { field: 'date', header: /^(dia|day|dd)( del mes)?$/, allows: isWhole(1, 31) },
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
export type CellOf = (field: MomentField) => Cell

/** Day and hour of a row as text, for whoever reads them (`readMoment`); a spreadsheet's counts are put into words. */
export function momentOf(cell: CellOf): { day: string; time: string } {
  const [day, time] = [cell('day'), cell('time')]
  return {
    day: isSerial(day) ? serialText(day) : day === null ? ofPieces(cell) : cellText(day),
    time: typeof time === 'number' ? serialText(time % 1) : cellText(time),
  }
}

function ofPieces(cell: CellOf): string {
  const [date = '', month = '', year = ''] = inPieces.map((piece) => cellText(cell(piece)))
  return dayOf(date, month, year) ?? [date, month, year].filter(Boolean).join(' ')
}

/** What the columns do not say yet, in words. An hour need not be said: a product may draw once a day. */
export function momentLacks(fields: readonly (string | null)[]): string[] {
  return fields.includes('day') || inPieces.every((piece) => fields.includes(piece)) ? [] : ['la fecha']
}
