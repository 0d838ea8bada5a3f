/** Handing over money of a ticket: why it may not be done, each reason told apart. */
import { CloseCircleFilled } from '@ant-design/icons'
import { problems, type ProblemBody, type ProblemCode } from '@contract/problems.ts'
import type { TicketView } from '@contract/tickets.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { Status } from './status.tsx'

export interface PayRefusal {
  code: ProblemCode
  title: string
  text: string
}

function refusal(code: ProblemCode, text: string = problems[code].detail): PayRefusal {
  return { code, title: problems[code].title, text }
}

/** What a ticket without a prize has to say for itself. */
export interface Unpaid {
  /** Not all of it has been drawn. */
  pending: string
  lost: string
}

/** Why this ticket may not be paid, as far as it can be seen before asking for its code; null when it may. */
export function obstacleOf(
  ticket: Pick<TicketView, 'state' | 'paid_at' | 'expires_on'> & { actions: readonly string[] },
  unpaid: Unpaid,
  zone: string,
): PayRefusal | null {
  if (ticket.actions.includes('pay')) return null
  switch (ticket.state) {
    case 'anulado':
      return refusal('ticket_annulled')
    case 'devuelto':
      return refusal('ticket_returned')
    case 'pagado':
      return refusal(
        'ticket_already_paid',
        `Este premio ya se pagó${ticket.paid_at ? ` el ${formatInstant(ticket.paid_at, zone)}` : ''}. No se paga dos veces.`,
      )
    case 'vencido':
      return refusal('ticket_expired', `El plazo para cobrar terminó el ${formatDay(ticket.expires_on)}.`)
    case 'vendido':
      return refusal('ticket_pending', unpaid.pending)
    case 'perdedor':
      return refusal('ticket_not_winner', unpaid.lost)
    case 'ganador':
      return refusal('pay_needs_approval')
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** What the server answered to a payment, in words that tell each reason apart: a payment made before says when, where and by whom. */
export function refusalOf(problem: ProblemBody, zone: string): PayRefusal {
  if (problem.code === 'ticket_already_paid') {
    const at = textOf(problem['paid_at'])
    const facts = [
      at && `el ${formatInstant(at, zone)}`,
      textOf(problem['paid_office']) && `en ${textOf(problem['paid_office'])}`,
      textOf(problem['paid_by']) && `por ${textOf(problem['paid_by'])}`,
    ].filter(Boolean)
    return refusal(
      'ticket_already_paid',
      facts.length > 0 ? `Se pagó ${facts.join(', ')}. No se paga dos veces.` : problem.detail,
    )
  }
  if (problem.code === 'not_found')
    return refusal(
      'not_found',
      'No hay ningún ticket con ese serial al alcance de esta taquilla. Revise lo que escribió o escanee de nuevo.',
    )
  if (problem.code === 'ticket_wrong_code')
    return refusal('ticket_wrong_code', 'El código no es el de este ticket. Léalo del recibo; no pague sin él.')
  return { code: problem.code, title: problem.title, text: problem.detail }
}

/** A prize over the banca's threshold: who asked for the approval and when, or who refused it and why. */
export function approvalRefusal(approval: TicketView['approval'], zone: string): PayRefusal {
  if (approval?.state === 'rechazado') {
    const by = [
      approval.decided_by_name && `por ${approval.decided_by_name}`,
      approval.decided_at && `el ${formatInstant(approval.decided_at, zone)}`,
    ].filter(Boolean)
    const decided = by.length > 0 ? `Se rechazó ${by.join(' ')}. ` : ''
    return refusal('pay_rejected', `${problems.pay_rejected.detail} ${decided}${approval.reason ?? ''}`.trim())
  }
  const asked = approval
    ? ` Lo pidió ${approval.requested_by_name} el ${formatInstant(approval.requested_at, zone)}.`
    : ''
  return refusal('pay_needs_approval', `${problems.pay_needs_approval.detail}${asked} No entregue el dinero todavía.`)
}

export function RefusalView({ refusal: { title, text } }: { refusal: PayRefusal }) {
  return (
    <Status tone="bad" role="alert" icon={<CloseCircleFilled />} title={title}>
      <p>{text}</p>
    </Status>
  )
}
