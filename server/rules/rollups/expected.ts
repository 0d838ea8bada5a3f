/**
 * What every rollup must hold, as one SELECT each over a range of business days: sales from lines and
 * tickets by the day of the sale, prizes by the day of their draw. What they earn is worked out by the
 * week from the settlement's rows, where it waits for no settling; days, products and hours are sums of
 * both, so they are computed after them.
 */
import { sql, type SQL } from 'drizzle-orm'
import { addDays } from '@contract/values/dates.ts'
import { shards } from './count.ts'
import { cellColumns, settledCtes, waits } from '../settlement/settled.ts'

export interface DayRange {
  from: string
  to: string
  /** Lines of these days' draws were sold from this day on. */
  sold_from: string
}

export interface Rollup {
  table: string
  keys: readonly string[]
  /** Figures that are zero where there is no row. */
  sums: readonly string[]
  /** Columns that are null where there is no row. */
  others: readonly string[]
  /** The rows of the table, called `t`, that lie in the range. */
  within: (range: DayRange) => SQL
  expected: (range: DayRange) => SQL
}

/** No line is sold for a draw further ahead than this, moved ones included. */
export const soldAheadDays = 31

/** A range with room for lines sold before the day of their draw. */
export function dayRange(from: string, to: string): DayRange {
  return { from, to, sold_from: addDays(from, -soldAheadDays) }
}

const counts = sql`state NOT IN ('anulada', 'devuelta')`
const byDay = ({ from, to }: DayRange) => sql`t.day BETWEEN ${from}::date AND ${to}::date`
const shardOf = (office: SQL) => sql`(${office} % ${sql.raw(String(shards))})::smallint`

/** `FROM`, `WHERE` and all: the prizes `p` of the range's draws `d`, each with its line `l`, and the banca `b`. */
const wonLines = ({ from, to }: DayRange) => sql`
  draws d JOIN prizes p ON p.draw_id = d.id AND p.withdrawn_at IS NULL CROSS JOIN banca b
  JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n
    AND l.day >= (
      SELECT min(early.ticket_day)
      FROM prizes early
      JOIN draws x ON x.id = early.draw_id
      WHERE x.day BETWEEN ${from}::date AND ${to}::date
    )
    AND l.day <= ${to}::date
  WHERE d.day BETWEEN ${from}::date AND ${to}::date`

const hourKeys = ['office_id', 'day', 'currency', 'product_id', 'bet_type_id', 'rate_id', 'hour'] as const

/** The sums that settlements are worked out from. */
export const settlement: Rollup = {
  table: 'settlement_hours',
  keys: hourKeys,
  sums: ['sold', 'prizes', 'lines'],
  others: [],
  within: byDay,
  expected: (range) => sql`
    SELECT office_id, day, currency, product_id, bet_type_id, rate_id, hour, sum(sold) AS sold, sum(prizes) AS prizes,
      sum(lines)::int AS lines
    FROM (
      SELECT l.office_id, l.day, l.currency, l.product_id, l.bet_type_id, l.rate_id,
        extract(hour FROM t.sold_at AT TIME ZONE b.zone)::smallint AS hour, sum(l.stake) AS sold, 0::numeric AS prizes,
        count(*) AS lines
      FROM ticket_lines l JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id CROSS JOIN banca b
      WHERE l.${counts} AND l.day BETWEEN ${range.from}::date AND ${range.to}::date
        AND t.day BETWEEN ${range.from}::date AND ${range.to}::date
      GROUP BY 1, 2, 3, 4, 5, 6, 7
      UNION ALL
      SELECT p.office_id, d.day, p.currency, l.product_id, l.bet_type_id, l.rate_id,
        extract(hour FROM d.scheduled_at AT TIME ZONE b.zone)::smallint, 0, sum(p.amount), 0
      FROM ${wonLines(range)} GROUP BY 1, 2, 3, 4, 5, 6, 7
    ) counted GROUP BY 1, 2, 3, 4, 5, 6, 7`,
}

/** What the units of the range's weeks earn, from the sums above. */
function settledWeeks({ from, to }: DayRange): SQL {
  return sql`WITH ${settledCtes(sql`
    SELECT ${cellColumns} FROM settlement_hours h JOIN partners o ON o.id = h.office_id
    WHERE h.day BETWEEN week_of(${from}::date) AND week_of(${to}::date) + 6`)}`
}

const weeks: Rollup = {
  table: 'settlement_weeks',
  keys: ['agency_id', 'currency', 'product_id', 'rate_id', 'week'],
  sums: ['sold', 'prizes', 'commission', 'participation', 'carried'],
  others: [],
  within: ({ from, to }) =>
    sql`
      t.week BETWEEN week_of(${from}::date) AND ${to}::date
      AND NOT EXISTS (SELECT 1 FROM (SELECT t.*) r WHERE ${waits(sql`r.agency_id`, sql`r.week`)})`,
  expected: (range) => sql`
    ${settledWeeks(range)} SELECT agency_id, currency, product_id, rate_id, week, sold, prizes, commission, participation, carried
    FROM settled_week r WHERE NOT ${waits(sql`r.agency_id`, sql`r.week`)}`,
}

