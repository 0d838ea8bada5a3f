/**
 * Quotas: sold of one number in one draw, counted at every level of the tree. One statement adds to
 * every counter whose quota still has room; a counter that did not answer had none. Two sellers at the
 * same instant cannot pass a quota between them: the row they both add to is locked by the database.
 */
import { sql, type SQL } from 'drizzle-orm'
import { list, type Tx } from '../db/connect.ts'
import { levelCtes, type CommissionChange, type Counted } from './count.ts'

export interface CountedLine {
  draw_id: number
  product_id: number
  bet_type_id: number
  number: string
  stake: string
  /** The most it can win. */
  potential: string
}

/** A counter of one level: which of them took a line's stake. */
interface Taken {
  draw_id: number
  partner_id: number
  bet_type_id: number
  number: string
}

/**
 * Common table expressions that add the lines (each number once) to the counters of the office and
 * all its ancestors; `added` holds the counters that had room. Rows are taken in one order by
 * everyone, so that sellers never wait for each other in a circle.
 */
export function quotaCtes(office_id: number, currency: string, lines: readonly CountedLine[]): SQL {
  return sql`
    asked AS (
      SELECT * FROM unnest(${list(lines.map((line) => line.draw_id))}::int[], ${list(lines.map((line) => line.product_id))}::int[], ${list(lines.map((line) => line.bet_type_id))}::int[],
        ${list(lines.map((line) => line.number))}::text[], ${list(lines.map((line) => line.stake))}::numeric[], ${list(lines.map((line) => line.potential))}::numeric[]) AS a(draw_id, product_id, bet_type_id, number, stake, potential)
    ), level AS (
      SELECT a.ancestor_id AS partner_id, p.type = 'banca' AS top FROM partner_ancestors a JOIN partners p ON p.id = a.ancestor_id WHERE a.partner_id = ${office_id}
    ), added AS (
      INSERT INTO draw_sales AS s (draw_id, partner_id, bet_type_id, number, currency, sold, liability, lines, quota)
      SELECT a.draw_id, l.partner_id, a.bet_type_id, a.number, ${currency}::currency, a.stake, a.potential, 1, coalesce(least(q.amount, t.amount), 'infinity')
      FROM asked a JOIN draws d ON d.id = a.draw_id AND d.state = 'activo' AND d.closes_at > clock_timestamp() CROSS JOIN level l
      LEFT JOIN regular_quotas q ON q.partner_id = l.partner_id AND q.product_id = a.product_id AND q.bet_type_id = a.bet_type_id AND q.currency = ${currency}::currency
      LEFT JOIN top_quotas t ON l.top AND t.product_id = a.product_id AND t.bet_type_id = a.bet_type_id AND t.currency = ${currency}::currency
      WHERE a.stake <= coalesce(least(q.amount, t.amount), 'infinity')
      ORDER BY a.draw_id, l.partner_id, a.bet_type_id, a.number
      ON CONFLICT (draw_id, partner_id, bet_type_id, number, currency) DO UPDATE
        SET sold = s.sold + excluded.sold, liability = s.liability + excluded.liability, lines = s.lines + 1, quota = excluded.quota
        WHERE s.sold + excluded.sold <= excluded.quota
      RETURNING s.draw_id, s.partner_id, s.bet_type_id, s.number
    )`
}

/**
 * Takes the lines' quota and counts them in the rows that offices share, in one statement and last in
 * the transaction: those rows are held only while it commits. Answers null when all had room, else the
 * counters that had it, for the refusal to say what is left.
 */
export async function takeQuota(tx: Tx, counted: Counted, changes: readonly CommissionChange[], lines: readonly CountedLine[]): Promise<Taken[] | null> {
  const [row] = await tx.prepared<{ done: boolean; taken: Taken[] | null }>('quota-take', sql`
    WITH ${quotaCtes(counted.office_id, counted.currency, lines)},
    ${levelCtes(counted, changes, sql`(SELECT count(*) FROM added) = (SELECT count(*) FROM asked) * (SELECT count(*) FROM level)`)}
    SELECT (SELECT count(*) FROM hours) > 0 AS done, CASE WHEN (SELECT count(*) FROM hours) = 0 THEN (SELECT json_agg(added) FROM added) END AS taken`)
  return row!.done ? null : (row!.taken ?? [])
}

