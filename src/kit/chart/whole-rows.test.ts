import { describe, expect, it } from 'vitest'
import { sharedHeight } from './whole-rows.ts'

const rows = (count: number, height: number) => Array.from({ length: count }, () => height)

describe('sharedHeight', () => {
  it('ends the room where a row ends', () => {
    expect(sharedHeight(300, rows(10, 45))).toBe(50)
    expect(sharedHeight(100, rows(4, 33))).toBeCloseTo(100 / 3)
  })

  it('gives each row what the tallest needs', () => {
    expect(sharedHeight(320, [45, 45, 80, 45, 45, 45, 45])).toBe(80)
  })

  it('leaves rows as they are that all have room', () => {
    expect(sharedHeight(300, rows(6, 50))).toBeUndefined()
    expect(sharedHeight(300, [])).toBeUndefined()
  })

  it('leaves alone what has no room for one row, or no size yet', () => {
    expect(sharedHeight(30, rows(3, 45))).toBeUndefined()
    expect(sharedHeight(0, rows(3, 0))).toBeUndefined()
    expect(sharedHeight(-10, rows(3, 0))).toBeUndefined()
  })
})
