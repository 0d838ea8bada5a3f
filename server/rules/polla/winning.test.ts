/** A pot is shared out and passed on without losing a cent. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Currency } from '@contract/values/currency.ts'
import { add, compare, fromCents, hasCents, toCents } from '@contract/values/money.ts'
import { sharePot } from './winning.ts'

const amount = fc.bigInt({ min: 0n, max: 10n ** 13n }).map(fromCents)
const winners = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 }))

describe('a pot', () => {
  it('is its shares and what passes on, to the cent, each share as it can be paid', () => {
    fc.assert(
      fc.property(amount, winners, fc.constantFrom<Currency>('BS', 'COP'), (pot, count, of) => {
        const { share, paid, rest } = sharePot({ pot: 'primero', amount: pot, winners: count }, of)
        expect(add(paid, rest)).toBe(pot)
        expect(toCents(share) * BigInt(count)).toBe(toCents(paid))
        expect(hasCents(share, of)).toBe(false)
        // What is left is less than a coin for each, or the whole pot where nobody won.
        if (count > 0) expect(toCents(rest) < BigInt(count) * (of === 'COP' ? 100n : 1n)).toBe(true)
        else expect(rest).toBe(pot)
        expect(compare(share, '0')).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 1_000 },
    )
  })

  it('of a debt shares nothing and passes it on', () => {
    expect(sharePot({ pot: 'segundo', amount: '-0.05', winners: 2 }, 'BS')).toEqual({
      pot: 'segundo',
      share: '0.00',
      paid: '0.00',
      rest: '-0.05',
    })
  })
})
