/** How a stretch is laid out, and which source answers each piece of it. */
import { describe, expect, it } from 'vitest'
import { basesOf, comparable, heldSums, piecesOf, sourcesOf } from './plan.ts'

const cut = { hour: 14, hour_at: '2026-11-20T18:00:00.000Z', at: '2026-11-20T18:05:00.000Z' }

describe('pieces', () => {
  it('of a whole stretch are its days', () => {
    expect(piecesOf({ from: '2026-11-01', to: '2026-11-20', cut: null })).toEqual([
      { kind: 'days', from: '2026-11-01', to: '2026-11-20' },
    ])
  })

  it('of one that is cut are whole days, whole hours and minutes', () => {
    expect(piecesOf({ from: '2026-11-18', to: '2026-11-20', cut })).toEqual([
      { kind: 'days', from: '2026-11-18', to: '2026-11-19' },
      { kind: 'hours', day: '2026-11-20', hour: 14 },
      { kind: 'minutes', day: '2026-11-20', hour: 14, from_at: cut.hour_at, to_at: cut.at },
    ])
  })

  it('of one day cut at a full hour, or in its first one, are what there is of it', () => {
    const kinds = (of: typeof cut) => piecesOf({ from: '2026-11-20', to: '2026-11-20', cut: of }).map((one) => one.kind)
    expect(kinds({ ...cut, at: cut.hour_at })).toEqual(['hours'])
    expect(kinds({ ...cut, hour: 0 })).toEqual(['minutes'])
    expect(kinds({ ...cut, hour: 0, at: cut.hour_at })).toEqual([])
  })
})

describe('sources', () => {
  it.each([
    ['days', [], ['sold', 'prizes', 'commission', 'participation', 'tickets'], 'sales_days'],
    ['days', [], ['sold', 'lines'], 'product_days'],
    ['days', [], ['sold', 'tickets', 'lines'], 'sales_days product_days'],
    ['days', ['product_id'], ['sold', 'commission'], 'product_days'],
    ['days', ['hour'], ['sold', 'commission', 'tickets'], 'sales_hours'],
    ['days', ['product_id', 'hour'], ['sold', 'prizes'], 'settlement_hours'],
    ['hours', [], ['sold'], 'sales_hours'],
    ['hours', ['product_id', 'bet_type_id'], ['sold'], 'settlement_hours'],
    ['minutes', [], ['sold'], 'tickets'],
    ['minutes', ['bet_type_id'], ['sold'], 'lines'],
  ] as const)('%s by %j of %j come from %s', (kind, bases, sums, name) => {
    expect(sourcesOf(kind, bases, sums).map(([source]) => source.name)).toEqual(name.split(' '))
  })

  it('of few partners of very many offices are rows of their own first, and of offices what these lack', () => {
    const sums = ['sold', 'prizes', 'commission', 'participation', 'tickets', 'annulled'] as const
    const chosen = sourcesOf('days', [], sums, 'always').map(([source, held]) => `${source.name} ${held.length}`)
    expect(chosen).toEqual(['sales_hours 4', 'product_days 1', 'annulled_days 1'])
    expect(sourcesOf('days', [], sums).map(([source]) => source.name)).toEqual(['sales_days'])
  })

  it('say why none of them answers', () => {
    expect(() => sourcesOf('days', ['product_id'], ['tickets'])).toThrow(
      /no source for days by product_id: sales_days has no product_id; product_days keeps no tickets; .*/,
    )
  })

  it('know to the minute what sold, and nothing else', () => {
    const running = { from: '2026-11-20', to: '2026-11-20', cut }
    expect(comparable(running, [], ['sold'])).toBe(true)
    expect(comparable(running, [], ['sold', 'prizes', 'commission'])).toBe(false)
    expect(comparable({ ...running, cut: null }, [], ['sold', 'prizes', 'commission'])).toBe(true)
  })

  it('leave out what is not kept for the bases: of a product there are no tickets', () => {
    expect(heldSums([], ['sold', 'tickets'])).toEqual(['sold', 'tickets'])
    expect(heldSums(['bet_type_id'], ['sold', 'tickets'])).toEqual(['sold'])
  })

  it('have to know what is narrowed by as much as what is told apart', () => {
    expect(basesOf({ by: { product: true } })).toEqual(['product_id'])
    expect(basesOf({ by: { time: 'day' }, product_id: 3, bet_type_id: 1 })).toEqual(['product_id', 'bet_type_id'])
    expect(basesOf({ by: { weekday: true, hour: true } })).toEqual(['hour'])
  })
})
