/** A drawer's count as it is typed: pieces by their denomination and amounts by their method, and what they come to. */
import { countedIn, countOf, type CashSum, type Count } from '@contract/cash-counts.ts'
import type { CurrentRegister, RegisterDetail } from '@contract/cash-registers.ts'
import { currencies, type Currency } from '@contract/values/currency.ts'
import { compare, formatMoney, isZero, negate, readWhole, subtract } from '@contract/values/money.ts'
import { isUnread } from '@/kit/form/money-reading.ts'

/** What stands in each field, by its row's key: pieces as they were typed, of a method its amount. */
export type Typed = Readonly<Record<string, string>>

/** One thing to be counted. */
export interface CountRow {
  key: string
  currency: Currency
  /** Null is cash. */
  method_id: number | null
  /** What a piece is worth; null of a method, whose amount is written once. */
  denomination: string | null
  name: string
}

type Counted = Pick<RegisterDetail['counts'][number], 'currency' | 'method_id' | 'denomination' | 'pieces'>

const keyOf = ({ currency, method_id, denomination }: Pick<Counted, 'currency' | 'method_id' | 'denomination'>) =>
  method_id === null ? `${currency}:${denomination}` : `${currency}:m${method_id}`

/** `Bs 500` where there are no cents: as it is printed on the piece. */
export const pieceName = (denomination: string, of: Currency): string =>
  formatMoney(denomination, of, true).replace(/,00$/, '')

/** All that an office counts, largest pieces first, methods last; what was counted once and is no more stays in sight. */
export function countRows(
  { denominations, methods }: Pick<CurrentRegister, 'denominations' | 'methods'>,
  counts: RegisterDetail['counts'],
): CountRow[] {
  const pieces = [
    ...denominations.flatMap(({ currency, amounts }) => amounts.map((denomination) => ({ currency, denomination }))),
    ...counts.filter(({ method_id }) => method_id === null),
  ].map(({ currency, denomination }): CountRow => {
    const name = pieceName(denomination, currency)
    return { key: keyOf({ currency, method_id: null, denomination }), currency, method_id: null, denomination, name }
  })
  const others = [
    ...methods,
    ...counts.flatMap(({ method_id, method_name, currency }) =>
      method_id === null ? [] : [{ id: method_id, name: method_name ?? 'Otro método', currency }],
    ),
  ].map(({ id, name, currency }): CountRow => {
    const key = keyOf({ currency, method_id: id, denomination: '' })
    return { key, currency, method_id: id, denomination: null, name }
  })
  pieces.sort((one, other) => compare(other.denomination!, one.denomination!))
  return [...new Map([...pieces, ...others].map((row) => [row.key, row])).values()]
}

/** What was counted, as its fields hold it. */
export function typedOf(counts: readonly Counted[]): Typed {
  return Object.fromEntries(
    counts.map((one) => [keyOf(one), one.method_id === null ? String(one.pieces) : one.denomination]),
  )
}

/** What a field says: a count, nothing, or what is no count. */
export function typedCount({ currency, method_id, denomination }: CountRow, text: string): Count | null | 'wrong' {
  if (text.trim() === '') return null
  if (denomination === null) {
    if (isUnread(text)) return 'wrong'
    return compare(text, '0') > 0 ? { currency, method_id, denomination: text, pieces: 1 } : null
  }
  const read = readWhole(text)
  if (read.kind !== 'amount') return 'wrong'
  const { amount: whole } = read
  const pieces = Number(whole)
  if (pieces > 1_000_000) return 'wrong'
  return pieces === 0 ? null : { currency, method_id, denomination, pieces }
}

/** All that is typed: what it counts, and the fields that cannot be read. */
export function typedCounts(rows: readonly CountRow[], typed: Typed): { counts: Count[]; wrong: CountRow[] } {
  const read = rows.map((row) => ({ row, count: typedCount(row, typed[row.key] ?? '') }))
  return {
    counts: read.flatMap(({ count }) => (count === null || count === 'wrong' ? [] : [count])),
    wrong: read.flatMap(({ row, count }) => (count === 'wrong' ? [row] : [])),
  }
}

/** What a field comes to: `Bs 1.200,00` of twelve pieces of a hundred. */
export function amountIn(row: CountRow, text: string): string {
  const count = typedCount(row, text)
  return count === null || count === 'wrong' ? '0.00' : countOf(count)
}

/** Do two say the same? A field of nothing is as one that is not there. */
export function isSameCount(one: Typed, other: Typed): boolean {
  const said = (typed: Typed) =>
    Object.entries(typed)
      .filter(([, text]) => text.trim() !== '')
      .map(([key, text]) => `${key}=${text.trim()}`)
      .sort()
      .join()
  return said(one) === said(other)
}

/** What the drawer should hold against what is typed, by currency. */
export function typedSums(sums: readonly CashSum[], counts: readonly Count[]): CashSum[] {
  return sums.map((sum) => {
    const counted = countedIn(counts, sum.currency)
    return { ...sum, counted, difference: subtract(counted, sum.expected) }
  })
}

/** A drawer of which nothing was counted yet lacks nothing: what it should hold is there to be counted. */
export function uncounted(sum: CashSum): CashSum {
  const isBegun = sum.counted === null || !isZero(sum.counted) || isZero(sum.expected)
  return isBegun ? sum : { ...sum, counted: null, difference: null }
}

/** `Faltan Bs 5,00`, `Sobran Bs 5,00`, `Cuadra`. */
export function gapText(difference: string, of: Currency): string {
  const sign = compare(difference, '0')
  if (sign === 0) return 'Cuadra'
  return sign < 0
    ? `Faltan ${formatMoney(negate(difference), of, true)}`
    : `Sobran ${formatMoney(difference, of, true)}`
}

/** Whether a difference passes what its agency tolerates without a word. */
export function needsWords(sums: readonly CashSum[], tolerances: CurrentRegister['tolerances']): boolean {
  return sums.some(({ currency, difference }) => {
    const tolerated = tolerances.find((one) => one.currency === currency)?.amount ?? '0'
    return difference !== null && compare(difference.replace('-', ''), tolerated) > 0
  })
}

/** Currencies to be counted, in their usual order: the office's, and those that the drawer holds besides. */
export function drawerCurrencies(own: readonly Currency[], sums: readonly CashSum[]): Currency[] {
  const held = new Set([...own, ...sums.map(({ currency }) => currency)])
  return currencies.filter((one) => held.has(one))
}

/** Where a key leads from the field at `at` of so many; null where it leads nowhere else. */
export function nextField(at: number, key: string, count: number): number | null {
  const step = key === 'Enter' || key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  const next = at + step
  return step === 0 || next < 0 || next > count ? null : next
}
