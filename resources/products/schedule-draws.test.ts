import { describe, expect, it } from 'vitest'
import type { Schedule } from '@contract/products.ts'
import { hoursOf, maskText, minutesAhead, scheduleLines, hoursBetween, withHours } from './schedule-draws.ts'

const at = (local_time: string, more: Partial<Schedule> = {}): Schedule => ({
  weekday_mask: 127,
  local_time,
  close_minutes: 5,
  valid_from: null,
  valid_to: null,
  ...more,
})

describe('the draws of a day', () => {
  const schedules = [
    at('10:00'),
    at('12:00', { weekday_mask: 64, close_minutes: 20 }),
    at('08:00', { valid_from: '2026-12-01', valid_to: '2026-12-31' }),
  ]
  const times = (day: string, exceptions: Parameters<typeof hoursOf>[0]['exceptions'] = []) =>
    hoursOf({ schedules, exceptions }, day).map((one) => one.time)

  it('follow the weekday and the days a schedule holds', () => {
    expect(times('2026-11-21')).toEqual(['10:00'])
    expect(times('2026-11-22')).toEqual(['10:00', '12:00'])
    expect(times('2026-12-01')).toEqual(['08:00', '10:00'])
    expect(times('2027-01-01')).toEqual(['10:00'])
  })

  it('lose what is cancelled and gain what is extra', () => {
    expect(times('2026-11-22', [{ day: '2026-11-22', local_time: '10:00', kind: 'sin_sorteo' }])).toEqual(['12:00'])
    const exceptions = [
      { day: '2026-11-22', local_time: null, kind: 'sin_sorteo' as const },
      { day: '2026-11-22', local_time: '21:00', kind: 'extra' as const },
    ]
    expect(hoursOf({ schedules, exceptions }, '2026-11-22')).toEqual([
      { time: '21:00', close_minutes: 20, extra: true },
    ])
    expect(times('2026-11-23', exceptions)).toEqual(['10:00'])
  })

  it('count an extra at a scheduled hour once', () => {
    expect(times('2026-11-21', [{ day: '2026-11-21', local_time: '10:00', kind: 'extra' }])).toEqual(['10:00'])
  })
})

describe('hours added', () => {
  it('come in series', () => {
    expect(hoursBetween('08:00', '10:00', 30)).toEqual(['08:00', '08:30', '09:00', '09:30', '10:00'])
    expect(hoursBetween('22:30', '23:59', 60)).toEqual(['22:30', '23:30'])
    expect(hoursBetween('10:00', '09:00', 60)).toEqual([])
  })

  it('join the hour that is there, without days it has already', () => {
    expect(withHours([at('10:00', { weekday_mask: 1 })], ['10:00', '09:00'], 3, 5)).toEqual([
      at('09:00', { weekday_mask: 3 }),
      at('10:00', { weekday_mask: 3 }),
    ])
    expect(withHours([at('10:00')], ['10:00'], 127, 15)).toEqual([at('10:00')])
    expect(withHours([at('10:00', { weekday_mask: 1 })], ['10:00'], 3, 15)).toEqual([
      at('10:00', { weekday_mask: 1 }),
      at('10:00', { weekday_mask: 2, close_minutes: 15 }),
    ])
  })
})

it('reads in words', () => {
  expect([127, 63, 64, 5].map(maskText)).toEqual(['todos los días', 'lunes a sábado', 'domingos', 'L Mi'])
  expect(
    scheduleLines({
      schedules: [at('10:00', { valid_to: '2026-12-31' })],
      exceptions: [{ day: '2026-12-25', local_time: null, kind: 'sin_sorteo' }],
    }),
  ).toEqual(['10:00 todos los días, cierra 5 min antes hasta 31/12/2026', '25/12/2026: sin sorteos todo el día'])
})

it('knows how far two clocks are apart', () => {
  expect(minutesAhead(new Date('2026-11-21T12:00:00Z'), 'America/Caracas', 'America/Panama')).toBe(60)
  expect(minutesAhead(new Date('2026-11-21T12:00:00Z'), 'America/Panama', 'America/Panama')).toBe(0)
})
