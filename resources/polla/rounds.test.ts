import { describe, expect, it } from 'vitest'
import type { PollaRound } from '@contract/polla.ts'
import type { Jackpot } from '@contract/jackpots.ts'
import { currencyOf, dayName, potsOf, sellingRounds, isSelling } from './rounds.ts'

const at = (text: string) => Date.parse(`2026-11-20T${text}:00Z`)
const round = (some: Partial<PollaRound>): PollaRound => ({
  id: 1,
  product_id: 13,
  product_name: 'Polla del día',
  day: '2026-11-20',
  opens_at: '2026-11-19T04:00:00Z',
  closes_at: '2026-11-20T11:55:00Z',
  state: 'abierto',
  symbols_needed: 6,
  prices: [
    { currency: 'BS', amount: '50.00' },
    { currency: 'USD', amount: '1.00' },
  ],
  symbols: [],
  draws: [],
  ...some,
})

describe('rounds that sell', () => {
  it('are those whose time it is, whatever an answer of a moment ago says', () => {
    expect([
      isSelling(round({}), at('11:54')),
      isSelling(round({}), at('11:55')),
      isSelling(round({ opens_at: '2026-11-20T11:00:00Z' }), at('10:59')),
    ]).toEqual([true, false, false])
    expect([
      isSelling(round({ state: 'suspendido' }), at('11:00')),
      isSelling(round({ state: 'programado' }), at('11:00')),
    ]).toEqual([false, true])
  })

  it('are offered by day, the fuller game first', () => {
    const tomorrow = { day: '2026-11-21', closes_at: '2026-11-21T11:55:00Z' }
    const rounds = [
      round({ id: 4, symbols_needed: 3, ...tomorrow }),
      round({ id: 3, ...tomorrow }),
      round({ id: 2, symbols_needed: 3 }),
      round({}),
    ]
    expect(sellingRounds(rounds, at('11:00')).map((one) => one.id)).toEqual([1, 2, 3, 4])
    expect(sellingRounds(rounds, at('12:00')).map((one) => one.id)).toEqual([3, 4])
  })

  it('have a day people name, and a currency they have a price in', () => {
    expect([
      dayName('2026-11-20', '2026-11-20'),
      dayName('2026-11-21', '2026-11-20'),
      dayName('2026-11-23', '2026-11-20'),
    ]).toEqual(['hoy', 'mañana', '23/11/2026'])
    expect([currencyOf(round({}), 'USD'), currencyOf(round({}), 'COP')]).toEqual(['USD', 'BS'])
  })
})

describe('pots of a round', () => {
  const pot = (some: Partial<Jackpot>): Jackpot => ({
    id: 1,
    product_id: 13,
    product_name: 'Polla del día',
    kind: 'diario',
    currency: 'BS',
    from_day: '2026-11-20',
    to_day: '2026-11-20',
    state: 'abierto',
    pots: [
      { pot: 'primero', amount: '10.00' },
      { pot: 'segundo', amount: '5.00' },
    ],
    movements: [],
    ...some,
  })
  it("are its day's and its week's, of its product and currency alone", () => {
    const weekly = pot({
      kind: 'semanal',
      from_day: '2026-11-16',
      to_day: '2026-11-22',
      pots: [{ pot: 'semanal', amount: '99.00' }],
    })
    const others = [
      pot({ currency: 'USD' }),
      pot({ product_id: 14 }),
      pot({ from_day: '2026-11-21', to_day: '2026-11-21' }),
    ]
    expect(potsOf([...others, pot({}), weekly], round({}), 'BS')).toEqual([
      { pot: 'primero', amount: '10.00' },
      { pot: 'segundo', amount: '5.00' },
      { pot: 'semanal', amount: '99.00' },
    ])
  })
})
