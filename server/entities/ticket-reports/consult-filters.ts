/** Which tickets a consultation finds. Columns are those of `tickets t`. */
import { sql, type SQL } from 'drizzle-orm'
import type { ticketReports } from '@contract/ticket-reports.ts'
import { betKinds, isBetNumber } from '@contract/values/bet-numbers.ts'
import { addDays, type Period } from '@contract/values/dates.ts'
import { every, list } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { ListQueryOf } from '../../platform/lists/listing.ts'
import { dayOfSerial } from '../../rules/sale/serial.ts'
import { askedNumber } from './bet-text.ts'
import { soldAheadDays } from '../../rules/rollups/expected.ts'

type ConsultAsked = ListQueryOf<typeof ticketReports.consult>

/**
 * The business days to look in: a serial begins with its own. Throws `invalid` when there is neither a serial nor
 * a range, or the serial is none.
 */
export function consultPeriod({ serial, from, to }: ConsultAsked): Period {
  if (serial) {
    const day = dayOfSerial(serial)
    if (day === null) throw Problem.on('serial', 'invalid', 'Serial no válido: son 10 letras y números.')
    return { from: day, to: day }
  }
  if (from === undefined || to === undefined)
    throw Problem.on('from', 'invalid', 'Indique las fechas de la venta, o el serial del ticket.')
  return { from, to }
}

/** Where each payment that waited for approval stands now: one row per ticket. */
export function latestApprovals({ from, to }: Period): SQL {
  return sql`SELECT DISTINCT ON (ticket_day, ticket_id) ticket_day, ticket_id, state FROM pay_approvals
    WHERE ticket_day BETWEEN ${from}::date AND ${to}::date ORDER BY ticket_day, ticket_id, id DESC`
}

/**
 * The ticket holds a line of what is asked: of `held` where a draw or number is, since few lines are it. A product or
 * bet type alone is on so many tickets that each is asked for its own.
 */
export function holdsLine(asked: ConsultAsked, { from, to }: Period): SQL | undefined {
  if (asked.draw_id !== undefined || asked.number)
    return sql`(ticket.day, ticket.id) IN (SELECT held.day, held.ticket_id FROM held)`
  if (asked.product_id === undefined && asked.bet_type_id === undefined) return undefined
  return sql`
    EXISTS (
      SELECT 1
      FROM ticket_lines line
      WHERE line.day = ticket.day AND line.ticket_id = ticket.id AND line.day BETWEEN ${from}::date AND ${to}::date AND ${lineOf(asked)}
    )`
}

function lineOf({ product_id, bet_type_id, number }: ConsultAsked): SQL {
  return every(
    product_id !== undefined && sql`line.product_id = ${product_id}`,
    bet_type_id !== undefined && sql`line.bet_type_id = ${bet_type_id}`,
    number ? sql`line.number = ${askedNumber(number)}` : undefined,
  )
}

/**
 * `held (day, ticket_id)`, a common table expression that `holdsLine` speaks of; nothing where no draw or number is
 * asked for. A number is looked up draw by draw, in the bet types that can have it: through the index, whatever the
 * range, and each draw in the days on which it was sold.
 */
export function consultHeld(asked: ConsultAsked, { from, to }: Period): SQL | undefined {
  const of = lineOf(asked)
  const days = sql`line.day BETWEEN ${from}::date AND ${to}::date`
  if (asked.draw_id !== undefined) {
    return sql`
      held AS MATERIALIZED (
        SELECT line.day, line.ticket_id
        FROM ticket_lines line
        WHERE line.draw_id = ${asked.draw_id} AND ${days} AND ${of}
        UNION
        SELECT line.day, line.ticket_id
        FROM line_draws line_draw
        JOIN ticket_lines line ON line.day = line_draw.day AND line.ticket_id = line_draw.ticket_id AND line.n = line_draw.line_n
        WHERE line_draw.draw_id = ${asked.draw_id} AND ${days} AND ${of}
      )`
  }
  if (!asked.number) return undefined
  const number = askedNumber(asked.number)
  const codes = new Set(number.split('-'))
  const kinds = betKinds.filter((kind) => isBetNumber(kind, number, codes))
  return sql`held AS MATERIALIZED (
    SELECT DISTINCT held.day, held.ticket_id
    FROM draws draw
    JOIN product_bet_types offer ON offer.product_id = draw.product_id
    JOIN bet_types bet ON bet.id = offer.bet_type_id AND bet.kind::text = ANY (${list(kinds)}::text[])
      AND (bet.kind <> 'animalito'
        OR EXISTS (SELECT 1 FROM product_symbols symbol WHERE symbol.product_id = offer.product_id AND symbol.code = ${number}))
    CROSS JOIN LATERAL (
      SELECT line.day, line.ticket_id FROM ticket_lines line
      WHERE line.draw_id = draw.id AND line.bet_type_id = bet.id AND line.number = ${number}
        AND line.day BETWEEN greatest(draw.day - ${soldAheadDays}::int, ${from}::date) AND least(draw.day, ${to}::date)
      OFFSET 0
    ) held
    WHERE ${every(
      sql`draw.day BETWEEN ${from}::date AND ${addDays(to, soldAheadDays)}::date`,
      asked.product_id !== undefined && sql`draw.product_id = ${asked.product_id}`,
      asked.bet_type_id !== undefined && sql`bet.id = ${asked.bet_type_id}`,
    )})`
}
