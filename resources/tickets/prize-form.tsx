/** Paying what one ticket has won, once, at a counter: the code of its receipt, and to whom. */
import { CheckCircleFilled, UserOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { OperationClient } from '@contract/clients.ts'
import type { ProblemBody } from '@contract/problems.ts'
import type { TicketView } from '@contract/tickets.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import { CodeForm } from '@/kit/counter/code-form.tsx'
import { RefusalView, refusalOf, type PayRefusal } from '@/kit/counter/refusal.tsx'
import { Status } from '@/kit/counter/status.tsx'
import { clientOf, type ClientDraft } from '../clients/client-draft.ts'
import { ClientFields, focusClient, useNoClient } from '../clients/client-fields.tsx'

export interface PrizeFormProps {
  ticket: Pick<TicketView, 'serial' | 'state' | 'prize' | 'currency'>
  /** Known already when the receipt's QR was scanned. */
  code?: string | undefined
  /** Why it may not be paid, as far as it can be seen; null when it may. */
  obstacle: PayRefusal | null
  /** Answers whether it was done. */
  onPay: (code: string, client: OperationClient | undefined) => Promise<boolean>
  pending: boolean
  /** What the server said against it. */
  problem: ProblemBody | null
  /** Something was written anew: what was said is over. */
  onEdited: () => void
}

export function PrizeForm({ ticket, code = '', obstacle, onPay, pending, problem, onEdited }: PrizeFormProps) {
  const { zone } = useSession()
  const nobody = useNoClient()
  const fields = useRef<HTMLDivElement>(null)
  const [client, setClient] = useState<ClientDraft | null>(null)
  const isOfClient = problem?.errors?.some(({ path }) => path.startsWith('client.')) ?? false
  const asked = isOfClient && client === null
  useEffect(() => {
    if (asked) setClient(nobody)
    if (asked || !isOfClient) return
    // After the form has had the cursor back on its code.
    const frame = requestAnimationFrame(() => focusClient(fields.current))
    return () => cancelAnimationFrame(frame)
  }, [asked, isOfClient, nobody])
  const amount = formatMoney(ticket.prize, ticket.currency, true)
  if (obstacle && !problem) {
    if (ticket.state !== 'pagado') return <RefusalView refusal={obstacle} />
    return (
      <Status tone="good" role="status" icon={<CheckCircleFilled />} title={`Pagado: ${amount}`}>
        <p>{obstacle.text}</p>
      </Status>
    )
  }
  return (
    <CodeForm
      serial={ticket.serial}
      code={code}
      action={`Pagar ${amount}`}
      pending={pending}
      onGive={(read) => onPay(read, client ? clientOf(client) : undefined)}
      onEdited={onEdited}
    >
      {client ? (
        <div ref={fields}>
          <ClientFields
            value={client}
            onChange={(next) => {
              setClient(next)
              onEdited()
            }}
            autoFocus
            needed={isOfClient}
          />
        </div>
      ) : (
        <Button icon={<UserOutlined />} onClick={() => setClient(nobody)}>
          Poner a quién se paga
        </Button>
      )}
      {problem && <RefusalView refusal={refusalOf(problem, zone)} />}
    </CodeForm>
  )
}
