import { describe, expect, it } from 'vitest'
import { bandAt } from './brush.ts'

describe('bandAt', () => {
  it('is each band at its middle, and the nearest one beside it', () => {
    // One band of 0.65 steps in 1.05: its middle is the middle.
    expect(bandAt(0.5, 1)).toBe(0)
    for (const count of [2, 7, 30, 366]) {
      const steps = count - 0.35 + 0.4
      for (let band = 0; band < count; band += 1) {
        const middle = (0.2 + band + 0.325) / steps
        expect(bandAt(middle, count)).toBe(band)
        expect(bandAt(middle + 0.4 / steps, count)).toBe(band)
        expect(bandAt(middle - 0.4 / steps, count)).toBe(band)
      }
    }
  })

  it('is an end beyond the ends', () => {
    expect([bandAt(-0.3, 7), bandAt(1.4, 7)]).toEqual([0, 6])
  })
})
