import { describe, expect, it } from 'vitest'
import { countdownText, isClosingSoon, nextDraws } from './draw-countdown.ts'

const now = Date.parse('2026-11-20T15:00:00Z')
type Draw = Parameters<typeof nextDraws>[0][number]
const draw = (id: number, closes_at: string, state: Draw['state'] = 'abierto'): Draw => ({
  id, product_id: 1, product_name: 'Lotto Activo', product_kind: 'animalitos', day: '2026-11-20', scheduled_at: closes_at, opens_at: closes_at, closes_at, state,
  result: null, result_id: null, late: false, parts: [], entry: null, sold: [], prizes: [],
})

describe('nextDraws', () => {
  it('lists what still sells, the first to close first', () => {
    const all = [draw(1, '2026-11-20T17:55:00Z'), draw(2, '2026-11-20T15:55:00Z', 'programado'), draw(3, '2026-11-20T15:55:00Z')]
    expect(nextDraws(all, now).map((one) => one.id)).toEqual([2, 3, 1])
  })

  it('leaves out what closed, by the clock or by its state', () => {
    const all = [draw(1, '2026-11-20T15:00:00Z'), draw(2, '2026-11-20T16:00:00Z', 'suspendido'), draw(3, '2026-11-20T16:00:00Z', 'cerrado')]
    expect(nextDraws(all, now)).toEqual([])
  })
})

describe('countdownText', () => {
  it.each([[0, 'cerrado'], [-5000, 'cerrado'], [1, '00:01'], [59_000, '00:59'], [754_000, '12:34'], [3_600_000, '1 h 00 min'], [7_560_000, '2 h 06 min']])('%d ms', (left, text) => {
    expect(countdownText(left)).toBe(text)
  })

  it('asks for a person in the last five minutes', () => {
    expect([1, 300_000, 300_001, 0].map(isClosingSoon)).toEqual([true, true, false, false])
  })
})
