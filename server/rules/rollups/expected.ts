/**
 * What every rollup must hold, as one SELECT each over a range of business days: sales from lines and
 * tickets by the day of the sale, prizes by the day of their draw. Settlement rows are where commission
 * is rounded; days, products and hours are sums of them, so they are computed after them.
 */
import { sql, type SQL } from 'drizzle-orm'
import { addDays } from '@contract/values/dates.ts'
import { shards } from '../sale/count.ts'

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

const settlement: Rollup = {
  table: 'settlement_days',
  keys: ['day', 'office_id', 'currency', 'product_id', 'bet_type_id', 'rate_id'],
  sums: ['sold', 'prizes', 'commission', 'participation', 'lines'],
  others: [],
  within: byDay,
  expected: ({ from, to }) => sql`
    SELECT x.day, x.office_id, x.currency, x.product_id, x.bet_type_id, x.rate_id, x.sold, x.prizes, c.commission,
      settle_participation(f.participation_kind, f.participation_percent, x.sold - x.prizes - c.commission) AS participation, x.lines
    FROM (
      SELECT day, office_id, currency, product_id, bet_type_id, rate_id, coalesce(sold, 0) AS sold, coalesce(prizes, 0) AS prizes, coalesce(lines, 0) AS lines
      FROM (
        SELECT day, office_id, currency, product_id, bet_type_id, rate_id, sum(stake) FILTER (WHERE ${counts}) AS sold, count(*) FILTER (WHERE ${counts})::int AS lines
        FROM ticket_lines WHERE day BETWEEN ${from}::date AND ${to}::date GROUP BY 1, 2, 3, 4, 5, 6
      ) s FULL JOIN (
        SELECT d.day, p.office_id, p.currency, l.product_id, l.bet_type_id, l.rate_id, sum(p.amount) AS prizes
        FROM draws d JOIN prizes p ON p.draw_id = d.id AND p.withdrawn_at IS NULL
        JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n
          AND l.day >= (SELECT min(early.ticket_day) FROM prizes early JOIN draws x ON x.id = early.draw_id WHERE x.day BETWEEN ${from}::date AND ${to}::date)
          AND l.day <= ${to}::date
        WHERE d.day BETWEEN ${from}::date AND ${to}::date GROUP BY 1, 2, 3, 4, 5, 6
      ) w USING (day, office_id, currency, product_id, bet_type_id, rate_id)
    ) x JOIN frozen_rates f ON f.id = x.rate_id
    CROSS JOIN LATERAL (SELECT settle_commission(f.commission_kind, f.commission_percent, x.sold, x.prizes) AS commission) c`,
}

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
  expected: ({ from, to }) => sql`
    SELECT day, office_id, currency, s.sold, s.prizes, s.commission, s.participation, out.annulled, out.returned,
      ${sql.raw(ticketCounts.map((state) => `n.n_${state}`).join(', '))}, n.last_sale_at
    FROM (
      SELECT day, office_id, currency, sum(sold) AS sold, sum(prizes) AS prizes, sum(commission) AS commission, sum(participation) AS participation
      FROM settlement_days WHERE day BETWEEN ${from}::date AND ${to}::date GROUP BY 1, 2, 3
    ) s FULL JOIN (
      SELECT day, office_id, currency, max(sold_at) AS last_sale_at,
        ${sql.raw(ticketCounts.map((state) => `count(*) FILTER (WHERE state = '${state}')::int AS n_${state}`).join(', '))}
      FROM tickets WHERE day BETWEEN ${from}::date AND ${to}::date GROUP BY 1, 2, 3
    ) n USING (day, office_id, currency) LEFT JOIN (
      SELECT day, office_id, currency, sum(stake) FILTER (WHERE state = 'anulada') AS annulled, sum(stake) FILTER (WHERE state = 'devuelta') AS returned
      FROM ticket_lines WHERE day BETWEEN ${from}::date AND ${to}::date AND NOT (${counts}) GROUP BY 1, 2, 3
    ) out USING (day, office_id, currency)`,
}

/**
 * Commission by hour is what each sale brought, at its hour, and what the books say that annulling,
 * refunding (at the sale's hour) and awarding (at the draw's) changed in it: rounding makes that another
 * cent than the sale's own. Should books and settlement disagree, the rest is put on the office's last hour.
 */