const settled: Rollup = {
  table: 'settled_hours',
  keys: hourKeys,
  sums: ['commission', 'participation'],
  others: [],
  within: (range) =>
    sql`
      ${byDay(range)}
      AND NOT EXISTS (
        SELECT 1
        FROM (SELECT t.*, o.father_id AS agency_id FROM partners o WHERE o.id = t.office_id) r
        WHERE ${waits(sql`r.agency_id`, sql`week_of(r.day)`)}
      )`,
  expected: (range) => sql`
    ${settledWeeks(range)} SELECT office_id, day, currency, product_id, bet_type_id, rate_id, hour, commission, participation
    FROM settled_hour r
    WHERE day BETWEEN ${range.from}::date AND ${range.to}::date AND (commission <> 0 OR participation <> 0)
      AND NOT ${waits(sql`r.agency_id`, sql`r.week`)}`,
}

/** Sums and what they earned, an hour's row each. */
const earned = ({ from, to }: DayRange) => sql`
  SELECT h.office_id, h.day, h.currency, h.product_id, h.bet_type_id, h.hour, h.sold, h.prizes, h.lines,
    coalesce(e.commission, 0) AS commission, coalesce(e.participation, 0) AS participation
  FROM settlement_hours h
  LEFT JOIN settled_hours e USING (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
  WHERE h.day BETWEEN ${from}::date AND ${to}::date`

const ticketCounts = ['vendido', 'anulado', 'ganador', 'pagado', 'perdedor', 'devuelto', 'vencido'] as const

const days: Rollup = {
  table: 'sales_days',
  keys: ['day', 'office_id', 'currency'],
  sums: [
    'sold',
    'prizes',
    'commission',
    'participation',
    'annulled',
    'returned',
    ...ticketCounts.map((state) => `n_${state}`),
  ],
  others: ['last_sale_at'],
  within: byDay,
  expected: (range) => sql`
    SELECT day, office_id, currency, s.sold, s.prizes, s.commission, s.participation, out.annulled, out.returned,
      ${sql.raw(ticketCounts.map((state) => `n.n_${state}`).join(', '))}, n.last_sale_at
    FROM (
      SELECT day, office_id, currency, sum(sold) AS sold, sum(prizes) AS prizes, sum(commission) AS commission,
        sum(participation) AS participation
      FROM (${earned(range)}) e GROUP BY 1, 2, 3
    ) s FULL JOIN (
      SELECT day, office_id, currency, max(sold_at) AS last_sale_at,
        ${sql.raw(ticketCounts.map((state) => `count(*) FILTER (WHERE state = '${state}')::int AS n_${state}`).join(', '))}
      FROM tickets WHERE day BETWEEN ${range.from}::date AND ${range.to}::date GROUP BY 1, 2, 3
    ) n USING (day, office_id, currency) LEFT JOIN (
      SELECT day, office_id, currency, sum(stake) FILTER (WHERE state = 'anulada') AS annulled,
        sum(stake) FILTER (WHERE state = 'devuelta') AS returned
      FROM ticket_lines WHERE day BETWEEN ${range.from}::date AND ${range.to}::date AND NOT (${counts}) GROUP BY 1, 2, 3
    ) out USING (day, office_id, currency)`,
}

const hours: Rollup = {
  table: 'sales_hours',
  keys: ['day', 'partner_id', 'currency', 'hour', 'shard'],
  sums: ['sold', 'prizes', 'commission', 'tickets'],
  others: [],
  within: byDay,
  expected: (range) => sql`
    WITH office AS (
      SELECT day, office_id, currency, hour, sum(sold) AS sold, sum(prizes) AS prizes, sum(commission) AS commission,
        0 AS tickets
      FROM (${earned(range)}) e
      GROUP BY 1, 2, 3, 4
      UNION ALL
      SELECT t.day, t.office_id, t.currency, extract(hour FROM t.sold_at AT TIME ZONE b.zone)::smallint, 0, 0, 0, count(*)::int
      FROM tickets t
      CROSS JOIN banca b
      WHERE t.day BETWEEN ${range.from}::date AND ${range.to}::date AND t.state NOT IN ('anulado', 'devuelto')
      GROUP BY 1, 2, 3, 4
    )
    SELECT o.day, a.ancestor_id AS partner_id, o.currency, o.hour, ${shardOf(sql`o.office_id`)} AS shard,
      sum(o.sold) AS sold, sum(o.prizes) AS prizes, sum(o.commission) AS commission, sum(o.tickets)::int AS tickets
    FROM office o JOIN partner_ancestors a ON a.partner_id = o.office_id GROUP BY 1, 2, 3, 4, 5`,
}

