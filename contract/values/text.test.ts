import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareNames, fold, holdsWords } from './text.ts'

const word = fc.string({ unit: fc.constantFrom(...'abcdeñáéíóúüABCDÑÁ0123456789'), minLength: 1, maxLength: 8 })
const name = fc.array(word, { minLength: 1, maxLength: 5 })
const shouted = (text: string) => text.toUpperCase()
const plain = (text: string) => fold(text)

describe('words that somebody types', () => {
  it('find a name in any order, begun or whole, whatever their accents and capitals', () => {
    const asked = name.chain((words) =>
      fc.record({
        words: fc.constant(words),
        typed: fc.shuffledSubarray(words, { minLength: 1 }),
        kept: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 5, maxLength: 5 }),
        said: fc.constantFrom(shouted, plain, (text: string) => text),
        between: fc.constantFrom(' ', '  ', '\t'),
      }),
    )
    fc.assert(
      fc.property(asked, ({ words, typed, kept, said, between }) => {
        const parts = typed.map((one, at) => said([...one].slice(0, kept[at]).join('')))
        expect(holdsWords(words.join(' '), parts.join(between))).toBe(true)
      }),
    )
  })

  it('find nothing by a word that is not in it', () => {
    fc.assert(fc.property(name, (words) => !holdsWords(words.join(' '), `${words[0]} xyz`)))
  })
})

it('names stand as people count: by their numbers, and never by how these are written', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 99_999 }), { minLength: 2, maxLength: 8 })
  fc.assert(
    fc.property(numbers, (all) => {
      const names = all.map((one) => `Zona ${one}`).sort(compareNames)
      expect(names).toEqual(all.toSorted((one, other) => one - other).map((one) => `Zona ${one}`))
    }),
  )
})
