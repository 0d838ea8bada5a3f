/**
 * What this user may do with a ticket: the server says which in `actions`. Nothing here is easily undone, so each asks
 * first and shows what changes.
 */
import {
  CheckOutlined,
  CloseOutlined,
  DollarOutlined,
  PrinterOutlined,
  SwapLeftOutlined,
  StopOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { allows, rules } from '@contract/access/rules.ts'
import { approvalStates, ticketStateLabels } from '@contract/tickets.ts'
import { ticketManagement, type TicketDetail } from '@contract/ticket-management.ts'
import { add, formatMoney } from '@contract/values/money.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { useConfirm, type Effect } from '@/kit/page/confirm.tsx'
import { useReprint } from '@/kit/counter/use-reprint.ts'
import { PayDialog } from './pay-dialog.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { RefuseDialog } from './refuse-dialog.tsx'
import { changedByTicket } from './ticket-changes.ts'

export function TicketActions({ ticket }: { ticket: TicketDetail }) {
  const [ask, dialog] = useConfirm()
  const [giving, setGiving] = useState<'prize' | 'refund' | null>(null)
  const [refusing, setRefusing] = useState(false)
  const decisions = useDecisions(ticket, ask)
  const { reprint, pending: reprinting } = useReprint(changedByTicket)
  const buttons: Record<TicketDetail['actions'][number], ReactNode> = {
    pay: (
      <Button key="pay" type="primary" icon={<DollarOutlined />} onClick={() => setGiving('prize')}>
        Pagar premio
      </Button>
    ),
    refund: (
      <Button
        key="refund"
        type={ticket.actions.includes('pay') ? 'default' : 'primary'}
        icon={<SwapLeftOutlined />}
        onClick={() => setGiving('refund')}
      >
        Devolver
      </Button>
    ),
    approve: (
      <Button key="approve" type="primary" icon={<CheckOutlined />} onClick={decisions.approve}>
        Aprobar pago
      </Button>
    ),
    reject: (
      <Button key="reject" danger icon={<CloseOutlined />} onClick={() => setRefusing(true)}>
        Rechazar pago
      </Button>
    ),
    annul: (
      <Button key="annul" danger icon={<StopOutlined />} onClick={decisions.annul}>
        Anular ticket
      </Button>
    ),
    reprint: (
      <Button key="reprint" icon={<PrinterOutlined />} loading={reprinting} onClick={() => void reprint(ticket.serial)}>
        Reimprimir
      </Button>
    ),
  }
  return (
    <div className="ticket-actions row stretch gap-xs">
      {ticket.actions.map((action) => buttons[action])}
      {giving === 'prize' && <PayDialog ticket={ticket} onClose={() => setGiving(null)} />}
      {giving === 'refund' && <RefundDialog ticket={ticket} onClose={() => setGiving(null)} />}
      {refusing && <RefuseDialog ticket={ticket} onClosed={() => setRefusing(false)} />}
      {dialog}
    </div>
  )
}

type Ask = ReturnType<typeof useConfirm>[0]

/** Annulling, and approving a payment that waits. */
function useDecisions(ticket: TicketDetail, ask: Ask) {
  const toasts = useToasts()
  const fromAbove = allows(rules.banca, useSession())
  const act = useAction(ticketManagement.act, { invalidates: changedByTicket, success: false })
  const params = { id: ticket.serial }
  const amount = (value: string) => formatMoney(value, ticket.currency, true)
  const waiting: Effect = {
    label: 'Pago',
    before: approvalStates.pendiente.label,
    after: approvalStates.aprobado.label,
  }
  const announced = async (done: Promise<unknown>, text: string) => {
    const answer = await done
    if (answer !== undefined) toasts.success(text)
    return answer
  }
  return {
    annul: () =>
      ask({
        title: `Anular el ticket ${ticket.serial}`,
        text: `${annulledMoney(ticket, fromAbove)} El cupo de sus números vuelve a estar disponible.`,
        effects: [
          { label: 'Estado', before: ticketStateLabels[ticket.state], after: ticketStateLabels.anulado },
          { label: 'Cuenta como venta', before: amount(ticket.total), after: amount('0.00') },
        ],
        action: 'Anular ticket',
        danger: true,
        reason: true,
        run: (reason) =>
          announced(act.run({ params, body: { action: 'annul', reason } }), `Ticket ${ticket.serial} anulado.`),
      }),
    approve: () =>
      ask({
        title: `Aprobar el pago de ${amount(ticket.prize)}`,
        text: 'La taquilla que lo pidió podrá pagar este premio. El dinero no se mueve hasta que lo pague.',
        effects: [waiting],
        action: 'Aprobar pago',
        run: () =>
          announced(act.run({ params, body: { action: 'approve' } }), `Pago de ${amount(ticket.prize)} aprobado.`),
      }),
  }
}

/** Where it was sold the holder stands at the counter; annulled from above nobody does, and the money waits there. */
function annulledMoney(ticket: TicketDetail, fromAbove: boolean): string {
  const stakes = ticket.lines.filter((line) => line.state === 'pendiente').map((line) => line.stake)
  const due = formatMoney(add(...stakes, ticket.refund_due), ticket.currency, true)
  return fromAbove
    ? `Quedan ${due} por devolver: se entregan en la taquilla con el recibo.`
    : `El cliente entrega el recibo y se le devuelven ${due} en ${ticket.office_name}.`
}
