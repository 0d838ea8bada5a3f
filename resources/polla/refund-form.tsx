/** Giving back what is due of a polla whose round was not held, or that was annulled from above. */
import { tickets } from '@contract/tickets.ts'
import { polla } from '@contract/polla.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { CodeForm } from '@/kit/counter/code-form.tsx'
import { RefusalView, refusalOf } from '@/kit/counter/refusal.tsx'
import type { PayFormProps } from './pay-form.tsx'

export function RefundForm({ ticket, code = '' }: PayFormProps) {
  const { zone, partner_type } = useSession()
  const toasts = useToasts()
  const { run, pending, problem, reset } = useAction(tickets.refund, {
    invalidates: [polla, tickets],
    success: false,
    failure: false,
  })
  const amount = formatMoney(ticket.refund_due, ticket.currency, true)
  const give = async (read: string) => {
    const body = { code: read, ...(partner_type !== 'taquilla' && { office_id: ticket.office_id }) }
    const answer = await run({ params: { serial: ticket.serial }, body })
    if (answer) toasts.success(`${amount} devueltos del ticket ${ticket.serial}.`)
    return answer !== undefined
  }
  return (
    <CodeForm
      serial={ticket.serial}
      code={code}
      action={`Devolver ${amount}`}
      pending={pending}
      onGive={give}
      onEdited={reset}
    >
      {problem && <RefusalView refusal={refusalOf(problem, zone)} />}
    </CodeForm>
  )
}
