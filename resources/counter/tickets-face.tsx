/** What the office sold today, the last first; any of them opens beside the basket. */
import { Pagination } from 'antd'
import { counter } from '@contract/counter.ts'
import { shortMoment } from '@contract/values/dates.ts'
import { countText, isZero } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { TicketStateTag } from '@resources/tickets/ticket-tags.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { Money } from '@/kit/values/money.tsx'

const perPage = 20
const refreshMs = 20_000

export interface TicketsFaceProps {
  office_id: number
  today: string
  page: number
  onPage: (page: number) => void
  onOpen: (serial: string) => void
}

export function TicketsFace({ office_id, today, page, onPage, onOpen }: TicketsFaceProps) {
  const { zone } = useSession()
  const { data, error, refetch } = useCall(
    counter.tickets,
    { query: { office_id, from: today, to: today, page, per_page: perPage, sort: '-sold_at' } },
    { refetchInterval: refreshMs, keepPrevious: true },
  )
  if (!data) return error ? <ProblemView error={error} onRetry={() => void refetch()} /> : <ListSkeleton rows={6} />
  if (data.data.length === 0)
    return <EmptyState title="Aún no hay tickets hoy" text="Venda el primero y aparecerá aquí." />
  return (
    <div className="stack gap-sm">
      <ul className="lined plain-list" aria-label="Tickets de hoy">
        {data.data.map((ticket) => (
          <li key={ticket.id}>
            <button
              type="button"
              className="counter-ticket row baseline gap-sm hovers ring-inside full plain-button"
              onClick={() => onOpen(ticket.serial)}
            >
              <b className="sorteo-figures">{ticket.serial}</b>
              <time className="sorteo-muted" dateTime={ticket.sold_at}>
                {shortMoment(ticket.sold_at, zone, today)}
              </time>
              <TicketStateTag state={ticket.state} />
              <span className="sorteo-muted">{countText(ticket.lines, 'jugada', 'jugadas')}</span>
              {ticket.client !== null && <span>{ticket.client}</span>}
              {!isZero(ticket.prize) && (
                <span className="good">
                  premio <Money value={ticket.prize} currency={ticket.currency} clear />
                </span>
              )}
              {!isZero(ticket.refund_due) && (
                <span className="warns">
                  por devolver <Money value={ticket.refund_due} currency={ticket.currency} clear />
                </span>
              )}
              <span className="push strong">
                <Money value={ticket.total} currency={ticket.currency} clear />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {data.total > perPage && (
        <Pagination simple size="small" current={page} pageSize={perPage} total={data.total} onChange={onPage} />
      )}
    </div>
  )
}
