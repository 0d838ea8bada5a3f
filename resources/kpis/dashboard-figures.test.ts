import { describe, expect, it } from 'vitest'
import type { FigurePoint, FigureSeries, Figures } from '@contract/kpis.ts'
import { courseSeries, courseSlots, kpiFigure, kpiKeys, kpiLabel, type Course } from './dashboard-figures.ts'

const zone = 'America/Caracas'
const totals: Figures = {
  sold: '1000.00',
  prizes: '600.00',
  commission: '120.00',
  profit: '280.00',
  tickets: 4,
  average_ticket: '250.00',
  payout_percent: '60.0',
}
const point = (day: string, hour: number | null, sold: string, tickets = 2): FigurePoint => ({
  day,
  hour,
  sold,
  prizes: '10.00',
  commission: '1.00',
  profit: '5.00',
  tickets,
})
const series = (from: string, to: string, points: FigurePoint[], of: Figures = totals): FigureSeries => ({
  stretch: { from, to, from_at: `${from}T04:00:00.000Z`, to_at: `${to}T18:05:00.000Z`, zone, running: true },
  points,
  totals: of,
})
const quiet = (day: string, hour: number): FigurePoint => ({
  day,
  hour,
  sold: '0.00',
  prizes: '0.00',
  commission: '0.00',
  profit: '0.00',
  tickets: 0,
})

const hours: Course = {
  ...series('2026-11-20', '2026-11-20', [
    quiet('2026-11-20', 0),
    point('2026-11-20', 8, '400.00'),
    point('2026-11-20', 9, '600.00'),
  ]),
  previous: series('2026-11-13', '2026-11-13', [point('2026-11-13', 6, '300.00')], {
    ...totals,
    sold: '800.00',
    average_ticket: null,
  }),
}

describe('kpiFigure', () => {
  const slots = courseSlots(hours, 'hour')

  it('gives every figure of the contract its value, base and course', () => {
    expect(kpiKeys).toEqual(['sold', 'prizes', 'commission', 'profit', 'tickets', 'average_ticket', 'payout_percent'])
    expect(kpiFigure(hours, 'sold', slots)).toMatchObject({
      label: 'Ventas',
      kind: 'money',
      good: 'up',
      now: '1000.00',
      before: '800.00',
    })
    expect(kpiFigure(hours, 'tickets', slots)).toMatchObject({ kind: 'count', now: '4', before: '4' })
    expect(kpiFigure(hours, 'prizes', slots).good).toBe('down')
    expect(kpiFigure(hours, 'average_ticket', slots).before).toBeNull()
  })

  it('derives the course of an average and of a ratio from its points', () => {
    const at = slots.findIndex((slot) => slot.key === '08')
    expect(kpiFigure(hours, 'average_ticket', slots).spark[at]).toBe('200.00')
    // 10 of 400, then 20 of 1000: the ratio so far, not that of each hour.
    expect(kpiFigure(hours, 'payout_percent', slots).spark.slice(at, at + 2)).toEqual(['2.5', '2.0'])
    expect(kpiFigure(hours, 'sold', slots).spark[0]).toBeNull()
  })

  it('has nothing before when nothing is compared', () => {
    expect(kpiFigure({ ...hours, previous: null }, 'sold', slots).before).toBeNull()
  })

  it('counts lines where a product is filtered', () => {
    expect(kpiLabel('tickets', true)).toBe('Jugadas')
    expect(kpiLabel('average_ticket', true)).toBe('Jugada promedio')
    expect(kpiLabel('payout_percent', true)).toBe('Premio/venta %')
  })
})

describe('courseSlots', () => {
  it('goes from the first hour with business to the last, now or before', () => {
    const slots = courseSlots(hours, 'hour')
    expect(slots[0]).toMatchObject({ key: '06', title: '06:00 – 06:59', now: null })
    expect(slots[0]?.before?.sold).toBe('300.00')
    expect(slots.at(-1)?.key).toBe('09')
    expect(courseSlots({ ...hours, previous: null }, 'hour').map((slot) => slot.key)).toEqual(['08', '09'])
    const nothing = { ...hours, points: [quiet('2026-11-20', 0)], previous: null }
    expect(courseSlots(nothing, 'hour').map((slot) => slot.key)).toContain('20')
  })

  it('puts the n-th day beside the n-th day of the period before', () => {
    const days: Course = {
      ...series('2026-11-16', '2026-11-18', [point('2026-11-16', null, '1.00'), point('2026-11-17', null, '2.00')]),
      previous: series('2026-11-09', '2026-11-11', [
        point('2026-11-09', null, '7.00'),
        point('2026-11-11', null, '9.00'),
      ]),
    }
    const slots = courseSlots(days, 'day')
    expect(slots.map((slot) => [slot.label, slot.title, slot.now?.sold, slot.before?.sold])).toEqual([
      ['16/11', 'lunes 16/11/2026', '1.00', '7.00'],
      ['17/11', 'martes 17/11/2026', '2.00', undefined],
      ['18/11', 'miércoles 18/11/2026', undefined, '9.00'],
    ])
  })
})

describe('courseSeries', () => {
  it('has one value per slot and no comparison when none is asked', () => {
    const slots = courseSlots(hours, 'hour')
    const all = courseSeries(slots, 'el viernes 13/11')
    expect(all.map((one) => one.name)).toEqual(['Ventas', 'Ventas el viernes 13/11', 'Premios', 'Utilidad'])
    expect(all.every((one) => one.values.length === slots.length)).toBe(true)
    expect(courseSeries(slots, null).map((one) => one.key)).toEqual(['sold', 'prizes', 'profit'])
  })

  it('tells every series apart without colour', () => {
    const marks = courseSeries(courseSlots(hours, 'hour'), 'ayer').map(
      (one) => `${one.mark} ${one.dash ?? false} ${one.marker}`,
    )
    expect(new Set(marks).size).toBe(marks.length)
  })
})
