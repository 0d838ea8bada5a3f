/**
 * Figures of part of a day, from the tickets themselves: no rollup is finer than an hour, and none of
 * the hours knows products. Kept to the day, or the hour, that really needs it.
 */
import { sql, type SQL } from 'drizzle-orm'
import { every } from '../../platform/db/connect.ts'
import type { Cut } from './stretch.ts'
import { narrowed, officeOf, type Narrowing, type Subject } from './subject.ts'

const sold = (alias: string) => sql.raw(`${alias}.state NOT IN ('anulado', 'devuelto')`)

/** Tickets sold from the cut's hour to the cut itself. `t` is the ticket. */
function inPartialHour(subject: Subject, { currency }: Narrowing, day: string, cut: Cut): SQL {
  return every(
    sql`t.day = ${day}`,
    sql`t.currency = ${currency}`,
    sql`t.sold_at >= ${cut.hour_at} AND t.sold_at < ${cut.at}`,
    sold('t'),
    officeOf(subject, sql`t.office_id`),
  )
}

/**
 * Rows `office_id, sold, prizes, commission, tickets` of the hour that the cut divides. Lines that a
 * suspended draw gave back are taken off tickets that otherwise stand. Prizes are those of its draws until then.
 */
export function partialHour(subject: Subject, by: Narrowing, day: string, cut: Cut): SQL {
  const tickets = inPartialHour(subject, by, day, cut)
  return sql`
    SELECT t.office_id, t.total AS sold, 0::numeric AS prizes, t.commission, 1 AS tickets FROM tickets t WHERE ${tickets}
    UNION ALL
    SELECT t.office_id, -l.stake, 0, 0, 0
    FROM draws d JOIN ticket_lines l ON l.draw_id = d.id AND l.day = ${day} AND l.state IN ('anulada', 'devuelta')
    JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id
    WHERE d.day >= ${day} AND (d.state = 'suspendido' OR d.suspended_reason IS NOT NULL) AND ${tickets}
    UNION ALL
    SELECT p.office_id, 0, p.amount, 0, 0
    FROM draws d JOIN prizes p ON p.draw_id = d.id AND p.withdrawn_at IS NULL AND p.currency = ${by.currency}
    WHERE ${every(sql`d.day = ${day}`, sql`d.scheduled_at >= ${cut.hour_at} AND d.scheduled_at <= ${cut.at}`, officeOf(subject, sql`p.office_id`))}`
}

interface Sold {
  from: string
  to: string
  /** Instants of the sale: from the first on, before the second. */
  since?: string | undefined
  before?: string | undefined
}

/** Lines sold on some days, or between two instants of them. `l` is the line, `t` its ticket. */
function lines(subject: Subject, by: Narrowing, { from, to, since, before }: Sold): SQL {
  return sql`ticket_lines l JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id
    WHERE ${every(
      sql`l.day BETWEEN ${from} AND ${to}`,
      sql`t.day BETWEEN ${from} AND ${to}`,
      sql`l.currency = ${by.currency}`,
      sql`l.state NOT IN ('anulada', 'devuelta')`,
      since !== undefined && sql`t.sold_at >= ${since}`,
      before !== undefined && sql`t.sold_at < ${before}`,
      ...narrowed(by, 'l'),
      officeOf(subject, sql`l.office_id`),
    )}`
}

/** Rows `office_id, product_id, bet_type_id, sold`, a line each, of one day between two instants. */
export function soldBetween(
  subject: Subject,
  by: Narrowing,
  day: string,
  since: string | undefined,
  before: string,
): SQL {
  return sql`SELECT l.office_id, l.product_id, l.bet_type_id, l.stake AS sold FROM ${lines(subject, by, { from: day, to: day, since, before })}`
}

/**
 * Rows `day, hour, sold, prizes, commission, lines` by the hour. Commission is rounded where the
 * settlement rounds it, per office, product, bet type and rates: an hour's is what it added to the
 * day's, so that the hours of a day add up to its settlement.
 */
export function settledByHour(
  subject: Subject,
  by: Narrowing,
  days: { from: string; to: string },
  zone: string,
  cut: Cut | null,
): SQL {
  const hourOf = (instant: SQL) => sql`extract(hour FROM ${instant} AT TIME ZONE ${zone}::text)::int`
  return sql`
    WITH moves AS (
      SELECT l.day, ${hourOf(sql`t.sold_at`)} AS hour, l.office_id, l.product_id, l.bet_type_id, l.rate_id,
        sum(l.stake) AS sold, 0::numeric AS prizes, count(*)::int AS lines
      FROM ${lines(subject, by, { ...days, before: cut?.at })} GROUP BY 1, 2, 3, 4, 5, 6
      UNION ALL
      SELECT d.day, ${hourOf(sql`d.scheduled_at`)}, p.office_id, l.product_id, l.bet_type_id, l.rate_id, 0, sum(p.amount), 0
      FROM draws d JOIN prizes p ON p.draw_id = d.id AND p.withdrawn_at IS NULL AND p.currency = ${by.currency}
      JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n
      WHERE ${every(sql`d.day BETWEEN ${days.from} AND ${days.to}`, cut !== null && sql`d.scheduled_at <= ${cut.at}`, ...narrowed(by, 'l'), officeOf(subject, sql`p.office_id`))}
      GROUP BY 1, 2, 3, 4, 5, 6
    ), hourly AS (
      SELECT day, hour, office_id, product_id, bet_type_id, rate_id, sum(sold) AS sold, sum(prizes) AS prizes, sum(lines)::int AS lines
      FROM moves GROUP BY 1, 2, 3, 4, 5, 6
    ), so_far AS (
      SELECT h.*, settle_commission(f.commission_kind, f.commission_percent, sum(h.sold) OVER upto, sum(h.prizes) OVER upto) AS due,
        f.commission_kind, f.commission_percent, sum(h.sold) OVER upto AS sold_so_far, sum(h.prizes) OVER upto AS prizes_so_far
      FROM hourly h JOIN frozen_rates f ON f.id = h.rate_id
      WINDOW upto AS (PARTITION BY h.day, h.office_id, h.product_id, h.bet_type_id, h.rate_id ORDER BY h.hour)
    )
    SELECT day, hour, sum(sold) AS sold, sum(prizes) AS prizes, sum(lines)::int AS tickets,
      sum(due - settle_commission(commission_kind, commission_percent, sold_so_far - sold, prizes_so_far - prizes)) AS commission
    FROM so_far GROUP BY day, hour`
}
