/** The tickets of the period by the state they are in now. */
import { formatCount } from '@contract/values/money.ts'
import { ticketStateLabels, ticketStates } from '@contract/tickets.ts'
import { ProblemView } from '@/kit/problem-view.tsx'
import type { DashboardCalls } from './dashboard-calls.ts'

export function TicketStates({ call }: { call: DashboardCalls['states'] }) {
  if (call.isError && !call.data) {
    return <div className="sales-problem"><ProblemView error={call.error} onRetry={() => void call.refetch()} /></div>
  }
  const days = call.data?.data
  const count = (key: (typeof ticketStates)[number] | 'total') => days?.reduce((sum, day) => sum + day[key], 0)
  return (
    <section className="ticket-states" aria-label="Tickets por estado" aria-busy={call.isFetching}>
      <h2>Tickets por estado</h2>
      <dl>
        {ticketStates.map((state) => <StateCount key={state} label={ticketStateLabels[state]} count={count(state)} />)}
        <StateCount label="Todos" count={count('total')} />
      </dl>
    </section>
  )
}

function StateCount({ label, count }: { label: string; count: number | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{count === undefined ? <span className="bone" aria-hidden="true">&nbsp;</span> : formatCount(count)}</dd>
    </div>
  )
}
