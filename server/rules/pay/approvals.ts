/**
 * Payments over the banca's threshold: asked for at an office, decided by somebody above its agency, paid
 * there. A refusal stands for the counter; only somebody above the office may ask again. A request made in
 * time keeps its ticket from expiring, and one for another amount than the prize (it was corrected) is void.
 */
import { sql } from 'drizzle-orm'
import type { ApprovalState } from '@contract/tickets.ts'
import type { Tx } from '../../platform/db/connect.ts'
import { under } from '../../platform/db/scope.ts'
import { Problem } from '../../platform/http/problem.ts'

interface Request {
  day: string
  id: string
  office_id: number
  by: number
  at: Date
  today: string
}

/** A request that the `ticket` counts as its own: for its prize as it is. */
export const validRequest = sql`
  SELECT 1 FROM pay_approvals approval
  WHERE approval.ticket_day = ticket.day AND approval.ticket_id = ticket.id AND approval.amount = ticket.prize AND approval.state`

/** The request that stands for the `ticket`, its latest: one that nobody decided and is void does not. */
export const openRequest = sql`(
  SELECT approval.*
  FROM pay_approvals approval
  WHERE approval.ticket_day = ticket.day AND approval.ticket_id = ticket.id AND approval.amount = ticket.prize
    AND NOT (approval.state = 'rechazado' AND approval.decided_by IS NULL)
  ORDER BY approval.id DESC
  LIMIT 1
)`

interface Standing {
  state: ApprovalState | null
  office_id: number | null
  office_name: string | null
  reason: string | null
  /** Who asks now sits above the paying office. */
  from_above: boolean
}

/**
 * Whether a payment over the threshold may go on now; files the request when there is none. Throws
 * `pay_needs_approval` and `ticket_other_office` at another office than the one that asked, `pay_rejected`.
 */
export async function mayPay(tx: Tx, request: Request): Promise<boolean> {
  const asked = await tx.one<Standing>(sql`
    SELECT approval.state, approval.office_id, office.name AS office_name, approval.reason,
      author.partner_id <> ${request.office_id} AS from_above
    FROM tickets ticket
    JOIN users author ON author.id = ${request.by}
    LEFT JOIN LATERAL ${openRequest} approval ON true
    LEFT JOIN partners office ON office.id = approval.office_id
    WHERE ticket.day = ${request.day} AND ticket.id = ${request.id}`)
  if (!asked) throw new Problem('not_found')
  const { state, reason } = asked
  const elsewhere = asked.office_id !== request.office_id
  if (state === 'rechazado' && !asked.from_above)
    throw new Problem('pay_rejected', reason ? { detail: `El padre de la agencia rechazó este pago: ${reason}` } : {})
  if (state === 'pendiente' && elsewhere)
    throw new Problem('pay_needs_approval', { detail: `El pago se pidió en ${asked.office_name} y espera aprobación.` })
  if (state === 'aprobado' && elsewhere)
    throw new Problem('ticket_other_office', {
      detail: `El pago se aprobó para ${asked.office_name}; solo se paga allí.`,
    })
  if (state === 'aprobado') return true
  if (state !== 'pendiente') await ask(tx, request)
  return false
}

/** Holds the ticket first: it expires before this, or not at all. Of two that ask at once, one asks. */
async function ask(tx: Tx, { day, id, office_id, by, at, today }: Request): Promise<void> {
  const held = await tx.one(
    sql`
      SELECT 1
      FROM tickets
      WHERE day = ${day} AND id = ${id} AND state = 'ganador' AND pending_lines = 0 AND expires_on >= ${today}::date
      FOR UPDATE`,
  )
  if (!held) throw new Problem('conflict')
  await tx.run(sql`
    UPDATE pay_approvals approval
    SET state = 'rechazado', decided_at = ${at.toISOString()}, reason = 'El premio cambió después de pedir la aprobación.'
    FROM tickets ticket
    WHERE ticket.day = ${day} AND ticket.id = ${id} AND approval.ticket_day = ticket.day AND approval.ticket_id = ticket.id
      AND approval.state <> 'rechazado'
      AND approval.amount <> ticket.prize`)
  await tx.run(sql`
    INSERT INTO pay_approvals (ticket_day, ticket_id, office_id, amount, currency, requested_by, requested_at)
    SELECT day, id, ${office_id}::int, prize, currency, ${by}::int, ${at.toISOString()}::timestamptz
    FROM tickets
    WHERE day = ${day} AND id = ${id}
    ON CONFLICT DO NOTHING`)
}

/** The threshold rose over a prize that was waiting: it was paid without a decision. */
export async function withdrawRequest(tx: Tx, { day, id, at }: Pick<Request, 'day' | 'id' | 'at'>): Promise<void> {
  await tx.run(sql`
    UPDATE pay_approvals SET state = 'rechazado', decided_at = ${at.toISOString()}, reason = 'El pago ya no necesitaba aprobación.'
    WHERE ticket_day = ${day} AND ticket_id = ${id} AND state = 'pendiente'`)
}

export interface Decision {
  day: string
  id: string
  state: 'aprobado' | 'rechazado'
  by: number
  /** The deciding user's partner. */
  partner_id: number
  reason: string | null
  /** Shows why it was refused. */
  picture_url: string | null
  at: Date
}

/** Whether this user may decide the request `approval`: somebody else asked, and under the user's own partner, not being the agency. */
export function mayDecide(by: number, partner_id: number) {
  return sql`(
    approval.requested_by <> ${by}::int
    AND EXISTS (
      SELECT 1
      FROM partners office
      JOIN partner_ancestors up ON up.partner_id = office.father_id
      WHERE office.id = approval.office_id AND up.ancestor_id = ${partner_id}::int AND up.depth > 0
    )
  )`
}

/** Decides once: the first of several wins. Throws `approval_decided`, `forbidden`, `conflict` when nothing waits. */
export async function decideRequest(tx: Tx, decision: Decision): Promise<void> {
  const { day, id, state, by, partner_id, reason, picture_url, at } = decision
  const done = await tx.run(sql`
    UPDATE pay_approvals approval
    SET state = ${state}, decided_by = ${by}, decided_at = ${at.toISOString()}, reason = ${reason}, picture_url = ${picture_url}
    FROM tickets ticket
    WHERE approval.ticket_day = ${day} AND approval.ticket_id = ${id} AND approval.state = 'pendiente' AND ticket.day = approval.ticket_day
      AND ticket.id = approval.ticket_id AND ticket.state = 'ganador' AND ticket.prize = approval.amount
      AND ${mayDecide(by, partner_id)}`)
  if (done > 0) return
  const latest = await tx.one<{ state: ApprovalState; may: boolean; by_name: string | null }>(sql`
    SELECT approval.state, ${mayDecide(by, partner_id)} AS may,
      CASE WHEN ${under(partner_id, sql`author.partner_id`)} THEN author.name END AS by_name
    FROM pay_approvals approval
    LEFT JOIN users author ON author.id = approval.decided_by
    WHERE approval.ticket_day = ${day} AND approval.ticket_id = ${id} ORDER BY approval.id DESC LIMIT 1`)
  if (latest && !latest.may)
    throw new Problem('forbidden', {
      detail: 'Decide quien está por encima de la agencia que paga, y no quien pidió el pago.',
    })
  if (latest && latest.state !== 'pendiente')
    throw new Problem('approval_decided', {
      ...(latest.by_name && { detail: `${latest.by_name} ya decidió este pago.` }),
      extra: { state: latest.state },
    })
  throw new Problem('conflict', { detail: 'No hay un pago por aprobar en este ticket.' })
}
