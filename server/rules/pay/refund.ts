/**
 * Gives back at a counter what is due of a ticket: lines that a draw gave back, or an annulment from above. As often as
 * something is due, for two draws of a ticket may be given back on two days; all that is due at a time, and once. What
 * nobody comes for lapses (`lapse.ts`).
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db/connect.ts'
import { Problem } from '../../platform/http/problem.ts'
import { entriesCtes } from '../ledger/entries.ts'
import { lastDrawDay } from '../suspension/ranges.ts'
import { shareTree } from '../tree/tree.ts'
import { handOverColumns, handOverSides, handOverTables, mustGiveThere, mustHold, type HandOver } from './hand-over.ts'

export interface Refund {
  day: string
  id: string
  code: string
  /** The office whose cash gives. */
  office_id: number
  by: number
  at: Date
  /** Business day of `at`. */
  today: string
}

/** Until when what becomes due of the `ticket` on a day is given: for as many days as a prize, and no shorter than the ticket is good. */
export const refundUntil = (today: SQL) => sql`
  greatest(
    ticket.refund_until, ticket.expires_on,
    ${today}::date + (ticket.expires_on - ${lastDrawDay(sql`ticket.day`, sql`ticket.id`)})
  )`

/** Something of the `ticket` is due and may still be given on that day. */
export const refundIsDue = (today: SQL) => sql`(
  ticket.returned > ticket.refunded
  AND (ticket.refund_until >= ${today}::date OR NOT (SELECT banca.refunds_lapse FROM banca)))`

interface Found extends HandOver {
  due: string
  in_time: boolean
  /** Of the last refund, if any: when, and where. */
  refunded_at: string | null
  refunded_office: string | null
  lapsed: boolean
}

/**
 * Gives all that is due, once under any concurrency: the UPDATE's own condition decides. Answers how much it was.
 * Throws `ticket_wrong_code`, `ticket_other_office`, `currency_not_sold`, `refund_none` and `refund_expired`.
 */
export async function refund(tx: Tx, giving: Refund): Promise<string> {
  const { day, id, code, office_id, by, at, today } = giving
  tx.planOnce()
  shareTree(tx)
  const ticket = await find(tx, giving)
  if (!ticket) throw new Problem('not_found')
  mustHold(ticket, code)
  mustBeDue(ticket)
  mustGiveThere(ticket, 'El dinero de este ticket solo se devuelve en la agencia que lo vendió.')
  const [given] = await tx.prepared<{ amount: string }>(
    'refund-ticket',
    sql`
    WITH due AS MATERIALIZED (
      SELECT ticket.returned - ticket.refunded AS amount FROM tickets ticket
      WHERE ticket.day = ${day}::date AND ticket.id = ${id}::bigint AND ${refundIsDue(sql`${today}`)}
      FOR NO KEY UPDATE
    ), given AS (
      UPDATE tickets ticket SET refunded = ticket.returned FROM due
      WHERE ticket.day = ${day}::date AND ticket.id = ${id}::bigint AND ticket.returned > ticket.refunded
      RETURNING due.amount
    ),
    ${entriesCtes({
      currency: sql`${ticket.currency}`,
      created_by: sql`${by}`,
      created_at: sql`${at.toISOString()}`,
      office_id: sql`${office_id}`,
      ticket_id: sql`${id}`,
      entries: [{ kind: 'reintegro', day: sql`${today}` }],
      sides: sql`SELECT side.* FROM given, LATERAL (
        VALUES ${handOverSides(0, { ticket, office_id, kind: 'devoluciones_por_pagar', amount: sql`given.amount` })}
      ) AS side(n, partner_id, kind, amount)`,
    })}
    SELECT amount FROM given`,
  )
  if (given) return given.amount
  // Somebody else was first: say who.
  const now = await find(tx, giving)
  if (now) mustBeDue(now)
  throw new Problem('conflict')
}

async function find(tx: Tx, { day, id, office_id, today }: Refund): Promise<Found | undefined> {
  const [found] = await tx.prepared<Found>(
    'refund-find',
    sql`
    SELECT ${handOverColumns(office_id)}, ticket.returned - ticket.refunded AS due, ${refundIsDue(sql`${today}`)} AS in_time,
      last.created_at AS refunded_at, last.office_name AS refunded_office,
      EXISTS (
        SELECT 1 FROM ledger_entries entry
        WHERE entry.ref_kind = 'ticket' AND entry.ref_id = ticket.id AND entry.kind = 'caducidad'
      ) AS lapsed
    FROM tickets ticket ${handOverTables(office_id)}
    LEFT JOIN LATERAL (
      SELECT entry.created_at, office.name AS office_name
      FROM ledger_entries entry
      JOIN partners office ON office.id = entry.office_id
      WHERE entry.ref_kind = 'ticket' AND entry.ref_id = ticket.id AND entry.kind = 'reintegro'
      ORDER BY entry.created_at DESC
      LIMIT 1
    ) last ON true
    WHERE ticket.day = ${day} AND ticket.id = ${id}`,
  )
  return found
}

/** Throws `refund_none`, with where it was given if it was, and `refund_expired`. */
function mustBeDue({ in_time, due, refunded_at, refunded_office, lapsed }: Found): void {
  if (in_time) return
  if (due !== '0.00' || (lapsed && refunded_at === null)) throw new Problem('refund_expired')
  throw new Problem(
    'refund_none',
    refunded_at === null
      ? {}
      : {
          detail: `El dinero de este ticket ya se devolvió en ${refunded_office}.`,
          extra: { refunded_at, refunded_office },
        },
  )
}
