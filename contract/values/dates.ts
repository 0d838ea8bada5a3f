/**
 * Days, instants and zones. A business day is a calendar day of the banca's zone; instants travel
 * as ISO 8601 UTC. Converting twice is the classic fault, so a day is never a `Date` here: it is
 * the text `YYYY-MM-DD`, and arithmetic on days never passes through a zone.
 */
import { z } from 'zod'
import { withKind } from '../field-kind.ts'

export const defaultZone = 'America/Caracas'
export const longestRangeDays = 366

/** A calendar day, checked: 2026-02-29 does not exist, 2028-02-29 does. */
export const calendarDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'Fecha no válida', abort: true })
  .refine((value) => isDay(value), { error: 'Fecha no válida', abort: true })

const earliestDay = '1900-01-01'
const latestDay = '2199-12-31'

/** A day that may be asked about or kept: what is reckoned back or ahead from it still is a calendar day. */
export const day = withKind(
  calendarDay.refine((value) => value >= earliestDay && value <= latestDay, 'Fecha no válida'),
  'day',
)

/** An instant, ISO 8601 UTC. */
export const instant = withKind(z.string(), 'instant')

/** An instant that somebody names: ISO 8601, of years that a database keeps. */
export const namedInstant = withKind(
  z.iso
    .datetime({ offset: true, error: 'No es un instante' })
    .refine((value) => value >= '1990' && value < '2200', 'No es un instante'),
  'instant',
)

