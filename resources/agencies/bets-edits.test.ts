import { describe, expect, it } from 'vitest'
import { betsConfigurationForm, type BetsConfiguration } from '@contract/bets-configurations.ts'
import {
  bodyOf,
  changedSettings,
  clashesOf,
  faultOf,
  pathOfFault,
  settingsOf,
  withEdit,
  type Edits,
  type Own,
} from './bets-edits.ts'

const inherits = <T>(value: T) => ({ own: null, inherited: value, from: 'Banca Demo' })

function configuration(): BetsConfiguration {
  return {
    agency_id: 7,
    version: 3,
    annul_minutes: inherits(5),
    prize_days: { own: 10, inherited: 30, from: 'Banca Demo' },
    max_lines: inherits(50),
    pays_other_agencies: inherits(false),
    limits: [
      {
        currency: 'USD',
        min_stake: inherits('1.00'),
        max_stake: { own: '20.00', inherited: '50.00', from: 'Banca Demo' },
        max_ticket: inherits(null),
      },
    ],
    products: [
      {
        product_id: 4,
        name: 'Lotto Activo',
        enabled: inherits(true),
        bet_types: [
          { bet_type_id: 9, name: 'Animalito', multiplier: { own: '30.00', inherited: '30.00', from: 'Banca Demo' } },
        ],
      },
    ],
  }
}
const edit = (path: string, value: Own, edits: Edits = {}) =>
  withEdit(edits, settingsOf(configuration()).get(path)!, value)

describe('edits', () => {
  it('counts a change only while it differs from what is saved, however it is written', () => {
    expect(edit('multipliers.4.9', '30')).toEqual({})
    expect(edit('prize_days', 10, edit('prize_days', 15))).toEqual({})
    expect(edit('limits.USD.max_stake', null)).toEqual({ 'limits.USD.max_stake': null })
  })

  it('lists changes in the order of the screen', () => {
    const edits = edit('multipliers.4.9', '32.00', edit('annul_minutes', 3))
    expect(changedSettings(settingsOf(configuration()), edits).map((setting) => setting.label)).toEqual([
      'Minutos para anular',
      'Lotto Activo, Animalito',
    ])
  })

  it('makes a body that the contract takes, with what is not edited as it was saved', () => {
    const body = bodyOf(configuration(), edit('products.4', false, edit('limits.USD.max_stake', null)))
    expect(betsConfigurationForm.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      agency_id: 7,
      version: 3,
      annul_minutes: null,
      prize_days: 10,
      limits: [{ currency: 'USD', min_stake: null, max_stake: null, max_ticket: null }],
      products: [{ product_id: 4, enabled: false }],
      multipliers: [{ product_id: 4, bet_type_id: 9, multiplier: '30.00' }],
    })
  })
})

describe('faults', () => {
  it('refuses in the contract’s words, and never takes an amount that is not clear', () => {
    const settings = settingsOf(configuration())
    const fault = (path: string, value: Own) => faultOf(settings.get(path)!, value)
    expect(fault('annul_minutes', 2000)).toBe('Máximo 1.440')
    expect(fault('limits.USD.max_stake', '¿12.50')).toBe('Escriba un monto como 1.234,56')
    expect(fault('limits.USD.max_stake', '0.00')).toBe('El monto debe ser mayor que cero')
    expect(fault('multipliers.4.9', '¿3.0')).toBe('Escriba un número como 30 o 30,50')
    expect(fault('multipliers.4.9', '100000.00')).toBe('Multiplicador no válido')
    expect(fault('multipliers.4.9', null)).toBeNull()
  })

  it('finds the cell of a server’s fault', () => {
    const body = bodyOf(configuration(), {})
    const at = (path: string) => pathOfFault({ path, message: '' }, body)
    expect(at('limits.0.min_stake')).toBe('limits.USD.min_stake')
    expect(at('multipliers.0.multiplier')).toBe('multipliers.4.9')
    expect(at('products.0.enabled')).toBe('products.4')
    expect(at('max_lines')).toBe('max_lines')
    expect(at('agency_id')).toBeNull()
    expect(at('limits.5.min_stake')).toBeNull()
  })
})

describe('clashes', () => {
  it('asks only about what both changed to different values', () => {
    const now = configuration()
    now.prize_days = { own: 20, inherited: 30, from: 'Banca Demo' }
    now.annul_minutes = { own: 3, inherited: 5, from: 'Banca Demo' }
    now.max_lines = { own: 40, inherited: 50, from: 'Banca Demo' }
    const edits = { prize_days: 15, annul_minutes: 3, 'limits.USD.min_stake': '2.00' }
    expect(clashesOf(configuration(), now, edits)).toMatchObject([
      { setting: { path: 'prize_days' }, before: 10, theirs: 20, mine: 15 },
    ])
  })
})
