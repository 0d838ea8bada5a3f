/** One document is one, however it is typed; what is none says so. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientTypes, dniOf } from './clients.ts'

const kept = (type: (typeof clientTypes)[number], given: string) => {
  const read = dniOf(type, given)
  return 'dni' in read ? read.dni : null
}

describe('a document', () => {
  it('is kept without what people write around it', () => {
    for (const given of ['12345678', '12.345.678', 'V-12.345.678', ' v 12 345 678 ', '012345678', 'V12345678'])
      expect(kept('V', given)).toBe('12345678')
    expect(kept('E', 'E-82.345.678')).toBe('82345678')
    expect(kept('P', 'ab 123456')).toBe('AB123456')
    expect(kept('C', ' 8-123-4567')).toBe('8-123-4567')
    expect(kept('C', '08-0123-004567')).toBe('8-123-4567')
    expect(kept('C', 'pe-12-345')).toBe('PE-12-345')
  })

  it('is none where its form or its last digit is wrong', () => {
    for (const given of ['', '123', '1234567890', 'V-12A45678', 'J-12345678', '-', '١٢٣٤٥٦٧٨'])
      expect(kept('V', given)).toBeNull()
    expect(kept('P', 'ABCDEF')).toBeNull()
    expect(kept('C', '8123 4567')).toBeNull()
    // A RIF that exists, and the same with each other last digit.
    expect(kept('G', 'G-20009997-6')).toBe('200099976')
    for (const last of '012345789') expect(kept('G', `G-20009997-${last}`)).toBeNull()
  })

  it('that is named as an example is one itself', () => {
    for (const type of clientTypes) {
      const fault = dniOf(type, '')
      const example = 'fault' in fault ? fault.fault.split('por ejemplo ')[1]! : ''
      expect([type, kept(type, example) !== null]).toEqual([type, true])
    }
  })

  it('read again is the same, and a RIF has exactly one last digit', () => {
    const eight = fc.integer({ min: 0, max: 99_999_999 }).map((of) => String(of).padStart(8, '0'))
    fc.assert(
      fc.property(fc.constantFrom(...clientTypes), fc.string({ maxLength: 20 }), (type, given) => {
        const once = kept(type, given)
        if (once !== null) expect(kept(type, once)).toBe(once)
      }),
    )
    fc.assert(
      fc.property(fc.constantFrom('J' as const, 'G' as const), eight, (type, digits) => {
        const good = [...'0123456789'].filter((last) => kept(type, `${type}-${digits}-${last}`) !== null)
        expect(good.length).toBe(1)
      }),
    )
  })
})
