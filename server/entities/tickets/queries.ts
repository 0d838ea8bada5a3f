/** Tickets as the counter sees them. */
import { sql } from 'drizzle-orm'
import type { TicketView } from '@contract/tickets.ts'
import type { SessionUser } from '@contract/session.ts'
import type { Executor } from '../../platform/db/connect.ts'
import { namedWithin, within, type Scope } from '../../platform/db/scope.ts'
import { buyerOf, clientOn } from '../../rules/clients/attach.ts'
import { openRequest } from '../../rules/pay/approvals.ts'
import { refundIsDue } from '../../rules/pay/refund.ts'
import { dayOfSerial } from '../../rules/sale/serial.ts'
import { ticketLines } from './lines.ts'

export interface TicketKey {
  day: string
  id: string
  office_id: number
}
/** Who looks, and the business day it is. */
export interface Viewer {
  scope: Scope
  session: Pick<SessionUser, 'partner_type'>
  today: string
}

/** Where a serial lies. Anybody at a counter may look one up for payment where the banca lets agencies pay each other's tickets. */
export async function findTicket(db: Executor, scope: Scope, serial: string): Promise<TicketKey | undefined> {
  const day = dayOfSerial(serial)
  if (!day) return undefined
  const [found] = await db.prepared<TicketKey>(
    scope.whole ? 'find-ticket-of-all' : 'find-ticket-in-reach',
    sql`
    SELECT ticket.day, ticket.id, ticket.office_id FROM tickets ticket JOIN partners office ON office.id = ticket.office_id
    WHERE ticket.day = ${day} AND ticket.serial = ${serial} AND (
      ${within(scope, sql`ticket.office_id`)}
      OR EXISTS (
        SELECT 1
        FROM partners me
        WHERE me.id = ${scope.partner_id} AND office.father_id = CASE me.type WHEN 'taquilla' THEN me.father_id ELSE me.id END
      )
      OR coalesce((SELECT setting.pays_other_agencies FROM partner_ancestors above
        JOIN partner_settings setting ON setting.partner_id = above.ancestor_id
        WHERE above.partner_id = ${scope.partner_id} AND setting.pays_other_agencies IS NOT NULL ORDER BY above.depth LIMIT 1), false))`,
  )
  return found
}

type Row = Omit<TicketView, 'lines' | 'actions'> & {
  can_annul: boolean
  can_pay: boolean
  can_refund: boolean
  own: boolean
}

/** A ticket with its lines and what this viewer may still do with it at a counter. */
export async function showTicket(
  db: Executor,
  { day, id }: Pick<TicketKey, 'day' | 'id'>,
  { scope, session, today }: Viewer,
): Promise<TicketView | undefined> {
  // What the banca sees is another text.
  const [row] = await db.prepared<Row>(
    scope.whole ? 'ticket-of-all' : 'ticket-in-reach',
    sql`
    SELECT ticket.id, ticket.serial, ticket.state::text AS state, ticket.currency::text AS currency, ticket.total, ticket.prize,
      ticket.office_id,
      office.name AS office_name, agency.name AS agency_name,
      seller.name AS seller_name, ticket.sold_at, ticket.expires_on, ticket.annul_before, ticket.paid_at,
      ${buyerOf(sql`ticket`)} AS client, ${clientOn(sql`ticket`, 'premio')} AS paid_to,
      ticket.annulled_at, banca.name AS banca_name, ticket.reprints,
      ticket.returned - ticket.refunded AS refund_due, ticket.refunded,
      CASE WHEN ticket.returned > ticket.refunded AND banca.refunds_lapse THEN ticket.refund_until END AS refund_until,
      ${refundIsDue(sql`${today}`)} AS can_refund,
      CASE
        WHEN approval.id IS NOT NULL THEN json_build_object(
          'state', approval.state, 'requested_by_name',
          coalesce(${namedWithin(scope, sql`asker.partner_id`, sql`asker.name`)}, 'otra persona'), 'requested_at',
          ${iso('approval.requested_at')}, 'decided_by_name', ${namedWithin(scope, sql`decider.partner_id`, sql`decider.name`)},
          'decided_at', ${iso('approval.decided_at')}, 'reason', approval.reason
        )
      END AS approval,
      ${within(scope, sql`ticket.office_id`)} AS own,
      ticket.state = 'vendido' AND ticket.annul_before > clock_timestamp() AND ticket.first_close_at > clock_timestamp() AS can_annul,
      ticket.state = 'ganador' AND ticket.pending_lines = 0 AND (ticket.expires_on >= ${today}::date OR approval.state = 'aprobado')
        AND (coalesce(approval.state, 'aprobado') = 'aprobado'
          OR (approval.state = 'rechazado' AND ${session.partner_type !== 'taquilla'})) AS can_pay
    FROM tickets ticket
    JOIN partners office ON office.id = ticket.office_id
    JOIN partners agency ON agency.id = office.father_id
    JOIN users seller ON seller.id = ticket.seller_id
    CROSS JOIN banca
    LEFT JOIN LATERAL ${openRequest} approval ON true
    LEFT JOIN users asker ON asker.id = approval.requested_by LEFT JOIN users decider ON decider.id = approval.decided_by
    WHERE ticket.day = ${day} AND ticket.id = ${id}`,
  )
  if (!row) return undefined
  const { can_annul, can_pay, can_refund, own, ...ticket } = row
  const actions: TicketView['actions'] = [
    ...(can_pay ? ['pay' as const] : []),
    ...(can_refund ? ['refund' as const] : []),
    ...(can_annul && own ? ['annul' as const] : []),
    ...(own && row.state !== 'anulado' ? ['reprint' as const] : []),
  ]
  return { ...ticket, lines: await ticketLines(db, { day, id }), actions }
}

/** An instant inside a JSON value, as it travels. */
function iso(column: string) {
  return sql`to_char(${sql.raw(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