export function keyOf(line: { draw_id: number; bet_type_id: number; number: string }): string {
  return `${line.draw_id}|${line.bet_type_id}|${line.number}`
}

/**
 * What each line could still sell: the smallest remainder over the levels that set a quota, not
 * counting what this very transaction took before it was refused; null where no level sets one.
 */
export async function remaining(tx: Tx, office_id: number, currency: string, lines: readonly CountedLine[], taken: readonly Taken[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ draw_id: number; bet_type_id: number; number: string; available: string }>(sql`
    WITH asked AS (
      SELECT * FROM unnest(${list(lines.map((line) => line.draw_id))}::int[], ${list(lines.map((line) => line.product_id))}::int[], ${list(lines.map((line) => line.bet_type_id))}::int[],
        ${list(lines.map((line) => line.number))}::text[], ${list(lines.map((line) => line.stake))}::numeric[]) AS a(draw_id, product_id, bet_type_id, number, stake)
    ), level AS (
      SELECT a.ancestor_id AS partner_id, p.type = 'banca' AS top FROM partner_ancestors a JOIN partners p ON p.id = a.ancestor_id WHERE a.partner_id = ${office_id}
    ), mine AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) AS m(draw_id int, partner_id int, bet_type_id int, number text)
    )
    SELECT a.draw_id, a.bet_type_id, a.number, min(greatest(q.amount - coalesce(s.sold, 0) + CASE WHEN m.draw_id IS NULL THEN 0 ELSE a.stake END, 0)) AS available
    FROM asked a CROSS JOIN level l
    JOIN LATERAL (
      SELECT amount FROM regular_quotas r WHERE r.partner_id = l.partner_id AND r.product_id = a.product_id AND r.bet_type_id = a.bet_type_id AND r.currency = ${currency}::currency
      UNION ALL SELECT amount FROM top_quotas t WHERE l.top AND t.product_id = a.product_id AND t.bet_type_id = a.bet_type_id AND t.currency = ${currency}::currency
    ) q ON true
    LEFT JOIN draw_sales s ON s.draw_id = a.draw_id AND s.partner_id = l.partner_id AND s.bet_type_id = a.bet_type_id AND s.number = a.number AND s.currency = ${currency}::currency
    LEFT JOIN mine m ON m.draw_id = a.draw_id AND m.partner_id = l.partner_id AND m.bet_type_id = a.bet_type_id AND m.number = a.number
    GROUP BY 1, 2, 3`)
  return new Map(rows.map((row) => [keyOf(row), row.available]))
}

/** Gives back what annulled or returned lines had taken. */
export async function giveBack(tx: Tx, office_id: number, currency: string, lines: readonly CountedLine[]): Promise<void> {
  await tx.prepared('quota-give-back', sql`
    WITH asked AS (
      SELECT * FROM unnest(${list(lines.map((line) => line.draw_id))}::int[], ${list(lines.map((line) => line.bet_type_id))}::int[], ${list(lines.map((line) => line.number))}::text[],
        ${list(lines.map((line) => line.stake))}::numeric[], ${list(lines.map((line) => line.potential))}::numeric[]) AS a(draw_id, bet_type_id, number, stake, potential)
    ), held AS MATERIALIZED (
      SELECT s.draw_id, s.partner_id, s.bet_type_id, s.number, a.stake, a.potential
      FROM asked a JOIN partner_ancestors l ON l.partner_id = ${office_id}
      JOIN draw_sales s ON s.draw_id = a.draw_id AND s.partner_id = l.ancestor_id AND s.bet_type_id = a.bet_type_id AND s.number = a.number AND s.currency = ${currency}::currency
      ORDER BY s.draw_id, s.partner_id, s.bet_type_id, s.number FOR UPDATE OF s
    )
    UPDATE draw_sales s SET sold = s.sold - h.stake, liability = s.liability - h.potential, lines = s.lines - 1
    FROM held h WHERE s.draw_id = h.draw_id AND s.partner_id = h.partner_id AND s.bet_type_id = h.bet_type_id AND s.number = h.number AND s.currency = ${currency}::currency`)
}
