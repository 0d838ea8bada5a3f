import { describe, expect, it } from 'vitest'
import { readTicketKey } from './ticket-key.ts'

describe('what a scanner writes', () => {
  const whole = { serial: '2D9ABCDEFG', code: '0123456789ABC' }
  it.each([
    '2D9ABCDEFG-0123456789ABC',
    "2d9abcdefg'0123456789abc",
    '2D9ABCDEFG/0123456789ABC',
    ' 2D9ABCDEFG 0123456789ABC\n',
    '2D9ABCDEFG0123456789ABC',
  ])('%j is the serial and the code', (typed) => {
    expect(readTicketKey(typed)).toEqual(whole)
  })

  it('a hand may write only one of the two', () => {
    expect(readTicketKey('2d9abcdefg')).toEqual({ serial: '2D9ABCDEFG', code: null })
    expect(readTicketKey('0123456789abc')).toEqual({ serial: null, code: '0123456789ABC' })
    expect(readTicketKey('¿?')).toEqual({ serial: null, code: null })
  })
})
