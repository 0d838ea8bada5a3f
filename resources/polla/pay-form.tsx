/** Paying one polla, once; what stands against it is told in its own words. */
import type { OperationClient } from '@contract/clients.ts'
import { polla, type PollaTicket } from '@contract/polla.ts'
import { tickets } from '@contract/tickets.ts'
import { formatMoney } from '@contract/values/money.ts'
import { useToasts } from '@providers/notifications.ts'
import { useAction, useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { approvalRefusal, obstacleOf, type PayRefusal } from '@/kit/counter/refusal.tsx'
import { PrizeForm } from '../tickets/prize-form.tsx'

const approvalMs = 15_000

/** What a polla says that may not be paid: over the banca's threshold, who asked for the approval and when. */
function useObstacle(ticket: PollaTicket): PayRefusal | null {
  const { zone } = useSession()
  const { serial, draws_done, draws_total, hits, symbols } = ticket
  const seen = obstacleOf(
    ticket,
    {
      pending: `Van ${draws_done} de ${draws_total} sorteos. El premio se sabe al terminar todos.`,
      lost: `Acertó ${hits} de ${symbols.length}: no alcanza para ningún pote.`,
    },
    zone,
  )
  const waits = seen?.code === 'pay_needs_approval'
  const { data } = useCall(tickets.bySerial, { params: { serial } }, { enabled: waits, refetchInterval: approvalMs })
  return waits ? approvalRefusal(data?.approval ?? null, zone) : seen
}

export interface PayFormProps {
  ticket: PollaTicket
  /** Known already when the receipt's QR was scanned. */
  code?: string | undefined
}

export function PayForm({ ticket, code }: PayFormProps) {
  const toasts = useToasts()
  const { run, pending, problem, reset } = useAction(polla.payPrize, {
    invalidates: [polla],
    success: false,
    failure: false,
  })
  const pay = async (read: string, client: OperationClient | undefined) => {
    if (ticket.prize_id === null) return true
    const answer = await run({ params: { id: ticket.prize_id }, body: { code: read, client } })
    // Over the banca's threshold it now waits for approval, which the ticket, asked for again, says.
    if (answer?.state === 'pagado')
      toasts.success(`Ticket ${answer.serial} pagado: ${formatMoney(answer.prize, answer.currency, true)}`)
    return answer !== undefined
  }
  return (
    <PrizeForm
      ticket={ticket}
      code={code}
      obstacle={useObstacle(ticket)}
      onPay={pay}
      pending={pending}
      problem={problem}
      onEdited={reset}
    />
  )
}
