import { describe, expect, it } from 'vitest'
import { nextDraws } from './draw-countdown.ts'

const now = Date.parse('2026-11-20T15:00:00Z')
type Draw = Parameters<typeof nextDraws>[0][number]
const draw = (id: number, closes_at: string, state: Draw['state'] = 'abierto'): Draw => ({
  id,
  product_id: 1,
  product_name: 'Lotto Activo',
  product_kind: 'animalitos',
  day: '2026-11-20',
  scheduled_at: closes_at,
  opens_at: closes_at,
  closes_at,
  state,
  result: null,
  result_id: null,
  played: true,
  late: false,
  parts: [],
  entry: null,
  sold: [],
  prizes: [],
})

describe('nextDraws', () => {
  it('lists what still sells, the first to close first', () => {
    const all = [
      draw(1, '2026-11-20T17:55:00Z'),
      draw(2, '2026-11-20T15:55:00Z', 'programado'),
      draw(3, '2026-11-20T15:55:00Z'),
    ]
    expect(nextDraws(all, now).map((one) => one.id)).toEqual([2, 3, 1])
  })

  it('leaves out what closed, by the clock or by its state', () => {
    const all = [
      draw(1, '2026-11-20T15:00:00Z'),
      draw(2, '2026-11-20T16:00:00Z', 'suspendido'),
      draw(3, '2026-11-20T16:00:00Z', 'cerrado'),
    ]
    expect(nextDraws(all, now)).toEqual([])
  })
})
