/**
 * The board of a bet type: which numbers it has, in which order, and how full the quota of each is.
 * Numbers are text; use is a decimal string and is only compared.
 */
import type { NumberRow } from '@contract/ticket-reports.ts'
import { compareCodes, signs, type BetKind } from '@contract/values/bet-numbers.ts'
import { compare } from '@contract/values/money.ts'
import { fold, holdsWords } from '@contract/values/text.ts'

/** With every sign only the numbers that sold or are blocked are shown: there are thousands. */
export const boardSigns = [...signs, 'todos'] as const
export type BoardSign = (typeof boardSigns)[number]
export const boardSorts = ['numero', 'uso'] as const
export type BoardSort = (typeof boardSorts)[number]

export interface BoardCell {
  number: string
  symbol_name: string | null
  image_url: string | null
  /** What was sold of it, when anything was. */
  row: NumberRow | null
}

function digits(width: number): string[] {
  return Array.from({ length: 10 ** width }, (_, value) => String(value).padStart(width, '0'))
}

const widths: Partial<Record<BetKind, number>> = {
  triple: 3,
  terminal: 2,
  punta: 2,
  terminal_pa: 2,
  zodiacal: 3,
  terminal_signo: 2,
}

export function hasSign(kind: BetKind): boolean {
  return kind === 'zodiacal' || kind === 'terminal_signo'
}

/** Every number of a kind (under a sign, where it has one); null when only those with something to tell can be shown. */
function wholeBoard(kind: BetKind, sign: BoardSign): string[] | null {
  const width = widths[kind]
  if (width === undefined || (hasSign(kind) && sign === 'todos')) return null
  return digits(width).map((number) => (hasSign(kind) ? `${number} ${sign}` : number))
}

/** The cells of a board in the order of their numbers. Animals come in `rows`, sold or not. */
export function boardCells(kind: BetKind, sign: BoardSign, rows: readonly NumberRow[]): BoardCell[] {
  const cellOf = (row: NumberRow): BoardCell => ({
    number: row.number,
    symbol_name: row.symbol_name,
    image_url: row.image_url,
    row,
  })
  const numbers = wholeBoard(kind, sign)
  if (!numbers)
    return rows
      .map(cellOf)
      .sort((one, other) => compareCodes(one.number, other.number) || (one.number < other.number ? -1 : 1))
  const known = new Map(rows.map((row) => [row.number, row]))
  return numbers.map((number) => {
    const row = known.get(number)
    return row ? cellOf(row) : { number, symbol_name: null, image_url: null, row: null }
  })
}

function usedOf(cell: BoardCell): string {
  return cell.row?.used_percent ?? '0'
}

/** By number, or the fullest first and among equals those that sold most; then those with nothing to tell are left out. */
export function sortCells(cells: readonly BoardCell[], by: BoardSort): BoardCell[] {
  if (by === 'numero') return [...cells]
  return cells
    .filter((cell) => cell.row !== null)
    .sort(
      (one, other) =>
        compare(usedOf(other), usedOf(one)) ||
        compare(other.row?.sold ?? '0', one.row?.sold ?? '0') ||
        compareCodes(one.number, other.number),
    )
}

/** Those whose number begins with what is written, or whose symbol's name holds it. */
export function findCells(cells: readonly BoardCell[], text: string): BoardCell[] {
  const typed = fold(text)
  if (typed === '') return [...cells]
  const exact = cells.filter((cell) => fold(cell.number) === typed)
  if (exact.length > 0) return exact
  return cells.filter((cell) => fold(cell.number).startsWith(typed) || holdsWords(cell.symbol_name ?? '', typed))
}

/** From where each level of use begins, in percent. The last needs a person. */
const levels = ['0.1', '25', '50', '80', '95'] as const
export type UseLevel = 0 | 1 | 2 | 3 | 4 | 5
export const levelLabels: readonly { level: UseLevel; label: string }[] = [
  { level: 0, label: '0 %' },
  { level: 1, label: 'hasta 25' },
  { level: 2, label: 'hasta 50' },
  { level: 3, label: 'hasta 80' },
  { level: 4, label: 'hasta 95' },
  { level: 5, label: '95 o más' },
]

export function useLevel(used_percent: string | null): UseLevel {
  if (used_percent === null) return 0
  return levels.filter((from) => compare(hundredths(used_percent), from) >= 0).length as UseLevel
}

/** A percentage may have more decimals than an amount. */
function hundredths(percentage: string): string {
  const [whole = '0', fraction = ''] = percentage.split('.')
  return fraction === '' ? whole : `${whole}.${fraction.slice(0, 2)}`
}

/** `45 %`, whole and never rounded up: 99,9 is not yet full. */
export function usedText(used_percent: string): string {
  return `${used_percent.split('.')[0] ?? '0'} %`
}

export interface Group {
  /** The hundred: `0` for 000 to 099; empty where the board is one. */
  key: string
  cells: BoardCell[]
}

/** A board of a thousand in ten blocks of a hundred. */
export function groupCells(cells: readonly BoardCell[], kind: BetKind, by: BoardSort): Group[] {
  if (widths[kind] !== 3 || by === 'uso') return [{ key: '', cells: [...cells] }]
  const groups = new Map<string, BoardCell[]>()
  for (const cell of cells) {
    const key = cell.number.slice(0, 1)
    groups.set(key, [...(groups.get(key) ?? []), cell])
  }
  return [...groups].map(([key, inside]) => ({ key, cells: inside }))
}

/** The numbers between two, both included, in the order they are shown. */
export function numbersBetween(order: readonly string[], from: string, to: string): string[] {
  const [start, end] = [order.indexOf(from), order.indexOf(to)].sort((one, other) => one - other)
  return start === undefined || end === undefined || start < 0 ? [to] : order.slice(start, end + 1)
}
