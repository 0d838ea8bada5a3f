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

export interface PrizeChange extends DrawPrizes {
  product_id: number
  bet_type_id: number
}

/** The rows of the prizes as `prize`, each with its `sign`. */
export function signedPrizes({ given, taken }: SignedPrizes): SQL {
  return sql`(
    SELECT id, 1 AS sign
    FROM unnest(${list(given)}::bigint[]) AS id
    UNION ALL
    SELECT id, -1
    FROM unnest(${list(taken)}::bigint[]) AS id
  ) signed
  JOIN prizes prize ON prize.id = signed.id`
}

/** What each office's books must take in, draw by draw. */
export function byOffice(changes: readonly PrizeChange[]): DrawPrizes[] {
  const offices = new Map<string, DrawPrizes>()
  for (const { draw_id, day, office_id, currency, prizes } of changes) {
    const key = `${draw_id} ${office_id} ${currency}`
    const sum = offices.get(key)
    offices.set(key, sum ? { ...sum, prizes: add(sum.prizes, prizes) } : { draw_id, day, office_id, currency, prizes })
  }
  return [...offices.values()]
}

/** Counts the prizes in the settlement rows of their draws' hours, and notes their units; answers what changed. */
export async function countSettlement(tx: Tx, prizes: SignedPrizes): Promise<PrizeChange[]> {
  const draws = await tx.rows<{ id: number; day: string }>(sql`
    SELECT draw.id, draw.day FROM draws draw WHERE draw.id IN (SELECT prize.draw_id FROM ${signedPrizes(prizes)})
    ORDER BY draw.day, draw.id`)
  const changes: PrizeChange[] = []
  for (const draw of draws) changes.push(...(await settleDraw(tx, draw, prizes)))
  return changes
}

/** Adds the changes to their offices' days. */
export async function countPrizeDays(tx: Tx, changes: readonly PrizeChange[]): Promise<void> {
  if (changes.length === 0) return
  await tx.run(sql`
    INSERT INTO sales_days AS sales_day (day, office_id, currency, prizes)
    SELECT day, office_id, currency, sum(prizes)
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS change(day date, office_id int, currency currency, prizes numeric)
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (day, office_id, currency) DO UPDATE SET prizes = sales_day.prizes + excluded.prizes`)
}

async function settleDraw(
  tx: Tx,
  { id, day }: { id: number; day: string },
  prizes: SignedPrizes,
): Promise<PrizeChange[]> {
  return tx.rows<PrizeChange>(sql`
    WITH won AS (
      SELECT line.office_id, line.currency, line.product_id, line.bet_type_id, line.rate_id, sum(prize.amount * signed.sign) AS prize
      FROM ${signedPrizes(prizes)}
      JOIN ticket_lines line ON line.day = prize.ticket_day AND line.ticket_id = prize.ticket_id AND line.n = prize.line_n
      WHERE prize.draw_id = ${id} GROUP BY 1, 2, 3, 4, 5 HAVING sum(prize.amount * signed.sign) <> 0
    ), counted AS (
      INSERT INTO settlement_hours AS settlement_hour (office_id, day, currency, product_id, bet_type_id, rate_id, hour, prizes)
      SELECT won.office_id, ${day}::date, won.currency, won.product_id, won.bet_type_id, won.rate_id,
        extract(hour FROM draw.scheduled_at AT TIME ZONE banca.zone), won.prize
      FROM won JOIN draws draw ON draw.id = ${id} CROSS JOIN banca
      ORDER BY won.office_id, won.currency, won.product_id, won.bet_type_id, won.rate_id
      ON CONFLICT (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
        DO UPDATE SET prizes = settlement_hour.prizes + excluded.prizes
    ), ${noteCte(sql`SELECT office_id, ${day}::date AS day, currency, product_id, rate_id FROM won`)}
    SELECT ${id}::int AS draw_id, ${day}::date AS day, office_id, currency::text AS currency, product_id, bet_type_id, sum(prize) AS prizes
    FROM won GROUP BY office_id, won.currency, product_id, bet_type_id ORDER BY office_id, won.currency`)
}

