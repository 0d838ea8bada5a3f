/** Paying a polla: why a ticket may not be paid, each reason told apart. */
import type { PollaTicket } from '@contract/polla.ts'
import { problems, type ProblemBody, type ProblemCode } from '@contract/problems.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'

export interface PayRefusal {
  code: ProblemCode
  title: string
  text: string
}

function refusal(code: ProblemCode, text: string = problems[code].detail): PayRefusal {
  return { code, title: problems[code].title, text }
}

/** Why this ticket may not be paid, as far as it can be seen before asking for its code; null when it may. */
export function obstacleOf(ticket: PollaTicket, zone: string): PayRefusal | null {
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
      return refusal(
        'ticket_pending',
        `Van ${ticket.draws_done} de ${ticket.draws_total} sorteos. El premio se sabe al terminar todos.`,
      )
    case 'perdedor':
      return refusal(
        'ticket_not_winner',
        `Acertó ${ticket.hits} de ${ticket.symbols.length}: no alcanza para ningún pote.`,
      )
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
