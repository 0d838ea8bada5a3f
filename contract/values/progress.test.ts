import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { goingPercent } from './progress.ts'

describe('what goes on', () => {
  it('is never said to be whole, nor more, and never goes back', () => {
    const count = fc.integer({ min: 0, max: 10_000_000 })
    fc.assert(
      fc.property(count, count, count, (total, one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((done) => goingPercent(done, total))
        expect(less).toBeGreaterThanOrEqual(0)
        expect(more).toBeGreaterThanOrEqual(less!)
        expect(more).toBeLessThan(100)
      }),
    )
  })

  it('is what is done of it, in whole percent', () => {
    const part = fc.integer({ min: 0, max: 99 })
    fc.assert(fc.property(part, (done) => goingPercent(done, 100) === done))
    expect([
      goingPercent(0, 0),
      goingPercent(5, 0),
      goingPercent(1, 3),
      goingPercent(7, 7),
      goingPercent(8, 7),
    ]).toEqual([0, 0, 33, 99, 99])
  })
})
