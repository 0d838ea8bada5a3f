/** A duplicate: the server counts it, gives the code once more, and the paper says which one it is. */
import { useCallback } from 'react'
import { polla, type PollaTicket } from '@contract/polla.ts'
import { tickets } from '@contract/tickets.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { printReceipt } from '@/kit/counter/receipt/print-receipt.tsx'
import { receiptOfPolla } from '@/kit/counter/receipt/receipt-ticket.ts'

export function useReprint(): { reprint: (ticket: PollaTicket) => Promise<boolean>; pending: boolean } {
  const { zone } = useSession()
  const toasts = useToasts()
  const action = useAction(tickets.reprint, { invalidates: [polla], success: false })
  const { run } = action
  const reprint = useCallback(
    async (ticket: PollaTicket) => {
      const answer = await run({ params: { serial: ticket.serial } })
      if (!answer) return false
      printReceipt(receiptOfPolla({ ...ticket, code: answer.code }, zone), answer.reprints)
      toasts.success(`Duplicado ${answer.reprints} del ticket ${ticket.serial}`)
      return true
    },
    [run, zone, toasts],
  )
  return { reprint, pending: action.pending }
}
