import { describe, expect, it } from 'vitest'
import { betsSchema, newPolla, payChanges, sharesOfHundred, potSplit, type BetsPart } from './bets-part.ts'

const names = new Map([
  [1, { name: 'Animalito', kind: 'animalito' as const }],
  [14, { name: 'Terminal Panamá', kind: 'terminal_pa' as const }],
])

describe('the split of a polla', () => {
  it('is whole to the ten thousandth', () => {
    expect(potSplit(newPolla)).toEqual({ sum: '100', exact: true })
    expect(
      potSplit({ ...newPolla, first_percent: '33.3333', second_percent: '33.3333', weekly_percent: '33.3334' }),
    ).toEqual({ sum: '100', exact: true })
    expect(potSplit({ ...newPolla, weekly_percent: '9.9999' })).toEqual({ sum: '99.9999', exact: false })
    expect(potSplit({ ...newPolla, weekly_percent: '' })).toEqual({ sum: null, exact: false })
  })

  it('says what becomes of 100 sold', () => {
    expect(sharesOfHundred(newPolla)!.map((one) => one.amount)).toEqual(['48.00', '24.00', '8.00', '20.00'])
    expect(sharesOfHundred({ ...newPolla, prize_percent: '82.5' })!.at(-1)).toEqual({ name: 'Banca', amount: '17.50' })
    expect(sharesOfHundred({ ...newPolla, prize_percent: 'x' })).toBeNull()
  })
})

describe('pay', () => {
  const part = (multiplier: string, enabled = true): BetsPart => ({
    offers: [{ bet_type_id: 1, multiplier, place_multipliers: null, enabled }],
    wildcards: [],
    settings: { tripleta_draws: 11, polla: null },
  })

  it('changes are said before and after', () => {
    expect(payChanges(part('30'), part('32.5'), names)).toEqual([
      { label: 'Animalito', before: '× 30', after: '× 32,5' },
    ])
    expect(payChanges(part('30'), part('30', false), names)).toEqual([
      { label: 'Animalito', before: '× 30', after: 'No se ofrece' },
    ])
    expect(payChanges(part('30', false), part('40', false), names)).toEqual([])
    expect(payChanges(part('30'), part('30.00'), names)).toEqual([])
  })

  it('is refused by the contract while it is not a multiplier', () => {
    expect(betsSchema.safeParse(part('30')).success).toBe(true)
    expect(betsSchema.safeParse(part('¿1.5')).success).toBe(false)
    expect(betsSchema.safeParse(part('')).success).toBe(false)
  })
})
