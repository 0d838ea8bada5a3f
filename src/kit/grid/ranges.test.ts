import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areaOf, clampPosition, isInside, placePasted, placesOf, rangeOf } from './ranges.ts'

const place = fc.record({ row: fc.integer({ min: 0, max: 20 }), column: fc.integer({ min: 0, max: 8 }) })

describe('ranges', () => {
  it('are the same whichever corner they are drawn from, and hold exactly their places', () => {
    fc.assert(
      fc.property(place, place, (anchor, focus) => {
        const range = rangeOf({ anchor, focus })
        expect(range).toEqual(rangeOf({ anchor: focus, focus: anchor }))
        const inside = placesOf(range)
        expect(inside).toHaveLength(areaOf(range))
        expect(inside.every((one) => isInside(range, one))).toBe(true)
        expect(isInside(range, { row: range.bottom + 1, column: range.left })).toBe(false)
      }),
    )
  })

  it('keep to what exists', () => {
    expect(clampPosition({ row: 99, column: -4 }, { rows: 3, columns: 2 })).toEqual({ row: 2, column: 0 })
    expect(clampPosition({ row: 0, column: 0 }, { rows: 0, columns: 2 })).toBeNull()
  })
})

describe('where pasted texts go', () => {
  const size = { rows: 5, columns: 3 }
  const at = (row: number, column: number, tall = 1, wide = 1) => ({
    top: row,
    left: column,
    bottom: row + tall - 1,
    right: column + wide - 1,
  })
  const asText = (block: string[][], range: ReturnType<typeof at>) => {
    const { texts, lost } = placePasted(block, range, size)
    return [texts.map(({ row, column, text }) => `${row}${column}=${text}`).join(' '), lost.length]
  }

  it('a block begins at the corner of the range', () => {
    expect(
      asText(
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
        at(1, 1),
      ),
    ).toEqual(['11=a 12=b 21=c 22=d', 0])
    expect(
      asText(
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
        at(1, 1, 3, 1),
      ),
    ).toEqual(['11=a 12=b 21=c 22=d', 0])
  })
  it('one text fills the whole range', () => {
    expect(asText([['7']], at(0, 1, 3, 2))).toEqual(['01=7 02=7 11=7 12=7 21=7 22=7', 0])
  })
  it('a block is repeated over a range that it fits a whole number of times', () => {
    expect(asText([['a'], ['b']], at(0, 0, 4, 1))).toEqual(['00=a 10=b 20=a 30=b', 0])
  })
  it('what falls off the sheet is counted, not kept', () => {
    expect(
      asText(
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
        at(4, 2),
      ),
    ).toEqual(['42=a', 3])
  })
  it('short lines leave their places alone', () => {
    expect(asText([['a', 'b'], ['c']], at(0, 0))).toEqual(['00=a 01=b 10=c', 0])
    expect(asText([], at(0, 0))).toEqual(['', 0])
  })
})
