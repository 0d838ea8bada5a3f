import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBlock, writeBlock } from './clipboard.ts'

describe('the clipboard', () => {
  it.each([
    [
      '1.234,56\t2\r\n3\t4\r\n',
      [
        ['1.234,56', '2'],
        ['3', '4'],
      ],
    ],
    ['7', [['7']]],
    ['', [['']]],
    ['a\n\nb', [['a'], [''], ['b']]],
    ['\t5', [['', '5']]],
    ['"con\ttab"\t"dos\nlíneas"\t"y ""comillas"""', [['con\ttab', 'dos\nlíneas', 'y "comillas"']]],
    ['5"\t6', [['5"', '6']]],
  ])('%j is read as spreadsheets write it', (text, block) => {
    expect(readBlock(text)).toEqual(block)
  })

  it('what is written is read back the same', () => {
    const cell = fc.stringMatching(/^[\d.,\t\n"a ]{0,6}$/)
    const block = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
      )
    fc.assert(
      fc.property(block, (rows) => {
        // A last row that is one empty cell is the line end that spreadsheets leave behind.
        fc.pre(!(rows.length > 1 && rows.at(-1)!.length === 1 && rows.at(-1)![0] === ''))
        expect(readBlock(writeBlock(rows))).toEqual(rows)
      }),
    )
  })
})
