/** The tickets of the period by the state they are in now, each count leading to them. */
import { Link } from 'react-router'
import { formatCount } from '@contract/values/money.ts'
import { ticketStateLabels, ticketStates, type TicketState } from '@contract/tickets.ts'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import type { DashboardCalls } from './dashboard-calls.ts'

export interface TicketStatesProps {
  call: DashboardCalls['states']
  /** Where the tickets of a state are; of all states without one. */
  rowsOf: (state: TicketState | undefined) => string
}

export function TicketStates({ call, rowsOf }: TicketStatesProps) {
  if (call.isError && !call.data) {
    return (
      <Panel label="Tickets por estado" padding="none">
        <ProblemView error={call.error} onRetry={() => void call.refetch()} />
      </Panel>
    )
  }
  const days = call.data?.data
  const count = (key: (typeof ticketStates)[number] | 'total') => days?.reduce((sum, day) => sum + day[key], 0)
  return (
    <section className="ticket-states row gap-md surface" aria-label="Tickets por estado" aria-busy={call.isFetching}>
      <h2>Tickets por estado</h2>
      <dl className="facts grow">
        {ticketStates.map((state) => (
          <StateCount key={state} label={ticketStateLabels[state]} count={count(state)} to={rowsOf(state)} />
        ))}
        <StateCount label="Todos" count={count('total')} to={rowsOf(undefined)} />
      </dl>
    </section>
  )
}

function StateCount({ label, count, to }: { label: string; count: number | undefined; to: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {count === undefined ? (
          <span className="skeleton" aria-hidden="true">
            &nbsp;
          </span>
        ) : (
          <Link
            className="strong sorteo-figures"
            to={to}
            aria-label={`Ver los ${formatCount(count)} tickets: ${label}`}
            title="Ver los tickets"
          >
            {formatCount(count)}
          </Link>
        )}
      </dd>
    </div>
  )
}
