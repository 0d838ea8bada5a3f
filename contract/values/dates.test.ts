/** Days are text and never pass through a zone; instants become days only in the banca's. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  atMoment,
  ofMoment,
  addDays,
  comparisons,
  day,
  daysBetween,
  formatDay,
  formatInstant,
  inZone,
  isDay,
  isZone,
  presets,
  previousPeriod,
  resolvePreset,
  dayStart,
  weekday,
} from './dates.ts'

const anyDay = fc.integer({ min: 0, max: 60_000 }).map((n) => addDays('1950-01-01', n))
const caracas = 'America/Caracas'

describe('days', () => {
  it.each([
    ['2026-02-28', true],
    ['2026-02-29', false],
    ['2028-02-29', true],
    ['2100-02-29', false],
    ['2000-02-29', true],
    ['2026-04-31', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-1-1', false],
    ['mañana', false],
  ])('%s: %s', (value, real) => {
    expect(day.safeParse(value).success).toBe(real)
    expect(isDay(value)).toBe(real)
  })

  it('walking there and back ends where it began, and the distance is the steps', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -40_000, max: 40_000 }), (from, steps) => {
        const to = addDays(from, steps)
        expect(addDays(to, -steps)).toBe(from)
        expect(daysBetween(from, to)).toBe(steps + 1)
        expect(Math.abs((weekday(to) - weekday(from) - steps) % 7)).toBe(0)
        expect(isDay(to)).toBe(true)
      }),
    )
  })

  it.each([
    ['2028-02-28', 1, '2028-02-29'],
    ['2028-02-29', 1, '2028-03-01'],
    ['2026-02-28', 1, '2026-03-01'],
    ['2025-12-31', 1, '2026-01-01'],
    ['2028-03-01', -1, '2028-02-29'],
  ])('%s and %i day is %s', (from, days, to) => {
    expect(addDays(from, days)).toBe(to)
  })

  it('the week begins on Monday', () => {
    expect(['2026-11-16', '2026-11-20', '2026-11-22'].map(weekday)).toEqual([1, 5, 7])
  })
})

describe('presets', () => {
  it('lie in the past or today, the right way round, and hold the days they are called by', () => {
    fc.assert(
      fc.property(anyDay, (today) => {
        const of = Object.fromEntries(presets.map((preset) => [preset, resolvePreset(preset, today)])) as Record<
          (typeof presets)[number],
          { from: string; to: string }
        >
        for (const { from, to } of Object.values(of)) expect(from <= to && to <= today).toBe(true)
        expect([of.hoy, of.ayer]).toEqual([
          { from: today, to: today },
          { from: addDays(today, -1), to: addDays(today, -1) },
        ])
        expect([daysBetween(of['7d'].from, today), daysBetween(of['30d'].from, today)]).toEqual([7, 30])
        expect([
          weekday(of.semana.from),
          weekday(of['semana-pasada'].from),
          weekday(of['semana-pasada'].to),
          daysBetween(of['semana-pasada'].from, of['semana-pasada'].to),
        ]).toEqual([1, 1, 7, 7])
        expect(addDays(of['semana-pasada'].to, 1)).toBe(of.semana.from)
        expect([of.mes.from, of['mes-pasado'].from].map((first) => first.slice(8))).toEqual(['01', '01'])
        expect(addDays(of['mes-pasado'].to, 1)).toBe(of.mes.from)
        expect(of['mes-pasado'].from.slice(0, 7)).toBe(of['mes-pasado'].to.slice(0, 7))
      }),
    )
  })

  it.each([
    ['2028-03-15', 'mes-pasado', '2028-02-01', '2028-02-29'],
    ['2026-03-31', 'mes-pasado', '2026-02-01', '2026-02-28'],
    ['2026-01-01', 'mes-pasado', '2025-12-01', '2025-12-31'],
    ['2026-11-16', 'semana', '2026-11-16', '2026-11-16'],
    ['2026-11-22', 'semana', '2026-11-16', '2026-11-22'],
    ['2026-01-01', 'semana-pasada', '2025-12-22', '2025-12-28'],
  ] as const)('on %s %s is %s to %s', (today, preset, from, to) => {
    expect(resolvePreset(preset, today)).toEqual({ from, to })
  })
})

describe('the period before', () => {
  it('is as long, lies wholly before, and by default falls on the same days of the week', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: 0, max: 400 }),
        fc.constantFrom(...comparisons),
        (from, more, comparison) => {
          const period = { from, to: addDays(from, more) }
          const before = previousPeriod(period, comparison)
          expect(daysBetween(before.from, before.to)).toBe(more + 1)
          expect(before.to < period.from).toBe(true)
          if (comparison === 'mismo-dia-semana' || comparison === 'hace-un-ano') {
            expect([weekday(before.from), weekday(before.to)]).toEqual([weekday(period.from), weekday(period.to)])
            // The nearest such period: a week later would touch it, or is less than a year of weeks ago.
            const nearest = addDays(before.to, 7) >= period.from
            const aYear = comparison === 'hace-un-ano' && daysBetween(before.from, period.from) - 1 === 364
            expect(nearest || aYear).toBe(true)
          } else expect(addDays(before.to, 1)).toBe(period.from)
        },
      ),
    )
  })

  it.each([
    ['2026-11-20', '2026-11-20', '2026-11-13', '2026-11-13'],
    ['2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['2026-11-01', '2026-11-30', '2026-09-27', '2026-10-26'],
    ['2028-02-29', '2028-02-29', '2028-02-22', '2028-02-22'],
  ])('of %s to %s is %s to %s', (from, to, before, until) => {
    expect(previousPeriod({ from, to }, 'mismo-dia-semana')).toEqual({ from: before, to: until })
  })

  it.each([
    ['2026-11-20', '2026-11-20', '2025-11-21', '2025-11-21'],
    ['2026-01-01', '2026-12-30', '2025-01-02', '2025-12-31'],
    ['2026-01-01', '2026-12-31', '2024-12-26', '2025-12-25'],
    ['2028-01-01', '2028-12-31', '2026-12-26', '2027-12-26'],
  ])('a year before %s to %s is %s to %s, never two years', (from, to, before, until) => {
    expect(previousPeriod({ from, to }, 'hace-un-ano')).toEqual({ from: before, to: until })
  })
})

describe('instants', () => {
  it.each([
    ['2026-11-20T03:59:59.999Z', caracas, '2026-11-19', '23:59:59'],
    ['2026-11-20T04:00:00.000Z', caracas, '2026-11-20', '00:00:00'],
    ['2026-11-20T04:59:59.000Z', 'America/Panama', '2026-11-19', '23:59:59'],
    ['2026-11-20T05:00:00.000Z', 'America/Panama', '2026-11-20', '00:00:00'],
    ['2028-02-29T23:30:00.000Z', 'Asia/Tokyo', '2028-03-01', '08:30:00'],
    ['2028-03-01T03:00:00.000Z', caracas, '2028-02-29', '23:00:00'],
    ['2026-01-01T00:00:00.000Z', caracas, '2025-12-31', '20:00:00'],
    ['2026-11-20T12:00:00.000Z', 'Asia/Kathmandu', '2026-11-20', '17:45:00'],
  ])('%s in %s is %s %s', (at, zone, expected, time) => {
    expect(inZone(new Date(at), zone)).toEqual({ day: expected, time })
    expect(formatInstant(at, zone)).toBe(`${formatDay(expected)} ${time.slice(0, 5)}`)
  })

  it('in Caracas is always four hours behind, on every day of any year', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2017, 0, 1), max: Date.UTC(2060, 0, 1) }), (at) => {
        const { day: date, time } = inZone(new Date(at), caracas)
        expect(`${date}T${time}`).toBe(new Date(at - 4 * 3_600_000).toISOString().slice(0, 19))
      }),
    )
  })

  it('within a minute that was asked before read as they are formatted, in zones that change their clocks too', () => {
    const zones = [caracas, 'America/Santiago', 'Asia/Kathmandu', 'Africa/Monrovia', 'Australia/Lord_Howe']
    const written = (at: number, zone: string) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(1960, 0, 1), max: Date.UTC(2060, 0, 1) }),
        fc.array(fc.integer({ min: -90_000, max: 90_000 }), { minLength: 1, maxLength: 5 }),
        (zone, at, others) => {
          for (const one of [at, ...others.map((ms) => at + ms)]) {
            const { day: date, time } = inZone(new Date(one), zone)
            expect(`${date} ${time}`).toBe(written(one, zone))
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it.each([
    ['America/Caracas', true],
    ['UTC', true],
    ['Etc/GMT+4', true],
    ['America/Argentina/Buenos_Aires', true],
    ['Marte/Olympus', false],
    ['', false],
    ['../etc', false],
    ['+04:00', false],
  ])('«%s» is a zone: %s', (zone, known) => {
    expect(isZone(zone)).toBe(known)
  })
})

describe('the beginning of a day', () => {
  it.each([
    ['America/Caracas', '2026-11-24', '2026-11-24T04:00:00.000Z'],
    ['America/Panama', '2026-11-24', '2026-11-24T05:00:00.000Z'],
    ['UTC', '2026-01-01', '2026-01-01T00:00:00.000Z'],
    ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00.000Z'],
    // The clocks are put back in the night before.
    ['Europe/Madrid', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ])('in %s, %s', (zone, day, at) => {
    expect(dayStart(day, zone)).toBe(at)
  })
})

it('says a moment in a sentence, with its day where that is another', () => {
  const told = (today: string) =>
    [atMoment, ofMoment].map((one) => one('2026-11-24T23:00:00Z', 'America/Caracas', today))
  expect(told('2026-11-24')).toEqual(['a las 19:00', 'de las 19:00'])
  expect(told('2026-11-25')).toEqual(['el 24/11 a las 19:00', 'del 24/11 a las 19:00'])
})
