/** What is far from the usual, and which hours of silence count: for any figures, not for chosen ones. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromCents } from '@contract/values/money.ts'
import { quietStretchAt } from './agency.ts'
import { leastDays, payoutDeviation, type Paid } from './payout.ts'

const sold = fc.bigInt({ min: 1n, max: 10n ** 12n })
const paid = fc.record({ sold, part: fc.integer({ min: 0, max: 30_000 }) })
const dayOf = ({ sold: cents, part }: { sold: bigint; part: number }): Paid => ({
  sold: fromCents(cents),
  prizes: fromCents((cents * BigInt(part)) / 10_000n),
})
const same = (percent: number, count = 8): Paid[] =>
  Array.from({ length: count }, () => ({ sold: '1000.00', prizes: fromCents(BigInt(percent) * 1_000n) }))
const day = (percent: string): Paid => ({ sold: '10000.00', prizes: percent })

describe('a payout strays', () => {
  it('from the points on, in both ways', () => {
    expect(payoutDeviation(day('12999.00'), same(80), 50)).toBeNull()
    expect(payoutDeviation(day('13000.00'), same(80), 50)).toEqual({ way: 'more', now: '130', usual: '80' })
    expect(payoutDeviation(day('3001.00'), same(80), 50)).toBeNull()
    expect(payoutDeviation(day('3000.00'), same(80), 50)).toEqual({ way: 'less', now: '30', usual: '80' })
  })

  it('not from a handful of days, and not where it always swings', () => {
    expect(payoutDeviation(day('13000.00'), same(80, leastDays - 1), 50)).toBeNull()
    expect(payoutDeviation(day('13000.00'), [...same(20, 4), ...same(140, 4)], 50)).toBeNull()
    expect(payoutDeviation(day('30000.00'), [...same(20, 4), ...same(140, 4)], 50)).toMatchObject({ way: 'more' })
  })

  it('says as much whichever way the usual days are ordered, and the less the more points are asked', () => {
    fc.assert(
      fc.property(
        paid,
        fc.array(paid, { minLength: leastDays, maxLength: 8 }),
        fc.integer({ min: 10, max: 900 }),
        (one, many, points) => {
          const usual = many.map(dayOf)
          const found = payoutDeviation(dayOf(one), usual, points)
          expect(payoutDeviation(dayOf(one), usual.toReversed(), points)).toEqual(found)
          if (found === null) expect(payoutDeviation(dayOf(one), usual, points + 1)).toBeNull()
          // A day among its own is never three spreads away: of 8 days none can be.
          expect(payoutDeviation(usual[0]!, usual, points)).toBeNull()
        },
      ),
    )
  })
})

describe('the silence that counts', () => {
  it('has a whole hour of the clock in it, ends now and stays within the day', () => {
    expect(quietStretchAt('11:30:00', 60)).toEqual({ minutes: 90, from: 10, hour: 11 })
    expect(quietStretchAt('11:00:00', 60)).toEqual({ minutes: 60, from: 10, hour: 11 })
    expect(quietStretchAt('11:30:00', 200)).toEqual({ minutes: 200, from: 9, hour: 11 })
    expect(quietStretchAt('00:59:59', 60)).toBeNull()
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 60, max: 720 }), (clock, minutes) => {
        const [hour, minute] = [Math.floor(clock / 60), clock % 60]
        const found = quietStretchAt(`${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`, minutes)
        if (!found) {
          expect(clock).toBeLessThan(Math.max(minutes, minute + 60))
          return
        }
        expect(found.minutes).toBeGreaterThanOrEqual(minutes)
        expect(found.from).toBeGreaterThanOrEqual(0)
        expect(found.from).toBeLessThan(found.hour)
        // Its first hour begins in the silence.
        expect(found.from * 60).toBeGreaterThanOrEqual(clock - found.minutes)
      }),
    )
  })
})
