/**
 * Lines in which a file sums itself up: known for what they are, never taken for an agency, and compared with the
 * lines that they sum up. Pure.
 */
import { amountFields, type AmountField, type TotalCheck } from '@contract/external-file.ts'
import { currencies, readCurrency, type Currency } from '@contract/values/currency.ts'
import type { NumberStyle } from '@contract/values/amount-text.ts'
import { add, subtract } from '@contract/values/money.ts'
import { fold } from '@contract/values/text.ts'
import { readWrittenAmount } from '@contract/values/reading.ts'
import type { SheetCell } from '../../platform/files/reading/cells.ts'
import { cleanName, type Columns } from './columns.ts'

/** `Total`, `SUB-TOTAL`, `Totales generales:`, `Gran total Bs`: no partner is called so. */
const plainTotal = new RegExp(
  '^(sub ?total(es)?|total(es)?|gran(des)? total(es)?|sumas?|sumatoria)' +
    '( (general(es)?|global(es)?|final(es)?|acumulad[oa]s?|generado|banca|ventas?|bs|bolivares|usd|dolares|cop|pesos|' +
    String.raw`pagina|hoja|dia|fecha|agencias?|(del?|de la|por) \w+))*$`,
)
const anyTotal =
  /^(sub ?total(?:es)?|total(?:es)?|gran total|suma|resumen)\b(?: (?:del?|de la|agencia|taquilla|banca|producto|loteria))*(.*)$/
/** Of the whole file, and of nothing less. */
const wholeTotal = /\b(gran(des)?|general(es)?|global(es)?|final(es)?)\b/

const labelText = (cell: SheetCell | undefined) =>
  fold(cleanName(cell ?? ''))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The text that names a line of totals; null for a line that is none. */
function totalLabel(cells: readonly SheetCell[], { at }: Columns, seen: ReadonlySet<string>): string | null {
  const isEmpty = (place: number | undefined) => place !== undefined && (cells[place] ?? '') === ''
  const open = isEmpty(at.day) || isEmpty(at.product)
  const first = cells.find((cell) => cell !== '')
  for (const cell of [first, cells[at.agency ?? -1], cells[at.product ?? -1], cells[at.day ?? -1]]) {
    if (typeof cell !== 'string' || cell === '') continue
    const text = labelText(cell)
    const [, word, rest = ''] = anyTotal.exec(text) ?? []
    if (plainTotal.test(text)) return cleanName(cell)
    if (word && (open || word.startsWith('sub') || seen.has(rest.trim()))) return cleanName(cell)
  }
  return null
}

export function isTotal(cells: readonly SheetCell[], columns: Columns, seen: ReadonlySet<string>): boolean {
  return totalLabel(cells, columns, seen) !== null
}

type Sums = Record<AmountField, string>
/** By currency: two are never added. */
type Running = Partial<Record<Currency, Sums>>

const zero: Sums = { sold: '0.00', prizes: '0.00', commission: '0.00' }
/** Ends of earlier groups that a line may sum up from: groups lie in groups. */
const mostEnds = 50
/** Checks that are kept to be shown, those that differ first. */
const mostShown = 100

/** What one line of totals says of a column. */
interface Said {
  column: AmountField
  written: string
  amount: string | null
}

interface Line {
  n: number
  label: string
  isWhole: boolean
  currency: Currency | null
  said: Said[]
}

export interface TotalsOptions {
  style: NumberStyle
  /** Of a file without the column. */
  currency: Currency | null
}

/** Sums the lines of a file up while they are read, and compares what the file says. */
export class FileTotals {
  private readonly columns: Columns
  private readonly asked: TotalsOptions
  private running: Running = {}
  /** What had come together at the end of each group before. */
  private ends: Running[] = []
  private isFresh = false
  /** Those that stand above all lines. */
  private early: Line[] = []
  private checks: TotalCheck[] = []
  private counts = { equal: 0, differ: 0, uncompared: 0 }
  /** The last one: of a file that names one total alone it sums up all. */
  private last: { line: Line; whole: Running; checks: TotalCheck[] } | null = null
  private labels = new Map<string, number>()

  constructor(columns: Columns, asked: TotalsOptions) {
    this.columns = columns
    this.asked = asked
  }

  /** A line of the table, with the amounts that could be read of it. */
  add(row: { currency: Currency | null } & Record<AmountField, string | null>): void {
    if (row.currency === null) return
    const sums = (this.running[row.currency] ??= { ...zero })
    for (const field of amountFields) if (row[field] !== null) sums[field] = add(sums[field], row[field])
    this.isFresh = true
  }

  /** A line of totals. */
  total(n: number, cells: readonly SheetCell[], seen: ReadonlySet<string>): void {
    this.take(this.lineOf(n, totalLabel(cells, this.columns, seen) ?? '', cells))
  }

