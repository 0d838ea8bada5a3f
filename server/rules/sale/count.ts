/**
 * Counts a sale in the rollups, or takes it out again: its office's settlement rows first, then the
 * rows that sellers of one branch share, last and in one order, so that they are held for as short as
 * can be. What the sums earn is no part of it: the settlement works that out afterwards.
 */
import { sql, type SQL } from 'drizzle-orm'
import { list } from '../../platform/db/connect.ts'
import { noteCte } from '../settlement/note.ts'

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

/** Where an office hangs, held by the version of the rules or the lock of the tree that the transaction rests on. */
export interface Place {
  agency_id: number
  /** The office and all above it. */
  levels: readonly number[]
}

/** Upper rows are spread over this many, by office. */
export const shards = 8

/**
 * Common table expressions that add to the settlement rows (`counted`) and note their units for the settling. `after`
 * is a condition to be done with before any of the rows is taken.
 */
export function settlementCtes(
  { day, hour, office_id, currency, sign, lines }: Counted,
  place: Place,
  after: SQL = sql`true`,
): SQL {
  const unit = sql`SELECT ${office_id}::int AS office_id, ${day}::date AS day, ${currency}::currency AS currency, product_id, rate_id FROM grp`
  return sql`
    grp AS (
      SELECT product_id, bet_type_id, rate_id, sum(stake) * ${sign}::int AS sold, count(*)::int * ${sign}::int AS lines
      FROM unnest(${list(lines.map((line) => line.product_id))}::int[], ${list(lines.map((line) => line.bet_type_id))}::int[], ${list(lines.map((line) => line.rate_id))}::int[], ${list(lines.map((line) => line.stake))}::numeric[]) AS l(product_id, bet_type_id, rate_id, stake)
      WHERE ${after} GROUP BY 1, 2, 3
    ), counted AS (
      INSERT INTO settlement_hours AS s (office_id, day, currency, product_id, bet_type_id, rate_id, hour, sold, lines)
      SELECT ${office_id}::int, ${day}::date, ${currency}::currency, product_id, bet_type_id, rate_id, ${hour}::int, sold, lines FROM grp ORDER BY product_id, bet_type_id, rate_id
      ON CONFLICT (office_id, day, currency, product_id, bet_type_id, rate_id, hour) DO UPDATE SET sold = s.sold + excluded.sold, lines = s.lines + excluded.lines
      RETURNING 1
    ), ${noteCte(unit, place.agency_id)}`
}

/**
 * Common table expressions that add to the rows that offices share: hours, then products, of every
 * level. `after` names an expression to be done with first, so that rows are always taken in one order.
 */
export function levelCtes({ day, hour, office_id, currency, sign, lines }: Counted, after: SQL, place: Place): SQL {
  const levels = sql`unnest(${list(place.levels)}::int[]) AS a(ancestor_id)`
  return sql`
    kind AS (
      SELECT product_id, bet_type_id, sum(stake) * ${sign}::int AS sold, count(*)::int * ${sign}::int AS lines
      FROM unnest(${list(lines.map((line) => line.product_id))}::int[], ${list(lines.map((line) => line.bet_type_id))}::int[], ${list(lines.map((line) => line.stake))}::numeric[]) AS l(product_id, bet_type_id, stake)
      GROUP BY 1, 2
    ), hours AS (
      INSERT INTO sales_hours AS s (day, partner_id, currency, hour, shard, sold, tickets)
      SELECT ${day}::date, ancestor_id, ${currency}::currency, ${hour}::int, ${office_id % shards}::int, (SELECT sum(sold) FROM kind), ${sign}::int
      FROM ${levels} WHERE ${after} ORDER BY ancestor_id
      ON CONFLICT (partner_id, currency, day, hour, shard) DO UPDATE SET sold = s.sold + excluded.sold, tickets = s.tickets + excluded.tickets
      RETURNING 1
    ), products_counted AS (
      INSERT INTO product_days AS s (day, partner_id, currency, product_id, bet_type_id, shard, sold, lines)
      SELECT ${day}::date, a.ancestor_id, ${currency}::currency, k.product_id, k.bet_type_id, ${office_id % shards}::int, k.sold, k.lines
      FROM kind k CROSS JOIN ${levels} WHERE (SELECT count(*) FROM hours) > 0 ORDER BY a.ancestor_id, k.product_id, k.bet_type_id
      ON CONFLICT (partner_id, currency, day, product_id, bet_type_id, shard) DO UPDATE SET sold = s.sold + excluded.sold, lines = s.lines + excluded.lines
    )`
}
