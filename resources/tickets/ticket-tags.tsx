/** States of tickets, lines and approvals as icon and word: won and waiting stand out, what is over recedes. */
import {
  approvalStateLabels,
  lineStateLabels,
  ticketStateLabels,
  type ApprovalState,
  type LineState,
  type TicketState,
} from '@contract/tickets.ts'
import { StatusTag, type Tone } from '@/kit/values/status-tag.tsx'

const ticketTones: Record<TicketState, Tone> = {
  vendido: 'neutral',
  ganador: 'waiting',
  pagado: 'good',
  perdedor: 'neutral',
  anulado: 'bad',
  devuelto: 'bad',
  vencido: 'bad',
}
const lineTones: Record<LineState, Tone> = {
  pendiente: 'neutral',
  ganadora: 'good',
  perdedora: 'neutral',
  anulada: 'bad',
  devuelta: 'bad',
  vencida: 'bad',
}
const approvalTones: Record<ApprovalState, Tone> = { pendiente: 'waiting', aprobado: 'good', rechazado: 'bad' }

export function TicketStateTag({ state }: { state: TicketState }) {
  return <StatusTag tone={ticketTones[state]}>{ticketStateLabels[state]}</StatusTag>
}

export function LineStateTag({ state }: { state: LineState }) {
  return <StatusTag tone={lineTones[state]}>{lineStateLabels[state]}</StatusTag>
}

export function ApprovalTag({ state }: { state: ApprovalState }) {
  return <StatusTag tone={approvalTones[state]}>{approvalStateLabels[state]}</StatusTag>
}
