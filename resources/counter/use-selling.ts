/** Selling the ticket once: its key, what stands against it now, and what follows when the server has answered. */
import { startTransition, useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { Answer } from '@contract/endpoint.ts'
import { counter } from '@contract/counter.ts'
import { tickets } from '@contract/tickets.ts'
import { useEndpointCache } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { useCounterOperation, type CounterOperation } from '@/kit/counter/operation.ts'
import { printReceipt } from '@/kit/counter/receipt/print-receipt.tsx'
import { receiptOfTicket } from '@/kit/counter/receipt/receipt-ticket.ts'
import { deviceId, type Terminal } from '@/kit/counter/terminal.ts'
import { closedShop } from './closed-shop.ts'
import { nextStep } from './next-step.ts'
import { toSend } from './ticket.ts'
import type { CounterStep, Quoted } from './types.ts'
import type { CounterTicket } from './use-counter.ts'

type SoldTicket = Answer<typeof tickets.sell>

const watchLine = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

export interface Selling {
  operation: CounterOperation<typeof tickets.sell>
  step: CounterStep
  /** Why nothing can be sold from here, whatever is typed. */
  shut: string | null
  /** Does the next step. */
  go: () => void
  /** A refused ticket comes back before what was typed meanwhile. */
  back: () => void
}

interface SellsWith {
  terminal: Terminal
  /** Named where whoever sells has several offices. */
  office_id: number | undefined
  prints: boolean
  onSold: (ticket: SoldTicket) => void
}

export function useSelling(ticket: CounterTicket, quoted: Quoted | null, sells: SellsWith): Selling {
  const { basket, context, change } = ticket
  const { terminal, office_id, prints, onSold } = sells
  const { zone } = useSession()
  const { invalidate } = useEndpointCache()
  const online = useSyncExternalStore(watchLine, () => navigator.onLine)
  const operation = useCounterOperation(
    tickets.sell,
    `counter:${context.catalogue.office.id}`,
    useCallback(
      (sold: SoldTicket) => {
        if (prints) printReceipt(receiptOfTicket(sold, zone), 0)
        onSold(sold)
        void invalidate(counter)
      },
      [prints, zone, onSold, invalidate],
    ),
  )
  const { current, send } = operation
  const shut = shutFor(online, terminal) ?? closedShop(context)
  const stands = standing(operation) ?? shut
  const own = nextStep(basket, context, quoted)
  const step: CounterStep =
    stands === null || own.kind === 'change' ? own : { kind: 'blocked', label: 'Vender', why: stands }
  const back = useBack(current, change)
  const go = () => {
    if (step.kind === 'change') return change(step.action)
    if (step.kind !== 'sell') return
    const { currency, lines, client } = toSend(basket, context)
    send({
      body: {
        currency,
        lines,
        ...(client && { client }),
        device_id: deviceId(),
        ...(office_id !== undefined && { office_id }),
      },
    })
    // What is sent leaves the basket as soon as it is on its way: the next customer's numbers may be typed.
    startTransition(() => change({ do: 'clear' }))
  }
  return { operation, step, shut, go, back }
}

/** A refusal brings its ticket back by itself, but one that asks first: until it is answered nothing of it is in the basket. */
function useBack(current: Selling['operation']['current'], change: CounterTicket['change']): () => void {
  const back = useCallback(() => {
    if (current.state === 'rechazado') change({ do: 'bring_back', sent: current.args.body })
  }, [current, change])
  const done = useRef(current)
  useEffect(() => {
    if (current === done.current) return
    done.current = current
    if (current.state === 'rechazado' && current.problem.code !== 'ticket_repeated') back()
  }, [current, back])
  return back
}

/** What of the sale before keeps the next from being sold. */
function standing({ current }: CounterOperation<typeof tickets.sell>): string | null {
  if (current.state === 'desconocido') return 'Primero hay que saber qué pasó con la venta anterior.'
  if (current.state === 'enviado') return 'La venta ya se envió: espere la respuesta.'
  return null
}

function shutFor(online: boolean, { state }: Terminal): string | null {
  if (!online) return 'Sin conexión: lo escrito se guarda y nada se vende hasta que vuelva.'
  if (state && !state.may_sell) return `${state.office_name} está atada a otro equipo: desde este no se vende.`
  return null
}
