/** Cells of a sheet: every value keeps its type, so that numbers add up and dates sort. */
import { workbookText } from '@contract/values/sheet-text.ts'
import type { ExportCell, ColumnType } from './columns.ts'
import { cellStyle } from './xlsx-parts.ts'
import { zoneClock } from './zone-clock.ts'

/** The most that one cell may hold. */
const LONGEST = 32_767
// Control characters, lone surrogates and the two non-characters have no place in XML; `_x0041_` would be read as `A`.
// oxlint-disable-next-line no-control-regex
const special = /[&<>\u0000-\u0008\u000B-\u001F\uD800-\uDFFF\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

export function escapeText(text: string): string {
  const short = text.length > LONGEST ? text.slice(0, LONGEST) : text
  if (!special.test(short)) return short
  return short
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(forbidden, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '_x000D_')
}

/** `"12.5"` → `"0.125"`: a percentage as the fraction that a sheet's percent format expects. */
export function fraction(percent: string): string {
  const [whole = '0', decimals = ''] = percent.replace('-', '').split('.')
  const digits = whole.padStart(3, '0')
  return `${percent.startsWith('-') ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}${decimals}`
}

/** Days from 1899-12-31 to 1970-01-01, one more for the 29 February 1900 that sheets believe in. */
const EPOCH_DAYS = 25_569
const DAY_MS = 86_400_000

export type WriteCell = (value: ExportCell) => string

/** How each type is written. A cell without a value is empty, but keeps its place. */
export function cellWriters(zone: string): Record<ColumnType | 'header' | 'title' | 'label', WriteCell> {
  const clock = zoneClock(zone)
  const number = (style: number, of: (value: string) => string): WriteCell => {
    const open = `<c s="${style}"><v>`
    return (value) => (value === null || value === undefined ? '<c/>' : `${open}${of(String(value))}</v></c>`)
  }
  const text = (style: number): WriteCell => {
    const open = `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">`
    return (value) =>
      value === null || value === undefined ? '<c/>' : `${open}${escapeText(workbookText(String(value)))}</t></is></c>`
  }
  const same = (value: string) => value
  return {
    header: text(cellStyle.header),
    title: text(cellStyle.title),
    label: text(cellStyle.label),
    text: text(cellStyle.text),
    money: number(cellStyle.money, same),
    integer: number(cellStyle.integer, same),
    percent: number(cellStyle.percent, fraction),
    decimal: number(cellStyle.decimal, same),
    date: number(cellStyle.date, (value) => String(Date.parse(`${value}T00:00:00Z`) / DAY_MS + EPOCH_DAYS)),
    // Half a millisecond more than it is: some programs cut seconds where others round them.
    instant: number(cellStyle.instant, (value) => ((clock(value) + 0.5) / DAY_MS + EPOCH_DAYS).toFixed(8)),
  }
}
