/**
 * Writes closings and posts them: what a partner earned goes from `liquidado` to what it owes its creditor
 * (`liquidacion`), and the creditor owes as much to its own, a leg a level up to the banca (`cobranza` is what was passed
 * on to it). Nothing is ever posted to `liquidacion` in a closed week: a leg of a creditor that has closed it comes on its
 * first open day.
 */
import { sql } from 'drizzle-orm'
import { addDays } from '@contract/values/dates.ts'
import { add, isZero, subtract } from '@contract/values/money.ts'
import { unnested, type ArrayColumn } from '../../platform/db/columns.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { openNamed, type NamedAccount } from '../ledger/accounts.ts'
import type { LedgerEntry, Side } from '../ledger/entries.ts'
import { postAll } from '../ledger/post-all.ts'
import type { Creditors } from './creditors.ts'
import type { OpenBook } from './sum-up.ts'

/** By whom, when and with what reason. */
export interface Signature {
  by: number | null
  at: Date
  /** The banca's business day. */
  today: string
  reason?: string | undefined
}

const measures = ['sold', 'prizes', 'commission', 'participation', 'margin', 'external', 'adjustments'] as const
const sums = [...measures, 'collected', 'late', 'total', 'opening', 'payments', 'closing'] as const

/** A row of `closings`, before it has a number. */
type Closing = Record<(typeof sums)[number], string> &
  Pick<OpenBook, 'partner_id' | 'currency' | 'cut'> & { creditor_id: number }

function closingOf(book: OpenBook, creditor_id: number): Closing {
  const now = book.weeks.filter(({ late }) => !late)
  const late = add(...book.weeks.filter((one) => one.late).map(({ due }) => due))
  const earned = Object.fromEntries(measures.map((name) => [name, add(...now.map((one) => one[name]))]))
  const due = add(...book.weeks.map((one) => one.due))
  // What moved is what others passed on, less what was paid.
  const payments = subtract(book.collected, book.moved)
  return {
    partner_id: book.partner_id,
    creditor_id,
    currency: book.currency,
    ...(earned as Record<(typeof measures)[number], string>),
    late,
    collected: book.collected,
    total: add(due, book.collected),
    opening: book.opening,
    payments,
    closing: add(book.opening, book.moved, due),
    cut: book.cut,
  }
}

/** A partner that never had anything has nothing to close. */
const hasAnything = (book: OpenBook) =>
  book.closed_through !== null || book.weeks.length > 0 || !isZero(book.moved) || !isZero(book.collected)

/** Days through which creditors have closed, by partner and currency. */
export type ClosedThrough = ReadonlyMap<string, string>
export const bookKey = (partner_id: number, currency: string) => `${partner_id} ${currency}`

/** The day on which something of `sunday` may still be posted to the partner's `liquidacion`. */
export function openDay(through: ClosedThrough, partner_id: number, currency: string, sunday: string): string {
  const closed = through.get(bookKey(partner_id, currency))
  return closed !== undefined && closed >= sunday ? addDays(closed, 1) : sunday
}

/** From the partner up to the banca: each owes the next what it came to in the weeks of one line. `id` is its closing's. */
function legsOf(id: number, book: OpenBook, { week, creditors, through, signature }: Said): LedgerEntry[] {
  const { partner_id, currency } = book
  const lines = new Map<string, { line: number[]; amount: string }>()
  for (const { sunday, due } of book.weeks) {
    const line = lineUp(creditors, partner_id, sunday)
    const key = line.join(' ')
    lines.set(key, { line, amount: add(lines.get(key)?.amount ?? '0', due) })
  }
  return [...lines.values()].flatMap(({ line, amount }) => {
    if (isZero(amount)) return []
    return line.slice(0, -1).map((debtor, step): LedgerEntry => {
      const debit: Side = { partner_id: debtor, kind: 'liquidacion', sub: line[step + 1]! }
      const credit: Side =
        step === 0 ? { partner_id: debtor, kind: 'liquidado', sub: line[1]! } : { partner_id: debtor, kind: 'cobranza' }
      return {
        day: step === 0 ? week : openDay(through, debtor, currency, week),
        kind: 'cierre',
        ref_kind: 'closing',
        ref_id: id,
        currency,
        moves: [{ debit, credit, amount }],
        created_by: signature.by ?? undefined,
        created_at: signature.at,
      }
    })
  })
}

