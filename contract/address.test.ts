import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf, queryWith, type AddressValue } from './address.ts'

describe('an address', () => {
  it('says what is known, and nothing of the rest', () => {
    expect(
      addressOf('/rows', { partner_id: 7, product_id: undefined, q: '', state: null, by: [], level: 'dia', on: false }),
    ).toBe('/rows?partner_id=7&level=dia&on=false')
    expect(addressOf('/rows', { product_id: undefined, average: Number.NaN })).toBe('/rows')
    expect(addressOf('/rows', { by: ['dia', 'producto'], number: '12 LEO' })).toBe(
      '/rows?by=dia,producto&number=12+LEO',
    )
  })

  it('of a query that is there changes what is said, and keeps the rest where it stands', () => {
    expect(queryWith('?page=3&level=dia&currency=BS', { page: null, currency: 'USD', sort: '-sold' })).toBe(
      'level=dia&currency=USD&sort=-sold',
    )
  })

  it('never writes what has no words, whatever it is asked', () => {
    const nothing = fc.constantFrom<AddressValue>(undefined, null, '', [], Number.NaN)
    const said = fc.oneof(nothing, fc.nat(), fc.constantFrom('BS', 'a,b', '¿&=?'), fc.array(fc.nat(), { maxLength: 3 }))
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), said), (params) => {
        const read = new URLSearchParams(queryWith('', params))
        for (const [name, value] of Object.entries(params)) {
          const is = read.get(name)
          expect(is === null).toBe(value === undefined || value === null || String(value) === '' || Number.isNaN(value))
          if (is !== null) expect(is).toBe(String(value))
        }
      }),
    )
  })

  it('refuses what has no words where it is written', () => {
    // @ts-expect-error -- an object would be `[object Object]`
    addressOf('/rows', { row: { id: 1 } })
    // @ts-expect-error -- nobody knows what it is
    addressOf('/rows', { row: {} as unknown })
  })
})
