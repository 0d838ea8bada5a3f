import { describe, expect, it } from 'vitest'
import { chartSlots, type Charted } from './course.ts'

const zone = 'America/Caracas'
/** A period that is read on Wednesday 25/11/2026 at half past two. */
function charted(from: string, to: string, hours: readonly number[] = []): Charted {
  const running = from <= '2026-11-25' && '2026-11-25' <= to
  const stretch = { from, to, from_at: '', to_at: '2026-11-25T18:30:00.000Z', zone, running }
  const points = hours.map((hour) => ({ day: from, hour })) as unknown as Charted['points']
  return { stretch, previous: null, points, series: [], totals: [] }
}
const unfinished = (of: Charted, step: Parameters<typeof chartSlots>[1]) =>
  chartSlots(of, step).map(({ label, unfinished: why }) => [label, why])

describe('what is not whole', () => {
  it('is today, and a week that the period cuts', () => {
    expect(unfinished(charted('2026-11-24', '2026-11-25'), 'dia')).toEqual([
      ['24/11', undefined],
      ['25/11', 'en curso'],
    ])
    expect(unfinished(charted('2026-11-01', '2026-11-30'), 'semana')).toEqual([
      ['01/11', '1 de 7 días'],
      ['02/11', undefined],
      ['09/11', undefined],
      ['16/11', undefined],
      ['23/11', 'en curso'],
      ['30/11', '1 de 7 días'],
    ])
  })

  it('is a month that runs or is asked in part, and the hour that runs', () => {
    expect(unfinished(charted('2026-09-10', '2026-11-25'), 'mes')).toEqual([
      ['sep 26', '21 de 30 días'],
      ['oct 26', undefined],
      ['nov 26', 'en curso'],
    ])
    expect(unfinished(charted('2026-11-25', '2026-11-25', [13, 14, 15]), 'hora')).toEqual([
      ['13', undefined],
      ['14', 'en curso'],
      ['15', undefined],
    ])
  })

  it('is nothing of a period that is over', () => {
    expect(unfinished(charted('2026-11-16', '2026-11-22'), 'semana')).toEqual([['16/11', undefined]])
  })
})
