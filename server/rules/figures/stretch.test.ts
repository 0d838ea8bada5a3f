import { describe, expect, it } from 'vitest'
import { checkRange, instantOf, previousOf, stretchOf } from './stretch.ts'

const zone = 'America/Caracas'
const at = (iso: string) => ({ now: new Date(iso), zone })
const day = { from: '2026-11-20', to: '2026-11-20' }

describe('instantOf', () => {
  it.each([
    ['2026-11-20', '00:00', 'America/Caracas', '2026-11-20T04:00:00.000Z'],
    ['2026-11-20', '00:00', 'Pacific/Kiritimati', '2026-11-19T10:00:00.000Z'],
    ['2026-11-20', '14:05', 'UTC', '2026-11-20T14:05:00.000Z'],
    ['2026-03-08', '12:00', 'America/New_York', '2026-03-08T16:00:00.000Z'],
    ['2026-03-08', '00:00', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-11-01', '00:00', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['2026-11-02', '00:00', 'America/New_York', '2026-11-02T05:00:00.000Z'],
  ])('%s %s in %s', (on, time, where, expected) => {
    expect(instantOf(on, time, where).toISOString()).toBe(expected)
  })
})

describe('stretchOf', () => {
  it('of days gone by ends at midnight of the zone', () => {
    expect(stretchOf(day, at('2026-11-25T12:00:00Z'))).toEqual({
      ...day,
      from_at: '2026-11-20T04:00:00.000Z',
      to_at: '2026-11-21T04:00:00.000Z',
      zone,
      running: false,
    })
  })

  it('with today in it ends now: today begins at 04:00 UTC', () => {
    expect(stretchOf(day, at('2026-11-20T03:59:59.999Z')).running).toBe(false)
    expect(stretchOf(day, at('2026-11-20T04:00:00.000Z'))).toMatchObject({
      running: true,
      to_at: '2026-11-20T04:00:00.000Z',
    })
    expect(stretchOf(day, at('2026-11-21T03:59:59.999Z'))).toMatchObject({
      running: true,
      to_at: '2026-11-21T03:59:59.999Z',
    })
    expect(stretchOf(day, at('2026-11-21T04:00:00.000Z')).running).toBe(false)
  })
})

describe('previousOf', () => {
  it('steps back whole weeks, or the days just before, or not at all', () => {
    const now = at('2026-12-30T12:00:00Z')
    expect(previousOf(day, 'mismo-dia-semana', now)!.window).toEqual({
      from: '2026-11-13',
      to: '2026-11-13',
      cut: null,
    })
    expect(previousOf(day, 'anterior', now)!.window).toEqual({ from: '2026-11-19', to: '2026-11-19', cut: null })
    expect(previousOf({ from: '2026-11-01', to: '2026-11-30' }, 'mismo-dia-semana', now)!.window).toEqual({
      from: '2026-09-27',
      to: '2026-10-26',
      cut: null,
    })
    expect(previousOf(day, 'ninguna', now)).toBeNull()
  })

  it('cuts a running period at the same minute of its last day', () => {
    const previous = previousOf(day, 'mismo-dia-semana', at('2026-11-20T18:05:59.999Z'))!
    expect(previous.window).toEqual({
      from: '2026-11-13',
      to: '2026-11-13',
      cut: { hour: 14, hour_at: '2026-11-13T18:00:00.000Z', at: '2026-11-13T18:05:00.000Z' },
    })
    expect(previous.stretch).toMatchObject({ to_at: '2026-11-13T18:05:00.000Z', running: false })
  })

  it('cuts at midnight to nothing of that day', () => {
    const { cut } = previousOf(day, 'anterior', at('2026-11-20T04:00:30Z'))!.window
    expect(cut).toEqual({ hour: 0, hour_at: '2026-11-19T04:00:00.000Z', at: '2026-11-19T04:00:00.000Z' })
  })

  it('ends at the day that stands where today does when the period goes on beyond it', () => {
    const week = { from: '2026-11-16', to: '2026-11-22' }
    expect(previousOf(week, 'anterior', at('2026-11-18T18:05:00Z'))!.window).toMatchObject({
      from: '2026-11-09',
      to: '2026-11-11',
      cut: { hour: 14 },
    })
  })
})

it.each([
  ['2026-11-20', '2026-11-20', undefined],
  ['2025-11-20', '2026-11-20', undefined],
  ['2025-11-19', '2026-11-20', 'range_too_long'],
  ['2026-11-21', '2026-11-20', 'range_backwards'],
])('a range %s to %s: %s', (from, to, code) => {
  const check = () => checkRange({ from, to })
  if (code) expect(check).toThrow(expect.objectContaining({ code, status: 422 }))
  else expect(check).not.toThrow()
})
