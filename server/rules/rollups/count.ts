/**
 * Counts a sale in the rollups: its office's settlement rows first, then the
 * rows that sellers of one branch share, last and in one order, so that they are held for as short as
 * can be. What the sums earn is no part of it: the settlement works that out afterwards.
 */
import { sql, type SQL } from 'drizzle-orm'
import { add } from '@contract/values/money.ts'
import type { Places } from '../../platform/db/compile.ts'
import { array } from '../../platform/db/connect.ts'
import { groupBy } from '../../platform/group-by.ts'

export interface Counted {
  day: string
  /** Hour of the sale in the banca's zone. */
  hour: number
  office_id: number
  currency: string
  lines: readonly { product_id: number; bet_type_id: number; rate_id: number; stake: string }[]
}

/** Where an office hangs, held by the version of the rules or the lock of the tree that the transaction rests on. */
export interface OfficePlace {
  agency_id: number
  /** The office and all above it. */
  levels: readonly number[]
}

/** Upper rows are spread over this many, by office. */
export const shards = 8

type Line = Counted['lines'][number]
type Sums = readonly { first: Line; sold: string; lines: number }[]

/** Lines alike in `keyOf`: what they stake together, and how many they are. */
function sums({ lines }: Counted, keyOf: (line: Line) => string): Sums {
  return groupBy(lines, keyOf).map((alike) => ({
    first: alike[0],
    sold: add(...alike.map((line) => line.stake)),
    lines: alike.length,
  }))
}

const arrayOf = <T>(rows: readonly T[], value: (row: T) => unknown) => array(rows.map(value))

/** What `settlementCtes` takes. */
export function settlementValues(counted: Counted, { agency_id }: OfficePlace) {
  const { day, hour, office_id, currency } = counted
  const rows = sums(counted, (line) => `${line.product_id}|${line.bet_type_id}|${line.rate_id}`)
  const units = groupBy(rows, ({ first }) => `${first.product_id}|${first.rate_id}`).map(([{ first }]) => first)
  return {
    day,
    hour,
    office_id,
    currency,
    agency_id,
    settled_products: arrayOf(rows, (row) => row.first.product_id),
    settled_bets: arrayOf(rows, (row) => row.first.bet_type_id),
    settled_rates: arrayOf(rows, (row) => row.first.rate_id),
    settled_sold: arrayOf(rows, (row) => row.sold),
    settled_lines: arrayOf(rows, (row) => row.lines),
    unit_products: arrayOf(units, (unit) => unit.product_id),
    unit_rates: arrayOf(units, (unit) => unit.rate_id),
  }
}

/** Rows of the settlement as a sale has them: each bet of each rate, and each unit that is to be settled. */
export function settlementRows(at: Places<ReturnType<typeof settlementValues>>): SettlementRows {
  return {
    rows: sql`
      SELECT ${at.office_id}::int AS office_id, ${at.day}::date AS day, ${at.currency}::currency AS currency, rated.product_id,
        rated.bet_type_id, rated.rate_id, ${at.hour}::int AS hour, rated.sold, rated.lines
      FROM unnest(
        ${at.settled_products}::int[], ${at.settled_bets}::int[], ${at.settled_rates}::int[], ${at.settled_sold}::numeric[],
        ${at.settled_lines}::int[]
      ) AS rated(product_id, bet_type_id, rate_id, sold, lines)`,
    units: sql`
      SELECT ${at.agency_id}::int, ${at.currency}::currency, unit.product_id, unit.rate_id, week_of(${at.day}::date)
      FROM unnest(${at.unit_products}::int[], ${at.unit_rates}::int[]) AS unit(product_id, rate_id)`,
  }
}

interface SettlementRows {
  /** (office_id, day, currency, product_id, bet_type_id, rate_id, hour, sold, lines), each key once, without a condition. */
  rows: SQL
  /** (agency_id, currency, product_id, rate_id, week). */
  units: SQL
}

/**
 * Common table expressions that add to the settlement rows (`counted`) and note their units for the settling. `after`
 * is a condition to be done with before any of the rows is taken.
 */
