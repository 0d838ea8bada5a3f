/** Jackpots with their movements; those of tickets are added up by day, however many there were. */
import { sql, type SQL } from 'drizzle-orm'
import { potLabels, pots, type Jackpot } from '@contract/jackpots.ts'
import { list, type Executor } from '../../platform/db/connect.ts'
import { potSums } from './pots.ts'

type Movement = Jackpot['movements'][number]

/**
 * The jackpots that a condition on `j` admits, in order of day. Who made a movement by hand is only for
 * those who may (`authors`).
 */
export async function jackpots(db: Executor, where: SQL, { authors }: { authors: boolean }): Promise<Jackpot[]> {
  const rows = await db.rows<Omit<Jackpot, 'pots' | 'movements'>>(sql`
    SELECT j.id, j.product_id, p.name AS product_name, j.kind, j.currency::text AS currency, j.from_day, j.to_day, j.state
    FROM jackpots j JOIN products p ON p.id = j.product_id WHERE ${where} ORDER BY j.from_day, p.position, j.kind, j.currency, j.id`)
  const ids = rows.map((row) => row.id)
  const sums = await potSums(db, ids)
  const movements = await movementsOf(db, ids, authors)
  return rows.map((row) => ({
    ...row,
    pots: pots
      .filter((pot) => (pot === 'semanal') === (row.kind === 'semanal'))
      .map((pot) => ({
        pot,
        amount: sums.find((sum) => sum.jackpot_id === row.id && sum.pot === pot)?.amount ?? '0.00',
      })),
    movements: movements.filter((one) => one.jackpot_id === row.id).map(({ jackpot_id: _, ...movement }) => movement),
  }))
}

/** Latest first. Movements of tickets (`ticket`, `anulacion`) are one row per pot and day. */
async function movementsOf(
  db: Executor,
  jackpot_ids: readonly number[],
  authors: boolean,
): Promise<(Movement & { jackpot_id: number })[]> {
  const of = sql`m.jackpot_id = ANY (${list(jackpot_ids)}::int[])`
  return db.rows<Movement & { jackpot_id: number }>(sql`
    SELECT jackpot_id, last::text AS id, pot, kind, amount, reason, count, created_by_name, created_at FROM (
      SELECT m.jackpot_id, max(m.id) AS last, m.pot, m.kind, sum(m.amount) AS amount, '' AS reason, count(*)::int AS count,
        NULL AS created_by_name, max(m.created_at) AS created_at
      FROM jackpot_movements m WHERE ${of} AND m.kind IN ('ticket', 'anulacion') GROUP BY m.jackpot_id, m.pot, m.kind, m.day
      UNION ALL
      SELECT m.jackpot_id, m.id, m.pot, m.kind, m.amount, m.reason, 1, CASE WHEN ${authors}::boolean THEN u.name END, m.created_at
      FROM jackpot_movements m LEFT JOIN users u ON u.id = m.created_by WHERE ${of} AND m.kind NOT IN ('ticket', 'anulacion')
    ) movement ORDER BY last DESC`)
}

/** `Primer pote` and so on, as amounts of an audit row. */
export function namedPots({ pots: of }: Pick<Jackpot, 'pots'>): Record<string, string> {
  return Object.fromEntries(of.map(({ pot, amount }) => [potLabels[pot], amount]))
}
