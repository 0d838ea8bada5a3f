/**
 * Prizes in the rollups: on the day and hour of their draw, in the same order of tables and rows as a
 * sale. What is counted are rows of `prizes` with a sign: given ones add, taken ones take out.
 */
import { sql, type SQL } from 'drizzle-orm'
import { add } from '@contract/values/money.ts'
import { list, type Tx } from '../../platform/db/connect.ts'
import { shards } from '../rollups/count.ts'
import { noteCte } from '../settlement/note.ts'

/** Ids of prizes to be counted: those in force from now on, and those that no longer are. */
export interface SignedPrizes {
  given: readonly string[]
  taken: readonly string[]
}

export interface DrawPrizes {
  draw_id: number
  /** Business day of the draw. */
  day: string
  office_id: number
  currency: string
  prizes: string
}

export interface Change extends DrawPrizes {
  product_id: number
  bet_type_id: number
}

/** The rows of the prizes as `p`, each with its `sign`. */
export function signedPrizes({ given, taken }: SignedPrizes): SQL {
  return sql`(
    SELECT id, 1 AS sign
    FROM unnest(${list(given)}::bigint[]) AS id
    UNION ALL
    SELECT id, -1
    FROM unnest(${list(taken)}::bigint[]) AS id
  ) signed
  JOIN prizes p ON p.id = signed.id`
}

/** What each office's books must take in, draw by draw. */
export function byOffice(changes: readonly Change[]): DrawPrizes[] {
  const offices = new Map<string, DrawPrizes>()
  for (const { draw_id, day, office_id, currency, prizes } of changes) {
    const key = `${draw_id} ${office_id} ${currency}`
    const sum = offices.get(key)
    offices.set(key, sum ? { ...sum, prizes: add(sum.prizes, prizes) } : { draw_id, day, office_id, currency, prizes })
  }
  return [...offices.values()]
}

/** Counts the prizes in the settlement rows of their draws' hours, and notes their units; answers what changed. */
export async function countSettlement(tx: Tx, prizes: SignedPrizes): Promise<Change[]> {
  const draws = await tx.rows<{ id: number; day: string }>(sql`
    SELECT d.id, d.day FROM draws d WHERE d.id IN (SELECT p.draw_id FROM ${signedPrizes(prizes)}) ORDER BY d.day, d.id`)
  const changes: Change[] = []
  for (const draw of draws) changes.push(...(await settleDraw(tx, draw, prizes)))
  return changes
}

/** Adds the changes to their offices' days. */
export async function countDays(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  await tx.run(sql`
    INSERT INTO sales_days AS d (day, office_id, currency, prizes)
    SELECT day, office_id, currency, sum(prizes)
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS c(day date, office_id int, currency currency, prizes numeric)
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (day, office_id, currency) DO UPDATE SET prizes = d.prizes + excluded.prizes`)
}

async function settleDraw(tx: Tx, { id, day }: { id: number; day: string }, prizes: SignedPrizes): Promise<Change[]> {
  return tx.rows<Change>(sql`
    WITH won AS (
      SELECT l.office_id, l.currency, l.product_id, l.bet_type_id, l.rate_id, sum(p.amount * signed.sign) AS prize
      FROM ${signedPrizes(prizes)} JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n
      WHERE p.draw_id = ${id} GROUP BY 1, 2, 3, 4, 5 HAVING sum(p.amount * signed.sign) <> 0
    ), counted AS (
      INSERT INTO settlement_hours AS s (office_id, day, currency, product_id, bet_type_id, rate_id, hour, prizes)
      SELECT w.office_id, ${day}::date, w.currency, w.product_id, w.bet_type_id, w.rate_id,
        extract(hour FROM d.scheduled_at AT TIME ZONE b.zone), w.prize
      FROM won w JOIN draws d ON d.id = ${id} CROSS JOIN banca b ORDER BY w.office_id, w.currency, w.product_id, w.bet_type_id, w.rate_id
      ON CONFLICT (office_id, day, currency, product_id, bet_type_id, rate_id, hour) DO UPDATE SET prizes = s.prizes + excluded.prizes
    ), ${noteCte(sql`SELECT office_id, ${day}::date AS day, currency, product_id, rate_id FROM won`)}
    SELECT ${id}::int AS draw_id, ${day}::date AS day, office_id, currency::text AS currency, product_id, bet_type_id, sum(prize) AS prizes
    FROM won GROUP BY office_id, won.currency, product_id, bet_type_id ORDER BY office_id, won.currency`)
}

