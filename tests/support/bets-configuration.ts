/** A bets configuration with something set and something inherited, for tests of its sheets. */
import type { BetsConfiguration } from '@contract/bets-configurations.ts'

const inherits = <T>(value: T) => ({ own: null, inherited: value, from: 'Banca Demo' })

export function betsConfiguration(version = 3): BetsConfiguration {
  return {
    agency_id: 7,
    version,
    annul_minutes: inherits(5),
    prize_days: { own: 10, inherited: 30, from: 'Banca Demo' },
    max_lines: inherits(50),
    pays_other_agencies: inherits(false),
    rate_type_id: inherits(1),
    rate_types: [
      { id: 1, name: 'BCV', by_offices: false },
      { id: 2, name: 'De mostrador', by_offices: true },
    ],
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
      {
        product_id: 6,
        name: 'Triple Zulia',
        enabled: { own: null, inherited: true, from: 'Producto' },
        bet_types: [
          { bet_type_id: 9, name: 'Animalito', multiplier: { own: null, inherited: '28.00', from: 'Producto' } },
          { bet_type_id: 2, name: 'Triple A', multiplier: { own: null, inherited: '600.00', from: 'Producto' } },
        ],
      },
    ],
  }
}
