/** Prizes in the rollups: on the day and hour of their draw, in the same order of tables and rows as a sale. */
import { sql } from 'drizzle-orm'
import { add } from '@contract/values/money.ts'
import type { Tx } from '../db/connect.ts'
import { shards } from '../sale/count.ts'

export interface OfficePrizes {
  office_id: number
  currency: string
  prizes: string
  /** Change of commission where it is earned on sales less prizes. */
  commission: string
}

interface Draw {
  id: number
  day: string
}

export interface Change extends OfficePrizes {
  product_id: number
  bet_type_id: number
}

/** What each office's books must take in. */
export function byOffice(changes: readonly Change[]): OfficePrizes[] {
  const offices = new Map<string, OfficePrizes>()
  for (const { office_id, currency, prizes, commission } of changes) {
    const sum = offices.get(`${office_id} ${currency}`)
    offices.set(`${office_id} ${currency}`, sum
      ? { ...sum, prizes: add(sum.prizes, prizes), commission: add(sum.commission, commission) }
      : { office_id, currency, prizes, commission })
  }
  return [...offices.values()]
}

/** Counts the winning lines of a draw in the settlement and in their offices' day; answers what changed. */
export async function countSettlement(tx: Tx, { id, day }: Draw): Promise<Change[]> {
  return tx.rows<Change>(sql`
    WITH won AS (
      SELECT office_id, currency, product_id, bet_type_id, rate_id, sum(prize) AS prize FROM ticket_lines WHERE draw_id = ${id} AND state = 'ganadora' GROUP BY 1, 2, 3, 4, 5
    ), counted AS (
      INSERT INTO settlement_days AS s (day, office_id, currency, product_id, bet_type_id, rate_id, prizes, commission, participation)
      SELECT ${day}::date, w.office_id, w.currency, w.product_id, w.bet_type_id, w.rate_id, w.prize,
        settle_commission(f.commission_kind, f.commission_percent, 0, w.prize),
        settle_participation(f.participation_kind, f.participation_percent, -w.prize - settle_commission(f.commission_kind, f.commission_percent, 0, w.prize))
      FROM won w JOIN frozen_rates f ON f.id = w.rate_id ORDER BY w.office_id, w.currency, w.product_id, w.bet_type_id, w.rate_id
      ON CONFLICT (day, office_id, currency, product_id, bet_type_id, rate_id) DO UPDATE SET
        prizes = s.prizes + excluded.prizes,
        commission = (SELECT settle_commission(f.commission_kind, f.commission_percent, s.sold, s.prizes + excluded.prizes) FROM frozen_rates f WHERE f.id = s.rate_id),
        participation = (SELECT settle_participation(f.participation_kind, f.participation_percent,
          s.sold - s.prizes - excluded.prizes - settle_commission(f.commission_kind, f.commission_percent, s.sold, s.prizes + excluded.prizes)) FROM frozen_rates f WHERE f.id = s.rate_id)
      RETURNING office_id, currency, product_id, bet_type_id, rate_id, sold, prizes, commission, participation
    ), before AS (
      SELECT c.*, w.prize, f.participation_kind, f.participation_percent, settle_commission(f.commission_kind, f.commission_percent, c.sold, c.prizes - w.prize) AS old_commission
      FROM won w JOIN counted c USING (office_id, currency, product_id, bet_type_id, rate_id) JOIN frozen_rates f ON f.id = w.rate_id
    ), change AS (
      SELECT office_id, currency, product_id, bet_type_id, sum(prize) AS prizes, sum(commission - old_commission) AS commission,
        sum(participation - settle_participation(participation_kind, participation_percent, sold - (prizes - prize) - old_commission)) AS participation
      FROM before GROUP BY 1, 2, 3, 4
    ), daily AS (
      INSERT INTO sales_days AS d (day, office_id, currency, prizes, commission, participation)
      SELECT ${day}::date, office_id, currency, sum(prizes), sum(commission), sum(participation) FROM change GROUP BY 2, 3 ORDER BY 2, 3
      ON CONFLICT (day, office_id, currency) DO UPDATE SET prizes = d.prizes + excluded.prizes, commission = d.commission + excluded.commission, participation = d.participation + excluded.participation
    )
    SELECT office_id, currency::text AS currency, product_id, bet_type_id, prizes, commission FROM change ORDER BY office_id, currency`)
}

/** Adds the prizes to the rollups of every level. Call it after the ledger, as a sale does. */
export async function countLevels(tx: Tx, { id, day }: Draw, changes: readonly Change[]): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS o(office_id int, currency currency, product_id int, bet_type_id int, prizes numeric, commission numeric)
    JOIN partner_ancestors a ON a.partner_id = o.office_id`
  await tx.run(sql`
    INSERT INTO sales_hours AS s (day, partner_id, currency, hour, shard, prizes, commission)
    SELECT ${day}::date, a.ancestor_id, o.currency, extract(hour FROM d.scheduled_at AT TIME ZONE b.zone), o.office_id % ${sql.raw(String(shards))}, sum(o.prizes), sum(o.commission)
    FROM ${rows} JOIN draws d ON d.id = ${id} CROSS JOIN banca b
    GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
    ON CONFLICT (partner_id, currency, day, hour, shard) DO UPDATE SET prizes = s.prizes + excluded.prizes, commission = s.commission + excluded.commission`)
  await tx.run(sql`
    INSERT INTO product_days AS s (day, partner_id, currency, product_id, bet_type_id, shard, prizes, commission)
    SELECT ${day}::date, a.ancestor_id, o.currency, o.product_id, o.bet_type_id, o.office_id % ${sql.raw(String(shards))}, sum(o.prizes), sum(o.commission)
    FROM ${rows} GROUP BY 2, 3, 4, 5, 6 ORDER BY 2, 3, 4, 5, 6
    ON CONFLICT (partner_id, currency, day, product_id, bet_type_id, shard) DO UPDATE SET prizes = s.prizes + excluded.prizes, commission = s.commission + excluded.commission`)
}

/** The draw's counters become part of their day: reads of days past need not open every draw. */
export async function foldNumbers(tx: Tx, draw_id: number): Promise<void> {
  await tx.run(sql`
    INSERT INTO number_days AS n (day, partner_id, currency, product_id, bet_type_id, number, sold, lines)
    SELECT d.day, s.partner_id, s.currency, d.product_id, s.bet_type_id, s.number, s.sold, s.lines
    FROM draw_sales s JOIN draws d ON d.id = s.draw_id WHERE s.draw_id = ${draw_id} AND s.lines > 0
    ORDER BY s.partner_id, s.currency, s.bet_type_id, s.number
    ON CONFLICT (partner_id, currency, day, product_id, bet_type_id, number) DO UPDATE SET sold = n.sold + excluded.sold, lines = n.lines + excluded.lines`)
}
