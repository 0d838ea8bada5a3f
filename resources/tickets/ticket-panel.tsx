/**
 * The open ticket of a screen, in its URL (`?ticket=SERIAL`): a link to it opens the same ticket over the same view.
 * The drawer itself only loads when a ticket is first opened.
 */
import { Suspense, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { z } from 'zod'
import { queryWith } from '@contract/address.ts'
import { bySerial } from '@contract/tickets.ts'
import { useRowWalk } from '@/kit/table/shown-rows.ts'
import { useUrlState } from '@/kit/page/url-state.ts'
import './tickets.css'
import { later } from '@/kit/page/later.tsx'

const TicketDrawer = later(async () => (await import('./ticket-drawer.tsx')).TicketDrawer)

const openTicket = z.object({ ticket: bySerial.shape.serial.optional() })

/** Opens a ticket over the screen, or closes it. */
export function useOpenTicket(): (serial: string | undefined) => void {
  const [, set] = useUrlState(openTicket)
  return (ticket) => set({ ticket }, { keep_page: true })
}

/** Tickets are told by their serials, in whatever list they stand: of tickets, of lines, of prizes. */
const serialOf = (row: unknown) => (row as { serial?: string }).serial

/** Render once in every screen that has links to tickets. */
export function TicketPanel() {
  const [{ ticket }, set] = useUrlState(openTicket)
  const walk = useRowWalk({
    idOf: serialOf,
    id: ticket,
    open: (row) => set({ ticket: serialOf(row) }, { keep_page: true, replace: true }),
  })
  if (!ticket) return null
  return (
    <Suspense>
      <TicketDrawer serial={ticket} walk={walk} onClose={() => set({ ticket: undefined }, { keep_page: true })} />
    </Suspense>
  )
}

/** A serial that opens its ticket over the screen it stands on. */
export function TicketLink({ serial, children }: { serial: string; children?: ReactNode }) {
  const { search } = useLocation()
  return (
    <Link
      className="quiet-link strong sorteo-figures"
      to={{ search: queryWith(search, { ticket: serial }) }}
      title="Ver el ticket"
    >
      {children ?? serial}
    </Link>
  )
}
