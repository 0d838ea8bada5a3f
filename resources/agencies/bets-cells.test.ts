import { describe, expect, it } from 'vitest'
import { betsConfigurationForm } from '@contract/bets-configurations.ts'
import { withEdits } from '@/kit/grid/edits.ts'
import { betsConfiguration } from '../../tests/support/bets-configuration.ts'
import { configurationBody, betsCells, ownBets, betsPathAt, pathOf } from './bets-cells.ts'

const configuration = betsConfiguration()
const edited = (values: Record<string, string | null>) =>
  withEdits(
    new Map(),
    [...betsCells(configuration).values()].flatMap((cell) =>
      values[cell.path] === undefined ? [] : [{ cell, value: values[cell.path]! }],
    ),
  )

describe('the cells of a configuration', () => {
  it('hold every value as a decimal string, by a name that outlives its place', () => {
    expect([...ownBets(configuration)]).toEqual([
      ['annul_minutes', null],
      ['prize_days', '10'],
      ['max_lines', null],
      ['pays_other_agencies', null],
      ['rate_type_id', null],
      ['min_stake.USD', null],
      ['max_stake.USD', '20.00'],
      ['max_ticket.USD', null],
      ['enabled.4', null],
      ['enabled.6', null],
      ['multiplier.4.9', '30.00'],
      ['multiplier.6.9', null],
      ['multiplier.6.2', null],
    ])
    expect(pathOf({ field: 'multiplier', product_id: 6, bet_type_id: 2 })).toBe('multiplier.6.2')
  })

  it('say what they are, what they inherit and from whom', () => {
    const cells = betsCells(configuration)
    expect(cells.get('pays_other_agencies')).toMatchObject({ kind: 'flag', inherited: '0', from: 'Banca Demo' })
    expect(cells.get('rate_type_id')).toMatchObject({
      label: 'Tipo de tasa',
      kind: 'choice',
      labels: { 1: 'BCV', 2: 'De mostrador' },
      inherited: '1',
      note: 'La de «De mostrador» la fija cada taquilla.',
    })
    expect(cells.get('limits.0.max_stake')).toMatchObject({
      label: 'Máximo por jugada en Dólares',
      kind: 'amount',
      currency: 'USD',
      inherited: '50.00',
    })
    expect(cells.get('multipliers.2.multiplier')).toMatchObject({
      label: 'Triple Zulia, Triple A',
      kind: 'multiplier',
      from: 'su producto',
    })
  })
})

describe('the body', () => {
  it('is one that the contract takes, with what is not edited as it was saved', () => {
    const body = configurationBody(
      configuration,
      edited({
        annul_minutes: '3',
        rate_type_id: '2',
        'max_stake.USD': null,
        'enabled.4': '0',
        'multiplier.6.2': '580.00',
      }),
    )
    expect(betsConfigurationForm.parse(body)).toEqual(body)
    expect(body).toEqual({
      agency_id: 7,
      version: 3,
      annul_minutes: 3,
      prize_days: 10,
      max_lines: null,
      pays_other_agencies: null,
      rate_type_id: 2,
      limits: [{ currency: 'USD', min_stake: null, max_stake: null, max_ticket: null }],
      products: [
        { product_id: 4, enabled: false },
        { product_id: 6, enabled: null },
      ],
      multipliers: [
        { product_id: 4, bet_type_id: 9, multiplier: '30.00' },
        { product_id: 6, bet_type_id: 9, multiplier: null },
        { product_id: 6, bet_type_id: 2, multiplier: '580.00' },
      ],
    })
  })

  it('finds the cell of a fault, or the first of its row', () => {
    const at = (place: string) => betsPathAt(configuration, place)
    expect(at('limits.0.max_stake')).toBe('max_stake.USD')
    expect(at('limits.0.currency')).toBe('min_stake.USD')
    expect(at('multipliers.1.bet_type_id')).toBe('multiplier.6.9')
    expect(at('products.1.enabled')).toBe('enabled.6')
    expect(at('max_lines')).toBe('max_lines')
    expect([at('agency_id'), at('limits.5.min_stake')]).toEqual([undefined, undefined])
  })
})
