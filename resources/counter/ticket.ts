/** What stands in the ticket being typed: what of it is still sold, its sums, and what is sent. */
import { add, countText } from '@contract/values/money.ts'
import { dniOf } from '@contract/clients.ts'
import { clientOf } from '@resources/clients/client-draft.ts'
import { drawById, drawTitle, isOpen } from './draws.ts'
import type { Basket, BasketGroup, BasketLine, CounterContext, NewLine, Reading, ToSend } from './types.ts'
import { wrong } from './words.ts'

/** A line whose draw takes no more bets: it stays, struck, and is not sold. */
export function isShut({ draw_id }: Pick<BasketLine, 'draw_id'>, context: CounterContext): boolean {
  const draw = drawById(context, draw_id)
  return !draw || !isOpen(draw, context)
}

export const openLines = ({ lines }: Basket, context: CounterContext): BasketLine[] =>
  lines.filter((line) => !isShut(line, context))

const sumOf = (lines: readonly BasketLine[]) => add('0.00', ...lines.flatMap(({ stake }) => stake ?? []))

/** Of what is sold: lines of closed draws are out of it. */
export const totalOf = (basket: Basket, context: CounterContext): string => sumOf(openLines(basket, context))

/** By draw, in the order in which they came to the ticket. */
export function groupsOf({ lines }: Basket, context: CounterContext): BasketGroup[] {
  return [...new Set(lines.map(({ draw_id }) => draw_id))].map((draw_id) => {
    const own = lines.filter((line) => line.draw_id === draw_id)
    const draw = drawById(context, draw_id)
    const name = draw ? drawTitle(draw, context) : `Sorteo ${draw_id}`
    return { draw_id, name, closed: isShut({ draw_id }, context), subtotal: sumOf(own), lines: own }
  })
}

function clientToSend({ client }: Basket): ToSend['client'] {
  const whole = client !== null && 'dni' in dniOf(client.type, client.dni)
  return (whole && clientOf(client)) || null
}

/** What is quoted and sold. Equal lines go as they stand: the sale makes one of them and adds their stakes. */
export function toSend(basket: Basket, context: CounterContext): ToSend {
  const sold = openLines(basket, context).flatMap(({ key, draw_id, bet_type_id, number, stake }) =>
    stake === null ? [] : [{ key, line: { draw_id, bet_type_id, number, stake } }],
  )
  return {
    currency: basket.currency,
    keys: sold.map(({ key }) => key),
    lines: sold.map(({ line }) => line),
    client: clientToSend(basket),
  }
}

/** Lines that an amount written alone is for: those without one, and those since the last amount that was written. */
export function waitingLines({ lines }: Basket): BasketLine[] {
  const last = lines.findLastIndex(({ written }) => written !== null)
  return lines.filter(({ stake }, at) => stake === null || at > last)
}

/** More lines than an office puts on a ticket, counted as the sale does: before equal ones become one. */
export function roomFault(
  more: readonly NewLine[],
  basket: Basket,
  context: CounterContext,
): Extract<Reading, { kind: 'wrong' }> | null {
  const { max_lines } = context.catalogue.office
  const has = openLines(basket, context).length
  if (has + more.length <= max_lines) return null
  const comes = more.length === 0 ? '' : ` y esto agrega ${more.length}`
  return wrong(
    'ticket_too_long',
    `El ticket admite hasta ${countText(max_lines, 'jugada', 'jugadas')}: tiene ${has}${comes}.`,
  )
}
