import { describe, expect, it } from 'vitest'
import { bodyOf, editedOf, configFault, toggled, withPiece } from './pieces.ts'

const kept = {
  version: 0,
  currencies: [
    {
      currency: 'BS' as const,
      denominations: ['20.00', '5.00'],
      float: null,
      tolerance: '1.00',
      usual: ['10.00', '5.00'],
    },
  ],
}
const [one] = editedOf(kept)

describe('what a drawer is counted with', () => {
  it('is chosen among what there is and what was added, from the largest down', () => {
    expect(one!.offered).toEqual(['20.00', '10.00', '5.00'])
    expect(toggled(one!, '10.00').denominations).toEqual(['20.00', '10.00', '5.00'])
    expect(toggled(one!, '5.00').denominations).toEqual(['20.00'])
    expect(withPiece(one!, '50')).toMatchObject({
      denominations: ['50.00', '20.00', '5.00'],
      offered: ['50.00', '20.00', '10.00', '5.00'],
    })
  })

  it('is no piece of nothing, of cents that there are not, nor one that is there', () => {
    const cop = { ...one!, currency: 'COP' as const }
    for (const [of, piece] of [
      [one!, null],
      [one!, '0'],
      [one!, '¿1.234'],
      [one!, '20'],
      [cop, '0.50'],
    ] as const)
      expect(withPiece(of, piece)).toHaveProperty('fault')
  })

  it('is saved whole, or it is said what is missing', () => {
    expect(configFault([one!])).toBeNull()
    expect(configFault([{ ...one!, denominations: [] }])).toContain('pieza')
    expect(configFault([{ ...one!, tolerance: null }])).toContain('tolerada')
    expect(configFault([{ ...one!, float: '¿x' }])).toContain('fondo')
    expect(bodyOf([one!])).toEqual([
      { currency: 'BS', denominations: ['20.00', '5.00'], float: null, tolerance: '1.00' },
    ])
  })
})
