import { describe, expect, it } from 'vitest'
import { findSymbol, pick, randomBelow, randomCodes, type PollaSymbol } from './picks.ts'

const symbol = (code: string, name: string): PollaSymbol => ({ code, name, image_url: null })
const symbols = [
  symbol('0', 'Delfín'),
  symbol('00', 'Ballena'),
  symbol('1', 'Carnero'),
  symbol('5', 'León'),
  symbol('10', 'Tigre'),
  symbol('20', 'Cochino'),
  symbol('22', 'Camello'),
]
const codeOf = (typed: string) => {
  const found = findSymbol(symbols, typed)
  return found.kind === 'symbol' ? found.symbol.code : found.kind
}

describe('what was typed', () => {
  it('tells the dolphin from the whale', () => {
    expect([codeOf('0'), codeOf('00'), codeOf(' 00 ')]).toEqual(['0', '00', '00'])
    expect(codeOf('000')).toBe('none')
  })

  it('takes one digit with a zero before it, and no more digits than there are', () => {
    expect([codeOf('05'), codeOf('5'), codeOf('10'), codeOf('010'), codeOf('99'), codeOf('')]).toEqual([
      '5',
      '5',
      '10',
      'none',
      'none',
      'none',
    ])
  })

  it('takes a name, its beginning, and asks when several begin so', () => {
    expect([codeOf('leon'), codeOf('BALL'), codeOf('delfin')]).toEqual(['5', '00', '0'])
    expect(findSymbol(symbols, 'ca')).toMatchObject({ kind: 'several', symbols: [{ code: '1' }, { code: '22' }] })
  })
})

describe('the chosen symbols', () => {
  it('are different, in order, and never more than the round asks for', () => {
    let picks = pick([], { do: 'add', code: '5', needed: 2 })
    picks = pick(picks, { do: 'add', code: '5', needed: 2 })
    picks = pick(picks, { do: 'add', code: '00', needed: 2 })
    picks = pick(picks, { do: 'add', code: '1', needed: 2 })
    expect(picks).toEqual(['5', '00'])
    expect(pick(picks, { do: 'toggle', code: '5', needed: 2 })).toEqual(['00'])
    expect(pick(picks, { do: 'undo' })).toEqual(['5'])
    expect(pick([], { do: 'undo' })).toEqual([])
  })

  it('lose in another round what it does not have or ask for', () => {
    expect(pick(['5', '22', '00'], { do: 'fit', codes: ['00', '5'], needed: 1 })).toEqual(['5'])
    const same = ['5']
    expect(pick(same, { do: 'fit', codes: ['5'], needed: 6 })).toBe(same)
  })

  it('are left to chance without repeating, and every one can come', () => {
    const codes = symbols.map((one) => one.code)
    const seen = new Set<string>()
    for (let round = 0; round < 200; round++) {
      const drawn = randomCodes(codes, ['0'], 3)
      expect(new Set(drawn).size).toBe(3)
      expect(drawn).not.toContain('0')
      for (const code of drawn) seen.add(code)
    }
    expect(seen.size).toBe(codes.length - 1)
    expect(randomCodes(['5'], [], 3)).toEqual(['5'])
    expect(randomBelow(1)).toBe(0)
  })
})
