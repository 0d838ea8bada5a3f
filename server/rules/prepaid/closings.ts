/** What a closing tells of commission and participation, a prepaid agency may sell: the rest of what it closes was counted before. */
import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/connect.ts'
import { raisePrepaid, type Raise } from './movements.ts'

/** Raises those of these partners that are prepaid, after all else that the transaction writes of them. */
export async function raiseByClosings(tx: Tx, earned: readonly Raise[]): Promise<void> {
  if (earned.length === 0) return
  const any = await tx.one(sql`SELECT 1 FROM prepaid_agencies LIMIT 1`)
  if (any) await raisePrepaid(tx, earned)
}
