/** Serials lead back to their day and cannot be guessed; codes are compared whole. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '@contract/values/dates.ts'
import { dayOfSerial, newCode, newSerial, sameCode } from './serial.ts'

const day = fc.integer({ min: 0, max: 32_767 }).map((days) => addDays('2020-01-01', days))

describe('serials', () => {
  it('ten characters nobody misreads, that lead back to the day of the sale', () => {
    fc.assert(
      fc.property(day, (sold) => {
        const serial = newSerial(sold)
        expect(serial).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
        expect(dayOfSerial(serial)).toBe(sold)
      }),
    )
  })

  it('of one day share three characters and no more than chance', () => {
    const serials = Array.from({ length: 2_000 }, () => newSerial('2026-11-20'))
    expect(new Set(serials.map((serial) => serial.slice(0, 3))).size).toBe(1)
    expect(new Set(serials.map((serial) => serial.slice(3))).size).toBe(serials.length)
    for (let at = 3; at < 10; at++) expect(new Set(serials.map((serial) => serial[at])).size).toBe(32)
  })

  it.each(['', 'ABC', '2TR00000000', 'ILOU000000', '2tr0000000', '../etc/pas', '2TR 00000', 'ÑÑÑ0000000'])(
    '«%s» leads to no day, or to a day without tickets',
    (text) => {
      expect(dayOfSerial(text) ?? '').toMatch(/^$|^\d{4}-\d{2}-\d{2}$/)
    },
  )
  it('whatever is typed is never a fault', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 14 }), (text) => {
        const found = dayOfSerial(text)
        return found === null || /^\d{4}-\d{2}-\d{2}$/.test(found)
      }),
    )
  })
})

describe('codes', () => {
  it("are their own and nobody else's, whatever the length", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (given) => {
        const code = newCode()
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{13}$/)
        expect(sameCode(code, code)).toBe(true)
        expect(sameCode(given, code)).toBe(false)
      }),
    )
  })

  it.each([
    ['', 'ABCDEFGHJKMNP'],
    ['ABCDEFGHJKMN', 'ABCDEFGHJKMNP'],
    ['ABCDEFGHJKMNPQ', 'ABCDEFGHJKMNP'],
    ['abcdefghjkmnp', 'ABCDEFGHJKMNP'],
  ])('«%s» is not «%s»', (given, kept) => {
    expect(sameCode(given, kept)).toBe(false)
  })
})
