/** Paying one polla, once; what stands against it is told in its own words. */
import { CheckCircleFilled, UserOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { polla, type PollaTicket } from '@contract/polla.ts'
import { tickets } from '@contract/tickets.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { ClientFields, clientOf, useNoClient, type ClientDraft } from '../clients/client-fields.tsx'
import { CodeForm } from '@/kit/counter/code-form.tsx'
import { approvalRefusal, obstacleOf, RefusalView, refusalOf, type PayRefusal } from '@/kit/counter/refusal.tsx'
import { Status } from '@/kit/counter/status.tsx'

const approvalMs = 15_000

/** What a polla says that may not be paid. */
function obstacleTo(ticket: PollaTicket, zone: string): PayRefusal | null {
  const { draws_done, draws_total, hits, symbols } = ticket
  return obstacleOf(
    ticket,
    {
      pending: `Van ${draws_done} de ${draws_total} sorteos. El premio se sabe al terminar todos.`,
      lost: `Acertó ${hits} de ${symbols.length}: no alcanza para ningún pote.`,
    },
    zone,
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
  const obstacle = obstacleTo(ticket, zone)
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
      <p>{obstacleTo(ticket, zone)?.text}</p>
    </Status>
  )
}

function ApprovalView({ serial }: { serial: string }) {
  const { zone } = useSession()
  const { approval } = useCall(tickets.bySerial, { params: { serial } }, { refetchInterval: approvalMs }).data ?? {}
  return <RefusalView refusal={approvalRefusal(approval ?? null, zone)} />
}
