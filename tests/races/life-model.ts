/**
 * The life of tickets as it should be, written again in a few maps: what a line is follows from its draws'
 * results, what a ticket is from its lines, and what may be done with either from both.
 */
import { add, compare, isZero, multiply, subtract } from '../../contract/values/money.ts'

export interface Draw {
  state: 'activo' | 'premiado' | 'suspendido'
  result: string | null
  closed: boolean
}
export interface Line {
  /** Places of its draws in the sequence; a tripleta has several. */
  draws: number[]
  number: string
  stake: string
  fate: 'anulada' | 'devuelta' | null
}
export interface Ticket {
  key: { day: string; id: string; code: string }
  lines: Line[]
  annulled: boolean
  paid: string | null
  expired: boolean
  approval: { state: 'pendiente' | 'aprobado' | 'rechazado'; amount: string } | null
  /** Of what came back: handed over, come back when the receipt was handed in already, and never come for. */
  refunded: string
  kept: string
  lapsed: string
}

export const tripletaDraws = 3
export const threshold = '200.00'
const multipliers = { single: '30', several: '50' }

export class Life {
  readonly draws: Draw[]
  readonly tickets: Ticket[] = []

  constructor(count: number) {
    this.draws = Array.from({ length: count }, () => ({ state: 'activo', result: null, closed: false }))
  }

  isOpen(draw: number): boolean {
    return this.draws[draw]?.state === 'activo' && !this.draws[draw].closed
  }

  /** The next draws that have no result and are not suspended, from this one on; null where they are too few. */
  range(from: number): number[] | null {
    const draws = this.draws
      .flatMap((draw, at) => (at >= from && draw.state === 'activo' ? [at] : []))
      .slice(0, tripletaDraws)
    return draws.length === tripletaDraws ? draws : null
  }

  lineState(line: Line): { state: string; prize: string } {
    if (line.fate) return { state: line.fate, prize: '0.00' }
    const several = line.number.includes('-')
    const results = line.draws.map((draw) => this.draws[draw]!.result)
    const won = line.number.split('-').every((code) => results.includes(code))
    if (won)
      return { state: 'ganadora', prize: multiply(line.stake, several ? multipliers.several : multipliers.single) }
    return { state: results.includes(null) ? 'pendiente' : 'perdedora', prize: '0.00' }
  }

  /** What its lines win now, whatever was paid. */
  wins(ticket: Ticket): string {
    return add(...ticket.lines.map((line) => this.lineState(line).prize))
  }

  pending(ticket: Ticket): number {
    return ticket.lines.filter((line) => this.lineState(line).state === 'pendiente').length
  }

  /** What came back and is or was its holder's. */
  returned(ticket: Ticket): string {
    const back = ticket.lines.filter((line) => line.fate !== null).map((line) => line.stake)
    return subtract(subtract(add(...back, '0.00'), ticket.kept), ticket.lapsed)
  }

  due(ticket: Ticket): string {
    return subtract(this.returned(ticket), ticket.refunded)
  }

  /** How a refund ends: the amount that is given, or why there is none. */
  refund(ticket: Ticket): string {
    const due = this.due(ticket)
    if (isZero(due)) return isZero(ticket.refunded) && !isZero(ticket.lapsed) ? 'refund_expired' : 'refund_none'
    ticket.refunded = add(ticket.refunded, due)
    return due
  }

  state(ticket: Ticket): string {
    if (ticket.annulled) return 'anulado'
    if (ticket.lines.every((line) => line.fate === 'devuelta')) return ticket.paid ? 'pagado' : 'devuelto'
    if (ticket.paid) return 'pagado'
    if (compare(this.wins(ticket), '0.00') > 0) return ticket.expired ? 'vencido' : 'ganador'
    return this.pending(ticket) === 0 ? 'perdedor' : 'vendido'
  }

