/** A price is split to the cent, whatever the percentages. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Currency } from '@contract/values/currency.ts'
import { add, compare, fromCents, hasCents, percentOf, toCents } from '@contract/values/money.ts'
import { splitShares } from './shares.ts'

const percentage = (most: number) => fc.integer({ min: 0, max: most }).map((tenths) => fromCents(BigInt(tenths) * 10n))
/** First, second and weekly add up to 100. */
const split = fc
  .tuple(percentage(1_000), fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 10_000 }))
  .map(([prize_percent, one, other]) => {
    const [low, high] = one < other ? [one, other] : [other, one]
    return {
      prize_percent,
      first_percent: fromCents(BigInt(low)),
      second_percent: fromCents(BigInt(high - low)),
      weekly_percent: fromCents(BigInt(10_000 - high)),
    }
  })
const money = fc.constantFrom<Currency>('BS', 'COP')
const price = fc.bigInt({ min: 1n, max: 10n ** 12n }).map(fromCents)

describe('shares of a price', () => {
  it('add up to its prize part exactly, and none is below zero', () => {
    fc.assert(
      fc.property(price, split, money, (total, settings, of) => {
        const { primero, segundo, semanal } = splitShares(total, settings, of)
        expect(add(primero, segundo, semanal)).toBe(percentOf(total, settings.prize_percent, of))
        for (const share of [primero, segundo, semanal]) {
          expect(compare(share, '0')).toBeGreaterThanOrEqual(0)
          expect(hasCents(share, of)).toBe(false)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('are each their percentage, but for a coin', () => {
    fc.assert(
      fc.property(price, split, money, (total, settings, of) => {
        const prize = percentOf(total, settings.prize_percent, of)
        const shares = splitShares(total, settings, of)
        for (const [pot, percent] of [
          ['primero', settings.first_percent],
          ['segundo', settings.second_percent],
          ['semanal', settings.weekly_percent],
        ] as const) {
          const off = toCents(shares[pot]) - toCents(percentOf(prize, percent, of))
          const coin = of === 'COP' ? 100n : 1n
          expect(off >= -coin && off <= coin).toBe(true)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    ['10.00', '80', '30', '10', { primero: '4.80', segundo: '2.40', semanal: '0.80' }],
    // Two halves of a cent: the first pot cannot go below zero for the weekly one.
    ['0.01', '100', '50', '50', { primero: '0.00', segundo: '0.01', semanal: '0.00' }],
    ['0.03', '100', '33.33', '33.33', { primero: '0.01', segundo: '0.01', semanal: '0.01' }],
    ['9.99', '80', '30', '10', { primero: '4.79', segundo: '2.40', semanal: '0.80' }],
    ['5.00', '0', '30', '10', { primero: '0.00', segundo: '0.00', semanal: '0.00' }],
  ])('of %s at %s %%', (total, prize_percent, second_percent, weekly_percent, expected) => {
    expect(splitShares(total, { prize_percent, second_percent, weekly_percent }, 'BS')).toEqual(expected)
  })
})
