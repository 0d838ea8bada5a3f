/** A ticket as those who manage it see it: what the counter sees, its history, and what this very user may still do with it. */
import { sql } from 'drizzle-orm'
import { allows, rules } from '@contract/access/rules.ts'
import type { TicketDetail } from '@contract/ticket-management.ts'
import { namedWithin, within } from '../../platform/db/scope.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { mayDecide, openRequest } from '../../rules/pay/approvals.ts'
import { resultKnown } from '../../rules/sale/annul.ts'
import { dayOfSerial } from '../../rules/sale/serial.ts'
import { showTicket, type TicketKey } from '../tickets/queries.ts'
import { pictureId, ticketHistory } from './history.ts'

/** A ticket of the caller's subtree, or one whose payment waits or waited at an office of it. `own` tells which. */
export interface Managed extends TicketKey {
  own: boolean
}

/** @throws Problem `not_found` */
export async function findManaged({ db, scope }: Pick<Context, 'db' | 'scope'>, serial: string): Promise<Managed> {
  const day = dayOfSerial(serial)
  const found =
    day &&
    (await db.one<Managed>(sql`
    SELECT ticket.day, ticket.id, ticket.office_id, ${within(scope, sql`ticket.office_id`)} AS own FROM tickets ticket
    WHERE ticket.day = ${day} AND ticket.serial = ${serial}
      AND (
        ${within(scope, sql`ticket.office_id`)}
        OR EXISTS (
          SELECT 1
          FROM pay_approvals approval
          WHERE approval.ticket_day = ticket.day AND approval.ticket_id = ticket.id AND ${within(scope, sql`approval.office_id`)}
        )
      )`))
  if (!found) throw new Problem('not_found')
  return found
}

type More = Pick<
  TicketDetail,
  'paid_office_name' | 'paid_by_name' | 'annulled_by_name' | 'annulled_reason' | 'refusal_picture_id'
> & {
  may_decide: boolean
  late_annul: boolean
}

/** @throws Problem `not_found` */
export async function ticketDetail(context: Context, key: Managed): Promise<TicketDetail> {
  const { scope, db, session } = context
  const ticket = await showTicket(db, key, context)
  const more = await db.one<More>(sql`
    SELECT office.name AS paid_office_name, ${namedWithin(scope, sql`payer.partner_id`, sql`payer.name`)} AS paid_by_name,
      ${namedWithin(scope, sql`annuller.partner_id`, sql`annuller.name`)} AS annulled_by_name, ticket.annulled_reason,
      (SELECT ${pictureId} FROM ${openRequest} approval) AS refusal_picture_id,
      EXISTS (
        SELECT 1
        FROM pay_approvals approval
        WHERE approval.ticket_day = ticket.day AND approval.ticket_id = ticket.id AND approval.state = 'pendiente'
          AND approval.amount = ticket.prize
          AND ticket.state = 'ganador' AND ${mayDecide(session.id, session.partner_id)}
      ) AS may_decide,
      ticket.state = 'vendido' AND NOT ${resultKnown} AS late_annul
    FROM tickets ticket
    LEFT JOIN partners office ON office.id = ticket.paid_office_id
    LEFT JOIN users payer ON payer.id = ticket.paid_by
    LEFT JOIN users annuller ON annuller.id = ticket.annulled_by
    WHERE ticket.day = ${key.day} AND ticket.id = ${key.id}`)
  if (!ticket || !more) throw new Problem('not_found')
  const { may_decide, late_annul, ...people } = more
  const annuls =
    key.own &&
    (allows(rules.banca, session) ? late_annul : allows(rules.anyCounter, session) && ticket.actions.includes('annul'))
  const actions: TicketDetail['actions'] = [
    ...ticket.actions.filter((action) => action === 'pay' || action === 'refund'),
    ...(may_decide ? ['approve' as const, 'reject' as const] : []),
    ...(annuls ? ['annul' as const] : []),
    ...(key.own && allows(rules.anyCounter, session) && ticket.actions.includes('reprint') ? ['reprint' as const] : []),
  ]
  return { ...ticket, ...people, actions, history: await ticketHistory(context, key) }
}
