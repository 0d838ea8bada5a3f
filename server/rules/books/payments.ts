/**
 * What a confirmed payment posts: each debtor of its line owes its creditor less, on the day it is confirmed; and where a side
 * names an account of its own, the money leaves the payer's and comes to the receiver's. The side that names none has it
 * `fuera`: not followed here. Undone, the same is posted the other way round, that day.
 */
import { sql, type SQL } from 'drizzle-orm'
import { negate } from '@contract/values/money.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { groupBy } from '../../platform/group-by.ts'
import { openAccounts, openNamed, type NamedAccount } from '../ledger/accounts.ts'
import { lockTree } from '../tree/tree.ts'
import type { LedgerEntry, Side, WrittenEntry } from '../ledger/entries.ts'
import { postAll } from '../ledger/post-all.ts'
import { holdOwing } from './hold-owing.ts'
import { bookKey, openDay, type ClosedThrough, type Signature } from './post-closings.ts'

export interface PaymentToPost {
  id: number
  /** From the debtor up to whom it pays, or who pays it. */
  line: readonly number[]
  direction: 'paga' | 'recibe'
  amount: string
  currency: string
  memo: string
  /** Of the payer and of the receiver; none where neither side follows its money. */
  from_account?: number | null
  to_account?: number | null
}

/**
 * Takes what several payments will write, in one order for everybody: the receipts of those who receive, then the books of
 * all who owe, shared, from the lowest to the highest as whoever closes takes them. So nobody who closes one of them is in
 * the middle of it, and no two of these wait for each other.
 */
export async function holdPayments(tx: Tx, ids: readonly number[], today: string): Promise<void> {
  await lockTree(tx, 'add')
  const year = Number(today.slice(0, 4))
  await tx.run(sql`
    INSERT INTO payment_receipts (receiver_id, year, last)
    SELECT DISTINCT payment.receiver_id, ${year}::int, 0 FROM payments payment WHERE payment.id = ANY (${list(ids)}::int[]) ORDER BY 1
    ON CONFLICT DO NOTHING`)
  await tx.run(sql`
    SELECT 1 FROM payment_receipts kept
    WHERE kept.year = ${year} AND kept.receiver_id IN (SELECT receiver_id FROM payments WHERE id = ANY (${list(ids)}::int[]))
    ORDER BY kept.receiver_id FOR UPDATE`)
  const owing = sql`(
    SELECT DISTINCT held.id, payment.currency
    FROM payments payment CROSS JOIN unnest(payment.line[:cardinality(payment.line) - 1]) held(id)
    WHERE payment.id = ANY (${list(ids)}::int[]))`
  await holdOwing(tx, owing)
}

/**
 * Rows (id, number) in parentheses: the numbers that these payments get, the next of their receivers' year in the order of
 * their ids. The caller holds the receipts (`holdPayments`) and says that they were taken (`takeReceipts`), so that none is
 * left out.
 */
export const nextReceipts = (ids: readonly number[], today: string): SQL => sql`(
  SELECT payment.id, kept.last + row_number() OVER (PARTITION BY payment.receiver_id ORDER BY payment.id) AS number
  FROM payments payment JOIN payment_receipts kept ON kept.receiver_id = payment.receiver_id AND kept.year = ${Number(today.slice(0, 4))}
  WHERE payment.id = ANY (${list(ids)}::int[]))`

