/**
 * Counts a sale in the rollups, or takes it out again: settlement rows first (they say how much
 * commission the sale changed), then the rows that sellers of one branch share, last and in one order,
 * so that they are held for as short as can be.
 */
import { sql, type SQL } from 'drizzle-orm'
import { add } from '@contract/values/money.ts'
import { list, type Tx } from '../../platform/db/connect.ts'

export interface Counted {
  day: string
  /** Hour of the sale in the banca's zone. */
  hour: number
  office_id: number
  currency: string
  /** 1 for a sale, -1 for an annulment or refund. */
  sign: 1 | -1
  lines: readonly { product_id: number; bet_type_id: number; rate_id: number; stake: string }[]
}

export interface CommissionChange {
  product_id: number
  bet_type_id: number
  sold: string
  lines: number
  commission: string
  participation: string
}

/** Upper rows are spread over this many, by office. */
export const shards = 8

/**
 * Common table expressions that add to the settlement rows; `change` holds what changed by product and
 * bet type. Commission is the settlement row's, rounded there, so what a sale adds is a difference.
 */
export function settlementCtes({ day, office_id, currency, sign, lines }: Counted): SQL {
  return sql`
    grp AS (
      SELECT product_id, bet_type_id, rate_id, sum(stake) * ${sign}::int AS sold, count(*)::int * ${sign}::int AS lines
      FROM unnest(${list(lines.map((line) => line.product_id))}::int[], ${list(lines.map((line) => line.bet_type_id))}::int[], ${list(lines.map((line) => line.rate_id))}::int[], ${list(lines.map((line) => line.stake))}::numeric[]) AS l(product_id, bet_type_id, rate_id, stake)
      GROUP BY 1, 2, 3
    ), counted AS (
      INSERT INTO settlement_days AS s (day, office_id, currency, product_id, bet_type_id, rate_id, sold, lines, commission, participation)
      SELECT ${day}::date, ${office_id}::int, ${currency}::currency, g.product_id, g.bet_type_id, g.rate_id, g.sold, g.lines,
        settle_commission(f.commission_kind, f.commission_percent, g.sold, 0),
        settle_participation(f.participation_kind, f.participation_percent, g.sold - settle_commission(f.commission_kind, f.commission_percent, g.sold, 0))
      FROM grp g JOIN frozen_rates f ON f.id = g.rate_id ORDER BY g.product_id, g.bet_type_id, g.rate_id
      ON CONFLICT (day, office_id, currency, product_id, bet_type_id, rate_id) DO UPDATE SET
        sold = s.sold + excluded.sold, lines = s.lines + excluded.lines,
        commission = (SELECT settle_commission(f.commission_kind, f.commission_percent, s.sold + excluded.sold, s.prizes) FROM frozen_rates f WHERE f.id = s.rate_id),
        participation = (SELECT settle_participation(f.participation_kind, f.participation_percent,
          s.sold + excluded.sold - s.prizes - settle_commission(f.commission_kind, f.commission_percent, s.sold + excluded.sold, s.prizes)) FROM frozen_rates f WHERE f.id = s.rate_id)
      RETURNING product_id, bet_type_id, rate_id, sold, prizes, commission, participation
    ), before AS (
      SELECT c.*, g.sold AS added, g.lines AS added_lines, f.participation_kind, f.participation_percent,
        settle_commission(f.commission_kind, f.commission_percent, c.sold - g.sold, c.prizes) AS old_commission
      FROM grp g JOIN counted c USING (product_id, bet_type_id, rate_id) JOIN frozen_rates f ON f.id = g.rate_id
    ), change AS (
      SELECT product_id, bet_type_id, sum(added) AS sold, sum(added_lines)::int AS lines, sum(commission - old_commission) AS commission,
        sum(participation - settle_participation(participation_kind, participation_percent, sold - added - prizes - old_commission)) AS participation
      FROM before GROUP BY 1, 2
    )`
}

/** Takes lines out of the settlement rows again; answers what changed. */
export async function countSettlement(tx: Tx, counted: Counted): Promise<CommissionChange[]> {
  return tx.prepared<CommissionChange>(
    'count-settlement',
    sql`WITH ${settlementCtes(counted)} SELECT * FROM change ORDER BY product_id, bet_type_id`,
  )
}

/**
 * Common table expressions that add to the rows that offices share: hours, then products, of every
 * level. `after` names an expression to be done with first, so that rows are always taken in one order.
 */
export function levelCtes(
  { day, hour, office_id, currency, sign }: Counted,
  changes: readonly CommissionChange[],
  after: SQL,
): SQL {
  return sql`
    hours AS (
      INSERT INTO sales_hours AS s (day, partner_id, currency, hour, shard, sold, commission, tickets)
      SELECT ${day}::date, ancestor_id, ${currency}::currency, ${hour}::int, ${office_id % shards}::int, ${total(changes, 'sold')}::numeric, ${total(changes, 'commission')}::numeric, ${sign}::int
      FROM partner_ancestors WHERE partner_id = ${office_id} AND ${after} ORDER BY ancestor_id
      ON CONFLICT (partner_id, currency, day, hour, shard) DO UPDATE
        SET sold = s.sold + excluded.sold, commission = s.commission + excluded.commission, tickets = s.tickets + excluded.tickets
      RETURNING 1
    ), products_counted AS (
      INSERT INTO product_days AS s (day, partner_id, currency, product_id, bet_type_id, shard, sold, commission, lines)
      SELECT ${day}::date, a.ancestor_id, ${currency}::currency, c.product_id, c.bet_type_id, ${office_id % shards}::int, c.sold, c.commission, c.lines
      FROM unnest(${list(changes.map((change) => change.product_id))}::int[], ${list(changes.map((change) => change.bet_type_id))}::int[], ${list(changes.map((change) => change.sold))}::numeric[],
        ${list(changes.map((change) => change.commission))}::numeric[], ${list(changes.map((change) => change.lines))}::int[]) AS c(product_id, bet_type_id, sold, commission, lines)
      CROSS JOIN partner_ancestors a WHERE a.partner_id = ${office_id} AND (SELECT count(*) FROM hours) > 0 ORDER BY a.ancestor_id, c.product_id, c.bet_type_id
      ON CONFLICT (partner_id, currency, day, product_id, bet_type_id, shard) DO UPDATE
        SET sold = s.sold + excluded.sold, commission = s.commission + excluded.commission, lines = s.lines + excluded.lines
    )`
}

/** What the changes add up to. */
export function total(changes: readonly CommissionChange[], field: 'sold' | 'commission' | 'participation'): string {
  return add(...changes.map((change) => change[field]))
}
