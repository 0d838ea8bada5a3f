/** Numbers of bets are text of a fixed width: no zero of them is ever lost or added. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { betKinds, isBetNumber, signs, type BetKind } from './bet-numbers.ts'

/** The animals of most products: 0, 00 and 1 to 36. */
const animals = new Set(['0', '00', ...Array.from({ length: 36 }, (_, at) => String(at + 1))])
const none = new Set<string>()

const table: [kind: BetKind, number: string, valid: boolean][] = [
  ['animalito', '0', true],
  ['animalito', '00', true],
  ['animalito', '000', false],
  ['animalito', '1', true],
  ['animalito', '01', false],
  ['animalito', '36', true],
  ['animalito', '37', false],
  ['triple', '007', true],
  ['triple', '000', true],
  ['triple', '7', false],
  ['triple', '07', false],
  ['triple', '0007', false],
  ['triple', '-07', false],
  ['triple', '1e2', false],
  ['triple', '٠٠٧', false],
  ['terminal', '07', true],
  ['terminal', '7', false],
  ['terminal', '007', false],
  ['punta', '00', true],
  ['punta', '0', false],
  ['terminal_pa', '45', true],
  ['terminal_pa', '145', false],
  ['zodiacal', '007 LEO', true],
  ['zodiacal', '007LEO', false],
  ['zodiacal', '007 leo', false],
  ['zodiacal', '007', false],
  ['zodiacal', '07 LEO', false],
  ['zodiacal', '007 LEON', false],
  ['terminal_signo', '07 ARI', true],
  ['terminal_signo', '007 ARI', false],
  ['terminal_signo', '07 ZZZ', false],
  ['tripleta', '0-00-7', true],
  ['tripleta', '0-0-7', false],
  ['tripleta', '0-00', false],
  ['tripleta', '0-00-7-8', false],
  ['tripleta', '0-00-37', false],
  ['tripleta', '0--7', false],
  ['polla', '1-2-3-4-5-6', true],
  ['polla', '1-2', true],
  ['polla', '1', false],
  ['polla', '1-2-2', false],
]

describe('bet numbers', () => {
  it.each(table)('%s «%s»: %s', (kind, number, valid) => {
    expect(isBetNumber(kind, number, animals)).toBe(valid)
  })

  it('no kind takes a number with blanks or line ends about it', () => {
    const taken = table
      .filter(([, , valid]) => valid)
      .flatMap(([kind, number]) =>
        [` ${number}`, `${number} `, `${number}\n`]
          .filter((text) => isBetNumber(kind, text, animals))
          .map((text) => [kind, text]),
      )
    expect(taken).toEqual([])
  })

  it('digits are kept as written: exactly the texts of the right width are triples and terminals', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,5}$/), (text) => {
        expect(isBetNumber('triple', text, none)).toBe(text.length === 3)
        for (const kind of ['terminal', 'punta', 'terminal_pa'] as const)
          expect(isBetNumber(kind, text, none)).toBe(text.length === 2)
      }),
    )
  })

  it("symbols are the product's own: without any, no animal is one", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...animals),
        (number) => isBetNumber('animalito', number, animals) && !isBetNumber('animalito', number, none),
      ),
    )
  })

  it('any three different animals are a tripleta, in any order', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...animals), { minLength: 3, maxLength: 3 }),
        (codes) =>
          isBetNumber('tripleta', codes.join('-'), animals) &&
          isBetNumber('tripleta', codes.toReversed().join('-'), animals),
      ),
    )
  })

  it('any text at all is answered, never thrown at', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...betKinds),
        fc.string(),
        (kind, text) => typeof isBetNumber(kind, text, animals) === 'boolean',
      ),
    )
  })

  it('there are twelve signs, each its own', () => {
    expect(new Set(signs).size).toBe(12)
  })
})
