/** Paying one polla, once; what stands against it is told in its own words. */
import { CheckCircleFilled, CloseCircleFilled, UserOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { polla, type PollaTicket } from '@contract/polla.ts'
import { problems } from '@contract/problems.ts'
import { tickets } from '@contract/tickets.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { ClientFields, clientOf, useNoClient, type ClientDraft } from '../clients/client-fields.tsx'
import { CodeForm } from '@/kit/counter/code-form.tsx'
import { obstacleOf, refusalOf, type PayRefusal } from './paying.ts'
import { Status } from '@/kit/counter/status.tsx'

const approvalMs = 15_000

export function RefusalView({ refusal }: { refusal: PayRefusal }) {
  return (
    <Status tone="bad" role="alert" icon={<CloseCircleFilled />} title={refusal.title}>
      <p>{refusal.text}</p>
    </Status>
  )
}

export interface PayFormProps {
  ticket: PollaTicket
  /** Known already when the receipt's QR was scanned. */
  code?: string | undefined
}

export function PayForm({ ticket, code = '' }: PayFormProps) {
  const { zone } = useSession()
  const nobody = useNoClient()
  const [client, setClient] = useState<ClientDraft | null>(null)
  const toasts = useToasts()
  const { run, pending, problem, reset } = useAction(polla.payPrize, {
    invalidates: [polla],
    success: false,
    failure: false,
  })
  const obstacle = obstacleOf(ticket, zone)
  if (obstacle && !problem) {
    if (ticket.state === 'pagado') return <PaidView ticket={ticket} />
    return obstacle.code === 'pay_needs_approval' ? (
      <ApprovalView serial={ticket.serial} />
    ) : (
      <RefusalView refusal={obstacle} />
    )
  }
  const pay = async (read: string) => {
    if (ticket.prize_id === null) return true
    const answer = await run({
      params: { id: ticket.prize_id },
      body: { code: read, client: client && clientOf(client) },
    })
    // Over the banca's threshold it now waits for approval, which the ticket, asked for again, says.
    if (answer?.state === 'pagado')
      toasts.success(`Ticket ${answer.serial} pagado: ${formatMoney(answer.prize, answer.currency, true)}`)
    return answer !== undefined
  }
  return (
    <CodeForm
      serial={ticket.serial}
      code={code}
      action={`Pagar ${formatMoney(ticket.prize, ticket.currency, true)}`}
      pending={pending}
      onGive={pay}
      onEdited={reset}
    >
      {client ? (
        <ClientFields
          value={client}
          onChange={(next) => {
            setClient(next)
            reset()
          }}
          autoFocus
        />
      ) : (
        <Button icon={<UserOutlined />} onClick={() => setClient(nobody)}>
          Poner a quién se paga
        </Button>
      )}
      {problem && <RefusalView refusal={refusalOf(problem, zone)} />}
    </CodeForm>
  )
}

function PaidView({ ticket }: { ticket: PollaTicket }) {
  const { zone } = useSession()
  const amount = formatMoney(ticket.prize, ticket.currency, true)
  return (
    <Status tone="good" role="status" icon={<CheckCircleFilled />} title={`Pagado: ${amount}`}>
      <p>{obstacleOf(ticket, zone)?.text}</p>
    </Status>
  )
}

/** A prize over the banca's threshold: who asked for the approval and when, or who refused it and why. */
function ApprovalView({ serial }: { serial: string }) {
  const { zone } = useSession()
  const { approval } = useCall(tickets.bySerial, { params: { serial } }, { refetchInterval: approvalMs }).data ?? {}
  if (approval?.state === 'rechazado') {
    const by = [
      approval.decided_by_name && `por ${approval.decided_by_name}`,
      approval.decided_at && `el ${formatInstant(approval.decided_at, zone)}`,
    ]
      .filter(Boolean)
      .join(' ')
    return (
      <RefusalView
        refusal={{
          code: 'pay_rejected',
          title: problems.pay_rejected.title,
          text: `${problems.pay_rejected.detail} ${by ? `Se rechazó ${by}. ` : ''}${approval.reason ?? ''}`.trim(),
        }}
      />
    )
  }
  const asked = approval
    ? ` Lo pidió ${approval.requested_by_name} el ${formatInstant(approval.requested_at, zone)}.`
    : ''
  return (
    <RefusalView
      refusal={{
        code: 'pay_needs_approval',
        title: problems.pay_needs_approval.title,
        text: `${problems.pay_needs_approval.detail}${asked} No entregue el dinero todavía.`,
      }}
    />
  )
}
