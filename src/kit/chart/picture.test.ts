import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenLines, pictureName } from './picture.ts'

describe('the picture of a chart', () => {
  it('has a name that any system writes, with the letters of its accents', () => {
    expect(pictureName({ title: 'Utilidad por día, por afiliado', lines: ['Del 27/10 al 25/11', 'Año: Ñandú'] })).toBe(
      'utilidad-por-dia-por-afiliado-del-27-10-al-25-11-ano-nandu.png',
    )
  })

  it('is named with what can stand in a name alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string({ unit: 'grapheme' })), (title, lines) => {
        expect(pictureName({ title, lines })).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?\.png$/)
      }),
    )
  })

  it('breaks its lines at spaces, loses no word and is wider than its room only for a single one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 }),
        fc.integer({ min: 4, max: 40 }),
        (words, room) => {
          const lines = brokenLines(words.join(' '), room, (text) => text.length)
          expect(lines.join(' ')).toBe(words.join(' '))
          for (const line of lines) expect(line.length <= room || !line.includes(' ')).toBe(true)
        },
      ),
    )
  })
})
