import { describe, expect, it } from 'vitest'
import { add } from '@contract/values/money.ts'
import { prizeFigures } from './prize-cards.tsx'

const totals = {
  currency: 'BS' as const,
  prizes: 9,
  tickets: 7,
  awarded: '1000.10',
  paid: '400.00',
  pending: '500.10',
  expired: '100.00',
}
const parts = (waiting: string) => prizeFigures(totals, waiting).filter(({ state }) => state !== undefined)

describe('prizeFigures', () => {
  it('add up to what was awarded, whether some wait for other draws or not', () => {
    for (const waiting of ['0.00', '120.05', '500.10'])
      expect(add(...parts(waiting).map(({ value }) => value))).toBe(totals.awarded)
  })

  it('have it also where only another currency waits, so that columns are the same', () => {
    expect(prizeFigures(totals, '0.00', true).map(({ label }) => label)).toContain('Con sorteos pendientes')
  })

  it('have a figure for those that wait only when there are any', () => {
    expect(parts('0.00').map(({ state }) => state)).toEqual(['pagado', 'por_pagar', 'vencido'])
    expect(parts('120.05').map(({ state, value }) => [state, value])).toEqual([
      ['pagado', '400.00'],
      ['por_pagar', '380.05'],
      ['pendiente', '120.05'],
      ['vencido', '100.00'],
    ])
  })
})
