/**
 * What a confirmed payment posts: each debtor of its line owes its creditor less, on the day it is confirmed, and where it is
 * known how it was paid the receiver holds what the payer gave. Undone, the same is posted the other way round, that day.
 */
import { sql } from 'drizzle-orm'
import type { PaymentKind } from '@contract/payment-methods.ts'
import { negate } from '@contract/values/money.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { openAccounts, openOwed } from '../ledger/accounts.ts'
import { postAll, type LedgerEntry, type Side, type WrittenEntry } from '../ledger/entries.ts'
import { bookKey, openDay, type ClosedThrough, type Signature } from './post-closings.ts'

export interface PaymentToPost {
  id: number
  /** From the debtor up to whom it pays, or who pays it. */
  line: readonly number[]
  direction: 'paga' | 'recibe'
  amount: string
  currency: string
  /** How it was paid, where that is known. */
  kind: PaymentKind | null
  memo: string
}

/**
 * Shares the books of these partners, from the lowest to the highest as whoever closes takes them: nobody who closes one of
 * them is in the middle of it. Answers how far each is closed.
 */
async function shareBooks(tx: Tx, line: readonly number[], currency: string): Promise<ClosedThrough> {
  await tx.run(sql`
    INSERT INTO partner_books (partner_id, currency)
    SELECT held.id, ${currency}::currency FROM unnest(${list(line)}::int[]) held(id)
    WHERE NOT EXISTS (SELECT 1 FROM partner_books books WHERE books.partner_id = held.id AND books.currency = ${currency}::currency)
    ORDER BY 1
    ON CONFLICT DO NOTHING`)
  const rows = await tx.rows<{ partner_id: number; closed_through: string | null }>(sql`
    SELECT books.partner_id, books.closed_through::text AS closed_through
    FROM unnest(${list(line)}::int[]) WITH ORDINALITY held(id, step)
    JOIN partner_books books ON books.partner_id = held.id AND books.currency = ${currency}::currency
    ORDER BY held.step FOR SHARE OF books`)
  return new Map(
    rows.flatMap(({ partner_id, closed_through }) =>
      closed_through === null ? [] : [[bookKey(partner_id, currency), closed_through]],
    ),
  )
}

/** Where a partner holds what it is given, by how it was paid. */
const heldIn = (partner_id: number, kind: PaymentKind): Side => ({
  partner_id,
  kind: kind === 'efectivo' ? 'fondo' : 'banco',
})

/** What the receiver holds and the payer gave; whoever owes gave it from where these books do not look. */
function handedOver({ line, direction, kind, amount, currency }: PaymentToPost): LedgerEntry['moves'][number][] {
  if (kind === null) return []
  const [debtor, counterpart] = [line[0]!, line.at(-1)!]
  const outside: Side = { partner_id: debtor, kind: 'fuera' }
  if (direction === 'paga') return [{ debit: heldIn(counterpart, kind), credit: outside, amount }]
  return [{ debit: outside, credit: heldIn(counterpart, kind), amount }]
}

export async function postPayment(tx: Tx, payment: PaymentToPost, signature: Signature): Promise<void> {
  const { id, line, direction, amount, currency, memo } = payment
  const debtors = line.slice(0, -1)
  const through = await shareBooks(tx, debtors, currency)
  await openAccounts(tx, line, [currency])
  await openOwed(
    tx,
    debtors.map((partner_id, step) => ({ partner_id, kind: 'liquidacion', currency, sub: line[step + 1]! })),
  )
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
  const legs = debtors.map(
    (partner_id, step): LedgerEntry => ({
      ...head,
      day: openDay(through, partner_id, currency, signature.today),
      moves: [
        {
          debit: { partner_id, kind: 'pagos' },
          credit: { partner_id, kind: 'liquidacion', sub: line[step + 1]! },
          amount: signed,
        },
      ],
    }),
  )
  const given = handedOver(payment)
  await postAll(tx, [...legs, ...(given.length > 0 ? [{ ...head, day: signature.today, moves: given }] : [])])
}

interface Posted extends Side {
  entry_id: string
  sub: number
  amount: string
}

/** Posts the contrary of what the payment posted, on the day it is undone. The caller sees to it that it happens once. */
export async function reversePayment(
  tx: Tx,
  { id, line, currency, memo }: Pick<PaymentToPost, 'id' | 'line' | 'currency' | 'memo'>,
  signature: Signature,
): Promise<void> {
  const through = await shareBooks(tx, line.slice(0, -1), currency)
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
