import { describe, expect, it } from 'vitest'
import { daysRead } from './day-order.ts'

const limits = { earliest: '2024-09-13', latest: '2026-11-22' }
const order = (...texts: string[]) => daysRead(texts, limits).order

describe('the order of the days of a file', () => {
  it.each<[string, string | null, string[]]>([
    ['a day past the twelfth tells', 'dmy', ['05/11/2026', '20/11/2026']],
    ['in the other order too', 'mdy', ['11/05/2026', '11/20/2026']],
    [
      'a month to come tells',
      'dmy',
      [
        '05/11/2026',
        '01/12/2025',
        '07/10/2026 1:00 pm',
        '10/12/2025',
        '09/12/2025',
        '02/03/2026',
        '03/12/2025',
        '11/12/2025',
        '12/11/2026',
      ],
    ],
    ['what reads one way needs no order', 'dmy', ['2026-11-05', '11/11/2026', '5 de nov de 2026']],
    ['what reads two ways is asked', null, ['05/11/2026', '06/11/2026']],
    ['as is what speaks for both', null, ['20/11/2026', '11/21/2026']],
    ['nothing is no question', 'dmy', []],
  ])('%s', (_, expected, texts) => {
    expect(order(...texts)).toBe(expected)
  })

  it('shows one of those that read two ways', () => {
    expect(daysRead(['20/11/2026', '05/11/2026'], limits).example).toBe('05/11/2026')
  })

  it('says where a spreadsheet took some of them for dates and others not', () => {
    expect(daysRead(['2026-05-11', '20/11/2026'], limits).mixed).toBe(true)
    expect(daysRead(['2026-05-11', '2026-11-20'], limits).mixed).toBe(false)
  })
})
