/** The tickets of the period by the state they are in now, each count leading to them. */
import { formatCount } from '@contract/values/money.ts'
import { ticketStateLabels, ticketStates, type TicketState } from '@contract/tickets.ts'
import type { DashboardCalls } from './dashboard-calls.ts'
import { FigureStrip, type StripFigure } from './figure-strip.tsx'

export interface TicketStatesProps {
  call: DashboardCalls['states']
  /** Where the tickets of a state are; of all states without one. */
  rowsOf: (state: TicketState | undefined) => string
}

export function TicketStates({ call, rowsOf }: TicketStatesProps) {
  const days = call.data?.data
  const count = (key: (typeof ticketStates)[number] | 'total') => days?.reduce((sum, day) => sum + day[key], 0)
  const figure = (label: string, counted: number | undefined, to: string): StripFigure => ({
    label,
    to,
    name: `Ver los ${formatCount(counted ?? 0)} tickets: ${label}`,
    hint: 'Ver los tickets',
    shown: counted === undefined ? undefined : formatCount(counted),
  })
  const each = ticketStates.map((state) => figure(ticketStateLabels[state], count(state), rowsOf(state)))
  return (
    <FigureStrip
      title="Tickets por estado"
      call={call}
      figures={[...each, figure('Todos', count('total'), rowsOf(undefined))]}
    />
  )
}
