import { describe, expect, it } from 'vitest'
import { monthEnd, unfinishedOf } from './unfinished.ts'

const day = (on: string) => ({ from: on, to: on })
const november = { from: '2026-11-01', to: '2026-11-30' }

describe('what is not whole', () => {
  it.each([
    ['a day gone', day('2026-11-24'), november, undefined],
    ['today', day('2026-11-25'), november, 'en curso'],
    ['a week gone', { from: '2026-11-09', to: '2026-11-15' }, november, undefined],
    ['a week cut by the edge of the month', { from: '2026-10-26', to: '2026-11-01' }, november, '1 de 7 días'],
    ['the week that runs', { from: '2026-11-23', to: '2026-11-29' }, november, 'en curso'],
    [
      'the week that runs, asked until yesterday',
      { from: '2026-11-23', to: '2026-11-29' },
      { from: '2026-11-01', to: '2026-11-24' },
      '2 de 7 días',
    ],
    [
      'a month cut',
      { from: '2026-10-01', to: '2026-10-31' },
      { from: '2026-10-15', to: '2026-10-31' },
      '17 de 31 días',
    ],
  ])('%s', (_, whole, within, expected) => {
    expect(unfinishedOf(whole, within, '2026-11-25')).toBe(expected)
  })

  it('a month ends on its last day', () => {
    expect(['2026-02-01', '2028-02-01', '2026-12-01'].map(monthEnd)).toEqual(['2026-02-28', '2028-02-29', '2026-12-31'])
  })
})
