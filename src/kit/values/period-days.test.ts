import { describe, expect, it } from 'vitest'
import type { Stretch } from '@contract/kpis.ts'
import {
  comparedName,
  daysText,
  exactStretch,
  periodText,
  shortDays,
  presetOf,
  periodFault,
  resolvePeriod,
  stepPeriod,
  stretchName,
  zoneTitle,
} from './period-days.ts'

/** A Friday. */
const today = '2026-11-20'
const zone = 'America/Caracas'
const stretch = (from: string, to: string, to_at: string): Stretch => ({
  from,
  to,
  from_at: `${from}T04:00:00.000Z`,
  to_at,
  zone,
  running: false,
})

describe('resolvePeriod', () => {
  it('keeps a preset relative to the day it is seen on', () => {
    expect(resolvePeriod({ period: 'hoy' }, today)).toEqual({ from: today, to: today })
    expect(resolvePeriod({ period: 'hoy' }, '2026-11-21')).toEqual({ from: '2026-11-21', to: '2026-11-21' })
    expect(resolvePeriod({ period: 'semana-pasada' }, today)).toEqual({ from: '2026-11-09', to: '2026-11-15' })
  })

  it('takes fixed days as they are, and ignores them beside a preset', () => {
    expect(resolvePeriod({ period: 'rango', from: '2026-11-01', to: '2026-11-07' }, today)).toEqual({
      from: '2026-11-01',
      to: '2026-11-07',
    })
    expect(resolvePeriod({ period: 'ayer', from: '2026-11-01', to: '2026-11-07' }, today)).toEqual({
      from: '2026-11-19',
      to: '2026-11-19',
    })
  })

  it.each([
    ['without days', {}],
    ['backwards', { from: '2026-11-07', to: '2026-11-01' }],
    ['longer than the server answers', { from: '2024-01-01', to: '2026-11-01' }],
  ])('falls back to today for a range %s', (_, days) => {
    expect(resolvePeriod({ period: 'rango', ...days }, today)).toEqual({ from: today, to: today })
  })
})

describe('periodFault', () => {
  const fault = (search: string) => periodFault(new URLSearchParams(search), 'semana', today)

  it.each([
    ['', null],
    ['period=ayer', null],
    ['period=rango&from=2026-11-01&to=2026-11-07', null],
    ['period=rango&from=2025-11-20&to=2026-11-20', null],
    ['period=manana', 'Período «manana» en el enlace: no existe. Se muestra esta semana.'],
    ['period=ayer&from=2026-11-01', 'El enlace trae fechas sin «period=rango». Se muestra ayer.'],
  ])('of %s', (search, said) => {
    expect(fault(search)).toBe(said)
  })

  it.each([
    ['from=2026-11-01', 'no tiene fecha final'],
    ['to=2026-11-01', 'no tiene fecha inicial'],
    ['from=2026-02-30&to=2026-11-01', 'tiene una fecha que no existe, «2026-02-30»'],
    ['from=2026-11-07&to=2026-11-01', 'termina antes de empezar: del 07/11/2026 al 01/11/2026'],
    ['from=2025-11-19&to=2026-11-20', 'pasa de 366 días: son 367, del 19/11/2025 al 20/11/2026'],
  ])('says why a range of %s is not shown, and what is', (days, why) => {
    expect(fault(`period=rango&${days}`)).toBe(`El período del enlace ${why}. Se muestra hoy, 20/11/2026.`)
  })
})