const productDays: Rollup = {
  table: 'product_days',
  keys: ['day', 'partner_id', 'currency', 'product_id', 'bet_type_id', 'shard'],
  sums: ['sold', 'prizes', 'commission', 'participation', 'lines'],
  others: [],
  within: byDay,
  expected: (range) => sql`
    SELECT s.day, a.ancestor_id AS partner_id, s.currency, s.product_id, s.bet_type_id, ${shardOf(sql`s.office_id`)} AS shard,
      sum(s.sold) AS sold, sum(s.prizes) AS prizes, sum(s.commission) AS commission, sum(s.participation) AS participation,
      sum(s.lines)::int AS lines
    FROM (${earned(range)}) s JOIN partner_ancestors a ON a.partner_id = s.office_id GROUP BY 1, 2, 3, 4, 5, 6`,
}

const drawSales: Rollup = {
  table: 'draw_sales',
  keys: ['draw_id', 'partner_id', 'bet_type_id', 'number', 'currency'],
  sums: ['sold', 'liability', 'lines'],
  others: [],
  within: ({ from, to }) => sql`t.draw_id IN (SELECT id FROM draws WHERE day BETWEEN ${from}::date AND ${to}::date)`,
  expected: ({ from, to, sold_from }) => sql`
    SELECT o.draw_id, a.ancestor_id AS partner_id, o.bet_type_id, o.number, o.currency, sum(o.sold) AS sold,
      sum(o.liability) AS liability, sum(o.lines)::int AS lines
    FROM (
      SELECT l.draw_id, l.office_id, l.bet_type_id, l.number, l.currency, sum(l.stake) AS sold, count(*) AS lines,
        sum(
          CASE
            WHEN l.place_multipliers IS NULL THEN round(l.stake * l.multiplier, 2)
              ELSE (SELECT sum(round(l.stake * m, 2)) FROM unnest(l.place_multipliers) m)
          END
        ) AS liability
      FROM ticket_lines l JOIN draws d ON d.id = l.draw_id AND d.day BETWEEN ${from}::date AND ${to}::date
      WHERE l.day BETWEEN ${sold_from}::date AND ${to}::date AND l.${counts}
      GROUP BY 1, 2, 3, 4, 5
    ) o JOIN partner_ancestors a ON a.partner_id = o.office_id GROUP BY 1, 2, 3, 4, 5`,
}

const numberDays: Rollup = {
  table: 'number_days',
  keys: ['partner_id', 'currency', 'day', 'product_id', 'bet_type_id', 'number'],
  sums: ['sold', 'lines'],
  others: [],
  within: byDay,
  expected: ({ from, to }) => sql`
    SELECT s.partner_id, s.currency, d.day, d.product_id, s.bet_type_id, s.number, sum(s.sold) AS sold, sum(s.lines)::int AS lines
    FROM draws d JOIN draw_sales s ON s.draw_id = d.id
    WHERE d.day BETWEEN ${from}::date AND ${to}::date AND d.state = 'premiado' GROUP BY 1, 2, 3, 4, 5, 6`,
}

const drawTotals: Rollup = {
  table: 'draw_totals',
  keys: ['partner_id', 'currency', 'day', 'draw_id', 'bet_type_id'],
  sums: ['sold', 'prizes', 'lines'],
  others: [],
  within: byDay,
  expected: (range) => sql`
    SELECT partner_id, currency, day, draw_id, bet_type_id, sum(sold) AS sold, sum(prizes) AS prizes, sum(lines)::int AS lines
    FROM (
      SELECT s.partner_id, s.currency, d.day, d.id AS draw_id, s.bet_type_id, s.sold, 0::numeric AS prizes, s.lines
      FROM draws d
      JOIN draw_sales s ON s.draw_id = d.id
      WHERE d.day BETWEEN ${range.from}::date AND ${range.to}::date AND d.state = 'premiado' AND s.lines > 0
      UNION ALL
      SELECT a.ancestor_id, w.currency, w.day, w.draw_id, w.bet_type_id, 0, w.prizes, 0
      FROM (
        SELECT d.day, d.id AS draw_id, p.office_id, p.currency, l.bet_type_id, sum(p.amount) AS prizes
        FROM ${wonLines(range)}
        GROUP BY 1, 2, 3, 4, 5
      ) w
      JOIN partner_ancestors a ON a.partner_id = w.office_id
    ) counted GROUP BY 1, 2, 3, 4, 5`,
}

/** What is built from sold numbers, and what is built from settlement rows; within each, in the order they are built. */
export const numberRollups: readonly Rollup[] = [drawSales, numberDays, drawTotals]
export const settledRollups: readonly Rollup[] = [settled, weeks]
export const moneyRollups: readonly Rollup[] = [settlement, ...settledRollups, days, hours, productDays]

/** All of them, in the order a sale takes their locks. */
export const rollups: readonly Rollup[] = [
  settlement,
  ...settledRollups,
  days,
  drawSales,
  hours,
  productDays,
  numberDays,
  drawTotals,
]
