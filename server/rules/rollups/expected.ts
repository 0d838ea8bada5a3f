/**
 * What every rollup must hold, as one SELECT each over a range of business days: sales from lines and
 * tickets by the day of the sale, prizes by the day of their draw. What they earn is worked out by the
 * week from the settlement's rows, where it waits for no settling; days, products and hours are sums of
 * both, so they are computed after them.
 */
import { sql, type SQL } from 'drizzle-orm'
import { addDays } from '@contract/values/dates.ts'
import { shards } from './count.ts'
import { cellColumns, settledCtes, isUnsettled } from '../settlement/settled.ts'

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
  /** The rows of the table, called `stored`, that lie in the range. */
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
const byDay = ({ from, to }: DayRange) => sql`stored.day BETWEEN ${from}::date AND ${to}::date`
const shardOf = (office: SQL) => sql`(${office} % ${sql.raw(String(shards))})::smallint`

/** `FROM`, `WHERE` and all: the prizes `prize` of the range's draws `draw`, each with its `line`, and the `banca`. */
const wonLines = ({ from, to }: DayRange) => sql`
  draws draw JOIN prizes prize ON prize.draw_id = draw.id AND prize.withdrawn_at IS NULL CROSS JOIN banca
  JOIN ticket_lines line ON line.day = prize.ticket_day AND line.ticket_id = prize.ticket_id AND line.n = prize.line_n
    AND line.day >= (
      SELECT min(early.ticket_day)
      FROM prizes early
      JOIN draws other ON other.id = early.draw_id
      WHERE other.day BETWEEN ${from}::date AND ${to}::date
    )
    AND line.day <= ${to}::date
  WHERE draw.day BETWEEN ${from}::date AND ${to}::date`

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
      SELECT line.office_id, line.day, line.currency, line.product_id, line.bet_type_id, line.rate_id,
        extract(hour FROM ticket.sold_at AT TIME ZONE banca.zone)::smallint AS hour, sum(line.stake) AS sold, 0::numeric AS prizes,
        count(*) AS lines
      FROM ticket_lines line JOIN tickets ticket ON ticket.day = line.day AND ticket.id = line.ticket_id CROSS JOIN banca
      WHERE line.${counts} AND line.day BETWEEN ${range.from}::date AND ${range.to}::date
        AND ticket.day BETWEEN ${range.from}::date AND ${range.to}::date
      GROUP BY 1, 2, 3, 4, 5, 6, 7
      UNION ALL
      SELECT prize.office_id, draw.day, prize.currency, line.product_id, line.bet_type_id, line.rate_id,
        extract(hour FROM draw.scheduled_at AT TIME ZONE banca.zone)::smallint, 0, sum(prize.amount), 0
      FROM ${wonLines(range)} GROUP BY 1, 2, 3, 4, 5, 6, 7
    ) counted GROUP BY 1, 2, 3, 4, 5, 6, 7`,
}

/** What the units of the range's weeks earn, from the sums above. */
function settledWeeks({ from, to }: DayRange): SQL {
  return sql`WITH ${settledCtes(sql`
    SELECT ${cellColumns} FROM settlement_hours settlement_hour JOIN partners office ON office.id = settlement_hour.office_id
    WHERE settlement_hour.day BETWEEN week_of(${from}::date) AND week_of(${to}::date) + 6`)}`
}

const weeks: Rollup = {
  table: 'settlement_weeks',
  keys: ['agency_id', 'currency', 'product_id', 'rate_id', 'week'],
  sums: ['sold', 'prizes', 'commission', 'participation', 'carried'],
  others: [],
  within: ({ from, to }) =>
    sql`
      stored.week BETWEEN week_of(${from}::date) AND ${to}::date
      AND NOT EXISTS (SELECT 1 FROM (SELECT stored.*) unit WHERE ${isUnsettled(sql`unit.agency_id`, sql`unit.week`)})`,
  expected: (range) => sql`
    ${settledWeeks(range)} SELECT agency_id, currency, product_id, rate_id, week, sold, prizes, commission, participation, carried
    FROM settled_week unit WHERE NOT ${isUnsettled(sql`unit.agency_id`, sql`unit.week`)}`,
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
        FROM (SELECT stored.*, office.father_id AS agency_id FROM partners office WHERE office.id = stored.office_id) unit
        WHERE ${isUnsettled(sql`unit.agency_id`, sql`week_of(unit.day)`)}
      )`,
  expected: (range) => sql`
    ${settledWeeks(range)} SELECT office_id, day, currency, product_id, bet_type_id, rate_id, hour, commission, participation
    FROM settled_hour unit
    WHERE day BETWEEN ${range.from}::date AND ${range.to}::date AND (commission <> 0 OR participation <> 0)
      AND NOT ${isUnsettled(sql`unit.agency_id`, sql`unit.week`)}`,
}

