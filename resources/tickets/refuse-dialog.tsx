/** Refusing a payment that waits: why, and for the banca's own people a picture that shows it. */
import { useState } from 'react'
import { rules } from '@contract/access/rules.ts'
import { approvalStates } from '@contract/tickets.ts'
import { paymentRefusal, ticketManagement, type TicketDetail } from '@contract/ticket-management.ts'
import { looksOf, titleOf } from '@contract/field.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction, useEndpointCache } from '@providers/queries.ts'
import { useCan } from '@providers/session.ts'
import FormPicture from '@/kit/form/form-picture.tsx'
import { ReasonField } from '@/kit/form/reason-field.tsx'
import { Effects } from '@/kit/page/confirm.tsx'
import { Dialog } from '@/kit/page/dialog.tsx'
import { ProblemNote } from '@/kit/page/problem-note.tsx'
import { changedByTicket } from './ticket-changes.ts'

const picture = paymentRefusal.shape.picture_url
const title = titleOf(picture) ?? ''
const { hint } = looksOf(picture)
/** A word alone says nothing: the contract asks as much. */
const shortest = 5

export interface RefuseDialogProps {
  ticket: TicketDetail
  onClosed: () => void
}

export function RefuseDialog({ ticket, onClosed }: RefuseDialogProps) {
  const [open, setOpen] = useState(true)
  const [reason, setReason] = useState('')
  const [picture_url, setPicture] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const adds = useCan(rules.supervision)
  const toasts = useToasts()
  const { invalidate } = useEndpointCache()
  const act = useAction(ticketManagement.act, { invalidates: changedByTicket, success: false, failure: false })
  const amount = formatMoney(ticket.prize, ticket.currency, true)
  const refuse = async () => {
    const body = { action: 'reject' as const, reason: reason.trim(), ...(picture_url !== null && { picture_url }) }
    const answer = await act.run({ params: { id: ticket.serial }, body })
    // Whatever stood against it, the ticket on screen may be older than that.
    if (!answer) return void invalidate(ticketManagement)
    toasts.success(`Pago de ${amount} rechazado.`)
    setOpen(false)
  }
  return (
    <Dialog
      open={open}
      title={`Rechazar el pago de ${amount}`}
      okText="Rechazar pago"
      okButtonProps={{
        danger: true,
        loading: act.pending,
        disabled: isSending || reason.trim().length < shortest || act.problem?.code === 'approval_decided',
      }}
      cancelText="Cancelar"
      cancelButtonProps={{ disabled: act.pending }}
      closable={!act.pending}
      maskClosable={false}
      keyboard={!act.pending}
      width={480}
      onOk={() => void refuse()}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <div className="stack gap-sm">
        <p>La taquilla que lo pidió verá el motivo. El premio queda sin pagar.</p>
        <Effects
          effects={[{ label: 'Pago', before: approvalStates.pendiente.label, after: approvalStates.rechazado.label }]}
        />
        <ReasonField label="Motivo" value={reason} most={200} required focused onChange={setReason} />
        {adds && (
          <div className="stack gap-xxs" role="group" aria-label={title}>
            {title}
            <FormPicture guarded title={title} value={picture_url} onChange={setPicture} onSending={setSending} />
            <span className="sorteo-muted">{hint}</span>
          </div>
        )}
        {act.problem && <ProblemNote problem={act.problem} />}
      </div>
    </Dialog>
  )
}