/** Adds the prizes to the rollups of every level. Call it after the ledger, as a sale does. */
export async function countPrizeLevels(tx: Tx, changes: readonly PrizeChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = sql`
    jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS office_prizes(
      draw_id int, day date, office_id int, currency currency, product_id int, bet_type_id int, prizes numeric
    )
    JOIN partner_ancestors above ON above.partner_id = office_prizes.office_id`
  await tx.run(sql`
    INSERT INTO sales_hours AS sales_hour (day, partner_id, currency, hour, shard, prizes)
    SELECT office_prizes.day, above.ancestor_id, office_prizes.currency, extract(hour FROM draw.scheduled_at AT TIME ZONE banca.zone),
      office_prizes.office_id % ${sql.raw(String(shards))}, sum(office_prizes.prizes)
    FROM ${rows} JOIN draws draw ON draw.id = office_prizes.draw_id CROSS JOIN banca
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 1, 4, 5
    ON CONFLICT (partner_id, currency, day, hour, shard) DO UPDATE SET prizes = sales_hour.prizes + excluded.prizes`)
  await tx.run(sql`
    INSERT INTO product_days AS product_day (day, partner_id, currency, product_id, bet_type_id, shard, prizes)
    SELECT office_prizes.day, above.ancestor_id, office_prizes.currency, office_prizes.product_id, office_prizes.bet_type_id,
      office_prizes.office_id % ${sql.raw(String(shards))}, sum(office_prizes.prizes)
    FROM ${rows} GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 2, 3, 1, 4, 5, 6
    ON CONFLICT (partner_id, currency, day, product_id, bet_type_id, shard) DO UPDATE SET prizes = product_day.prizes + excluded.prizes`)
  await tx.run(sql`
    INSERT INTO draw_totals AS draw_total (day, partner_id, currency, draw_id, bet_type_id, prizes)
    SELECT office_prizes.day, above.ancestor_id, office_prizes.currency, office_prizes.draw_id, office_prizes.bet_type_id,
      sum(office_prizes.prizes)
    FROM ${rows} GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 1, 4, 5
    ON CONFLICT (partner_id, currency, day, draw_id, bet_type_id) DO UPDATE SET prizes = draw_total.prizes + excluded.prizes`)
}

/** The draw's counters become part of their day, and its totals are kept: reads of days past need not open every draw. */
export async function foldNumbers(tx: Tx, draw_id: number): Promise<void> {
  await tx.run(sql`
    INSERT INTO number_days AS number_day (day, partner_id, currency, product_id, bet_type_id, number, sold, lines)
    SELECT draw.day, sale.partner_id, sale.currency, draw.product_id, sale.bet_type_id, sale.number, sale.sold, sale.lines
    FROM draw_sales sale JOIN draws draw ON draw.id = sale.draw_id WHERE sale.draw_id = ${draw_id} AND sale.lines > 0
    ORDER BY sale.partner_id, sale.currency, sale.bet_type_id, sale.number
    ON CONFLICT (partner_id, currency, day, product_id, bet_type_id, number) DO UPDATE SET sold = number_day.sold + excluded.sold,
      lines = number_day.lines + excluded.lines`)
  await tx.run(sql`
    INSERT INTO draw_totals (day, partner_id, currency, draw_id, bet_type_id, sold, lines)
    SELECT draw.day, sale.partner_id, sale.currency, draw.id, sale.bet_type_id, sum(sale.sold), sum(sale.lines)
    FROM draw_sales sale JOIN draws draw ON draw.id = sale.draw_id WHERE sale.draw_id = ${draw_id} AND sale.lines > 0 GROUP BY 1, 2, 3, 4, 5
    ORDER BY 2, 3, 5
    ON CONFLICT (partner_id, currency, day, draw_id, bet_type_id) DO UPDATE SET sold = excluded.sold, lines = excluded.lines`)
}

/** Takes them out of their day again: the draw waits for a result, and is read by itself. */
export async function unfoldNumbers(tx: Tx, draw_id: number): Promise<void> {
  const mine = sql`FROM draw_sales sale JOIN draws draw ON draw.id = sale.draw_id
    WHERE sale.draw_id = ${draw_id} AND sale.lines > 0 AND number_day.day = draw.day AND number_day.partner_id = sale.partner_id
      AND number_day.currency = sale.currency
      AND number_day.product_id = draw.product_id AND number_day.bet_type_id = sale.bet_type_id AND number_day.number = sale.number`
  await tx.run(
    sql`UPDATE number_days number_day SET sold = number_day.sold - sale.sold, lines = number_day.lines - sale.lines ${mine}`,
  )
  await tx.run(sql`DELETE FROM number_days number_day WHERE number_day.lines = 0 AND EXISTS (SELECT 1 ${mine})`)
  await tx.run(sql`
    UPDATE draw_totals draw_total
    SET sold = 0, lines = 0
    FROM (SELECT DISTINCT partner_id, currency, bet_type_id FROM draw_sales WHERE draw_id = ${draw_id}) sold, draws draw
    WHERE draw.id = ${draw_id} AND draw_total.day = draw.day AND draw_total.draw_id = draw.id AND draw_total.partner_id = sold.partner_id
      AND draw_total.currency = sold.currency
      AND draw_total.bet_type_id = sold.bet_type_id`)
}
