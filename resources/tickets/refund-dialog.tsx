/** Giving back from the back office what is due of a ticket: lines that a draw gave back, or an annulment. */
import { ticketManagement, type TicketDetail } from '@contract/ticket-management.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction, useEndpointCache } from '@providers/queries.ts'
import { GiveDialog } from './give-dialog.tsx'
import { forgetScanned } from './serial.ts'
import { changedByTicket } from './ticket-changes.ts'

export function RefundDialog({ ticket, onClose }: { ticket: TicketDetail; onClose: () => void }) {
  const toasts = useToasts()
  const action = useAction(ticketManagement.act, { invalidates: changedByTicket, success: false, failure: false })
  const { invalidate } = useEndpointCache()
  const amount = formatMoney(ticket.refund_due, ticket.currency, true)
  const give = async (code: string, office_id: number | undefined) => {
    const answer = await action.run({
      params: { id: ticket.serial },
      body: { action: 'refund', code, ...(office_id !== undefined && { office_id }) },
    })
    // Whatever stood against it, the ticket on screen may be older than that.
    if (!answer) return void invalidate(ticketManagement)
    forgetScanned()
    toasts.success(`${amount} devueltos del ticket ${ticket.serial}.`)
    onClose()
  }
  return (
    <GiveDialog
      ticket={ticket}
      title={`Devolver ${amount}`}
      action={`Devolver ${amount}`}
      effects={[{ label: 'Por devolver', before: amount, after: formatMoney('0.00', ticket.currency, true) }]}
      office="Taquilla que devuelve"
      pending={action.pending}
      problem={action.problem}
      onGive={(code, office_id) => void give(code, office_id)}
      onEdited={action.reset}
      onClose={onClose}
    />
  )
}