/** The partner, whom it owes, whom that one owes, up to the banca. */
export function lineUp(creditors: Creditors, partner_id: number, sunday: string): number[] {
  const line = [partner_id]
  while (line.at(-1) !== creditors.banca_id) {
    const next = creditors.of(line.at(-1)!, sunday)
    if (line.includes(next)) throw new Error(`partner ${partner_id} owes itself in the week of ${sunday}`)
    line.push(next)
  }
  return line
}

export interface ClosedBook {
  id: number
  partner_id: number
  currency: string
  total: string
  /** Of the total what is its own: not passed on to it by others. */
  own: string
}

interface Said {
  week: string
  creditors: Creditors
  through: ClosedThrough
  signature: Signature
}

/**
 * Closes these books through the Sunday `week`. The caller has their rows of `partner_books` alone, and those of everybody
 * above them shared; `through` says how far these have closed.
 */
export async function postClosings(
  tx: Tx,
  books: readonly OpenBook[],
  said: Said & { isFirst?: boolean },
): Promise<ClosedBook[]> {
  const { week, creditors, signature, isFirst = false } = said
  const closed = books.filter(hasAnything)
  if (closed.length === 0) return []
  const rows = closed.map((book) => closingOf(book, creditors.of(book.partner_id, week)))
  const amounts = Object.fromEntries(
    sums.map((name) => [name, ['numeric', rows.map((row) => row[name])] satisfies ArrayColumn]),
  )
  const written = await tx.rows<ClosedBook>(sql`
    INSERT INTO closings (partner_id, creditor_id, currency, cut, ${sql.raw(sums.join(', '))}, week, is_first, reason, closed_by, closed_at)
    SELECT row.*, ${week}::date, ${isFirst}::boolean, ${signature.reason ?? null}, ${signature.by}::int,
      ${signature.at.toISOString()}::timestamptz
    FROM ${unnested('row', {
      partner_id: ['int', rows.map(({ partner_id }) => partner_id)],
      creditor_id: ['int', rows.map(({ creditor_id }) => creditor_id)],
      currency: ['currency', rows.map(({ currency }) => currency)],
      cut: ['pg_snapshot', rows.map(({ cut }) => cut)],
      ...amounts,
    })}
    ORDER BY partner_id, currency
    RETURNING id, partner_id, currency::text AS currency, total::text AS total,
      (total - collected)::text AS own`)
  const ids = new Map(written.map(({ id, partner_id, currency }) => [bookKey(partner_id, currency), id]))
  const entries = closed.flatMap((book) => legsOf(ids.get(bookKey(book.partner_id, book.currency))!, book, said))
  await openNamed(tx, owedBy(entries))
  await postAll(tx, entries)
  const moved = await tx.run(sql`
    UPDATE partner_books books SET closed_through = ${week}::date
    FROM unnest(
      ${list(closed.map(({ partner_id }) => partner_id))}::int[], ${list(closed.map(({ currency }) => currency))}::text[]
    ) AS closed(partner_id, currency)
    WHERE books.partner_id = closed.partner_id AND books.currency = closed.currency::currency`)
  if (moved !== closed.length) throw new Error(`${moved} of ${closed.length} books are closed through ${week}`)
  return written
}

/** The accounts of creditors that entries name, each once. */
function owedBy(entries: readonly LedgerEntry[]): NamedAccount[] {
  const owed = new Map<string, NamedAccount>()
  const name = ({ partner_id, kind, sub = 0 }: Side, currency: string) => {
    if (kind === 'liquidacion' || kind === 'liquidado')
      owed.set(`${partner_id} ${kind} ${currency} ${sub}`, { partner_id, kind, currency, sub })
  }
  for (const { moves, currency } of entries)
    for (const { debit, credit } of moves) {
      name(debit, currency)
      name(credit, currency)
    }
  return [...owed.values()]
}
