/** Which tickets a consultation finds. Columns are those of `tickets t`. */
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { consultFilters } from '@contract/ticket-reports.ts'
import { betKinds, isBetNumber } from '@contract/values/bet-numbers.ts'
import { addDays, type Period } from '@contract/values/dates.ts'
import { fold } from '@contract/values/text.ts'
import { every, list } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { checkRange } from '../../rules/figures/stretch.ts'
import { officeOf, type Subject } from '../../rules/figures/subject.ts'
import { dayOfSerial } from '../../rules/sale/serial.ts'
import { askedNumber } from './order.ts'
import { soldAheadDays } from '../../rules/rollups/expected.ts'

export type ConsultAsked = z.output<typeof consultFilters> & { q?: string | undefined; sort?: string | undefined }

/**
 * The business days to look in: a serial begins with its own. Throws `invalid` when there is neither a serial nor
 * a range, or the serial is none, and what `checkRange` throws.
 */
export function consultPeriod({ serial, from, to }: ConsultAsked): Period {
  if (serial) {
    const day = dayOfSerial(serial)
    if (day === null) throw Problem.on('serial', 'invalid', 'Serial no válido: son 10 letras y números.')
    return { from: day, to: day }
  }
  if (from === undefined || to === undefined)
    throw Problem.on('from', 'invalid', 'Indique las fechas de la venta, o el serial del ticket.')
  checkRange({ from, to })
  return { from, to }
}

/** Conditions on `tickets t`, the partition key first. They may speak of `consultHeld`. */
export function consultWhere(subject: Subject, asked: ConsultAsked, period: Period): SQL {
  return every(
    sql`t.day BETWEEN ${period.from}::date AND ${period.to}::date`,
    asked.serial ? sql`t.serial = ${asked.serial}` : undefined,
    officeOf(subject, sql`t.office_id`),
    asked.state && sql`t.state = ${asked.state}`,
    asked.currency && sql`t.currency = ${asked.currency}`,
    asked.seller_id !== undefined && sql`t.seller_id = ${asked.seller_id}`,
    asked.min_total !== undefined && sql`t.total >= ${asked.min_total}`,
    asked.max_total !== undefined && sql`t.total <= ${asked.max_total}`,
    asked.approval &&
      sql`(t.day, t.id) IN (SELECT a.ticket_day, a.ticket_id FROM (${latestApprovals(period)}) a WHERE a.state = ${asked.approval})`,
    holding(asked, period),
    asked.q
      ? sql`(starts_with(t.serial, ${asked.q.toUpperCase()}) OR t.office_id IN (SELECT o.id FROM partners o WHERE o.type = 'taquilla' AND strpos(o.name_key, ${fold(asked.q)}) > 0))`
      : undefined,
  )
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
function holding(asked: ConsultAsked, { from, to }: Period): SQL | undefined {
  if (asked.draw_id !== undefined || asked.number)
    return sql`(t.day, t.id) IN (SELECT held.day, held.ticket_id FROM held)`
  if (asked.product_id === undefined && asked.bet_type_id === undefined) return undefined
  return sql`EXISTS (SELECT 1 FROM ticket_lines l WHERE l.day = t.day AND l.ticket_id = t.id AND l.day BETWEEN ${from}::date AND ${to}::date AND ${lineOf(asked)})`
}

function lineOf({ product_id, bet_type_id, number }: ConsultAsked): SQL {
  return every(
    product_id !== undefined && sql`l.product_id = ${product_id}`,
    bet_type_id !== undefined && sql`l.bet_type_id = ${bet_type_id}`,
    number ? sql`l.number = ${askedNumber(number)}` : undefined,
  )
}

/**
 * `WITH held (day, ticket_id)`, which a statement with `consultWhere` begins with; nothing where no draw or number is
 * asked for. A number is looked up draw by draw, in the bet types that can have it: through the index, whatever the
 * range, and each draw in the days on which it was sold.
 */
export function consultHeld(asked: ConsultAsked, { from, to }: Period): SQL {
  const of = lineOf(asked)
  const days = sql`l.day BETWEEN ${from}::date AND ${to}::date`
  if (asked.draw_id !== undefined) {
    return sql`WITH held AS MATERIALIZED (
      SELECT l.day, l.ticket_id FROM ticket_lines l WHERE l.draw_id = ${asked.draw_id} AND ${days} AND ${of}
      UNION
      SELECT l.day, l.ticket_id FROM line_draws p JOIN ticket_lines l ON l.day = p.day AND l.ticket_id = p.ticket_id AND l.n = p.line_n WHERE p.draw_id = ${asked.draw_id} AND ${days} AND ${of})`
  }
  if (!asked.number) return sql``
  const number = askedNumber(asked.number)
  const codes = new Set(number.split('-'))
  const kinds = betKinds.filter((kind) => isBetNumber(kind, number, codes))
  return sql`WITH held AS MATERIALIZED (
    SELECT DISTINCT l.day, l.ticket_id
    FROM draws d JOIN product_bet_types o ON o.product_id = d.product_id JOIN bet_types b ON b.id = o.bet_type_id AND b.kind::text = ANY (${list(kinds)}::text[])
      AND (b.kind <> 'animalito' OR EXISTS (SELECT 1 FROM product_symbols y WHERE y.product_id = o.product_id AND y.code = ${number}))
    CROSS JOIN LATERAL (
      SELECT l.day, l.ticket_id FROM ticket_lines l
      WHERE l.draw_id = d.id AND l.bet_type_id = b.id AND l.number = ${number} AND l.day BETWEEN greatest(d.day - ${soldAheadDays}::int, ${from}::date) AND least(d.day, ${to}::date) OFFSET 0
    ) l
    WHERE ${every(
      sql`d.day BETWEEN ${from}::date AND ${addDays(to, soldAheadDays)}::date`,
      asked.product_id !== undefined && sql`d.product_id = ${asked.product_id}`,
      asked.bet_type_id !== undefined && sql`b.id = ${asked.bet_type_id}`,
    )})`
}
