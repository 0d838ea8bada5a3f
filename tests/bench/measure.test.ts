import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { median, outcomeOf, percentile, rivalRates, rivalTimings, takeTurns, Unmeasurable } from './measure.ts'

/** A run that takes so many milliseconds of a clock that only runs by itself. */
const lasting = (ms: number) => () => {
  vi.advanceTimersByTime(ms)
  return Promise.resolve()
}

describe('measuring against a yardstick', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('takes turns: each work once, then each again', async () => {
    const order: string[] = []
    const note = (name: string) => (round: number) => {
      order.push(`${name}${round}`)
      return Promise.resolve(round * 10)
    }
    expect(await takeTurns({ a: note('a'), b: note('b') }, 3)).toEqual({ a: [0, 10, 20], b: [0, 10, 20] })
    expect(order).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2'])
  })

  it('answers rates from the sums of all slices', async () => {
    const rates = await rivalRates({ ours: lasting(50), theirs: lasting(20) }, { clients: 1, seconds: 2, slice: 0.5 })
    expect(rates).toEqual({ ours: 20, theirs: 50 })
  })

  it('counts the time that a slice took, which is longer than what it was given', async () => {
    // Slices of half a second in which only one run of 800 ms fits.
    const { slow } = await rivalRates({ slow: lasting(800) }, { clients: 1, seconds: 1 })
    expect(slow).toBeCloseTo(1.25)
  })

  it('leaves the first run of each out, and sorts the others', async () => {
    const times = [900, 30, 10, 20]
    const ours = () => lasting(times.shift()!)()
    expect(await rivalTimings({ ours, theirs: lasting(5) }, 3)).toEqual({ ours: [10, 20, 30], theirs: [5, 5, 5] })
  })

  it('finds the middle and the high end of what was measured', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(percentile([1, 2, 3, 4], 0.95)).toBe(4)
    expect(percentile([], 0.5)).toBe(0)
  })
})

describe('a part of the bench', () => {
  const row = { work: 'vender', yardstick: 'insertar', reach: '≥ 40 %', measured: '50 %', reached: true }

  it('gives its rows', async () => {
    expect(await outcomeOf('venta', () => Promise.resolve([row]))).toEqual({ rows: [row] })
  })

  it('says what this machine lacks, which is no error', async () => {
    const outcome = await outcomeOf('consola', () => Promise.reject(new Unmeasurable('no hay un Chromium')))
    expect(outcome).toEqual({
      rows: [expect.objectContaining({ work: 'consola', measured: 'no medido: no hay un Chromium', missing: true })],
    })
  })

  it('says what broke, which is one', async () => {
    const error = new Error('sin conexión')
    const outcome = await outcomeOf('venta', () => Promise.reject(error))
    expect(outcome.error).toBe(error)
    expect(outcome.rows).toEqual([
      expect.objectContaining({ measured: 'no medido: falló: sin conexión', reached: false }),
    ])
  })
})
