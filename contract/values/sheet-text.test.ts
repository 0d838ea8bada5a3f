import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { workbookText, plainTableText, plainOf } from './sheet-text.ts'

/** Texts of the signs that matter, in any order and of any length. */
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\n', '\r', ' ', '＝', 'a', '0', ';', '"') }),
  fc.string({ unit: 'binary' }),
)

describe('a text that goes out', () => {
  it.each([
    ['=1+1', "'=1+1", '=1+1'],
    [' =1+1', "' =1+1", ' =1+1'],
    ['+58 4141234567', "'+58 4141234567", '+58 4141234567'],
    ["'=x", "''=x", "''=x"],
    ["''-x", "'''-x", "'''-x"],
    ["D'Amico", "D'Amico", "D'Amico"],
    ["'t Hooft", "'t Hooft", "'t Hooft"],
    ["'", "'", "'"],
    ['', '', ''],
  ])('%j is %j in a table of text and %j in a workbook', (text, in_text, in_book) => {
    expect([plainTableText(text), workbookText(text)]).toEqual([in_text, in_book])
  })

  it('comes in again as it was, whatever it is, from both, and is nothing that runs', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect([plainOf(plainTableText(text)), plainOf(workbookText(text))]).toEqual([text, text])
        expect(/^(\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/.test(plainTableText(text))).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })
})
