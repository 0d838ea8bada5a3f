/**
 * Counts prizes, given and taken back, everywhere they count, in one pass and in the order in which
 * everybody takes these rows: settlement, offices' days, tickets, ledger, upper levels.
 */
import { sql } from 'drizzle-orm'
import { isZero } from '@contract/values/money.ts'
import type { Tx } from '../../platform/db/connect.ts'
import type { LedgerEntry } from '../ledger/entries.ts'
import { postAll } from '../ledger/post-all.ts'
import { differenceEntries, paidDifferences, refusePaid, reopenExpired, type Correction } from './closed-tickets.ts'
import {
  byOffice,
  countPrizeDays,
  countPrizeLevels,
  countSettlement,
  type DrawPrizes,
  type SignedPrizes,
} from './count-prizes.ts'
import { holdDays, holdTickets, recomputeTickets, type TicketRef } from './ticket-states.ts'

/**
 * Counts a draw's prizes: adds those in force of the result `given`, takes out those of the result
 * `taken` that this transaction marked as withdrawn. The draw's lines and prizes are written already;
 * their tickets are recomputed from them here.
 * @throws Problem `result_paid` when a ticket of them is paid and would win another sum.
 */
export async function settlePrizes(
  tx: Tx,
  draw: { id: number; day: string },
  change: { given: number | null; taken: number | null },
  at: Date,
): Promise<void> {
  const given = await tx.rows<{ id: string }>(
    sql`SELECT id FROM prizes WHERE result_id = ${change.given}::int AND withdrawn_at IS NULL`,
  )
  // The row version is this transaction's own: prizes taken back earlier are counted already.
  const taken = await tx.rows<{ id: string }>(
    sql`SELECT id FROM prizes WHERE result_id = ${change.taken}::int AND withdrawn_at IS NOT NULL AND xmin = pg_current_xact_id()::xid`,
  )
  const tickets = await tx.rows<TicketRef>(
    sql`SELECT DISTINCT day, ticket_id FROM ticket_lines WHERE draw_id = ${draw.id}`,
  )
  const prizes = { given: given.map((row) => row.id), taken: taken.map((row) => row.id) }
  await settle(tx, prizes, { by: null, at, awarded: change.given === null ? [] : [draw.id] }, tickets)
}

/**
 * The same of prizes by their ids, which may be of several draws. `tickets` are those to recompute, or
 * what counts them when all of them are new winners and losers of one draw.
 */
export async function settle(
  tx: Tx,
  prizes: SignedPrizes,
  correction: Correction,
  tickets: readonly TicketRef[] | (() => Promise<void>),
): Promise<void> {
  const known = typeof tickets === 'function' ? [] : tickets
  const changes = await countSettlement(tx, prizes)
  if (known.length > 0) await holdDays(tx, changes, known)
  await countPrizeDays(tx, changes)
  if (known.length > 0) await holdTickets(tx, known)
  const paid = await paidDifferences(tx, prizes)
  await refusePaid(tx, paid, correction)
  const reversals = await reopenExpired(tx, known, correction)
  if (typeof tickets === 'function') await tickets()
  else if (tickets.length > 0) await recomputeTickets(tx, tickets)
  // One statement for all: whoever writes in several accounts takes their days in one order.
  await postAll(tx, [
    ...reversals,
    ...prizeEntries(byOffice(changes), correction),
    ...(await differenceEntries(tx, paid, correction)),
  ])
  await countPrizeLevels(tx, changes)
}

/** What each office owes more, or no longer, on the day of a draw: by its first result, or by a correction of what there was. */
function prizeEntries(offices: readonly DrawPrizes[], { at, awarded = [] }: Correction): LedgerEntry[] {
  return offices
    .filter(({ prizes }) => !isZero(prizes))
    .map(({ draw_id, day, office_id, currency, prizes }) => ({
      day,
      kind: awarded.includes(draw_id) ? 'premiacion' : 'correccion',
      ref_kind: 'draw',
      ref_id: draw_id,
      office_id,
      currency,
      created_at: at,
      moves: [
        {
          debit: { partner_id: office_id, kind: 'premios' },
          credit: { partner_id: office_id, kind: 'premios_por_pagar' },
          amount: prizes,
        },
      ],
    }))
}
