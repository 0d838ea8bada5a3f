/**
 * Confirms the entries of a file, each by itself: one that cannot be confirmed is undone and named, and
 * the others are awarded. A correction is confirmed alone, where it can be looked at.
 */
import { sql } from 'drizzle-orm'
import type { ResultNumber } from '@contract/draws.ts'
import { countDecided, decideDraw, type Decided } from '../../rules/award/award.ts'
import { holdDraws } from '../../rules/award/hold.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import type { Scope } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'
import { claimEntry, type ClaimedEntry } from './confirm.ts'

export interface BulkConfirmed {
  confirmed: { entry: ClaimedEntry; result_id: number }[]
  failed: { entry_id: number; detail: string }[]
}

/**
 * In the order of their ids, so that two files never wait for each other in a circle; counted together at the end.
 * @throws Problem `result_paid`
 */
export async function bulkConfirm(
  tx: Tx,
  entries: readonly { entry_id: number; numbers: ResultNumber[] }[],
  by: number,
  at: Date,
  scope: Scope,
): Promise<BulkConfirmed> {
  const answer: BulkConfirmed = { confirmed: [], failed: [] }
  const decided: Decided[] = []
  const ordered = [...new Map(entries.map((one) => [one.entry_id, one])).values()].sort(
    (left, right) => left.entry_id - right.entry_id,
  )
  const held = await tx.rows<{ draw_id: number }>(sql`
    SELECT draw_id
    FROM result_entries
    WHERE id = ANY (${list(ordered.map((one) => one.entry_id))}::int[]) AND state = 'pendiente'
    ORDER BY id
    FOR UPDATE`)
  await holdDraws(
    tx,
    held.map((one) => one.draw_id),
  )
  for (const { entry_id, numbers } of ordered) {
    await tx.run(sql`SAVEPOINT one_entry`)
    try {
      const entry = await claimEntry(tx, { entry_id, numbers, by, at })
      if (entry.kind === 'correccion')
        throw new Problem('result_pending', { detail: 'Es una corrección: confírmela desde su sorteo.' })
      const one = await decideDraw(tx, { ...entry, confirmed_by: by, at })
      await tx.run(sql`UPDATE result_entries SET result_id = ${one.result_id} WHERE id = ${entry_id}`)
      decided.push(one)
      answer.confirmed.push({ entry, result_id: one.result_id })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await tx.run(sql`ROLLBACK TO SAVEPOINT one_entry`)
      answer.failed.push({ entry_id, detail: error.detail })
    }
    await tx.run(sql`RELEASE SAVEPOINT one_entry`)
  }
  if (decided.length > 0) await countDecided(tx, decided, { by, at, scope })
  return answer
}