describe('stepPeriod', () => {
  it.each([
    ['a day', { from: today, to: today }, { from: '2026-11-19', to: '2026-11-19' }],
    ['a whole week', { from: '2026-11-09', to: '2026-11-15' }, { from: '2026-11-02', to: '2026-11-08' }],
    ['a week that is still running', { from: '2026-11-16', to: today }, { from: '2026-11-09', to: '2026-11-15' }],
    ['a whole month', { from: '2026-10-01', to: '2026-10-31' }, { from: '2026-09-01', to: '2026-09-30' }],
    ['a month that is still running', { from: '2026-11-01', to: today }, { from: '2026-10-01', to: '2026-10-31' }],
    ['February of a leap year', { from: '2024-03-01', to: '2024-03-31' }, { from: '2024-02-01', to: '2024-02-29' }],
    ['any other range', { from: '2026-11-03', to: '2026-11-05' }, { from: '2026-10-31', to: '2026-11-02' }],
  ])('steps %s back by itself', (_, period, expected) => {
    expect(stepPeriod(period, today, -1)).toEqual(expected)
  })

  it('never steps past today', () => {
    expect(stepPeriod({ from: today, to: today }, today, 1)).toBeNull()
    expect(stepPeriod({ from: '2026-11-09', to: '2026-11-15' }, today, 1)).toEqual({ from: '2026-11-16', to: today })
    expect(stepPeriod({ from: '2026-10-01', to: '2026-10-31' }, today, 1)).toEqual({ from: '2026-11-01', to: today })
  })

  it('finds the preset that a step leads to', () => {
    expect(presetOf({ from: '2026-11-19', to: '2026-11-19' }, today)).toBe('ayer')
    expect(presetOf({ from: '2026-11-09', to: '2026-11-15' }, today)).toBe('semana-pasada')
    expect(presetOf({ from: '2026-11-03', to: '2026-11-05' }, today)).toBeNull()
  })
})

describe('names', () => {
  it('says a running stretch to the minute, and the one before to the same minute', () => {
    expect(stretchName(stretch(today, today, '2026-11-20T18:05:31.000Z'), today)).toBe('hoy hasta 14:05')
    expect(stretchName(stretch('2026-11-13', '2026-11-13', '2026-11-13T18:05:00.000Z'), today)).toBe(
      'el viernes 13/11 hasta 14:05',
    )
    expect(stretchName(stretch('2026-11-19', '2026-11-19', '2026-11-19T18:05:00.000Z'), today)).toBe('ayer hasta 14:05')
  })

  it('leaves the clock out of whole days', () => {
    expect(stretchName(stretch('2026-11-19', '2026-11-19', '2026-11-20T04:00:00.000Z'), today)).toBe('ayer')
    expect(stretchName(stretch('2025-11-21', '2025-11-21', '2025-11-22T04:00:00.000Z'), today)).toBe(
      'el viernes 21/11/2025',
    )
    expect(stretchName(stretch('2026-11-02', '2026-11-08', '2026-11-09T04:00:00.000Z'), today)).toBe(
      'del 02/11 al 08/11/2026',
    )
  })

  it('names a range so that it follows a preposition', () => {
    expect(comparedName(stretch('2026-11-09', '2026-11-13', '2026-11-13T18:05:00.000Z'), today)).toBe(
      'el período del 09/11 al 13/11/2026 hasta las 14:05',
    )
    expect(comparedName(stretch('2026-11-19', '2026-11-19', '2026-11-20T04:00:00.000Z'), today)).toBe('ayer')
  })

  it('tells the exact instants in the zone of the banca', () => {
    expect(exactStretch(stretch(today, today, '2026-11-20T18:05:31.000Z'))).toBe(
      '20/11/2026 00:00 – 20/11/2026 14:05, hora de Caracas (America/Caracas)',
    )
    expect(zoneTitle('UTC')).toBe('UTC')
  })

  it('says both years only where they differ', () => {
    expect(daysText({ from: '2026-11-14', to: today })).toBe('14/11 – 20/11/2026')
    expect(daysText({ from: '2025-12-30', to: '2026-01-02' })).toBe('30/12/2025 – 02/01/2026')
    // Beside the name of a preset the year is this one, unless it is said.
    expect(shortDays({ from: '2026-11-14', to: today }, today)).toBe('14/11 – 20/11')
    expect(shortDays({ from: '2025-12-01', to: '2025-12-31' }, today)).toBe('01/12 – 31/12/2025')
    expect(shortDays({ from: '2025-12-30', to: '2026-01-02' }, '2026-01-05')).toBe('30/12/2025 – 02/01/2026')
    expect(periodText('semana', { from: '2026-11-16', to: today })).toBe('Esta semana')
    expect(periodText('rango', { from: today, to: today })).toBe('20/11/2026')
  })
})
