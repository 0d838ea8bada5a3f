/** A ticket over the screen it was opened from: what was played, what it won, what happened to it, and what may still be done. */
import type { ReactNode } from 'react'
import { ticketManagement, type TicketDetail } from '@contract/ticket-management.ts'
import { useRecord } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { RowDrawer } from '@/kit/screen/row-drawer.tsx'
import type { RowWalk } from '@/kit/table/shown-rows.ts'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { TicketActions } from './ticket-actions.tsx'
import { TicketHead } from './ticket-head.tsx'
import { TicketHistory } from './ticket-history.tsx'
import { TicketLines } from './ticket-lines.tsx'
import './tickets.css'

export interface TicketDrawerProps {
  serial: string
  walk?: RowWalk | null
  onClose: () => void
}

export function TicketDrawer({ serial, walk = null, onClose }: TicketDrawerProps) {
  const { zone } = useSession()
  const call = useRecord(ticketManagement, serial)
  const ticket = call.data
  return (
    <RowDrawer
      open
      shows={serial}
      walk={walk}
      className="ticket-drawer"
      width="min(720px, 100vw)"
      title={
        <span>
          Ticket <span className="sorteo-figures">{serial}</span>
        </span>
      }
      onClose={onClose}
      // Also without any: a dialog that was just refused, because the ticket changed, still has to say so.
      footer={ticket && <TicketActions key={serial} ticket={ticket} />}
    >
      {ticket && <TicketBody key={serial} ticket={ticket} zone={zone} />}
      {!ticket && call.isError && <ProblemView error={call.error} onRetry={() => void call.refetch()} />}
      {!ticket && !call.isError && (
        <>
          <span className="sorteo-unseen" role="status">
            Cargando
          </span>
          <ListSkeleton rows={10} />
        </>
      )}
    </RowDrawer>
  )
}

function TicketBody({ ticket, zone }: { ticket: TicketDetail; zone: string }) {
  return (
    <div
      className="ticket-body stack gap-lg scrolls ring-inside"
      role="group"
      aria-label={`Detalle del ticket ${ticket.serial}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must take the focus to be scrolled by keys
      tabIndex={0}
    >
      <TicketHead ticket={ticket} zone={zone} />
      <Part title={ticket.lines.length === 1 ? '1 jugada' : `${ticket.lines.length} jugadas`}>
        <TicketLines ticket={ticket} zone={zone} />
      </Part>
      <Part title="Historia">
        <TicketHistory ticket={ticket} zone={zone} />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack gap-xs">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
