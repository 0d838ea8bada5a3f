/**
 * Figures of part of a day. No rollup is finer than an hour: of the hour that a cut divides they come
 * from the tickets themselves.
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

/** Of an hour's commission, the part of it that came with some of its sales, or where it had none with some of its prizes. */
const shareOf = (part: string, hour: string) =>
  sql.raw(`CASE WHEN ${hour}.sold <> 0 THEN round(${hour}.commission * ${part}.sold / ${hour}.sold, 2)
    WHEN ${hour}.prizes <> 0 THEN round(${hour}.commission * ${part}.prizes / ${hour}.prizes, 2) ELSE 0 END`)

/**
 * Rows `office_id, sold, prizes, commission, tickets`, one an office, of the hour that the cut divides.
 * Lines that a suspended draw gave back are taken off tickets that otherwise stand. Prizes are those of
 * its draws until then. Nothing is settled by the minute: commission is the hour's, by what was sold of it.
 */
export function partialHour(subject: Subject, by: Narrowing, day: string, cut: Cut): SQL {
  const tickets = inPartialHour(subject, by, day, cut)
  return sql`
    SELECT part.office_id, part.sold, part.prizes, coalesce(${shareOf('part', 'whole')}, 0) AS commission, part.tickets
    FROM (
      SELECT office_id, sum(sold) AS sold, sum(prizes) AS prizes, sum(tickets)::int AS tickets
      FROM (
        SELECT t.office_id, t.total AS sold, 0::numeric AS prizes, 1 AS tickets FROM tickets t WHERE ${tickets}
        UNION ALL
        SELECT t.office_id, -l.stake, 0, 0
        FROM draws d JOIN ticket_lines l ON l.draw_id = d.id AND l.day = ${day} AND l.state IN ('anulada', 'devuelta')
        JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id
        WHERE d.day >= ${day} AND (d.state = 'suspendido' OR d.suspended_reason IS NOT NULL) AND ${tickets}
        UNION ALL
        SELECT p.office_id, 0, p.amount, 0
        FROM draws d JOIN prizes p ON p.draw_id = d.id AND p.withdrawn_at IS NULL AND p.currency = ${by.currency}
        WHERE ${every(sql`d.day = ${day}`, sql`d.scheduled_at >= ${cut.hour_at} AND d.scheduled_at <= ${cut.at}`, officeOf(subject, sql`p.office_id`))}
      ) moves GROUP BY 1
    ) part LEFT JOIN sales_hours whole ON whole.partner_id = part.office_id AND whole.currency = ${by.currency} AND whole.day = ${day} AND whole.hour = ${cut.hour}`
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
 * Rows `day, hour, sold, prizes, commission, tickets` by the hour, tickets being lines: from the
 * settlement's own hours, and of the hour that a cut divides from its lines, with commission as above.
 */
export function settledByHour(
  subject: Subject,
  by: Narrowing,
  days: { from: string; to: string },
  cut: Cut | null,
): SQL {
  const cell = sql`office_id, day, currency, product_id, bet_type_id, rate_id, hour`
  const whole = sql`
    SELECT h.*, coalesce(e.commission, 0) AS commission FROM settlement_hours h LEFT JOIN settled_hours e USING (${cell})
    WHERE ${every(sql`h.day BETWEEN ${days.from} AND ${days.to}`, sql`h.currency = ${by.currency}`, ...narrowed(by, 'h'), officeOf(subject, sql`h.office_id`))}`
  if (!cut)
    return sql`SELECT day, hour::int AS hour, sum(sold) AS sold, sum(prizes) AS prizes, sum(commission) AS commission, sum(lines)::int AS tickets FROM (${whole}) w GROUP BY 1, 2`
  return sql`
    WITH whole AS (${whole}), part AS (
      SELECT office_id, product_id, bet_type_id, rate_id, sum(sold) AS sold, sum(prizes) AS prizes, sum(lines)::int AS lines
      FROM (
        SELECT l.office_id, l.product_id, l.bet_type_id, l.rate_id, l.stake AS sold, 0::numeric AS prizes, 1 AS lines
        FROM ${lines(subject, by, { from: days.to, to: days.to, since: cut.hour_at, before: cut.at })}
        UNION ALL
        SELECT p.office_id, l.product_id, l.bet_type_id, l.rate_id, 0, p.amount, 0
        FROM draws d JOIN prizes p ON p.draw_id = d.id AND p.withdrawn_at IS NULL AND p.currency = ${by.currency}
        JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n
        WHERE ${every(sql`d.day = ${days.to}`, sql`d.scheduled_at >= ${cut.hour_at} AND d.scheduled_at <= ${cut.at}`, ...narrowed(by, 'l'), officeOf(subject, sql`p.office_id`))}
      ) moves GROUP BY 1, 2, 3, 4
    ), hours AS (
      SELECT day, hour, sold, prizes, commission, lines FROM whole WHERE day < ${days.to} OR hour < ${cut.hour}
      UNION ALL
      SELECT ${days.to}::date, ${cut.hour}::smallint, part.sold, part.prizes, coalesce(${shareOf('part', 'whole')}, 0), part.lines
      FROM part LEFT JOIN whole ON whole.day = ${days.to} AND whole.hour = ${cut.hour} AND whole.office_id = part.office_id
        AND whole.product_id = part.product_id AND whole.bet_type_id = part.bet_type_id AND whole.rate_id = part.rate_id
    )
    SELECT day, hour::int AS hour, sum(sold) AS sold, sum(prizes) AS prizes, sum(commission) AS commission, sum(lines)::int AS tickets FROM hours GROUP BY 1, 2`
}
