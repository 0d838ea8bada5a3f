import { describe, expect, it } from 'vitest'
import type { ResultPart } from '@contract/draws.ts'
import { findSymbols, readTypedNumbers, sameTypedNumbers, spreadPasted } from './numbers.ts'

const symbols = [
  ['0', 'Delfín'],
  ['00', 'Ballena'],
  ['1', 'Carnero'],
  ['11', 'Gato'],
  ['22', 'Camello'],
  ['12', 'Caballo'],
  ['30', 'Caimán'],
].map(([code = '', name = '']) => ({ code, name, image_url: null }))
const animal: ResultPart[] = [{ place: '', label: 'Animal', digits: null, sign: false }]
const triples: ResultPart[] = [
  { place: 'A', label: 'Triple A', digits: 3, sign: false },
  { place: 'B', label: 'Triple B', digits: 3, sign: false },
  { place: 'C', label: 'Triple C', digits: 3, sign: true },
]
const panama: ResultPart[] = (['1', '2', '3'] as const).map((place) => ({
  place,
  label: `${place}.º premio`,
  digits: 4,
  sign: false,
}))

describe('a symbol', () => {
  const codes = (text: string) => findSymbols(text, symbols).map(({ code }) => code)
  it('is told by its code to the letter: 0 and 00 are two', () => {
    expect([codes('0'), codes('00'), codes(' 1 '), codes('01'), codes('')]).toEqual([['0'], ['00'], ['1'], [], []])
  })
  it('or by its name, without case and accents, beginning first', () => {
    expect([codes('delfin'), codes('CAB'), codes('ca'), codes('arn')]).toEqual([
      ['0'],
      ['12'],
      ['1', '22', '12', '30'],
      ['1'],
    ])
  })
  it('is read only when it can be one alone', () => {
    expect(readTypedNumbers(animal, { '': { number: 'delfin', sign: null } }, symbols)).toEqual({
      numbers: [{ place: '', number: '0', sign: null }],
    })
    expect(readTypedNumbers(animal, { '': { number: 'ca', sign: null } }, symbols)).toMatchObject({
      faults: { '': expect.stringContaining('Carnero, Camello, Caballo…') },
    })
    expect(readTypedNumbers(animal, { '': { number: '99', sign: null } }, symbols)).toEqual({
      faults: { '': 'No hay ningún símbolo «99»' },
    })
  })
})

describe('digits', () => {
  it('keep their zeros and are never filled up', () => {
    const typed = {
      A: { number: '007', sign: null },
      B: { number: '000', sign: null },
      C: { number: '450', sign: 'LEO' as const },
    }
    expect(readTypedNumbers(triples, typed, [])).toEqual({
      numbers: [
        { place: 'A', number: '007', sign: null },
        { place: 'B', number: '000', sign: null },
        { place: 'C', number: '450', sign: 'LEO' },
      ],
    })
    expect(readTypedNumbers(triples, { ...typed, A: { number: '7', sign: null } }, [])).toEqual({
      faults: { A: 'Son 3 dígitos, con sus ceros' },
    })
    expect(readTypedNumbers(triples, { ...typed, C: { number: '450', sign: null } }, [])).toEqual({
      faults: { C: 'Elija el signo' },
    })
    expect(readTypedNumbers(triples, {}, [])).toMatchObject({
      faults: { A: 'Escriba el número', B: 'Escriba el número', C: 'Escriba el número' },
    })
  })
})

describe('pasting', () => {
  const spread = {
    A: { number: '123', sign: null },
    B: { number: '007', sign: null },
    C: { number: '450', sign: 'LEO' },
  }
  it.each(['123 007 450 LEO', 'A 123 · B 007 · C 450 Leo', '123\t007\t450\tleo\n'])('a whole result: %j', (text) => {
    expect(spreadPasted(text, triples)).toEqual(spread)
  })
  it('leaves the sign open when it does not come', () => {
    expect(spreadPasted('123-007-450', triples)).toEqual({ ...spread, C: { number: '450', sign: null } })
  })
  it('takes the places of Panama for what they are', () => {
    expect(spreadPasted('1: 0123 2: 4567 3: 8901', panama)).toMatchObject({
      1: { number: '0123' },
      2: { number: '4567' },
      3: { number: '8901' },
    })
  })
  it.each(['123 7 450', '123 007', '123 007 450 999', '123 007 450 hola mundo', '123007450', '7'])(
    'anything else as any text: %j',
    (text) => {
      expect(spreadPasted(text, triples)).toBeNull()
    },
  )
  it('never a symbol', () => {
    expect(spreadPasted('00', animal)).toBeNull()
  })
})

it('two entries are the same by their text, whatever their order', () => {
  const one = [
    { place: 'A' as const, number: '007', sign: null },
    { place: 'B' as const, number: '450', sign: 'LEO' as const },
  ]
  expect(sameTypedNumbers(one, [one[1]!, one[0]!])).toBe(true)
  expect(sameTypedNumbers(one, [{ ...one[0]!, number: '07' }, one[1]!])).toBe(false)
  expect(sameTypedNumbers(one, [one[0]!, { ...one[1]!, sign: null }])).toBe(false)
  expect(sameTypedNumbers(one, [one[0]!])).toBe(false)
})
