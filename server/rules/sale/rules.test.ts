/** The rules of a sale, one by one, without a database. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Currency } from '@contract/values/currency.ts'
import { add, compare, prizeOf } from '@contract/values/money.ts'
import type { LineFacts, OfficeFacts } from './facts.ts'
import {
  canonicalLines,
  checkOffice,
  lineFault,
  mergeLines,
  mostStaked,
  onLine,
  potentialOf,
  refuseLines,
} from './rules.ts'

const office = {
  active: true,
  device_id: null,
  sells_currency: true,
  annul_minutes: 5,
  prize_days: 3,
  max_lines: 3,
  min_stake: '1.00',
  max_stake: '100.00',
  max_ticket: null,
} as OfficeFacts
const facts = {
  product_id: 1,
  product_name: 'Lotto',
  day: '2026-11-20',
  closes_at: '2026-11-20T14:55:00.000Z',
  open: true,
  opens_on: null,
  kind: 'animalito',
  offered: true,
  product_enabled: true,
  multiplier: '30.00',
  place_multipliers: null,
  tripleta_draws: 11,
  polla: null,
  blocked: false,
  known_codes: new Set(['0', '00']),
  rate_id: null,
} as LineFacts
const line = { draw_id: 1, bet_type_id: 1, number: '0', stake: '10.00' }
const stake = fc
  .bigInt({ min: 1n, max: 10n ** 10n })
  .map((cents) => `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`)
const lines = fc.array(
  fc.record({
    draw_id: fc.integer({ min: 1, max: 3 }),
    bet_type_id: fc.integer({ min: 1, max: 2 }),
    number: fc.constantFrom('0', '00', '7', '007'),
    stake,
  }),
  { maxLength: 40 },
)
const keyOf = (one: { draw_id: number; bet_type_id: number; number: string }) =>
  `${one.draw_id} ${one.bet_type_id} ${one.number}`

describe('merging', () => {
  it('keeps the sum of each number, every line once, in the order they came', () => {
    fc.assert(
      fc.property(lines, (asked) => {
        const merged = mergeLines(asked)
        expect(merged.map(keyOf)).toEqual([...new Set(asked.map(keyOf))])
        for (const one of merged)
          expect(one.stake).toBe(
            add(...asked.filter((other) => keyOf(other) === keyOf(one)).map((other) => other.stake)).replace(
              /^0+(?=\d)/,
              '',
            ),
          )
        expect(merged.flatMap((one) => one.from).sort((left, right) => left - right)).toEqual(
          asked.map((_, index) => index),
        )
        for (const one of merged)
          expect(one.from.map((index) => keyOf(asked[index]!))).toEqual(one.from.map(() => keyOf(one)))
      }),
    )
  })

  it('leaves what was asked as it was', () => {
    const asked = [{ ...line }, { ...line }]
    mergeLines(asked)
    expect(asked).toEqual([line, line])
  })
})

describe('the office', () => {
  const broken: [
    name: string,
    change: Partial<OfficeFacts>,
    count: number,
    device: string | undefined,
    code: string | null,
  ][] = [
    ['a sound one', {}, 1, undefined, null],
    ['its own device', { device_id: 'a' }, 1, 'a', null],
    ['as many lines as it may', {}, 3, undefined, null],
    ['an inactive one', { active: false }, 1, undefined, 'office_inactive'],
    ['another device', { device_id: 'a' }, 1, 'b', 'device_not_bound'],
    ['no device', { device_id: 'a' }, 1, undefined, 'device_not_bound'],
    ['another currency', { sells_currency: false }, 1, undefined, 'currency_not_sold'],
    ['no line', {}, 0, undefined, 'ticket_empty'],
    ['a line too many', {}, 4, undefined, 'ticket_too_long'],
  ]
  it.each(broken)('%s', (_, change, count, device, code) => {
    const check = () =>
      checkOffice(
        { ...office, ...change },
        Array.from({ length: count }, () => line),
        device,
      )
    if (code) expect(check).toThrow(expect.objectContaining({ code }))
    else expect(check).not.toThrow()
  })
})

describe('a line', () => {
  const broken: [
    name: string,
    change: Partial<LineFacts>,
    more: Partial<typeof line>,
    code: string | null,
    field?: string,
  ][] = [
    ['a sound one', {}, {}, null],
    ['the least stake', {}, { stake: '1.00' }, null],
    ['the largest stake', {}, { stake: '100.00' }, null],
    ['an unknown draw', { product_id: null }, {}, 'draw_unknown', 'draw_id'],
    ['a bet that is not offered', { offered: false }, {}, 'bet_type_not_offered', 'bet_type_id'],
    ['a tripleta of one symbol', { kind: 'tripleta' }, {}, 'number_invalid', 'number'],
    ['a polla by the general sale', { kind: 'polla' }, {}, 'bet_type_not_offered', 'bet_type_id'],
    ['a product that is not sold here', { product_enabled: false }, {}, 'product_not_sold', 'draw_id'],
    ['a number that is none', {}, { number: '7' }, 'number_invalid', 'number'],
    ['less than the least', {}, { stake: '0.99' }, 'stake_too_small', 'stake'],
    ['more than the largest', {}, { stake: '100.01' }, 'stake_too_large', 'stake'],
    ['a closed draw', { open: false }, {}, 'draw_closed', 'draw_id'],
    ['a draw that has not opened', { open: false, opens_on: '23/11/2026 00:00' }, {}, 'draw_not_open', 'draw_id'],
    ['a blocked number', { blocked: true }, {}, 'number_blocked', 'number'],
    // The order in which the domain asks: what cannot be understood before what may not be sold.
    ['a bad number on a closed draw', { open: false }, { number: '7' }, 'number_invalid', 'number'],
    ['a blocked number of a closed draw', { open: false, blocked: true }, {}, 'draw_closed', 'draw_id'],
  ]
  it.each(broken)('%s', (_, change, more, code, field) => {
    const fault = lineFault({ ...line, ...more }, { ...facts, ...change }, office, 'BS')
    expect(fault && [fault.code, fault.field]).toEqual(code && [code, field])
  })

  it.each<[name: string, stake: string, currency: 'BS' | 'COP', multiplier: string, code: string | null]>([
    ['the largest stake there is', mostStaked, 'BS', '100.00', null],
    ['more than is kept', '1000000000.01', 'BS', '1.00', 'stake_too_large'],
    ['a prize of as much as is kept', '1000000.00', 'BS', '100000.00', null],
    ['a prize of more than is kept', '1000000.01', 'BS', '100000.00', 'stake_too_large'],
    ['whole pesos', '500.00', 'COP', '30.00', null],
    ['half a peso', '500.50', 'COP', '30.00', 'stake_without_cents'],
  ])('of an office without limits may be %s', (_, stake, currency, multiplier, code) => {
    const free = { ...office, min_stake: null, max_stake: null }
    const fault = lineFault({ ...line, stake }, { ...facts, multiplier }, free, currency)
    expect(fault && [fault.code, fault.field]).toEqual(code && [code, 'stake'])
  })

  const polla: Partial<LineFacts> = {
    kind: 'polla',
    multiplier: '1.00',
    known_codes: new Set(['0', '00', '7']),
    polla: { symbols: 3, price: { BS: '100.00' } },
  }
  it.each<
    [
      name: string,
      change: Partial<LineFacts>,
      more: Partial<typeof line>,
      currency: 'BS' | 'USD',
      code: string | null,
      field?: string,
    ]
  >([
    ['three symbols for its price, above the largest stake', {}, { stake: '100.00' }, 'BS', null],
    ['one symbol too few', {}, { number: '0-7' }, 'BS', 'polla_symbols', 'number'],
    ['the same symbol twice', {}, { number: '0-0-7' }, 'BS', 'number_invalid', 'number'],
    ['another price', {}, { stake: '99.99' }, 'BS', 'polla_price', 'stake'],
    ['a currency without a price', {}, {}, 'USD', 'currency_not_sold', 'stake'],
    ['what is no polla', { kind: 'animalito' }, { number: '0' }, 'BS', 'bet_type_not_offered', 'bet_type_id'],
    ['a closed round', { open: false }, {}, 'BS', 'draw_closed', 'draw_id'],
  ])('a polla: %s', (_, change, more, currency, code, field) => {
    const fault = lineFault(
      { ...line, number: '0-00-7', stake: '100.00', ...more },
      { ...facts, ...polla, ...change },
      { ...office, max_stake: '50.00' },
      currency,
      true,
    )
    expect(fault && [fault.code, fault.field]).toEqual(code && [code, field])
  })
  it('a polla is one line', () => {
    expect(() => checkOffice(office, [line, line], undefined, true)).toThrow(
      expect.objectContaining({ code: 'ticket_too_long' }),
    )
    expect(() => checkOffice(office, [line], undefined, true)).not.toThrow()
  })

  it('symbols in any order are one bet, and other numbers stay as they are', () => {
    const asked = ['12-5-30', '30-5-12', '007', '123 LEO'].map((number) => ({ ...line, number }))
    expect(canonicalLines(asked).map(({ number }) => number)).toEqual(['5-12-30', '5-12-30', '007', '123 LEO'])
    expect(mergeLines(canonicalLines(asked)).map(({ stake: sum }) => sum)).toEqual(['20.00', '10.00', '10.00'])
  })

  it('every fault stands on each line it came from', () => {
    const merged = mergeLines([line, { ...line, number: '7' }, line, { ...line, number: '7' }])
    const faults = merged.flatMap((one) => {
      const broken = lineFault(one, facts, office, 'BS')
      return broken ? onLine(one, broken) : []
    })
    expect(faults.map((fault) => [fault.path, fault.code])).toEqual([
      ['lines.1.number', 'number_invalid'],
      ['lines.3.number', 'number_invalid'],
    ])
    expect(() => refuseLines(faults)).toThrow(expect.objectContaining({ code: 'number_invalid' }))
    expect(() => refuseLines([...faults, { path: 'lines.0.draw_id', message: '', code: 'draw_closed' }])).toThrow(
      expect.objectContaining({ code: 'sale_refused' }),
    )
    expect(() => refuseLines([])).not.toThrow()
  })
})

describe('the most it can win', () => {
  it('is the stake by its multiplier, or by every place it could win at once', () => {
    const factor = fc
      .integer({ min: 1, max: 9_999_999 })
      .map((hundredths) => `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`)
    fc.assert(
      fc.property(
        stake,
        factor,
        fc.array(factor, { minLength: 1, maxLength: 3 }),
        fc.constantFrom<Currency>('BS', 'COP'),
        (amount, multiplier, places, of) => {
          expect(potentialOf(amount, { ...facts, multiplier }, of)).toBe(prizeOf(amount, multiplier, of))
          const every = potentialOf(amount, { ...facts, multiplier, place_multipliers: places }, of)
          expect(every).toBe(add(...places.map((place) => prizeOf(amount, place, of))))
          for (const place of places) expect(compare(every, prizeOf(amount, place, of))).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})
