import { describe, expect, it } from 'vitest'
import { changedFields, mergeChanges, sameValue } from './state.ts'

describe('changedFields', () => {
  it('counts empty as one thing and ignores the order of a selection', () => {
    expect(sameValue('', null)).toBe(true)
    expect(sameValue(undefined, '  ')).toBe(true)
    expect(sameValue(['BS', 'USD'], ['USD', 'BS'])).toBe(true)
    expect(sameValue(0, '')).toBe(false)
    expect(sameValue(false, null)).toBe(false)
  })

  it('answers only what differs', () => {
    expect(changedFields({ name: 'Uno', phone: '' }, { name: 'Dos', phone: null }, ['name', 'phone'])).toEqual({
      name: 'Dos',
    })
  })
})

describe('mergeChanges', () => {
  const base = { name: 'Uno', phone: '1', email: 'a', code: 'X' }

  it('takes what only the other changed, keeps what only I changed and asks about the rest', () => {
    const { differences, merged } = mergeChanges(
      base,
      { name: 'Mío', phone: '2', email: 'a', code: 'Y' },
      { name: 'Suyo', phone: '1', email: 'b', code: 'Y' },
      ['name', 'phone', 'email', 'code'],
    )
    expect(merged).toEqual({ name: 'Suyo', phone: '2', email: 'b', code: 'Y' })
    expect(differences.map(({ field, clash }) => [field, clash])).toEqual([
      ['name', true],
      ['email', false],
      ['code', false],
    ])
    expect(differences[0]).toMatchObject({ before: 'Uno', theirs: 'Suyo', mine: 'Mío' })
  })
})