  mayAnnul(ticket: Ticket): string {
    const state = this.state(ticket)
    if (state !== 'vendido')
      return (
        { anulado: 'ticket_annulled', pagado: 'ticket_already_paid', devuelto: 'ticket_returned' }[state] ??
        'annul_result_known'
      )
    return ticket.lines.some((line) => line.draws.some((draw) => this.draws[draw]!.state === 'premiado'))
      ? 'annul_result_known'
      : 'done'
  }

  /** How a payment ends, and what it leaves: a request, or a paid ticket. */
  pay(ticket: Ticket): string {
    const state = this.state(ticket)
    if (state === 'anulado') return 'ticket_annulled'
    if (state === 'devuelto') return 'ticket_returned'
    if (state === 'pagado') return 'ticket_already_paid'
    if (this.pending(ticket) > 0) return 'ticket_pending'
    if (state !== 'ganador') return 'ticket_not_winner'
    const prize = this.wins(ticket)
    if (compare(prize, threshold) > 0) {
      const asked = ticket.approval?.amount === prize ? ticket.approval.state : null
      if (asked === 'rechazado') return 'pay_rejected'
      if (asked !== 'aprobado') {
        ticket.approval = { state: 'pendiente', amount: prize }
        return 'pendiente'
      }
    }
    ticket.paid = prize
    ticket.refunded = this.returned(ticket)
    return 'pagado'
  }

  decide(ticket: Ticket, state: 'aprobado' | 'rechazado'): string {
    const asked = ticket.approval
    if (!asked) return 'conflict'
    if (asked.state !== 'pendiente') return 'approval_decided'
    if (this.state(ticket) !== 'ganador' || asked.amount !== this.wins(ticket)) return 'conflict'
    asked.state = state
    return 'done'
  }

  /** A result that comes, changes or goes; refused where a paid ticket would have won another sum. */
  result(draw: number, number: string | null): string {
    const one = this.draws[draw]!
    const paid = this.tickets.filter((ticket) => ticket.paid)
    const before = paid.map((ticket) => this.wins(ticket))
    const old = one.result
    one.result = number
    if (number === null && paid.some((ticket, at) => this.wins(ticket) !== before[at])) {
      one.result = old
      return 'result_paid'
    }
    one.state = number === null ? 'activo' : 'premiado'
    return 'done'
  }

  /** Suspends; answers a refusal and changes nothing where a range finds no other draw. */
  suspend(draw: number, mode: 'devolver' | 'mover' | 'mantener', target: number): string {
    const one = this.draws[draw]!
    if (one.state !== 'activo') return one.state === 'premiado' ? 'draw_already_awarded' : 'draw_suspended'
    if (mode === 'mover' && (target === draw || !this.isOpen(target))) return 'suspension_target'
    one.state = 'suspendido'
    const waiting = this.tickets
      .flatMap((ticket) => ticket.lines.map((line) => ({ ticket, line })))
      .filter(({ line }) => line.draws.includes(draw) && this.lineState(line).state === 'pendiente')
    const changes = waiting.map(({ ticket, line }) => ({
      ticket,
      line,
      ...this.afterSuspension(line, draw, mode, target),
    }))
    if (changes.some((change) => change.draws === null)) {
      one.state = 'activo'
      return 'tripleta_draws_missing'
    }
    for (const { ticket, line, draws, fate } of changes) {
      Object.assign(line, { draws, fate })
      if (fate === 'devuelta' && ticket.paid) ticket.kept = add(ticket.kept, line.stake)
    }
    return 'done'
  }

  private afterSuspension(
    line: Line,
    draw: number,
    mode: string,
    target: number,
  ): { draws: number[] | null; fate: Line['fate'] } {
    if (line.draws[0] !== draw) {
      const last = Math.max(...line.draws)
      const next = this.draws.findIndex((other, at) => at > last && other.state === 'activo')
      return { draws: next < 0 ? null : [...line.draws.filter((other) => other !== draw), next], fate: null }
    }
    if (mode === 'devolver') return { draws: line.draws, fate: 'devuelta' }
    if (mode === 'mantener') return { draws: line.draws, fate: null }
    return { draws: line.number.includes('-') ? this.range(target) : [target], fate: null }
  }
}
