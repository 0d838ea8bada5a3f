/** The amounts that a counter offers as keys, from what its office may stake. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencies } from '@contract/values/currency.ts'
import { compare, hasCents } from '@contract/values/money.ts'
import { quickAmounts } from './quick-amounts.ts'

describe('quick amounts', () => {
  it.each([
    ['BS', null, null, ['10.00', '20.00', '50.00', '100.00', '200.00']],
    ['USD', null, null, ['1.00', '2.00', '5.00', '10.00', '20.00']],
    ['COP', null, null, ['1000.00', '2000.00', '5000.00', '10000.00', '20000.00']],
    ['BS', '2.50', '30.00', ['2.50', '5.00', '12.50', '25.00']],
    // No coin is below the least stake.
    ['COP', '100.40', '520.00', ['101.00', '201.00', '502.00']],
    ['BS', null, '5.00', ['5.00']],
    ['COP', null, '5.50', []],
  ] as const)('of %s from %s to %s', (currency, min_stake, max_stake, amounts) => {
    expect(quickAmounts({ min_stake, max_stake }, currency)).toEqual(amounts)
  })

  it('may all be staked, each is larger than the one before it', () => {
    const amount = fc.option(fc.integer({ min: 1, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(2)))
    fc.assert(
      fc.property(amount, amount, fc.constantFrom(...currencies), (min_stake, max_stake, currency) => {
        fc.pre(!min_stake || !max_stake || compare(min_stake, max_stake) <= 0)
        const amounts = quickAmounts({ min_stake, max_stake }, currency)
        for (const [at, one] of amounts.entries()) {
          expect(hasCents(one, currency)).toBe(false)
          if (min_stake) expect(compare(one, min_stake)).toBeGreaterThanOrEqual(0)
          if (max_stake) expect(compare(one, max_stake)).toBeLessThanOrEqual(0)
          if (at > 0) expect(compare(one, amounts[at - 1]!)).toBeGreaterThan(0)
        }
      }),
    )
  })
})
