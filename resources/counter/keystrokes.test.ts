/** The design's ten tickets, key by key, from the first game: how many keys each takes, and what is sent. */
import { expect, it } from 'vitest'
import { counterAt, toldLines, typeInto } from '../../tests/support/counter-catalogue.ts'
import { changeBasket, newBasket } from './basket.ts'
import { repeatOf } from './copies.ts'
import { nextStep } from './next-step.ts'
import type { Basket, CounterContext, SoldBefore } from './types.ts'

const context = counterAt()

/** The last ↵ stands on an empty field, which sells. */
function sold(keys: string): string {
  const { ticket, reading } = typeInto(keys.slice(0, -1), context)
  expect([keys.at(-1), reading.kind]).toEqual(['↵', 'nothing'])
  return sellable(ticket, context)
}

function sellable(ticket: Basket, at: CounterContext): string {
  expect(nextStep(ticket, at, null)).toEqual({ kind: 'sell', label: 'Vender' })
  return toldLines(ticket.lines, at)
}

const tickets: readonly [keys: string, most: number, lines: string][] = [
  ['25*100↵↵', 8, '1 animalito 25 /111 100.00'],
  ['5+12+36*50↵↵', 12, '3 animalito 5 12 36 /111 50.00'],
  ['5*10↵12*20↵/2↵36*50↵↵', 24, '3 animalito 5 12 36 /111 /211 10.00 20.00 50.00'],
  ['/1*↵25*100↵↵', 12, '9 animalito 25 /111 /112 /113 /114 /115 /116 /117 /118 /119 100.00'],
  ['/6↵253*10↵↵', 11, '1 triple 253 A /612 10.00'],
  ['/6,123↵253+53*10↵↵', 22, '3 triple 253 ABC /612 10.00 & 3 terminal 53 ABC /612 10.00'],
  ['/6↵253,*10↵↵', 12, '6 triple 253 235 523 532 325 352 A /612 10.00'],
  ['/6↵253,5*10↵↵', 13, '1 zodiacal 253 LEO C /612 10.00'],
  ['5-12-36*10↵↵', 13, '1 tripleta 5-12-36 /111 10.00'],
]
const repeated = ['F2', '↵'].length

it.each(tickets)('«%s» takes at most %i keys', (keys, most, lines) => {
  expect(sold(keys)).toBe(lines)
  expect([...keys].length).toBeLessThanOrEqual(most)
})

it('the last ticket again takes two', () => {
  const first = typeInto('/6,12↵253*10↵', context).ticket
  const last: SoldBefore = {
    currency: 'BS',
    lines: first.lines.map((line) => ({
      ...line,
      product_name: 'Triple Zulia',
      scheduled_at: '2026-11-25T16:45:00.000Z',
      bet_kind: line.kind,
      stake: line.stake!,
    })),
  }
  const later = counterAt('12:41', { last })
  const empty = newBasket(later)
  const again = changeBasket(empty, { do: 'take', reading: repeatOf(last, empty, later) }, later)
  expect(sellable(again, later)).toBe('2 triple 253 AB /616 10.00')
})

it('all ten take at most 129', () => {
  const keys = tickets.map(([typed]) => [...typed].length)
  expect(keys.reduce((sum, one) => sum + one, repeated)).toBeLessThanOrEqual(129)
})
