/**
 * A batch of lines that a person writes: what a line is, which days and amounts it may have, what of it does not balance,
 * and which of its lines are one entry. Asked by the rule that posts it and by the sheet that it is written in, so that
 * both say the same.
 */
import { z } from 'zod'
import { id } from './endpoint.ts'
import { field } from './field.ts'
import { handKind } from './ledger-accounts.ts'
import { text } from './values/contact.ts'
import { centsFault, currency, currencyFacts, type Currency } from './values/currency.ts'
import { addDays, day, formatDay } from './values/dates.ts'
import { add, amount, formatMoney, hasCents, isZero, negate } from './values/money.ts'
import type { FieldFault } from './problems.ts'

export const batchLimits = {
  lines: 500,
  /** Days back: the months of the books are kept open so far, and no further. */
  days_back: 85,
} as const

const asked = { error: 'Escriba un monto como 1.234,56' }

export const batchLine = z
  .object({
    day: field(day, 'Día'),
    partner_id: field(id, 'Afiliado', { names: 'partner' }),
    account: handKind,
    currency: field(currency, 'Moneda', {
      labels: Object.fromEntries(Object.entries(currencyFacts).map(([code, { name }]) => [code, name])),
    }),
    debit: field(amount, 'Debe').optional(),
    credit: field(amount, 'Haber').optional(),
    memo: field(text(3, 200, 'Escriba el concepto'), 'Concepto'),
  })
  .superRefine(({ debit, credit }, { addIssue }) => {
    const [has_debit, has_credit] = [debit, credit].map((one) => one !== undefined && !isZero(one))
    if (has_debit && has_credit)
      addIssue({ code: 'custom', path: ['credit'], message: 'Una línea va al debe o al haber, no a los dos' })
    if (!has_debit && !has_credit) addIssue({ code: 'custom', path: ['debit'], message: asked.error })
  })
export type BatchLine = z.output<typeof batchLine>

/** Debit is positive. */
export function signedAmount({ debit, credit }: Pick<BatchLine, 'debit' | 'credit'>): string {
  return debit !== undefined && !isZero(debit) ? debit : negate(credit ?? '0.00')
}

/** What of a line no batch may have, each on its field; `today` is the banca's day. */
export function lineFaults(line: BatchLine, today: string): Pick<Required<FieldFault>, 'path' | 'code' | 'message'>[] {
  const oldest = addDays(today, -batchLimits.days_back)
  return [
    ...(line.day > today
      ? [{ path: 'day', code: 'day_ahead' as const, message: `El ${formatDay(line.day)} no ha llegado` }]
      : []),
    ...(line.day < oldest
      ? [{ path: 'day', code: 'day_behind' as const, message: `Solo desde el ${formatDay(oldest)}` }]
      : []),
    ...(hasCents(signedAmount(line), line.currency)
      ? [
          {
            path: line.debit !== undefined && !isZero(line.debit) ? 'debit' : 'credit',
            code: 'amount_decimals' as const,
            message: centsFault(line.currency),
          },
        ]
      : []),
  ]
}

/** What the lines of a day come to in a currency. */
export interface BatchSum {
  day: string
  currency: Currency
  debit: string
  credit: string
  /** Debit less credit: what is missing on the other side. */
  difference: string
}

type Counted = Pick<BatchLine, 'day' | 'currency' | 'debit' | 'credit'>

/** The sums of each day and currency, in the order of the days. The books balance on every day, so a batch does. */
export function batchSums(lines: readonly Counted[]): BatchSum[] {
  const sums = new Map<string, BatchSum>()
  for (const line of lines) {
    const key = `${line.day} ${line.currency}`
    const { debit, credit } = sums.get(key) ?? { debit: '0.00', credit: '0.00' }
    const next = { debit: add(debit, line.debit ?? '0'), credit: add(credit, line.credit ?? '0') }
    const { day: on, currency: of } = line
    sums.set(key, { day: on, currency: of, ...next, difference: add(next.debit, negate(next.credit)) })
  }
  return [...sums.values()].sort((one, other) =>
    one.day === other.day ? one.currency.localeCompare(other.currency) : one.day < other.day ? -1 : 1,
  )
}

/** What does not balance, in a sentence: `El 20/11/2026 faltan Bs 100,00 en el haber.` */
export function differenceText({ day: on, currency: of, difference }: BatchSum): string {
  const side = difference.startsWith('-') ? 'debe' : 'haber'
  const missing = difference.startsWith('-') ? negate(difference) : difference
  return `El ${formatDay(on)} faltan ${formatMoney(missing, of, true)} en el ${side}.`
}

/**
 * Which lines are one entry: those of a day and currency that follow one another until they balance. Lines that do not
 * balance are left in one at the end.
 */
export function batchEntries(lines: readonly Counted[]): number[][] {
  const open = new Map<string, { at: number[]; left: string }>()
  const entries: number[][] = []
  for (const [n, line] of lines.entries()) {
    const key = `${line.day} ${line.currency}`
    const { at, left } = open.get(key) ?? { at: [], left: '0.00' }
    const now = { at: [...at, n], left: add(left, signedAmount(line)) }
    if (isZero(now.left)) entries.push(now.at)
    if (isZero(now.left)) open.delete(key)
    else open.set(key, now)
  }
  return [...entries, ...[...open.values()].map(({ at }) => at)]
}
