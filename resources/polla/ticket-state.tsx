/** A ticket's state as icon, word and colour. */
import { ticketStateLabels, type TicketState } from '@contract/tickets.ts'
import { StatusTag, type Tone } from '@/kit/status-tag.tsx'

const tones: Record<TicketState, Tone> = {
  vendido: 'neutral', anulado: 'neutral', ganador: 'waiting', pagado: 'good', perdedor: 'neutral', devuelto: 'neutral', vencido: 'bad',
}

export function TicketStateTag({ state }: { state: TicketState }) {
  return <StatusTag tone={tones[state]}>{ticketStateLabels[state]}</StatusTag>
}
