/** The last ticket of the office: the one just sold, else the newest of today's, so that it can be repeated and printed again. */
import { useState } from 'react'
import { counter } from '@contract/counter.ts'
import { tickets, type TicketView } from '@contract/tickets.ts'
import { useCall } from '@providers/queries.ts'

export interface LastTicket {
  last: TicketView | null
  setLast: (ticket: TicketView) => void
}

export function useLast(office_id: number, today: string): LastTicket {
  const [sold, setLast] = useState<TicketView | null>(null)
  const newest = useCall(
    counter.tickets,
    { query: { office_id, from: today, to: today, page: 1, per_page: 1, sort: '-sold_at' } },
    { enabled: sold === null },
  ).data?.data[0]?.serial
  const read = useCall(tickets.bySerial, { params: { serial: newest ?? '' } }, { enabled: newest !== undefined })
  return { last: sold ?? read.data ?? null, setLast }
}