const hours: Rollup = {
  table: 'sales_hours',
  keys: ['day', 'partner_id', 'currency', 'hour', 'shard'],
  sums: ['sold', 'prizes', 'commission', 'tickets'],
  others: [],
  within: byDay,
  expected: ({ from, to }) => sql`
    WITH part AS (
      SELECT t.day, t.office_id, t.currency, extract(hour FROM t.sold_at AT TIME ZONE b.zone)::smallint AS hour,
        coalesce(sum(t.total) FILTER (WHERE t.state NOT IN ('anulado', 'devuelto')), 0) AS sold, 0::numeric AS prizes, sum(t.commission) AS commission,
        count(*) FILTER (WHERE t.state NOT IN ('anulado', 'devuelto'))::int AS tickets
      FROM tickets t CROSS JOIN banca b WHERE t.day BETWEEN ${from}::date AND ${to}::date GROUP BY 1, 2, 3, 4
      UNION ALL
      SELECT t.day, t.office_id, t.currency, extract(hour FROM t.sold_at AT TIME ZONE b.zone)::smallint, -l.stake, 0, 0, 0
      FROM ticket_lines l JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id AND t.state NOT IN ('devuelto', 'anulado') CROSS JOIN banca b
      WHERE l.state = 'devuelta' AND l.day BETWEEN ${from}::date AND ${to}::date
      UNION ALL
      SELECT d.day, p.office_id, p.currency, extract(hour FROM d.scheduled_at AT TIME ZONE b.zone)::smallint, 0, p.amount, 0, 0
      FROM draws d JOIN prizes p ON p.draw_id = d.id AND p.withdrawn_at IS NULL CROSS JOIN banca b WHERE d.day BETWEEN ${from}::date AND ${to}::date
      UNION ALL
      SELECT e.day, e.office_id, p.currency, extract(hour FROM coalesce(t.sold_at, d.scheduled_at) AT TIME ZONE b.zone)::smallint, 0, 0, p.amount, 0
      FROM ledger_entries e JOIN ledger_postings p ON p.day = e.day AND p.entry_id = e.id JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'comision'
      LEFT JOIN tickets t ON e.ref_kind = 'ticket' AND t.day = e.day AND t.id = e.ref_id LEFT JOIN draws d ON e.ref_kind = 'draw' AND d.id = e.ref_id CROSS JOIN banca b
      WHERE e.day BETWEEN ${from}::date AND ${to}::date AND e.kind IN ('anulacion', 'devolucion', 'premiacion', 'correccion') AND (t.id IS NOT NULL OR d.id IS NOT NULL)
    ), rest AS (
      SELECT day, office_id, currency, coalesce(k.last_hour, 0)::smallint AS hour, s.commission - coalesce(k.commission, 0) AS commission
      FROM (SELECT day, office_id, currency, sum(commission) AS commission FROM settlement_days WHERE day BETWEEN ${from}::date AND ${to}::date GROUP BY 1, 2, 3) s
      LEFT JOIN (SELECT day, office_id, currency, max(hour) FILTER (WHERE tickets > 0) AS last_hour, sum(commission) AS commission FROM part GROUP BY 1, 2, 3) k USING (day, office_id, currency)
      WHERE s.commission <> coalesce(k.commission, 0)
    ), office AS (
      SELECT day, office_id, currency, hour, sum(sold) AS sold, sum(prizes) AS prizes, sum(commission) AS commission, sum(tickets)::int AS tickets
      FROM (SELECT * FROM part UNION ALL SELECT day, office_id, currency, hour, 0, 0, commission, 0 FROM rest) x GROUP BY 1, 2, 3, 4
    )
    SELECT o.day, a.ancestor_id AS partner_id, o.currency, o.hour, ${shardOf(sql`o.office_id`)} AS shard,
      sum(o.sold) AS sold, sum(o.prizes) AS prizes, sum(o.commission) AS commission, sum(o.tickets)::int AS tickets
    FROM office o JOIN partner_ancestors a ON a.partner_id = o.office_id GROUP BY 1, 2, 3, 4, 5`,
}

const productDays: Rollup = {
  table: 'product_days',
  keys: ['day', 'partner_id', 'currency', 'product_id', 'bet_type_id', 'shard'],
  sums: ['sold', 'prizes', 'commission', 'lines'],
  others: [],
  within: byDay,
  expected: ({ from, to }) => sql`
    SELECT s.day, a.ancestor_id AS partner_id, s.currency, s.product_id, s.bet_type_id, ${shardOf(sql`s.office_id`)} AS shard,
      sum(s.sold) AS sold, sum(s.prizes) AS prizes, sum(s.commission) AS commission, sum(s.lines)::int AS lines
    FROM settlement_days s JOIN partner_ancestors a ON a.partner_id = s.office_id
    WHERE s.day BETWEEN ${from}::date AND ${to}::date GROUP BY 1, 2, 3, 4, 5, 6`,
}

const drawSales: Rollup = {
  table: 'draw_sales',
  keys: ['draw_id', 'partner_id', 'bet_type_id', 'number', 'currency'],
  sums: ['sold', 'liability', 'lines'],
  others: [],
  within: ({ from, to }) => sql`t.draw_id IN (SELECT id FROM draws WHERE day BETWEEN ${from}::date AND ${to}::date)`,
  expected: ({ from, to, sold_from }) => sql`
    SELECT o.draw_id, a.ancestor_id AS partner_id, o.bet_type_id, o.number, o.currency, sum(o.sold) AS sold, sum(o.liability) AS liability, sum(o.lines)::int AS lines
    FROM (
      SELECT l.draw_id, l.office_id, l.bet_type_id, l.number, l.currency, sum(l.stake) AS sold, count(*) AS lines,
        sum(CASE WHEN l.place_multipliers IS NULL THEN round(l.stake * l.multiplier, 2) ELSE (SELECT sum(round(l.stake * m, 2)) FROM unnest(l.place_multipliers) m) END) AS liability
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

/** What is built from sold numbers, and what is built from settlement rows; within each, in the order they are built. */
export const numberRollups: readonly Rollup[] = [drawSales, numberDays]
export const moneyRollups: readonly Rollup[] = [settlement, days, hours, productDays]

/** All of them, in the order a sale takes their locks. */
export const rollups: readonly Rollup[] = [settlement, days, drawSales, hours, productDays, numberDays]
