/**
 * Settles the rounds whose listed draws all have a result or are suspended, one after the other: a
 * product's rounds in the order of their days, so that what a pot passes on is there when the next one is
 * shared. May run from several instances; each round is settled once.
 */
import { sql } from 'drizzle-orm'
import { inZone } from '@contract/values/dates.ts'
import { transaction } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/databases.ts'
import { passOnPots } from './pass-on.ts'
import { settleRound } from './settle-round.ts'

/** Rounds over and complete, oldest first. */
const ready = sql`
  SELECT draw.id FROM draws draw JOIN products product ON product.id = draw.product_id AND product.kind = 'polla'
  WHERE draw.state = 'activo' AND draw.closes_at <= clock_timestamp() AND draw.scheduled_at <= clock_timestamp()
    AND NOT EXISTS (SELECT 1 FROM polla_draws polla_draw JOIN draws single ON single.id = polla_draw.draw_id AND single.state = 'activo'
      WHERE polla_draw.polla_draw_id = draw.id)
  ORDER BY draw.day, draw.id`

/**
 * Settles everything that is ready; answers how many rounds were. A round that cannot be settled does not
 * keep other products' from it: its fault is thrown at the end.
 */
export async function settlePollas({ db, pool }: Pick<Database, 'db' | 'pool'>): Promise<number> {
  const banca = await db.one<{ zone: string }>(sql`SELECT zone FROM banca`)
  if (!banca) return 0
  const at = new Date()
  await passOnPots(pool, inZone(at, banca.zone).day, at)
  let settled = 0
  let fault: unknown
  for (const { id } of await db.rows<{ id: number }>(ready)) {
    try {
      if (await transaction(pool, (tx) => settleRound(tx, id, new Date()))) settled += 1
    } catch (error) {
      fault ??= error
    }
  }
  if (fault) throw fault
  return settled
}
