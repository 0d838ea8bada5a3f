/**
 * Figures of some minutes of an hour. No rollup is finer than an hour: of the one that a cut divides they come
 * from the tickets and lines themselves. Prizes are those of its draws until then; nothing is settled by the
 * minute, so commission is the hour's, by what was sold of it.
 */
import { sql, type SQL } from 'drizzle-orm'
import { every } from '../../../platform/db/connect.ts'
import { narrowedBy, isOfficeOf, type Subject } from '../subject.ts'

/** Of an hour of a day the instants from `from_at` on, before `to_at`. */
export interface Minutes {
  day: string
  hour: number
  from_at: string
  to_at: string
}

/** Whose figures, and of what. */
export interface FigureTarget {
  subject: Subject
  currency?: string | undefined
  product_id?: number | undefined
  bet_type_id?: number | undefined
}

const of = (alias: string, currency: string | undefined) =>
  currency !== undefined && sql`${sql.raw(alias)}.currency = ${currency}`

/** Of an hour's commission, the part of it that came with some of its sales, or where it had none with some of its prizes. */
const shared = sql.raw(`coalesce(CASE WHEN whole.sold <> 0 THEN round(whole.commission * part.sold / whole.sold, 2)
  WHEN whole.prizes <> 0 THEN round(whole.commission * part.prizes / whole.prizes, 2) END, 0) AS commission`)

/** Prizes `prize` of the draws `draw` of these minutes, the last instant included. */
function prizesOf({ day, from_at, to_at }: Minutes, { subject, currency }: FigureTarget, joined: SQL, more?: SQL): SQL {
  return sql`draws draw JOIN prizes prize ON prize.draw_id = draw.id AND prize.withdrawn_at IS NULL ${joined}
    WHERE draw.day = ${day} AND draw.scheduled_at >= ${from_at} AND draw.scheduled_at <= ${to_at}
      AND ${every(of('prize', currency), more, isOfficeOf(subject, sql`prize.office_id`))}`
}

/**
 * Rows `day, hour, office_id, currency, sold, prizes, commission, tickets`, one an office and currency. Lines that a
 * suspended draw gave back are taken off tickets that otherwise stand.
 */
export function ticketsIn(minutes: Minutes, part: FigureTarget): SQL {
  const { day, hour, from_at, to_at } = minutes
  const tickets = every(
    sql`ticket.day = ${day}`,
    of('ticket', part.currency),
    sql`ticket.sold_at >= ${from_at} AND ticket.sold_at < ${to_at}`,
    sql`ticket.state NOT IN ('anulado', 'devuelto')`,
    isOfficeOf(part.subject, sql`ticket.office_id`),
  )
  return sql`
    SELECT ${day}::date AS day, ${hour}::int AS hour, part.*, ${shared}
    FROM (
      SELECT office_id, currency, sum(sold) AS sold, sum(prizes) AS prizes, sum(tickets)::int AS tickets
      FROM (
        SELECT ticket.office_id, ticket.currency, ticket.total AS sold, 0::numeric AS prizes, 1 AS tickets FROM tickets ticket
        WHERE ${tickets}
        UNION ALL
        SELECT ticket.office_id, ticket.currency, -line.stake, 0, 0
        FROM (
          -- From the draws, of which there are hardly any: joined, the lines of every ticket would be looked at.
          SELECT line.day, line.ticket_id, line.stake FROM ticket_lines line
          WHERE line.draw_id = ANY (
            ARRAY(
              SELECT draw.id FROM draws draw WHERE draw.day >= ${day} AND (draw.state = 'suspendido' OR draw.suspended_reason IS NOT NULL)
            )
          )
            AND line.day = ${day} AND line.state IN ('anulada', 'devuelta') OFFSET 0
        ) line JOIN tickets ticket ON ticket.day = line.day AND ticket.id = line.ticket_id
        WHERE ${tickets}
        UNION ALL
        SELECT prize.office_id, prize.currency, 0, prize.amount, 0 FROM ${prizesOf(minutes, part, sql``)}
      ) moves GROUP BY 1, 2
    ) part
    LEFT JOIN sales_hours whole ON whole.partner_id = part.office_id AND whole.currency = part.currency AND whole.day = ${day}
      AND whole.hour = ${hour}`
}

/** Lines `line` of tickets `ticket` that were sold on a day, between two of its instants: lines that were given back are no sale. */
export function linesSold(day: string, since: string | undefined, before: string, part: FigureTarget): SQL {
  return sql`ticket_lines line JOIN tickets ticket ON ticket.day = line.day AND ticket.id = line.ticket_id
    WHERE ${every(
      sql`line.day = ${day} AND ticket.day = ${day}`,
      of('line', part.currency),
      sql`line.state NOT IN ('anulada', 'devuelta')`,
      since !== undefined && sql`ticket.sold_at >= ${since}`,
      sql`ticket.sold_at < ${before}`,
      ...narrowedBy(part, 'line'),
      isOfficeOf(part.subject, sql`line.office_id`),
    )}`
}

/** Rows `day, hour, office_id, currency, product_id, bet_type_id, sold`, one a line. */
export function linesIn({ day, hour, from_at, to_at }: Minutes, part: FigureTarget): SQL {
  return sql`
    SELECT line.day, ${hour}::int AS hour, line.office_id, line.currency, line.product_id, line.bet_type_id, line.stake AS sold
    FROM ${linesSold(day, from_at, to_at, part)}`
}

/** The same with `prizes, commission, lines`, one for each of an office's rates. */
export function settledIn(minutes: Minutes, part: FigureTarget): SQL {
  const { day, hour, from_at, to_at } = minutes
  const cell = 'office_id, currency, product_id, bet_type_id, rate_id'
  const paid = sql`JOIN ticket_lines line ON line.day = prize.ticket_day AND line.ticket_id = prize.ticket_id AND line.n = prize.line_n`
  return sql`
    SELECT ${day}::date AS day, ${hour}::int AS hour, part.*, ${shared}
    FROM (
      SELECT ${sql.raw(cell)}, sum(sold) AS sold, sum(prizes) AS prizes, sum(lines)::int AS lines
      FROM (
        SELECT line.office_id, line.currency, line.product_id, line.bet_type_id, line.rate_id, line.stake AS sold, 0::numeric AS prizes,
          1 AS lines
        FROM ${linesSold(day, from_at, to_at, part)}
        UNION ALL
        SELECT prize.office_id, prize.currency, line.product_id, line.bet_type_id, line.rate_id, 0, prize.amount, 0
        FROM ${prizesOf(minutes, part, paid, every(...narrowedBy(part, 'line')))}
      ) moves GROUP BY ${sql.raw(cell)}
    ) part LEFT JOIN (
      SELECT settlement_hour.*, coalesce(settled.commission, 0) AS commission
      FROM settlement_hours settlement_hour LEFT JOIN settled_hours settled USING (${sql.raw(cell)}, day, hour)
      WHERE settlement_hour.day = ${day} AND settlement_hour.hour = ${hour}
    ) whole USING (${sql.raw(cell)})`
}
