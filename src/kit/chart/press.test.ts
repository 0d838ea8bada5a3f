import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bands } from './brush.ts'
import { pressedAt } from './press.ts'
import type { TrendSeries } from './series.ts'

const slots = ['18', '19', '20'].map((key) => ({ key, label: key, title: key }))
const column = (key: string, values: (string | null)[]): TrendSeries => ({
  key,
  name: key,
  mark: 'column',
  color: 0,
  values,
})
const area = { x: 60, width: 300 }
const middle = (at: number, count = 3) => {
  const steps = count - bands.inner + 2 * bands.outer
  return area.x + (area.width * (bands.outer + at + (1 - bands.inner) / 2)) / steps
}

describe('a press on a chart', () => {
  const sold = column('sold', ['100.00', '5.00', null])
  const flat = { slots, series: [sold], stacked: false }

  it('means the slot of its band, however low its column', () => {
    expect(pressedAt(middle(0), 10, area, flat)).toEqual({ slot: '18' })
    expect(pressedAt(middle(1), 90, area, flat)).toEqual({ slot: '19' })
  })

  it('means nothing beside the drawing, nor where nothing has happened yet', () => {
    expect(pressedAt(area.x - 1, 10, area, flat)).toBeNull()
    expect(pressedAt(area.x + area.width + 1, 10, area, flat)).toBeNull()
    expect(pressedAt(middle(2), 10, area, flat)).toBeNull()
    expect(pressedAt(middle(0), 10, area, { ...flat, series: [] })).toBeNull()
    expect(pressedAt(middle(0), 10, area, { ...flat, slots: [] })).toBeNull()
  })

  it('means the piece of a stack that lies there, of gains and of losses', () => {
    const stack = {
      slots,
      series: [
        column('one', ['10.00', '1.00', '1.00']),
        column('two', ['-4.00', '1.00', '1.00']),
        column('three', ['5.00', null, '1.00']),
      ],
      stacked: true,
    }
    const at = (value: number | null) => pressedAt(middle(0), value, area, stack)?.series
    expect([at(9), at(12), at(-3), at(16), at(-5), at(null)]).toEqual([
      'one',
      'three',
      'two',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('finds every piece of every stack at its middle', () => {
    const cents = fc.integer({ min: -9_000_00, max: 9_000_00 }).filter((value) => Math.abs(value) > 1)
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 12 }), (values) => {
        const series = values.map((value, at) => column(String(at), [(value / 100).toFixed(2), null, null]))
        const ends = { up: 0, down: 0 }
        values.forEach((value, at) => {
          const side = value < 0 ? 'down' : 'up'
          const inside = (ends[side] + value / 2) / 100
          ends[side] += value
          expect(pressedAt(middle(0), inside, area, { slots, series, stacked: true })).toEqual({
            slot: '18',
            series: String(at),
          })
        })
      }),
    )
  })
})
