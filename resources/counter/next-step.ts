/** What F9 does now: sell, or what has to be done first, by its name; or why it does nothing. */
import { dniOf } from '@contract/clients.ts'
import type { Quote } from '@contract/counter.ts'
import { compare, countText, formatMoney, isZero } from '@contract/values/money.ts'
import { adjusted, closedBy, faultsOf, quoteOf } from './adjust.ts'
import { alsoClosed } from './basket.ts'
import { drawById, drawTime, nextDraw, dayOfDraw } from './draws.ts'
import { limitsOf, notSold } from './stakes.ts'
import { isShut, openLines, roomFault, toSend, totalOf } from './ticket.ts'
import type { Basket, CounterContext, CounterStep, Quoted } from './types.ts'
import { linesText } from './words.ts'

const blocked = (why: string): CounterStep => ({ kind: 'blocked', label: 'Vender', why })

/** Lines of closed draws pass on, or go where nothing follows. */
function closedStep({ lines }: Basket, context: CounterContext, also_closed: readonly number[]): CounterStep | null {
  const shut = lines.filter((line) => isShut(line, context))
  if (shut.length === 0) return null
  const next = shut.flatMap(({ draw_id }) => {
    const draw = drawById(context, draw_id)
    return (draw && nextDraw(context, draw.product_id, draw)) ?? []
  })
  if (next.length === 0) {
    const label = shut.length === 1 ? 'Quitar 1 cerrada' : `Quitar ${shut.length} cerradas`
    return { kind: 'change', label, action: { do: 'remove', keys: shut.map(({ key }) => key) } }
  }
  // Another day is never passed over in silence.
  const far = next.find((draw) => dayOfDraw(draw, context) !== context.catalogue.today)
  const where = far ? `a ${drawTime(far, context)}` : 'al siguiente'
  return { kind: 'change', label: `Pasar ${next.length} ${where}`, action: { do: 'move', also_closed } }
}

/** What is asked of a ticket before its amounts are looked at. */
function unready(basket: Basket, context: CounterContext): CounterStep | null {
  const open = openLines(basket, context)
  const waiting = open.filter(({ stake }) => stake === null)
  if (waiting.length > 0)
    return blocked(
      `Falta el monto de ${waiting.length === 1 ? linesText(waiting, context) : `${waiting.length} jugadas`}.`,
    )
  const full = roomFault([], basket, context)
  return full ? blocked(full.says) : null
}

const isOfClient = ({ field }: Quote['faults'][number]) => field.startsWith('client.')

/** What the ticket's client still lacks, where the banca asks for one or somebody began to write it. */
function clientStep(basket: Basket, context: CounterContext, quote: Quote | null): CounterStep | null {
  const step = (why: string): CounterStep => ({ kind: 'client', label: 'Poner cliente', why })
  const { client, currency } = basket
  if (client !== null && client.dni.trim() !== '') {
    const read = dniOf(client.type, client.dni)
    if ('fault' in read) return step(`${read.fault}.`)
  } else {
    const from = limitsOf(context, currency)?.client_from ?? null
    if (from !== null && compare(totalOf(basket, context), from) >= 0)
      return step(`Desde ${formatMoney(from, currency)} el ticket lleva cliente: escriba su documento.`)
  }
  const fault = quote?.faults.find(isOfClient)
  return fault ? step(fault.message) : null
}

export function nextStep(basket: Basket, known: CounterContext, quoted: Quoted | null): CounterStep {
  if (basket.lines.length === 0) return blocked('Escriba una jugada.')
  const limits = limitsOf(known, basket.currency)
  if (!limits) return blocked(notSold(basket.currency).says)
  const quote = quoteOf(basket, known, quoted)
  const also_closed = quote ? closedBy(quoted) : []
  const step = closedStep(basket, alsoClosed(known, also_closed), also_closed) ?? unready(basket, known)
  if (step) return step
  const faults = faultsOf(basket, known, quote)
  if (faults.size > 0) {
    const rest = adjusted(basket, known, quoted)
    const total = totalOf(rest, known)
    const label = isZero(total)
      ? `Quitar ${countText(faults.size, 'jugada', 'jugadas')}`
      : `Ajustar a ${formatMoney(total, basket.currency)}`
    return { kind: 'change', label, action: { do: 'adjust', quoted } }
  }
  const fault = quote?.faults.find((one) => !isOfClient(one))
  if (fault) return blocked(fault.message)
  if (limits.max_ticket !== null && compare(totalOf(basket, known), limits.max_ticket) > 0)
    return blocked(`El máximo por ticket es ${formatMoney(limits.max_ticket, basket.currency)}.`)
  const client = clientStep(basket, known, quote)
  if (client) return client
  return toSend(basket, known).lines.length > 0 ? { kind: 'sell', label: 'Vender' } : blocked('Escriba una jugada.')
}
