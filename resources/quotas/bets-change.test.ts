import { describe, expect, it } from 'vitest'
import type { BetsConfiguration } from '@contract/bets-configurations.ts'
import { betsChangeOf, betsChangeText, effectIn, emptyBets, valueFault, type BetsDraft } from './bets-change.ts'

const draft = (more: Partial<BetsDraft>): BetsDraft => ({ ...emptyBets('BS'), ...more })
const inherits = <T>(inherited: T) => ({ own: null, inherited, from: 'Banca' })
const configuration: BetsConfiguration = {
  agency_id: 7,
  version: 1,
  annul_minutes: { own: 3, inherited: 5, from: 'Banca' },
  prize_days: inherits(30),
  max_lines: inherits(null),
  pays_other_agencies: inherits(false),
  rate_type_id: inherits(1),
  rate_types: [{ id: 1, name: 'BCV', by_offices: false }],
  limits: [
    {
      currency: 'BS',
      min_stake: inherits('1.00'),
      max_stake: { own: '20.00', inherited: '50.00', from: 'Banca' },
      max_ticket: inherits(null),
    },
  ],
  products: [
    {
      product_id: 4,
      name: 'Lotto',
      enabled: inherits(true),
      bet_types: [{ bet_type_id: 9, name: 'Animalito', multiplier: inherits('30.00') }],
    },
  ],
}

describe('one setting for many', () => {
  it('is none until its value, currency, product and bet are there and valid', () => {
    const incomplete = [
      draft({}),
      draft({ value: 1441 }),
      draft({ field: 'max_stake', value: '¿1.5' }),
      draft({ field: 'max_stake', value: '5.00', currency: undefined }),
      draft({ field: 'enabled', value: true }),
      draft({ field: 'multiplier', value: '30', product_id: 4 }),
      draft({ field: 'max_stake', value: '0.00' }),
    ]
    expect(incomplete.map(betsChangeOf)).toEqual(incomplete.map(() => null))
    expect(betsChangeOf(draft({ value: 5 }))).toEqual({ field: 'annul_minutes', value: 5 })
    expect(betsChangeOf(draft({ inherit: true }))).toEqual({ field: 'annul_minutes', value: null })
    expect(betsChangeOf(draft({ field: 'max_stake', value: '5.00' }))).toEqual({
      field: 'max_stake',
      currency: 'BS',
      value: '5.00',
    })
    expect(betsChangeOf(draft({ field: 'multiplier', value: '30.00', product_id: 4, bet_type_id: 9 }))).toEqual({
      field: 'multiplier',
      product_id: 4,
      bet_type_id: 9,
      value: '30.00',
    })
  })

  it("is refused in the contract's words", () => {
    expect(valueFault(draft({ value: 1441 }))).toBe('Máximo 1.440')
    expect(valueFault(draft({ field: 'prize_days', value: 0 }))).toBe('Mínimo 1 día')
    expect(valueFault(draft({ field: 'max_stake', value: '0.00' }))).toBe('El monto debe ser mayor que cero')
    expect(valueFault(draft({ field: 'max_lines', value: 20 }))).toBeNull()
    expect(valueFault(draft({}))).toBeNull()
  })

  it('tells what it makes of an affiliate', () => {
    const effect = (more: Partial<BetsDraft>) => effectIn(configuration, betsChangeOf(draft(more))!)
    expect(effect({ value: 4 })).toEqual({ before: '3', after: '4' })
    expect(effect({ inherit: true })).toEqual({ before: '3', after: 'hereda 5' })
    expect(effect({ field: 'max_stake', value: '30.00' })).toEqual({ before: 'Bs 20,00', after: 'Bs 30,00' })
    expect(effect({ field: 'max_stake', currency: 'USD', value: '30.00' })).toBeNull()
    expect(effect({ field: 'enabled', product_id: 4, value: false })).toEqual({ before: 'hereda Sí', after: 'No' })
    expect(effect({ field: 'multiplier', product_id: 4, bet_type_id: 9, value: '28.00' })).toEqual({
      before: 'hereda × 30',
      after: '× 28',
    })
    expect(betsChangeText(betsChangeOf(draft({ field: 'max_stake', value: '30.00' }))!, '')).toBe(
      'poner Bs 30,00 en «Máximo por jugada en Bolívares»',
    )
  })
})
