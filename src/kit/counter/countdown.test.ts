import { describe, expect, it } from 'vitest'
import { countdownText, isClosingSoon } from './countdown.ts'

describe('countdownText', () => {
  it.each([
    [0, 'cerrado'],
    [-5000, 'cerrado'],
    [1, '00:01'],
    [59_000, '00:59'],
    [754_000, '12:34'],
    [3_600_000, '1 h 00 min'],
    [7_560_000, '2 h 06 min'],
  ])('%d ms', (left, text) => {
    expect(countdownText(left)).toBe(text)
  })

  it('asks for a person in the last five minutes', () => {
    expect([1, 300_000, 300_001, 0].map(isClosingSoon)).toEqual([true, true, false, false])
  })
})
