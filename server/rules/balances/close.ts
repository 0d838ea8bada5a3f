/**
 * Closes days: adds what they earned to each partner's closed balance, so that a balance is that and some days more.
 * Once a day by the clock. A closed day that changes is followed by a trigger (migration 0024).
 */
import { sql } from 'drizzle-orm'
import { transaction, type Pool } from '../../platform/db/connect.ts'
import { locks } from '../../platform/db/locks.ts'
import { lockTree } from '../tree/tree.ts'
import { balanceChange } from './balance.ts'

/** The last day that may be closed: past wherever the banca is, and awarded nearly always. */
const closable = sql`(now() AT TIME ZONE 'UTC')::date - 3`

/** Closes the days that became closable; `anew` all of them, after days were poured in beside the books. */
export async function closeDays(pool: Pool, { anew = false } = {}): Promise<void> {
  await transaction(pool, async (tx) => {
    // A partner half-way through a move has its days with one father and its closed balance with the other.
    await lockTree(tx, 'add')
    await tx.run(
      sql`SELECT pg_advisory_xact_lock(${locks.balances}::bigint), set_config('statement_timeout', '10min', true)`,
    )
    if (anew) {
      await tx.run(sql`DELETE FROM closed_balances`)
      await tx.run(sql`UPDATE balances_through SET day = '-infinity'`)
    }
    await tx.run(sql`
      INSERT INTO closed_balances AS closed (partner_id, currency, amount)
      SELECT partner.id, each.currency, summed.amount
      FROM balances_through through
      CROSS JOIN partners partner
      CROSS JOIN unnest(enum_range(NULL::currency)) each(currency)
      CROSS JOIN LATERAL (
        SELECT sum(${balanceChange}) AS amount
        FROM product_days product_day
        WHERE product_day.partner_id = partner.id AND product_day.currency = each.currency AND product_day.day > through.day
          AND product_day.day <= ${closable}
      ) summed WHERE summed.amount <> 0 AND through.day < ${closable}
      ON CONFLICT (partner_id, currency) DO UPDATE SET amount = closed.amount + excluded.amount`)
    await tx.run(sql`UPDATE balances_through SET day = ${closable} WHERE day < ${closable}`)
  })
}
