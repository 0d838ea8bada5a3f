/** A duplicate: the server counts it, gives the code once more, and the paper says which one it is. */
import { useCallback } from 'react'
import type { Answer } from '@contract/endpoint.ts'
import { tickets } from '@contract/tickets.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction, type ActionOptions } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { printReceipt } from './receipt/print-receipt.tsx'
import { receiptOfTicket, type ReceiptTicket } from './receipt/receipt-ticket.ts'

/** A ticket with its code, as it is given once more. */
type Copy = Answer<typeof tickets.reprint>

export interface Reprint {
  /** Prints the ticket with this serial; `paperOf` where it is no list of lines. Answers whether it was done. */
  reprint: (serial: string, paperOf?: (copy: Copy, zone: string) => ReceiptTicket) => Promise<boolean>
  pending: boolean
}

/** `invalidates`: what shows how often a ticket was reprinted. */
export function useReprint(invalidates: ActionOptions['invalidates']): Reprint {
  const { zone } = useSession()
  const toasts = useToasts()
  const { run, pending } = useAction(tickets.reprint, { ...(invalidates && { invalidates }), success: false })
  const reprint = useCallback<Reprint['reprint']>(
    async (serial, paperOf = receiptOfTicket) => {
      const copy = await run({ params: { serial } })
      if (!copy) return false
      printReceipt(paperOf(copy, zone), copy.reprints)
      toasts.success(`Duplicado ${copy.reprints} del ticket ${serial}`)
      return true
    },
    [run, zone, toasts],
  )
  return { reprint, pending }
}
