/**
 * Takes a closing back: its entries are reversed, each on its own day where that is open again, today where the creditor
 * has closed it. Only a partner's last closing, so that weeks stay one after the other.
 */
import { sql } from 'drizzle-orm'
import { negate, subtract } from '@contract/values/money.ts'
import type { Currency } from '@contract/values/currency.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { LedgerEntry, Side } from '../ledger/entries.ts'
import { postAll } from '../ledger/post-all.ts'
import { raisePrepaid } from '../prepaid/movements.ts'
import { toldOf } from '../prepaid/switch.ts'
import { holdBooks, holdWeeks } from './close.ts'
import { readCreditors } from './creditors.ts'
import { openDay, type Signature } from './post-closings.ts'

interface Posted extends Pick<Side, 'partner_id' | 'kind'> {
  entry_id: string
  day: string
  sub: number
  amount: string
}

export interface Reopened {
  id: number
  partner_id: number
  currency: Currency
  week: string
  total: string
}

/** @throws Problem `not_found`, `week_not_last`, `week_first` */
export async function reopenWeek(tx: Tx, id: number, signature: Signature & { reason: string }): Promise<Reopened> {
  await holdWeeks(tx)
  const closing = await tx.one<Reopened & { is_first: boolean }>(sql`
    SELECT id, partner_id, currency::text AS currency, week::text AS week, total::text AS total, is_first FROM closings WHERE id = ${id}`)
  if (!closing) throw new Problem('not_found')
  if (closing.is_first) throw new Problem('week_first')
  const { partner_id, currency, week } = closing
  const creditors = await readCreditors(tx, [partner_id])
  const through = await holdBooks(tx, [partner_id], creditors, week)
  const told = await toldOf(tx, partner_id, currency)
  const reversed = await tx.run(sql`
    WITH book AS (
      UPDATE partner_books books SET closed_through = (
        SELECT max(before.week) FROM closings before WHERE before.partner_id = books.partner_id AND before.currency = books.currency
          AND before.week < ${week}::date AND before.reversed_at IS NULL
      ) WHERE books.partner_id = ${partner_id} AND books.currency = ${currency}::currency AND books.closed_through = ${week}::date
      RETURNING 1
    )
    UPDATE closings SET reversed_by = ${signature.by}::int, reversed_at = clock_timestamp(), reversal_reason = ${signature.reason}
    FROM book WHERE id = ${id} AND reversed_at IS NULL`)
  if (reversed !== 1) throw new Problem('week_not_last')
  const posted = await tx.rows<Posted>(sql`
    SELECT entry.id AS entry_id, entry.day::text AS day, account.partner_id, account.kind, account.sub, posting.amount::text AS amount
    FROM ledger_entries entry
    JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
    JOIN ledger_accounts account ON account.id = posting.account_id
    WHERE entry.ref_kind = 'closing' AND entry.ref_id = ${id} AND entry.kind = 'cierre'
    ORDER BY entry.id, posting.amount DESC`)
  await postAll(
    tx,
    reversalsOf(posted, {
      id,
      currency,
      signature,
      isOpen: (side, day) => openDay(through, side, currency, day) === day,
    }),
  )
  if (told !== undefined) {
    const amount = subtract((await toldOf(tx, partner_id, currency))!, told)
    await raisePrepaid(tx, [{ partner_id, currency, amount }])
  }
  return closing
}

interface Reversal {
  id: number
  currency: string
  signature: Signature & { reason: string }
  isOpen: (partner_id: number, day: string) => boolean
}

/** Each entry of a closing has two sides, the debit first. */
function reversalsOf(posted: readonly Posted[], { id, currency, signature, isOpen }: Reversal): LedgerEntry[] {
  const entries = new Map<string, Posted[]>()
  for (const one of posted) entries.set(one.entry_id, [...(entries.get(one.entry_id) ?? []), one])
  const today = signature.today
  return [...entries.values()].map(([debit, credit]) => ({
    day: isOpen(debit!.partner_id, debit!.day) ? debit!.day : today,
    kind: 'reapertura',
    ref_kind: 'closing',
    ref_id: id,
    currency,
    memo: signature.reason,
    moves: [{ debit: sideOf(debit!), credit: sideOf(credit!), amount: negate(debit!.amount) }],
    ...(signature.by !== null && { created_by: signature.by }),
    created_at: signature.at,
  }))
}

const sideOf = ({ partner_id, kind, sub }: Posted): Side => ({ partner_id, kind, sub })