  /** A line without any name, whose amounts are what came before: answers whether it was taken for totals. */
  takeBare(n: number, cells: readonly SheetCell[]): boolean {
    const { at } = this.columns
    const isBare = [at.day, at.agency, at.product].every((place) => place === undefined || (cells[place] ?? '') === '')
    if (!isBare || !this.isFresh) return false
    const line = this.lineOf(n, '', cells)
    if (line.said.every(({ amount }) => amount === null) || !this.matching(line)) return false
    this.take(line)
    return true
  }

  private lineOf(n: number, label: string, cells: readonly SheetCell[]): Line {
    const { at } = this.columns
    const said = amountFields.flatMap((column): Said[] => {
      const cell = cells[at[column] ?? -1] ?? ''
      if (cell === '') return []
      return [{ column, written: String(cell).slice(0, 30), amount: readWrittenAmount(cell, this.asked.style, null) }]
    })
    const cell = at.currency === undefined ? '' : (cells[at.currency] ?? '')
    const currency = cell === '' ? (at.currency === undefined ? this.asked.currency : null) : readCurrency(String(cell))
    const text = labelText(label)
    return { n, label: label.slice(0, 80), isWhole: wholeTotal.test(text), currency, said }
  }

  private take(line: Line): void {
    if (line.said.length === 0) return
    if (Object.keys(this.running).length === 0) {
      if (this.early.length < mostShown) this.early.push(line)
      return
    }
    const key = labelText(line.label)
    this.labels.set(key, (this.labels.get(key) ?? 0) + 1)
    this.keep()
    const checks = this.compared(line, this.matching(line) ?? (line.isWhole ? this.running : this.sinceEnd()))
    this.last = { line, whole: copied(this.running), checks }
    if (this.isFresh) this.ends.push(copied(this.running))
    if (this.ends.length > mostEnds) this.ends.shift()
    this.isFresh = false
  }

  /** The checks of the last line are counted once the next one comes. */
  private keep(): void {
    for (const check of this.last?.checks ?? []) {
      this.counts[check.standing] += 1
      if (check.standing === 'differ' || this.checks.length < mostShown) this.checks.push(check)
      if (this.checks.length > 2 * mostShown) this.checks = shownOf(this.checks)
    }
    this.last = null
  }

  /** The lines that a total sums up: since the end of the last group, or of one before, or all. */
  private matching(line: Line): Running | undefined {
    const from = line.isWhole ? [] : [...this.ends].reverse()
    return [...from.map((end) => since(this.running, end)), this.running].find((sums) =>
      this.compared(line, sums).every(({ standing }) => standing === 'equal'),
    )
  }

  private sinceEnd(): Running {
    const end = this.isFresh ? this.ends.at(-1) : this.ends.at(-2)
    return end ? since(this.running, end) : this.running
  }

  private compared({ n, label, currency, said }: Line, sums: Running): TotalCheck[] {
    const held = Object.keys(sums) as Currency[]
    const of = currency ?? (held.length === 1 ? held[0]! : null)
    return said.map(({ column, written, amount }) => {
      const own = of ?? held.find((one) => sums[one]![column] === amount) ?? null
      const check = { n, label, column, currency: own, written, said: amount, summed: null }
      if (own === null || amount === null) return { ...check, standing: 'uncompared' }
      const summed = (sums[own] ?? zero)[column]
      return { ...check, summed, standing: summed === amount ? 'equal' : 'differ' }
    })
  }

  /** What the file says of itself, once it was read through. */
  result(): { equal: number; differ: number; uncompared: number; lines: TotalCheck[] } {
    const { last } = this
    if (this.columns.missing.length > 0) return { ...this.counts, lines: [] }
    // One total alone, at the end of what others part, is of all of it.
    if (last && this.labels.get(labelText(last.line.label)) === 1 && /^total(es)?$/.test(labelText(last.line.label)))
      last.checks = this.compared(last.line, last.whole)
    this.keep()
    for (const line of this.early) {
      this.last = { line, whole: {}, checks: this.compared(line, this.running) }
      this.keep()
    }
    return { ...this.counts, lines: shownOf(this.checks) }
  }
}

const order = ['differ', 'uncompared', 'equal']
const shownOf = (checks: readonly TotalCheck[]) =>
  [...checks]
    .sort((left, right) => order.indexOf(left.standing) - order.indexOf(right.standing) || left.n - right.n)
    .slice(0, mostShown)

const copied = (sums: Running): Running =>
  Object.fromEntries(Object.entries(sums).map(([currency, own]) => [currency, { ...own }]))

function since(all: Running, end: Running): Running {
  return Object.fromEntries(
    currencies.flatMap((currency) => {
      const [now, before] = [all[currency], end[currency] ?? zero]
      if (!now) return []
      return [[currency, Object.fromEntries(amountFields.map((field) => [field, subtract(now[field], before[field])]))]]
    }),
  )
}
