/** Where a list ends so that nothing in it is cut. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutAbove } from '../table/whole-edge.ts'
import { wholeEnd } from './whole-items.ts'

/** Items one under another, of these heights. */
function stacked(heights: readonly number[]) {
  let top = 0
  return heights.map((height) => {
    const item = { top, bottom: top + height }
    top += height
    return item
  })
}

it('is where an item does, as low as there is room for', () => {
  expect(wholeEnd(100, stacked([30, 30, 30, 30]))).toBe(90)
  expect(wholeEnd(90, stacked([30, 30, 30, 30]))).toBeUndefined()
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 10, max: 80 }), { minLength: 1 }),
      fc.integer({ min: 60, max: 600 }),
      (heights, room) => {
        const items = stacked(heights)
        const end = wholeEnd(room, items) ?? room
        expect(end).toBeLessThanOrEqual(room)
        const isCut = items.some(({ top, bottom }) => top < end - 1 && bottom > end + 1)
        expect(isCut && items[0]!.bottom <= room).toBe(false)
      },
    ),
  )
})

it('totals cover what of a row stands above them, and nothing of one that ends there', () => {
  expect(cutAbove(100, { top: 80, bottom: 110 })).toBe(20)
  expect([cutAbove(100, { top: 70, bottom: 100 }), cutAbove(100, { top: 100, bottom: 130 })]).toEqual([0, 0])
})
