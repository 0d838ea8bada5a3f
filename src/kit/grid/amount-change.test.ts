import { describe, expect, it } from 'vitest'
import { amountChangeOf, amountChangeText, nextOwn, percentFault, type ChangeDraft } from './amount-change.ts'

const draft = (more: Partial<ChangeDraft>): ChangeDraft => ({ kind: 'set', amount: null, percent: '', ...more })

describe('a change over many quotas', () => {
  it('is none until it is complete and clear', () => {
    expect([
      amountChangeOf(draft({})),
      amountChangeOf(draft({ amount: '¿12.50' })),
      amountChangeOf(draft({ kind: 'up' })),
      amountChangeOf(draft({ kind: 'down', percent: '101' })),
      amountChangeOf(draft({ kind: 'up', percent: '0' })),
    ]).toEqual(Array(5).fill(null))
    expect(amountChangeOf(draft({ amount: '500.00' }))).toEqual({ kind: 'set', amount: '500.00' })
    expect(amountChangeOf(draft({ kind: 'up', percent: '12,5 %' }))).toEqual({ kind: 'percent', percent: '12.5' })
    expect(amountChangeOf(draft({ kind: 'down', percent: '100' }))).toEqual({ kind: 'percent', percent: '-100' })
    expect(amountChangeOf(draft({ kind: 'inherit' }))).toEqual({ kind: 'inherit' })
  })

  it('reads percentages, and says why one is refused', () => {
    const percentOf = (percent: string) => {
      const change = amountChangeOf(draft({ kind: 'up', percent }))
      return change?.kind === 'percent' ? change.percent : null
    }
    expect(['10', '12,5', '12.25', '1.234', '1.000', '1 2', '1%2', 'x', '-5', '1000'].map(percentOf)).toEqual([
      '10',
      '12.5',
      '12.25',
      ...Array<null>(7).fill(null),
    ])
    expect(percentFault(draft({ kind: 'down', percent: '100,01' }))).toBe('Un cupo no puede bajar más de 100 %')
    expect(percentFault(draft({ kind: 'up', percent: '100,01' }))).toBeNull()
    expect(percentFault(draft({ kind: 'up', percent: 'diez' }))).toBe('Escriba un porcentaje como 10 o 12,5')
  })

  it('says itself in words', () => {
    expect([
      amountChangeText({ kind: 'set', amount: '1500.00' }, ''),
      amountChangeText({ kind: 'percent', percent: '-12.5' }, ''),
      amountChangeText({ kind: 'percent', percent: '10' }, ''),
      amountChangeText({ kind: 'inherit' }, 'heredar'),
    ]).toEqual(['fijar 1.500,00', 'bajar 12,5 %', 'subir 10 %', 'heredar'])
  })

  it.each<[string, string, string]>([
    ['100.05', '-50', '50.03'],
    ['0.05', '-50', '0.03'],
    ['33.33', '-50', '16.67'],
    ['50.03', '10.25', '55.16'],
    ['55.16', '-100', '0.00'],
    ['100.00', '999.99', '1099.99'],
    ['0.01', '-99.99', '0.00'],
  ])('%s by %s %% is %s, as the server reckons it', (present, percent, next) => {
    expect(nextOwn({ kind: 'percent', percent }, { own: null, present })).toBe(next)
  })

  it('leaves what has no value without one by a percentage', () => {
    expect(nextOwn({ kind: 'percent', percent: '10' }, { own: null, present: null })).toBeNull()
    expect(nextOwn({ kind: 'inherit' }, { own: '5.00', present: '5.00' })).toBeNull()
    expect(nextOwn({ kind: 'set', amount: '7.00' }, { own: null, present: null })).toBe('7.00')
  })
})
