import { describe, expect, it } from 'vitest'
import { readSerialAndCode } from './ticket-key.ts'

describe('what a scanner writes', () => {
  const whole = { serial: '2D9ABCDEFG', code: '0123456789ABC' }
  it.each([
    '2D9ABCDEFG-0123456789ABC',
    "2d9abcdefg'0123456789abc",
    '2D9ABCDEFG/0123456789ABC',
    ' 2D9ABCDEFG 0123456789ABC\n',
    '2D9ABCDEFG0123456789ABC',
  ])('%j is the serial and the code', (typed) => {
    expect(readSerialAndCode(typed)).toEqual(whole)
  })

  it('a hand may write only one of the two', () => {
    expect(readSerialAndCode('2d9abcdefg')).toEqual({ serial: '2D9ABCDEFG', code: null })
    expect(readSerialAndCode('0123456789abc')).toEqual({ serial: null, code: '0123456789ABC' })
    expect(readSerialAndCode('¿?')).toEqual({ serial: null, code: null })
  })
})
