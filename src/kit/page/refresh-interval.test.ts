import { describe, expect, it } from 'vitest'
import { agoText } from './refresh-interval.ts'

describe('agoText', () => {
  it.each([
    [0, 'Actualizado hace 0 s'],
    [59, 'Actualizado hace 59 s'],
    [60, 'Actualizado hace 1 min'],
    [3599, 'Actualizado hace 59 min'],
    [7200, 'Actualizado hace 2 h'],
  ])('%d s', (seconds, text) => {
    expect(agoText(seconds)).toBe(text)
  })
})
