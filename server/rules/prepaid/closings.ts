/** What a closing tells of commission and participation, a prepaid agency may sell: the rest of what it closes was counted before. */
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/connect.ts'
import { raisePrepaid, type Raise } from './movements.ts'

/**
 * Waits for who is switching an agency on or off, or has them wait, as whoever posts does: a closing need not post
 * anything. Before its rows are looked at.
 */
export async function joinPosters(tx: Tx): Promise<void> {
  await tx.run(sql`LOCK TABLE ONLY ledger_postings IN ROW EXCLUSIVE MODE`)
}

/** Raises those of these partners that are prepaid, after all else that the transaction writes of them. */
export async function raiseByClosings(tx: Tx, earned: readonly Raise[]): Promise<void> {
  if (earned.length === 0) return
  await joinPosters(tx)
  const any = await tx.one(sql`SELECT 1 FROM prepaid_agencies LIMIT 1`)
  if (any) await raisePrepaid(tx, earned)
}
