/** How it is told that a ticket without lines goes on to another draw by itself: its draw closed, or one came to be open. */
import { changeBasket } from './basket.ts'
import { drawsOfChoice, drawTitle } from './draws.ts'
import type { Basket, CounterContext } from './types.ts'

const namesOf = ({ choice }: Basket, context: CounterContext): string =>
  drawsOfChoice(context, choice)
    .map((draw) => drawTitle(draw, context))
    .join(', ')

/**
 * What to say when the clock moves this ticket (`{ do: 'clock' }`); null where it stays. What closed has no name where the
 * catalogue knows it no more: a counter that was left open begins the next day with none of yesterday's draws.
 */
export function movedByItself(basket: Basket, context: CounterContext): string | null {
  const next = changeBasket(basket, { do: 'clock' }, context)
  if (String(next.choice.draw_ids) === String(basket.choice.draw_ids)) return null
  const from = namesOf(basket, context)
  const to = namesOf(next, context)
  if (to === '') return from ? `Cerró ${from}: no queda otro sorteo abierto.` : 'No queda otro sorteo abierto.'
  return from ? `Cerró ${from}: ahora se vende ${to}.` : `Ahora se vende ${to}.`
}
