/** Which numbers win, from the result alone. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signs } from '@contract/values/bet-numbers.ts'
import { winningNumbers, type OfferedBet, type PlacedNumber } from './winning.ts'

const columns = ['A', 'B', 'C'] as const
/** A triples product: on each column a triple, a terminal and a punta; on C also with its sign. */
const triples: OfferedBet[] = [
  ...columns.flatMap((place, at) =>
    (['triple', 'terminal', 'punta'] as const).map((kind, n) => ({ bet_type_id: at * 10 + n, kind, place })),
  ),
  { bet_type_id: 30, kind: 'zodiacal', place: 'C' },
  { bet_type_id: 31, kind: 'terminal_signo', place: 'C' },
]
const panama: OfferedBet[] = [{ bet_type_id: 40, kind: 'terminal_pa', place: '' }]
const three = fc.stringMatching(/^\d{3}$/)
const four = fc.stringMatching(/^\d{4}$/)
const result = (numbers: readonly string[], places: readonly string[], sign: string | null = null): PlacedNumber[] =>
  numbers.map((number, at) => ({ place: places[at]!, number, sign: places[at] === 'C' ? sign : null }))

describe('triples', () => {
  it("a column wins with its own number and with no other's", () => {
    fc.assert(
      fc.property(fc.tuple(three, three, three), fc.constantFrom(...signs), (numbers, sign) => {
        const won = new Map(
          winningNumbers(triples, result(numbers, columns, sign)).map((one) => [one.bet_type_id, one.number]),
        )
        columns.forEach((_, at) => {
          const number = numbers[at]!
          expect([won.get(at * 10), won.get(at * 10 + 1), won.get(at * 10 + 2)]).toEqual([
            number,
            number.slice(1),
            number.slice(0, 2),
          ])
        })
        expect([won.get(30), won.get(31)]).toEqual([`${numbers[2]} ${sign}`, `${numbers[2].slice(1)} ${sign}`])
      }),
    )
  })

  it('without its column, or without a sign, nothing of it wins', () => {
    const won = winningNumbers(triples, [
      { place: 'A', number: '007', sign: null },
      { place: 'C', number: '123', sign: null },
    ]).map((one) => one.bet_type_id)
    expect(won).toEqual([0, 1, 2, 20, 21, 22])
  })

  it('zeros are kept', () => {
    const won = winningNumbers(triples, result(['007', '000', '010'], columns, 'ARI')).map((one) => one.number)
    expect(won).toEqual(['007', '07', '00', '000', '00', '00', '010', '10', '01', '010 ARI', '10 ARI'])
  })
})

describe('animals', () => {
  const bets: OfferedBet[] = [
    { bet_type_id: 1, kind: 'animalito', place: '' },
    { bet_type_id: 2, kind: 'tripleta', place: '' },
  ]
  it.each(['0', '00', '1', '36'])('%s wins as itself', (number) => {
    expect(winningNumbers(bets, [{ place: '', number, sign: null }])).toEqual([
      { bet_type_id: 1, number, places: null },
    ])
  })
})

describe('Panama', () => {
  const places = ['1', '2', '3']
  it('each prize wins with its last two digits, and a number equal to several wins each of them', () => {
    fc.assert(
      fc.property(fc.tuple(four, four, four), (numbers) => {
        const won = winningNumbers(panama, result(numbers, places))
        const terminals = numbers.map((number) => number.slice(2))
        expect(won.map((one) => one.number).sort()).toEqual([...new Set(terminals)].sort())
        expect(won.flatMap((one) => one.places!.map((place) => [place, one.number])).sort()).toEqual(
          terminals.map((terminal, place) => [place, terminal]).sort(),
        )
      }),
    )
  })

  it.each([
    [
      ['1245', '9945', '0001'],
      [
        ['45', [0, 1]],
        ['01', [2]],
      ],
    ],
    [['0000', '1100', '2200'], [['00', [0, 1, 2]]]],
    [
      ['0001', '0010', '0100'],
      [
        ['01', [0]],
        ['10', [1]],
        ['00', [2]],
      ],
    ],
  ])('%s wins %s', (numbers, expected) => {
    expect(winningNumbers(panama, result(numbers, places)).map((one) => [one.number, one.places])).toEqual(expected)
  })
})

describe('nothing of what was staked reaches a result', () => {
  it('the function asks for nothing but the names of bets', () => {
    const text = readFileSync(new URL('./winning.ts', import.meta.url), 'utf8')
    const asked = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1])
    expect(asked).toEqual(['@contract/values/bet-numbers.ts'])
    expect(text).not.toMatch(/sql`|draw_sales|stake:|sold|fetch|Math\.random|Date\b/)
  })

  it('the same result wins the same, whatever is offered beside it and however often it is asked', () => {
    fc.assert(
      fc.property(fc.tuple(three, three, three), fc.shuffledSubarray(triples), (numbers, offered) => {
        const drawn = result(numbers, columns, 'LEO')
        const all = winningNumbers(triples, drawn)
        expect(winningNumbers(offered, drawn)).toEqual(
          offered.flatMap((bet) => all.filter((one) => one.bet_type_id === bet.bet_type_id)),
        )
        expect(winningNumbers(triples, drawn)).toEqual(all)
      }),
    )
  })
})
