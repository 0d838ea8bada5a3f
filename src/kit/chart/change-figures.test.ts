import { describe, expect, it } from 'vitest'
import { figureChange } from './change-figures.ts'

describe('figureChange', () => {
  it('says percentage and difference with their sign', () => {
    expect(figureChange('1125.00', '1000.00', 'money', 'BS')).toEqual({
      direction: 'up',
      percent: '+12,5 %',
      absolute: '+Bs 125,00',
    })
    expect(figureChange('875.50', '1000.00', 'money', 'USD')).toEqual({
      direction: 'down',
      percent: '−12,5 %',
      absolute: '−$ 124,50',
    })
    expect(figureChange('1000.00', '1000.00', 'money', 'BS')).toEqual({
      direction: 'same',
      percent: '0,0 %',
      absolute: 'Bs 0,00',
    })
  })

  it('has no percentage without a base, but keeps the difference', () => {
    expect(figureChange('50.00', '0.00', 'money', 'BS')).toEqual({
      direction: 'up',
      percent: null,
      absolute: '+Bs 50,00',
    })
    expect(figureChange('0.00', '0.00', 'money', 'BS').percent).toBeNull()
  })

  it('reads a recovery from a loss as a rise, of no percentage: neither does a loss that halves grow by 50 %', () => {
    expect(figureChange('100.00', '-200.00', 'money', 'BS')).toEqual({
      direction: 'up',
      percent: null,
      absolute: '+Bs 300,00',
    })
    expect(figureChange('-300.00', '-200.00', 'money', 'BS')).toMatchObject({ direction: 'down', percent: null })
  })

  it('writes counts and points without cents', () => {
    expect(figureChange('1203', '1200', 'count', 'BS').absolute).toBe('+3')
    expect(figureChange('900', '2100', 'count', 'BS').absolute).toBe('−1.200')
    expect(figureChange('67.6', '65.1', 'points', 'BS').absolute).toBe('+2,5 puntos')
    expect(figureChange('64.1', '65.1', 'points', 'BS').absolute).toBe('−1 punto')
  })

  it('is exact where a float is not', () => {
    expect(figureChange('900719925474099.93', '900719925474099.92', 'money', 'COP').absolute).toBe('+$ 0,01')
  })
})
