/**
 * A quota that was changed holds from its commit on. A sale reads the quota in its last statement, while
 * it shares its draws' locks; whoever changed quotas has those locks alone for the instant of the
 * commit, so that no sale that read the old value is still on its way after it.
 */
import { sql } from 'drizzle-orm'
import { list, type Tx } from '../../platform/db/connect.ts'
import { drawLockSpace } from '../../platform/db/locks.ts'

/** Waits for the sales under way in open draws of these products, as the transaction's last statement. */
export function holdProductSales(tx: Tx, product_ids: readonly number[]): void {
  tx.last({
    name: 'quota-change-hold',
    query: sql`
      SELECT count(pg_advisory_xact_lock(${drawLockSpace}, d.id)) FROM (
        SELECT id FROM draws
        WHERE state = 'activo' AND closes_at > clock_timestamp() AND opens_at < clock_timestamp() + interval '1 minute'
          AND product_id = ANY (${list(product_ids)}::int[])
        ORDER BY id
      ) d`,
    refused: () => {
      throw new Error('holding sales refuses nothing')
    },
  })
}
