/** What some partners owe today, for a list that shows it of its rows: nobody else's debt is looked at. */
import { sql } from 'drizzle-orm'
import type { Sums } from '@contract/values/sums.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { balanceCtes } from './debts.ts'

/** Rows with what each owes by currency; who owes and is owed nothing, the banca and offices have none. */
export async function withDebt<Row extends { id: number }>(
  rows: readonly Row[],
  { db, today }: { db: Executor; today: string },
): Promise<(Row & { debt: Sums })[]> {
  const ids = list(rows.map(({ id }) => id))
  const query = sql`
    WITH RECURSIVE ${balanceCtes({ rows: sql`partner.id = ANY (${ids}::int[])`, from: today, to: today })}
    SELECT partner_id, jsonb_agg(jsonb_build_object('currency', currency, 'amount', debt::text) ORDER BY currency) AS debt
    FROM balance_row WHERE debt <> 0 GROUP BY 1`
  const owed = await db.prepared<{ partner_id: number; debt: Sums }>('owed-by-some', query)
  const debts = new Map(owed.map(({ partner_id, debt }) => [partner_id, debt]))
  return rows.map((row) => ({ ...row, debt: debts.get(row.id) ?? [] }))
}