/** Sums and what they earned, an hour's row each. */
const earned = ({ from, to }: DayRange) => sql`
  SELECT settlement_hour.office_id, settlement_hour.day, settlement_hour.currency, settlement_hour.product_id, settlement_hour.bet_type_id,
    settlement_hour.hour, settlement_hour.sold, settlement_hour.prizes, settlement_hour.lines,
    coalesce(settled.commission, 0) AS commission, coalesce(settled.participation, 0) AS participation
  FROM settlement_hours settlement_hour
  LEFT JOIN settled_hours settled USING (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
  WHERE settlement_hour.day BETWEEN ${from}::date AND ${to}::date`

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
    SELECT day, office_id, currency, counted.sold, counted.prizes, counted.commission, counted.participation, out.annulled, out.returned,
      ${sql.raw(ticketCounts.map((state) => `held.n_${state}`).join(', '))}, held.last_sale_at
    FROM (
      SELECT day, office_id, currency, sum(sold) AS sold, sum(prizes) AS prizes, sum(commission) AS commission,
        sum(participation) AS participation
      FROM (${earned(range)}) earned GROUP BY 1, 2, 3
    ) counted FULL JOIN (
      SELECT day, office_id, currency, max(sold_at) AS last_sale_at,
        ${sql.raw(ticketCounts.map((state) => `count(*) FILTER (WHERE state = '${state}')::int AS n_${state}`).join(', '))}
      FROM tickets WHERE day BETWEEN ${range.from}::date AND ${range.to}::date GROUP BY 1, 2, 3
    ) held USING (day, office_id, currency) LEFT JOIN (
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
      FROM (${earned(range)}) earned
      GROUP BY 1, 2, 3, 4
      UNION ALL
      SELECT ticket.day, ticket.office_id, ticket.currency, extract(hour FROM ticket.sold_at AT TIME ZONE banca.zone)::smallint, 0, 0, 0,
        count(*)::int
      FROM tickets ticket
      CROSS JOIN banca
      WHERE ticket.day BETWEEN ${range.from}::date AND ${range.to}::date AND ticket.state NOT IN ('anulado', 'devuelto')
      GROUP BY 1, 2, 3, 4
    )
    SELECT office.day, above.ancestor_id AS partner_id, office.currency, office.hour, ${shardOf(sql`office.office_id`)} AS shard,
      sum(office.sold) AS sold, sum(office.prizes) AS prizes, sum(office.commission) AS commission, sum(office.tickets)::int AS tickets
    FROM office JOIN partner_ancestors above ON above.partner_id = office.office_id GROUP BY 1, 2, 3, 4, 5`,
}

const productDays: Rollup = {
  table: 'product_days',
  keys: ['day', 'partner_id', 'currency', 'product_id', 'bet_type_id', 'shard'],
  sums: ['sold', 'prizes', 'commission', 'participation', 'lines'],
  others: [],
  within: byDay,
  expected: (range) => sql`
    SELECT earned.day, above.ancestor_id AS partner_id, earned.currency, earned.product_id, earned.bet_type_id,
      ${shardOf(sql`earned.office_id`)} AS shard,
      sum(earned.sold) AS sold, sum(earned.prizes) AS prizes, sum(earned.commission) AS commission,
      sum(earned.participation) AS participation,
      sum(earned.lines)::int AS lines
    FROM (${earned(range)}) earned JOIN partner_ancestors above ON above.partner_id = earned.office_id GROUP BY 1, 2, 3, 4, 5, 6`,
}

const drawSales: Rollup = {
  table: 'draw_sales',
  keys: ['draw_id', 'partner_id', 'bet_type_id', 'number', 'currency'],
  sums: ['sold', 'liability', 'lines'],
  others: [],
  within: ({ from, to }) =>
    sql`stored.draw_id IN (SELECT id FROM draws WHERE day BETWEEN ${from}::date AND ${to}::date)`,
  expected: ({ from, to, sold_from }) => sql`
    SELECT won.draw_id, above.ancestor_id AS partner_id, won.bet_type_id, won.number, won.currency, sum(won.sold) AS sold,
      sum(won.liability) AS liability, sum(won.lines)::int AS lines
    FROM (
      SELECT line.draw_id, line.office_id, line.bet_type_id, line.number, line.currency, sum(line.stake) AS sold, count(*) AS lines,
        sum(
          CASE
            WHEN line.place_multipliers IS NULL THEN prize_of(line.stake, line.multiplier, line.currency)
              ELSE (SELECT sum(prize_of(line.stake, one, line.currency)) FROM unnest(line.place_multipliers) one)
          END
        ) AS liability
      FROM ticket_lines line JOIN draws draw ON draw.id = line.draw_id AND draw.day BETWEEN ${from}::date AND ${to}::date
      WHERE line.day BETWEEN ${sold_from}::date AND ${to}::date AND line.${counts}
      GROUP BY 1, 2, 3, 4, 5
    ) won JOIN partner_ancestors above ON above.partner_id = won.office_id GROUP BY 1, 2, 3, 4, 5`,
}

const numberDays: Rollup = {
  table: 'number_days',
  keys: ['partner_id', 'currency', 'day', 'product_id', 'bet_type_id', 'number'],
  sums: ['sold', 'lines'],
  others: [],
  within: byDay,
  expected: ({ from, to }) => sql`
    SELECT sale.partner_id, sale.currency, draw.day, draw.product_id, sale.bet_type_id, sale.number, sum(sale.sold) AS sold,
      sum(sale.lines)::int AS lines
    FROM draws draw JOIN draw_sales sale ON sale.draw_id = draw.id
    WHERE draw.day BETWEEN ${from}::date AND ${to}::date AND draw.state = 'premiado' GROUP BY 1, 2, 3, 4, 5, 6`,
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
      SELECT sale.partner_id, sale.currency, draw.day, draw.id AS draw_id, sale.bet_type_id, sale.sold, 0::numeric AS prizes, sale.lines
      FROM draws draw
      JOIN draw_sales sale ON sale.draw_id = draw.id
      WHERE draw.day BETWEEN ${range.from}::date AND ${range.to}::date AND draw.state = 'premiado' AND sale.lines > 0
      UNION ALL
      SELECT above.ancestor_id, won.currency, won.day, won.draw_id, won.bet_type_id, 0, won.prizes, 0
      FROM (
        SELECT draw.day, draw.id AS draw_id, prize.office_id, prize.currency, line.bet_type_id, sum(prize.amount) AS prizes
        FROM ${wonLines(range)}
        GROUP BY 1, 2, 3, 4, 5
      ) won
      JOIN partner_ancestors above ON above.partner_id = won.office_id
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