/** These payments have their receipts. */
export async function takeReceipts(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    UPDATE payment_receipts kept SET last = taken.last
    FROM (
      SELECT receiver_id, receipt_year AS year, max(receipt_number) AS last FROM payments
      WHERE id = ANY (${list(ids)}::int[]) GROUP BY 1, 2
    ) taken WHERE kept.receiver_id = taken.receiver_id AND kept.year = taken.year`)
}

/** How far each of these partners is closed. Held (`holdPayments`), it stays so. */
async function closedThrough(tx: Tx, partner_ids: readonly number[]): Promise<ClosedThrough> {
  const rows = await tx.rows<{ partner_id: number; currency: string; closed_through: string }>(sql`
    SELECT books.partner_id, books.currency::text AS currency, books.closed_through::text AS closed_through FROM partner_books books
    WHERE books.partner_id = ANY (${list([...new Set(partner_ids)])}::int[]) AND books.closed_through IS NOT NULL`)
  return new Map(rows.map((one) => [bookKey(one.partner_id, one.currency), one.closed_through]))
}

/** Where the money of a side is: in its account, or not followed. */
const moneyOf = (partner_id: number, account: number | null): Side =>
  account === null ? { partner_id, kind: 'fuera' } : { partner_id, kind: 'banco', sub: account }

/** From the payer to the receiver, where one of them says from where or to where. */
function moneyMoved(payment: PaymentToPost): LedgerEntry['moves'] {
  const { line, direction, amount, from_account = null, to_account = null } = payment
  if (from_account === null && to_account === null) return []
  const [debtor, counterpart] = [line[0]!, line.at(-1)!]
  const [payer, receiver] = direction === 'paga' ? [debtor, counterpart] : [counterpart, debtor]
  return [{ debit: moneyOf(receiver, to_account), credit: moneyOf(payer, from_account), amount }]
}

/** The caller holds what it writes (`holdPayments`). */
export const postPayment = (tx: Tx, payment: PaymentToPost, signature: Signature): Promise<void> =>
  postPayments(tx, [payment], signature)

/** The same of several, in their order. */
export async function postPayments(tx: Tx, payments: readonly PaymentToPost[], signature: Signature): Promise<void> {
  const through = await closedThrough(
    tx,
    payments.flatMap(({ line }) => line.slice(0, -1)),
  )
  for (const some of groupBy(payments, ({ currency }) => currency)) {
    const lines = some.flatMap(({ line }) => line)
    await openAccounts(tx, [...new Set(lines)], [some[0].currency])
  }
  await openNamed(tx, payments.flatMap(namedAccounts))
  await postAll(
    tx,
    payments.flatMap((payment) => legsOf(payment, through, signature)),
  )
}

/** What it names: whom each owes, and the accounts that its money leaves or comes to. */
function namedAccounts(payment: PaymentToPost): NamedAccount[] {
  const { line, currency } = payment
  const held = moneyMoved(payment)
    .flatMap(({ debit, credit }) => [debit, credit])
    .flatMap(({ partner_id, kind, sub }) => (kind === 'banco' && sub ? [{ partner_id, kind, currency, sub }] : []))
  const owed = line
    .slice(0, -1)
    .map((partner_id, step) => ({ partner_id, kind: 'liquidacion' as const, currency, sub: line[step + 1]! }))
  return [...owed, ...held]
}

/** A leg of each debtor; the first moves the money too. */
function legsOf(payment: PaymentToPost, through: ClosedThrough, signature: Signature): LedgerEntry[] {
  const { id, line, direction, amount, currency, memo } = payment
  const head = {
    kind: 'pago',
    ref_kind: 'payment',
    ref_id: id,
    currency,
    memo,
    ...(signature.by !== null && { created_by: signature.by }),
    created_at: signature.at,
  } as const
  const signed = direction === 'paga' ? amount : negate(amount)
  return line.slice(0, -1).map((partner_id, step) => ({
    ...head,
    day: openDay(through, partner_id, currency, signature.today),
    moves: [
      {
        debit: { partner_id, kind: 'pagos' },
        credit: { partner_id, kind: 'liquidacion', sub: line[step + 1]! },
        amount: signed,
      },
      ...(step === 0 ? moneyMoved(payment) : []),
    ],
  }))
}

interface Posted extends Side {
  entry_id: string
  sub: number
  amount: string
}

/**
 * Posts the contrary of what the payment posted, on the day it is undone. The caller holds what it writes, and sees to it
 * that it happens once.
 */
export async function reversePayment(
  tx: Tx,
  { id, line, currency, memo }: Pick<PaymentToPost, 'id' | 'line' | 'currency' | 'memo'>,
  signature: Signature,
): Promise<void> {
  const through = await closedThrough(tx, line)
  const posted = await tx.rows<Posted>(sql`
    SELECT entry.id::text AS entry_id, account.partner_id, account.kind, account.sub, (-posting.amount)::text AS amount
    FROM ledger_entries entry
    JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
    JOIN ledger_accounts account ON account.id = posting.account_id
    WHERE entry.ref_kind = 'payment' AND entry.ref_id = ${id} AND entry.kind = 'pago'
    ORDER BY entry.id`)
  const entries = new Map<string, Posted[]>()
  for (const one of posted) entries.set(one.entry_id, [...(entries.get(one.entry_id) ?? []), one])
  await postAll(
    tx,
    [...entries.values()].map((sides): WrittenEntry => {
      const owed = sides.find(({ kind }) => kind === 'liquidacion')
      return {
        day: owed ? openDay(through, owed.partner_id, currency, signature.today) : signature.today,
        kind: 'pago',
        ref_kind: 'payment',
        ref_id: id,
        currency,
        memo,
        ...(signature.by !== null && { created_by: signature.by }),
        created_at: signature.at,
        sides: sides.map(({ partner_id, kind, sub, amount }) => ({ partner_id, kind, sub, amount })),
      }
    }),
  )
}
