/** A pot is shared out and passed on without losing a cent. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, compare, fromCents, toCents } from '@contract/values/money.ts'
import { sharePot } from './winning.ts'

const amount = fc.bigInt({ min: 0n, max: 10n ** 13n }).map(fromCents)
const winners = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 }))

describe('a pot', () => {
  it('is its shares and what passes on, to the cent', () => {
    fc.assert(
      fc.property(amount, winners, (pot, count) => {
        const { share, paid, rest } = sharePot({ pot: 'primero', amount: pot, winners: count })
        expect(add(paid, rest)).toBe(pot)
        expect(toCents(share) * BigInt(count)).toBe(toCents(paid))
        // What is left is less than a cent for each, or the whole pot where nobody won.
        if (count > 0) expect(toCents(rest) < BigInt(count)).toBe(true)
        else expect(rest).toBe(pot)
        expect(compare(share, '0')).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 1_000 },
    )
  })

  it('of a debt shares nothing and passes it on', () => {
    expect(sharePot({ pot: 'segundo', amount: '-0.05', winners: 2 })).toEqual({
      pot: 'segundo',
      share: '0.00',
      paid: '0.00',
      rest: '-0.05',
    })
  })
})
