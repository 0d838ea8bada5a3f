/** A duplicate of a polla: its paper shows the symbols, which the counted copy does not know as one ticket's. */
import { useCallback } from 'react'
import { polla, type PollaTicket } from '@contract/polla.ts'
import { receiptOfPolla } from '@/kit/counter/receipt/receipt-ticket.ts'
import { useReprint } from '@/kit/counter/use-reprint.ts'

const changed = [polla]

export function usePollaReprint(): { reprint: (ticket: PollaTicket) => Promise<boolean>; pending: boolean } {
  const { reprint, pending } = useReprint(changed)
  const again = useCallback(
    (ticket: PollaTicket) => reprint(ticket.serial, ({ code }, zone) => receiptOfPolla({ ...ticket, code }, zone)),
    [reprint],
  )
  return { reprint: again, pending }
}
