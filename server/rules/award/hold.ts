/** What keeps everybody else out of a draw while its result changes. */
import { sql } from 'drizzle-orm'
import { list, type Tx } from '../../platform/db/connect.ts'
import { drawLockSpace, locks } from '../../platform/db/locks.ts'
import { lockTree } from '../tree/tree.ts'

/**
 * Waits for the sales and annulments under way in these draws, and in those where lines over several
 * draws that they take part in began, and keeps new ones out until the transaction ends. One result at a
 * time changes in the whole banca. May be called again for the same draws.
 */
export async function holdDraws(tx: Tx, draw_ids: readonly number[]): Promise<void> {
  await lockTree(tx, 'add')
  await tx.run(sql`SELECT pg_advisory_xact_lock(${locks.award}::bigint)`)
  await tx.run(sql`
    SELECT pg_advisory_xact_lock(${drawLockSpace}, draw_id) FROM (
      SELECT unnest(${list(draw_ids)}::int[]) AS draw_id
      UNION
      SELECT l.draw_id
      FROM line_draws o
      JOIN ticket_lines l ON l.day = o.day AND l.ticket_id = o.ticket_id AND l.n = o.line_n
      WHERE o.draw_id = ANY (${list(draw_ids)}::int[])
      ORDER BY draw_id) held`)
}
