/**
 * Tickets of the office for today's rounds and the next ones: number, symbols so far and state; a serial or a scanned
 * receipt opens any other.
 */
import { BarcodeOutlined } from '@ant-design/icons'
import { Input, Pagination } from 'antd'
import type { polla, PollaTicket } from '@contract/polla.ts'
import { shortMoment } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import type { Answer } from '@contract/endpoint.ts'
import { useSession } from '@providers/session.ts'
import { TicketStateTag } from '@resources/tickets/ticket-tags.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Panel } from '@/kit/page/panel.tsx'
import { Money } from '@/kit/values/money.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { useScan } from '@/kit/counter/scan.ts'
import { dayName } from './rounds.ts'

export const todayPage = 20

export interface TodayProps {
  answer: Answer<typeof polla.list> | undefined
  today: string
  error: unknown
  onRetry: () => void
  page: number
  onPage: (page: number) => void
  onOpen: (serial: string) => void
}

export function Today({ answer, today, error, onRetry, page, onPage, onOpen }: TodayProps) {
  return (
    <Panel label="Tickets" className="stack gap-sm">
      <h2>Tickets desde hoy {answer && <span className="sorteo-muted">{formatCount(answer.total)}</span>}</h2>
      <OpenBySerial onOpen={onOpen} />
      {!answer && (error ? <ProblemView error={error} onRetry={onRetry} /> : <ListSkeleton rows={6} />)}
      {answer?.data.length === 0 && (
        <EmptyState title="Aún no hay tickets" text="Elija los símbolos y presione F9: el primero aparecerá aquí." />
      )}
      {answer && answer.data.length > 0 && (
        <ul className="counter-tickets lined plain-list">
          {answer.data.map((ticket) => (
            <li key={ticket.id}>
              <TicketRow ticket={ticket} today={today} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      {answer && answer.total > todayPage && (
        <Pagination simple size="small" current={page} pageSize={todayPage} total={answer.total} onChange={onPage} />
      )}
    </Panel>
  )
}

function TicketRow({
  ticket,
  today,
  onOpen,
}: {
  ticket: PollaTicket
  today: string
  onOpen: (serial: string) => void
}) {
  const { zone } = useSession()
  return (
    <button
      type="button"
      className="counter-ticket hovers ring-inside stack full gap-xxs plain-button"
      onClick={() => onOpen(ticket.serial)}
    >
      <span className="row baseline gap-sm">
        <b>{ticket.serial}</b>
        <time className="sorteo-muted" dateTime={ticket.sold_at}>
          {shortMoment(ticket.sold_at, zone, today)}
        </time>
        <span className="push strong">
          <Money value={ticket.total} currency={ticket.currency} clear />
        </span>
      </span>
      <span className="row stretch gap-xxs">
        {ticket.symbols.map((symbol) => (
          <span key={symbol.code} className={symbol.hit ? 'cell polla-hit' : 'cell'}>
            {symbol.code}
            {symbol.hit && <span className="sorteo-unseen"> acertado</span>}
          </span>
        ))}
      </span>
      <span className="row baseline gap-sm sorteo-muted">
        <TicketStateTag state={ticket.state} />
        <span>
          {ticket.product_name} {dayName(ticket.day, today)}
        </span>
        <span className="push">
          {ticket.hits} {ticket.hits === 1 ? 'acierto' : 'aciertos'}, {ticket.draws_done}/{ticket.draws_total} sorteos
        </span>
      </span>
    </button>
  )
}

/** Enter, which scanners send by themselves, opens it. */
function OpenBySerial({ onOpen }: { onOpen: (serial: string) => void }) {
  const { wrong, read, input } = useScan(({ serial }) => onOpen(serial))
  return (
    <div>
      <Input
        {...input}
        prefix={<BarcodeOutlined aria-hidden="true" />}
        placeholder="Serial o QR de un ticket"
        aria-label="Serial o QR de un ticket"
        onPressEnter={read}
        {...(wrong && { 'aria-describedby': 'counter-scan-wrong' })}
      />
      <p id="counter-scan-wrong" role="alert" className="fault">
        {wrong && 'Un serial tiene 10 letras y números.'}
      </p>
    </div>
  )
}
