import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rateForm } from '@contract/rates.ts'
import { rateChange, readRate, shownRate } from './rate-text.ts'

const takes = (typed: string) => rateForm.shape.rate.safeParse(readRate(typed)).success

describe('a rate as it is typed', () => {
  it('has its decimals behind a comma', () => {
    expect(['412,35', '1.412,35', '412', '0,1034', '1.000.000'].map(readRate)).toEqual([
      '412.35',
      '1412.35',
      '412',
      '0.1034',
      '1000000',
    ])
  })
  it('is refused where it could be another one by a factor of thousand, or is none', () => {
    for (const typed of ['412.350', '412.35', '1,412.35', '4 12', '412,', ',5', '4,1,2', '-4', 'x', ''])
      expect(takes(typed), typed).toBe(false)
  })
  it('is compared with the one before', () => {
    expect([rateChange('413', '412.35'), rateChange('0.1034', '0.1134'), rateChange('4000', '400')]).toEqual([
      '0.2',
      '-8.8',
      '900.0',
    ])
  })
  it('is shown as it would be typed', () =>
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 999_999_999_999n }),
        fc.stringMatching(/^(\d{0,5}[1-9])?$/),
        (whole, decimals) => {
          const value = `${whole}${decimals && `.${decimals}`}`
          const shown = shownRate(value)
          // Only a lone group of three is asked about.
          expect(/^\d{1,3}\.\d{3}$/.test(shown) || readRate(shown) === value).toBe(true)
        },
      ),
    ))
})
