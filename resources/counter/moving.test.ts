/** An empty ticket goes on by itself: draw after draw, through the last of the day, and into the next one. */
import { describe, expect, it } from 'vitest'
import { counterAt, counterCatalogue, drawsOfTomorrow, typeInto } from '../../tests/support/counter-catalogue.ts'
import { changeBasket, newBasket } from './basket.ts'
import { movedByItself } from './moving.ts'
import type { Basket, CounterContext } from './types.ts'

const moved = (basket: Basket, context: CounterContext) => changeBasket(basket, { do: 'clock' }, context)
/** Nothing is left of the day before. */
const tomorrow = (clock: string) =>
  counterAt(clock, { catalogue: { ...counterCatalogue, draws: [...drawsOfTomorrow] } })

describe('an empty ticket', () => {
  const begun = newBasket(counterAt())

  it('stays while its draw is open', () => {
    expect(movedByItself(begun, counterAt())).toBeNull()
  })

  it('goes on when its draw closes, by name, and stays there', () => {
    const later = counterAt('12:30')
    expect(movedByItself(begun, later)).toMatch(
      /^Cerró Lotto Activo \d\d:\d\d: ahora se vende Lotto Activo \d\d:\d\d\.$/,
    )
    expect(movedByItself(moved(begun, later), later)).toBeNull()
  })

  it('says that nothing is left, once', () => {
    const night = counterAt('23:00')
    expect(movedByItself(begun, night)).toMatch(/^Cerró Lotto Activo \d\d:\d\d: no queda otro sorteo abierto\.$/)
    expect(movedByItself(moved(begun, night), night)).toBeNull()
  })

  it('that was left open begins the next day with its first draw, whether the last one had been taken from it or not', () => {
    const none = moved(begun, counterAt('23:00'))
    for (const left of [begun, none]) {
      const told = movedByItself(left, tomorrow('23:00'))
      expect(told).toMatch(/^Ahora se vende .*Lotto Activo/)
      const next = moved(left, tomorrow('23:00'))
      expect(next.choice.draw_ids).toEqual([150])
      expect(movedByItself(next, tomorrow('23:00'))).toBeNull()
    }
  })
})

it('a ticket with lines stays where it is, whatever closes', () => {
  const { ticket } = typeInto('5*50↵', counterAt())
  expect(ticket.lines).toHaveLength(1)
  expect(movedByItself(ticket, counterAt('23:00'))).toBeNull()
})
