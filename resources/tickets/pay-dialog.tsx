/**
 * Paying a prize from the back office, and with it whatever else of the ticket is due. Each reason against it is told
 * apart; over the banca's threshold the payment waits for the father of the agency, which is no fault.
 */
import { Form } from 'antd'
import { useState } from 'react'
import type { OperationClient } from '@contract/clients.ts'
import { ticketManagement, type TicketDetail } from '@contract/ticket-management.ts'
import { add, formatMoney, isZero } from '@contract/values/money.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction, useEndpointCache } from '@providers/queries.ts'
import { clientOf } from '../clients/client-draft.ts'
import { ClientFields, useNoClient } from '../clients/client-fields.tsx'
import { GiveDialog } from './give-dialog.tsx'
import { forgetScanned } from './serial.ts'
import { changedByTicket } from './ticket-changes.ts'

export interface PayDialogProps {
  ticket: TicketDetail
  onClose: () => void
}

export function PayDialog({ ticket, onClose }: PayDialogProps) {
  const [client, setClient] = useState(useNoClient())
  const payment = usePayment(ticket, onClose)
  const amount = (value: string) => formatMoney(value, ticket.currency, true)
  const nothing = amount('0.00')
  return (
    <GiveDialog
      ticket={ticket}
      title={`Pagar el premio de ${amount(ticket.prize)}`}
      action={`Pagar ${amount(add(ticket.prize, ticket.refund_due))}`}
      effects={[
        { label: `Ticket ${ticket.serial}`, before: 'Ganador', after: 'Pagado' },
        { label: 'Por pagar', before: amount(ticket.prize), after: nothing },
        ...(isZero(ticket.refund_due)
          ? []
          : [{ label: 'Por devolver', before: amount(ticket.refund_due), after: nothing }]),
      ]}
      office="Taquilla que paga"
      pending={payment.pending}
      problem={payment.problem}
      onGive={(code, office_id) => void payment.pay(code, office_id, clientOf(client))}
      onEdited={payment.reset}
      onClose={onClose}
    >
      <Form.Item label="A quién se paga">
        <ClientFields
          value={client}
          onChange={(next) => {
            setClient(next)
            payment.reset()
          }}
        />
      </Form.Item>
    </GiveDialog>
  )
}

function usePayment(ticket: TicketDetail, onClose: () => void) {
  const toasts = useToasts()
  const action = useAction(ticketManagement.act, { invalidates: changedByTicket, success: false, failure: false })
  const { invalidate } = useEndpointCache()
  const pay = async (code: string, office_id: number | undefined, client: OperationClient | undefined) => {
    const answer = await action.run({
      params: { id: ticket.serial },
      body: { action: 'pay', code, ...(office_id !== undefined && { office_id }), client },
    })
    // Whatever stood against it, the ticket on screen may be older than that.
    if (!answer) return void invalidate(ticketManagement)
    forgetScanned()
    const amount = formatMoney(ticket.prize, ticket.currency, true)
    toasts.success(
      answer.state === 'pagado'
        ? `Premio de ${amount} pagado en ${answer.paid_office_name ?? answer.office_name}.`
        : `El pago de ${amount} espera la aprobación del padre de la agencia.`,
    )
    onClose()
  }
  return { pay, pending: action.pending, problem: action.problem, reset: action.reset }
}
