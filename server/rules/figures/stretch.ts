/**
 * The exact stretch of time that a figure speaks of, and the one it is compared with. A range that
 * includes today ends now; the period before it is cut at the same minute, so that the two are alike.
 */
import {
  addDays,
  daysBetween,
  inZone,
  longestRangeDays,
  daysCompared,
  type Comparison,
  type ComparisonQuery,
  type Period,
} from '@contract/values/dates.ts'
import type { Stretch } from '@contract/kpis.ts'
import { Problem } from '../../platform/http/problem.ts'

/** Throws `range_backwards` or `range_too_long`; both ends are included. */
export function checkRange({ from, to }: Period, longest: number = longestRangeDays): void {
  if (from > to) throw Problem.on('from', 'range_backwards')
  if (daysBetween(from, to) > longest)
    throw Problem.on('to', 'range_too_long', `El rango de fechas no puede superar ${longest} días.`)
}

/** The instant at which a clock in `zone` shows `time` (HH:MM) on `day`. */
export function instantOf(day: string, time: string, zone: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  const shift = (at: number) => {
    const seen = inZone(new Date(at), zone)
    return Date.parse(`${seen.day}T${seen.time}Z`) - at
  }
  // The offset of the first guess may be that of the other side of a clock change.
  const guess = wanted - shift(wanted)
  return new Date(wanted - shift(guess))
}

/** Where a stretch ends inside its last day; everything before `hour` is whole hours. */
export interface Cut {
  hour: number
  /** `HH:00` of that hour, and the first instant left out. */
  hour_at: string
  at: string
}

/** What a query reads: business days, the last of them perhaps only to a minute. */
export interface FigureWindow extends Period {
  cut: Cut | null
}

export interface Clock {
  now: Date
  /** Zone of the banca: business days are its calendar days. */
  zone: string
}

export function stretchOf({ from, to }: Period, { now, zone }: Clock): Stretch {
  const today = inZone(now, zone).day
  const running = from <= today && today <= to
  const end = running ? now : instantOf(addDays(to, 1), '00:00', zone)
  return { from, to, from_at: instantOf(from, '00:00', zone).toISOString(), to_at: end.toISOString(), zone, running }
}

/** Whole days: what lies after now has not been sold yet, so a running stretch needs no cut of its own. */
export function wholeDaysWindow({ from, to }: Period): FigureWindow {
  return { from, to, cut: null }
}

/**
 * The days that a period is compared with; null where nothing is. @throws Problem `range_backwards` on `compare_from`
 * when that is no earlier
 */
export function comparedDays(period: Period, asked: ComparisonQuery): Period | null {
  if (asked.compare_from !== undefined && asked.compare_from >= period.from)
    throw Problem.on('compare_from', 'range_backwards', 'El período con que se compara debe empezar antes.')
  return daysCompared(period, asked)
}

/**
 * The period before, up to the same minute when the one asked for is still running; `null` when none is wanted.
 * `own` is the first day of one that a person chose, of the same length. @throws Problem as `comparedDays` does
 */
export function previousOf(
  period: Period,
  compare: Comparison,
  { now, zone }: Clock,
  own?: string,
): { stretch: Stretch; window: FigureWindow } | null {
  const before = comparedDays(period, { compare, compare_from: own })
  if (!before) return null
  const { day: today, time } = inZone(now, zone)
  const running = period.from <= today && today <= period.to
  const from_at = instantOf(before.from, '00:00', zone).toISOString()
  if (!running) {
    const to_at = instantOf(addDays(before.to, 1), '00:00', zone).toISOString()
    return { stretch: { ...before, from_at, to_at, zone, running: false }, window: wholeDaysWindow(before) }
  }
  // The day that stands where today stands: days after it have no counterpart yet.
  const to = addDays(before.from, daysBetween(period.from, today) - 1)
  const at = instantOf(to, time.slice(0, 5), zone).toISOString()
  const hour = time.slice(0, 2)
  const cut = { hour: Number(hour), hour_at: instantOf(to, `${hour}:00`, zone).toISOString(), at }
  return {
    stretch: { from: before.from, to, from_at, to_at: at, zone, running: false },
    window: { from: before.from, to, cut },
  }
}