export function settlementCtes({ rows, units }: SettlementRows, after: SQL = sql`true`): SQL {
  return sql`
    counted AS (
      INSERT INTO settlement_hours AS settlement_hour (office_id, day, currency, product_id, bet_type_id, rate_id, hour, sold, lines)
      ${rows} WHERE ${after} ORDER BY product_id, bet_type_id, rate_id
      ON CONFLICT (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
        DO UPDATE SET sold = settlement_hour.sold + excluded.sold, lines = settlement_hour.lines + excluded.lines
      RETURNING 1
    ), noted AS (
      INSERT INTO unsettled (agency_id, currency, product_id, rate_id, week)${units}
    )`
}

/** What `levelCtes` takes; `shard` is the office's. */
export function levelValues(counted: Counted, { levels }: OfficePlace) {
  const { day, hour, office_id, currency } = counted
  const kinds = sums(counted, (line) => `${line.product_id}|${line.bet_type_id}`)
  return {
    day,
    hour,
    currency,
    shard: office_id % shards,
    levels: array(levels),
    tickets: 1,
    sold: add(...kinds.map((kind) => kind.sold)),
    kind_products: arrayOf(kinds, (kind) => kind.first.product_id),
    kind_bets: arrayOf(kinds, (kind) => kind.first.bet_type_id),
    kind_sold: arrayOf(kinds, (kind) => kind.sold),
    kind_lines: arrayOf(kinds, (kind) => kind.lines),
  }
}

/** What the rows that offices share take, as SQL: of each level `levels` holds. */
interface Levels extends Record<'day' | 'hour' | 'currency' | 'shard' | 'levels' | 'tickets' | 'sold', SQL> {
  /** Rows (product_id, bet_type_id, sold, lines). */
  kinds: SQL
}

/** The same as a sale has it. */
export function levelRows(at: Places<ReturnType<typeof levelValues>>): Levels {
  const { day, hour, currency, shard, levels, tickets, sold } = at
  const kinds = sql`
    unnest(
      ${at.kind_products}::int[], ${at.kind_bets}::int[], ${at.kind_sold}::numeric[], ${at.kind_lines}::int[]
    ) AS kind(product_id, bet_type_id, sold, lines)`
  return { day, hour, currency, shard, levels, tickets, sold, kinds }
}

/**
 * Common table expressions that add to the rows that offices share: hours, then products, of every
 * level. `after` names an expression to be done with first, so that rows are always taken in one order.
 */
export function levelCtes(at: Levels, after: SQL): SQL {
  const levels = sql`unnest(${at.levels}::int[]) AS above(ancestor_id)`
  return sql`
    hours AS (
      INSERT INTO sales_hours AS sales_hour (day, partner_id, currency, hour, shard, sold, tickets)
      SELECT ${at.day}::date, ancestor_id, ${at.currency}::currency, ${at.hour}::int, ${at.shard}::int, ${at.sold}::numeric,
        ${at.tickets}::int
      FROM ${levels} WHERE ${after} ORDER BY ancestor_id
      ON CONFLICT (partner_id, currency, day, hour, shard) DO UPDATE SET sold = sales_hour.sold + excluded.sold,
        tickets = sales_hour.tickets + excluded.tickets
      RETURNING 1
    ), products_counted AS (
      INSERT INTO product_days AS product_day (day, partner_id, currency, product_id, bet_type_id, shard, sold, lines)
      SELECT ${at.day}::date, above.ancestor_id, ${at.currency}::currency, kind.product_id, kind.bet_type_id, ${at.shard}::int, kind.sold,
        kind.lines
      FROM ${at.kinds} CROSS JOIN ${levels} WHERE (SELECT count(*) FROM hours) > 0
      ORDER BY above.ancestor_id, kind.product_id, kind.bet_type_id
      ON CONFLICT (partner_id, currency, day, product_id, bet_type_id, shard) DO UPDATE SET sold = product_day.sold + excluded.sold,
        lines = product_day.lines + excluded.lines
    )`
}
