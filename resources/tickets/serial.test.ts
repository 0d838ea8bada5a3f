import { beforeEach, describe, expect, it } from 'vitest'
import { forgetScanned, keepScanned, readSerial, scannedCode } from './serial.ts'

describe('readSerial', () => {
  it('reads a serial alone, in any case', () => {
    expect(readSerial(' 2tr0a1b2c3 ')).toEqual({ serial: '2TR0A1B2C3', code: null })
  })

  it("reads what a receipt's QR holds", () => {
    expect(readSerial('2TR0A1B2C3-ABCDEFGHJKMNP\n')).toEqual({ serial: '2TR0A1B2C3', code: 'ABCDEFGHJKMNP' })
  })

  it.each(['', '2TR0A1B2C', '2TR0A1B2C34', 'AGENCIA CENTRO', '-2TR0A1B2C3'])('does not take «%s» for one', (typed) => {
    expect(readSerial(typed)).toBeNull()
  })
})

describe('a scanned code', () => {
  beforeEach(forgetScanned)

  it('is given back for its own ticket alone, and until the next one is read', () => {
    keepScanned({ serial: 'AAAAAAAAAA', code: 'UNO' })
    expect([scannedCode('AAAAAAAAAA'), scannedCode('BBBBBBBBBB')]).toEqual(['UNO', ''])
    keepScanned({ serial: 'BBBBBBBBBB', code: null })
    expect(scannedCode('AAAAAAAAAA')).toBe('')
  })
})