export function isDay(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

export function addDays(from: string, days: number): string {
  const date = new Date(`${from}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** Whole days from `from` to `to`, both included: 1 when they are the same day. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1
}

/** 1 Monday … 7 Sunday. */
export function weekday(of: string): number {
  return new Date(`${of}T00:00:00Z`).getUTCDay() || 7
}

export const weekdayNames = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'] as const

/** The day's turns, as people speak of them. `to` is not part of the turn; the last one ends with the day. */
export const timeSlots = [
  { id: 1, code: 'MANANA', name: 'Mañana', from: '00:00', to: '12:00' },
  { id: 2, code: 'TARDE', name: 'Tarde', from: '12:00', to: '18:00' },
  { id: 3, code: 'NOCHE', name: 'Noche', from: '18:00', to: '24:00' },
] as const

interface ZoneClock {
  format: Intl.DateTimeFormat
  /** The minute of the epoch that was last looked at, and how it reads. */
  minute: number
  day: string
  clock: string
}
const zones = new Map<string, ZoneClock>()
/** Until 1972 a zone's distance had seconds; since then clocks of all zones show the same ones. */
const wholeMinutes = Date.UTC(1973, 0, 1) / 60_000

/**
 * The calendar day and clock time of an instant in a zone. Asked several times in every call for the present minute,
 * which is written down: formatting it costs more than all else that a call does with its days.
 */
export function inZone(at: Date, zone: string): { day: string; time: string } {
  const seconds = Math.floor(at.getTime() / 1_000)
  const minute = Math.floor(seconds / 60)
  const known = zones.get(zone)
  if (known?.minute === minute && minute >= wholeMinutes)
    return { day: known.day, time: `${known.clock}:${String(seconds % 60).padStart(2, '0')}` }
  const format =
    known?.format ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  const [day = '', time = ''] = format.format(at).split(' ')
  zones.set(zone, { format, minute, day, clock: time.slice(0, 5) })
  return { day, time }
}

/** The instant at which the clocks of a zone show a day's beginning. */
export function dayStart(day: string, zone: string): string {
  const wanted = Date.parse(`${day}T00:00:00Z`)
  let at = wanted
  // Once for the zone's distance, once more where it changes in between.
  for (let look = 0; look < 2; look++) {
    const shown = inZone(new Date(at), zone)
    at += wanted - Date.parse(`${shown.day}T${shown.time}Z`)
  }
  return new Date(at).toISOString()
}

/** Is this an IANA zone this machine knows? */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]+(?:\/[A-Za-z0-9_+-]+){0,2}$/.test(zone)) return false
  try {
    inZone(new Date(0), zone)
    return true
  } catch {
    return false
  }
}

/** `2026-11-20` → `20/11/2026`. */
export function formatDay(value: string): string {
  const [year, month, date] = value.split('-')
  return `${date}/${month}/${year}`
}

/** The days of a week by its Sunday: `16/11 al 22/11/2026`. */
export const weekDays = (sunday: string): string =>
  `${formatDay(addDays(sunday, -6)).slice(0, 5)} al ${formatDay(sunday)}`

/** An instant as people read it in a zone: `20/11/2026 14:05`. */
export function formatInstant(value: string, zone: string = defaultZone): string {
  const { day: date, time } = inZone(new Date(value), zone)
  return `${formatDay(date)} ${time.slice(0, 5)}`
}

/** The clock time of an instant: `09:30`. */
export function clockOf(instant: string, zone: string): string {
  return inZone(new Date(instant), zone).time.slice(0, 5)
}

/** `20/11 16:56`: where the year is plain. */
export function shortInstant(instant: string, zone: string): string {
  return formatInstant(instant, zone).replace(/\/\d{4}/, '')
}

/** The clock time of an instant of the day that is read from, otherwise with its day: `09:30`, `20/11 09:30`. */
export function shortMoment(instant: string, zone: string, today: string): string {
  return inZone(new Date(instant), zone).day === today ? clockOf(instant, zone) : shortInstant(instant, zone)
}

/** The same in a sentence: `a las 09:30`, `el 20/11 a las 09:30`. */
export function atMoment(instant: string, zone: string, today: string): string {
  const [clock = '', day] = shortMoment(instant, zone, today).split(' ').reverse()
  return day === undefined ? `a las ${clock}` : `el ${day} a las ${clock}`
}

/** What is called by its moment, after its name: `de las 09:30`, `del 20/11 a las 09:30`. */
export function ofMoment(instant: string, zone: string, today: string): string {
  return atMoment(instant, zone, today).replace(/^a /, 'de ').replace(/^el /, 'del ')
}

/** Relative periods. They stay relative in a link; `resolvePeriod` makes them days. */
export const presets = ['hoy', 'ayer', 'semana', 'semana-pasada', 'mes', 'mes-pasado', '7d', '30d'] as const
export type Preset = (typeof presets)[number]
export const presetLabels: Record<Preset, string> = {
  hoy: 'Hoy',
  ayer: 'Ayer',
  semana: 'Esta semana',
  'semana-pasada': 'Semana pasada',
  mes: 'Este mes',
  'mes-pasado': 'Mes pasado',
  '7d': 'Últimos 7 días',
  '30d': 'Últimos 30 días',
}

export interface Period {
  from: string
  to: string
}

/** The days of a preset, seen from `today` (the banca's day, not the browser's). Weeks run Monday to Sunday. */
export function resolvePreset(preset: Preset, today: string): Period {
  const monday = addDays(today, 1 - weekday(today))
  const first = `${today.slice(0, 8)}01`
  const lastOfPrevious = addDays(first, -1)
  switch (preset) {
    case 'hoy':
      return { from: today, to: today }
    case 'ayer':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'semana':
      return { from: monday, to: today }
    case 'semana-pasada':
      return { from: addDays(monday, -7), to: addDays(monday, -1) }
    case 'mes':
      return { from: first, to: today }
    case 'mes-pasado':
      return { from: `${lastOfPrevious.slice(0, 8)}01`, to: lastOfPrevious }
    case '7d':
      return { from: addDays(today, -6), to: today }
    case '30d':
      return { from: addDays(today, -29), to: today }
  }
}

export const comparisons = ['anterior', 'mismo-dia-semana', 'hace-un-ano', 'ninguna'] as const
export type Comparison = (typeof comparisons)[number]
/** Weekday-aligned where there is a choice: sales are weekly. */
export const comparisonLabels: Record<Comparison, string> = {
  'mismo-dia-semana': 'Mismo día de la semana',
  anterior: 'Período anterior',
  'hace-un-ano': 'Hace un año, mismos días',
  ninguna: 'Sin comparar',
}

/** A year of whole weeks: its days fall on the same weekdays as today's. */
const yearOfWeeks = 364

/**
 * The period to compare with, of the same length. Sales are weekly, so by default whole weeks are stepped back
 * until the period lies before itself; a year ago is 52 weeks back, or the few more that a longer period needs to
 * lie before itself. `anterior` takes the days just before.
 */
export function previousPeriod(period: Period, comparison: Comparison): Period {
  const length = daysBetween(period.from, period.to)
  const weeks = Math.ceil(length / 7) * 7
  const steps: Record<Comparison, number> = {
    anterior: length,
    'mismo-dia-semana': weeks,
    'hace-un-ano': Math.max(weeks, yearOfWeeks),
    ninguna: length,
  }
  const step = steps[comparison]
  return { from: addDays(period.from, -step), to: addDays(period.to, -step) }
}

/** What figures are compared with, as it is asked: by a rule, or from a day that somebody chose, which is stronger. */
export interface ComparisonQuery {
  compare?: Comparison
  compare_from?: string | undefined
}

/** The days compared with, of the same length, whole; null where nothing is. */
export function daysCompared(
  period: Period,
  { compare = 'ninguna', compare_from: own }: ComparisonQuery,
): Period | null {
  if (own !== undefined) return { from: own, to: addDays(own, daysBetween(period.from, period.to) - 1) }
  return compare === 'ninguna' ? null : previousPeriod(period, compare)
}

/**
 * How days of a period are asked so that each goes on being compared with the day that stands at its place there: by
 * the same rule or another where one says so, else from the first of those days. Of a week against the one before, a
 * Tuesday is compared with that week's, and not with the Monday before it.
 */
export function comparisonWithin(days: Period, period: Period, asked: ComparisonQuery): ComparisonQuery {
  const { compare = 'ninguna' } = asked
  const before = daysCompared(period, asked)
  if (!before) return { compare }
  const step = daysBetween(before.from, period.from) - 1
  const from = addDays(days.from, -step)
  const rules = [compare, ...comparisons].filter((one) => one !== 'ninguna')
  const same = rules.find((one) => previousPeriod(days, one).from === from)
  return { compare: same ?? compare, compare_from: same ? undefined : from }
}
