/** Closed balances of whoever writes closed days by another way than day by day: a partner that moves, days poured in. */
import { sql } from 'drizzle-orm'
import { list, type Executor } from '../../platform/db/connect.ts'

/** What is written of closed days in this transaction changes no closed balance: its caller does that itself. */
export async function setClosedAside(tx: Executor, aside: boolean): Promise<void> {
  await tx.run(sql`SELECT set_config('sorteo.closed', ${aside ? 'aside' : ''}, true)`)
}

/** Takes what a partner has closed from those that lose it and adds it to those that gain it. The caller has the tree alone. */
export async function carryClosed(
  tx: Executor,
  { partner_id, losing, gaining }: { partner_id: number; losing: readonly number[]; gaining: readonly number[] },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO closed_balances AS b (partner_id, currency, amount)
    SELECT above.partner_id, own.currency, above.sign * own.amount FROM closed_balances own CROSS JOIN (
      SELECT unnest(${list(losing)}::int[]) AS partner_id, -1 AS sign UNION ALL SELECT unnest(${list(gaining)}::int[]), 1
    ) above WHERE own.partner_id = ${partner_id}
    ON CONFLICT (partner_id, currency) DO UPDATE SET amount = b.amount + excluded.amount`)
}