/** Adds the prizes to the rollups of every level. Call it after the ledger, as a sale does. */
export async function countLevels(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const rows = sql`
    jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS o(
      draw_id int, day date, office_id int, currency currency, product_id int, bet_type_id int, prizes numeric
    )
    JOIN partner_ancestors a ON a.partner_id = o.office_id`
  await tx.run(sql`
    INSERT INTO sales_hours AS s (day, partner_id, currency, hour, shard, prizes)
    SELECT o.day, a.ancestor_id, o.currency, extract(hour FROM d.scheduled_at AT TIME ZONE b.zone),
      o.office_id % ${sql.raw(String(shards))}, sum(o.prizes)
    FROM ${rows} JOIN draws d ON d.id = o.draw_id CROSS JOIN banca b
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 1, 4, 5
    ON CONFLICT (partner_id, currency, day, hour, shard) DO UPDATE SET prizes = s.prizes + excluded.prizes`)
  await tx.run(sql`
    INSERT INTO product_days AS s (day, partner_id, currency, product_id, bet_type_id, shard, prizes)
    SELECT o.day, a.ancestor_id, o.currency, o.product_id, o.bet_type_id, o.office_id % ${sql.raw(String(shards))}, sum(o.prizes)
    FROM ${rows} GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 2, 3, 1, 4, 5, 6
    ON CONFLICT (partner_id, currency, day, product_id, bet_type_id, shard) DO UPDATE SET prizes = s.prizes + excluded.prizes`)
  await tx.run(sql`
    INSERT INTO draw_totals AS s (day, partner_id, currency, draw_id, bet_type_id, prizes)
    SELECT o.day, a.ancestor_id, o.currency, o.draw_id, o.bet_type_id, sum(o.prizes)
    FROM ${rows} GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 1, 4, 5
    ON CONFLICT (partner_id, currency, day, draw_id, bet_type_id) DO UPDATE SET prizes = s.prizes + excluded.prizes`)
}

/** The draw's counters become part of their day, and its totals are kept: reads of days past need not open every draw. */
export async function foldNumbers(tx: Tx, draw_id: number): Promise<void> {
  await tx.run(sql`
    INSERT INTO number_days AS n (day, partner_id, currency, product_id, bet_type_id, number, sold, lines)
    SELECT d.day, s.partner_id, s.currency, d.product_id, s.bet_type_id, s.number, s.sold, s.lines
    FROM draw_sales s JOIN draws d ON d.id = s.draw_id WHERE s.draw_id = ${draw_id} AND s.lines > 0
    ORDER BY s.partner_id, s.currency, s.bet_type_id, s.number
    ON CONFLICT (partner_id, currency, day, product_id, bet_type_id, number) DO UPDATE SET sold = n.sold + excluded.sold,
      lines = n.lines + excluded.lines`)
  await tx.run(sql`
    INSERT INTO draw_totals (day, partner_id, currency, draw_id, bet_type_id, sold, lines)
    SELECT d.day, s.partner_id, s.currency, d.id, s.bet_type_id, sum(s.sold), sum(s.lines)
    FROM draw_sales s JOIN draws d ON d.id = s.draw_id WHERE s.draw_id = ${draw_id} AND s.lines > 0 GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 5
    ON CONFLICT (partner_id, currency, day, draw_id, bet_type_id) DO UPDATE SET sold = excluded.sold, lines = excluded.lines`)
}

/** Takes them out of their day again: the draw waits for a result, and is read by itself. */
export async function unfoldNumbers(tx: Tx, draw_id: number): Promise<void> {
  const mine = sql`FROM draw_sales s JOIN draws d ON d.id = s.draw_id
    WHERE s.draw_id = ${draw_id} AND s.lines > 0 AND n.day = d.day AND n.partner_id = s.partner_id AND n.currency = s.currency
      AND n.product_id = d.product_id AND n.bet_type_id = s.bet_type_id AND n.number = s.number`
  await tx.run(sql`UPDATE number_days n SET sold = n.sold - s.sold, lines = n.lines - s.lines ${mine}`)
  await tx.run(sql`DELETE FROM number_days n WHERE n.lines = 0 AND EXISTS (SELECT 1 ${mine})`)
  await tx.run(sql`
    UPDATE draw_totals t
    SET sold = 0, lines = 0
    FROM (SELECT DISTINCT partner_id, currency, bet_type_id FROM draw_sales WHERE draw_id = ${draw_id}) s, draws d
    WHERE d.id = ${draw_id} AND t.day = d.day AND t.draw_id = d.id AND t.partner_id = s.partner_id AND t.currency = s.currency
      AND t.bet_type_id = s.bet_type_id`)
}
