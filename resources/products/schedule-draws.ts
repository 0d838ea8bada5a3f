/**
 * What a schedule says, as pure functions: the draws of a day, hours added in series, and a schedule in
 * words. The server makes the draws; this shows what it will make before anything is saved.
 */
import type { ProductForm, Schedule } from '@contract/products.ts'
import { formatDay, inZone, weekday } from '@contract/values/dates.ts'

export type SchedulePart = Pick<ProductForm, 'schedules' | 'exceptions'>

export interface PlannedHour {
  time: string
  close_minutes: number
  extra: boolean
}

const usualClose = 5
export const weekdayLetters = ['L', 'Ma', 'Mi', 'J', 'V', 'S', 'D'] as const

/** The draws of a day of the product's own calendar, by the hour. */
export function hoursOf({ schedules, exceptions }: SchedulePart, day: string): PlannedHour[] {
  const said = exceptions.filter((one) => one.day === day)
  const cancelled = (time: string) =>
    said.some((one) => one.kind === 'sin_sorteo' && (one.local_time === null || one.local_time === time))
  const planned = schedules
    .filter((one) => holds(one, day) && !cancelled(one.local_time))
    .map((one) => ({ time: one.local_time, close_minutes: one.close_minutes, extra: false }))
  const longest = schedules.length ? Math.max(...schedules.map((one) => one.close_minutes)) : usualClose
  const extra = said.flatMap((one) =>
    one.kind === 'extra' && one.local_time && !planned.some((hour) => hour.time === one.local_time)
      ? [{ time: one.local_time, close_minutes: longest, extra: true }]
      : [],
  )
  return [...planned, ...extra].sort((one, other) => one.time.localeCompare(other.time))
}

function holds({ weekday_mask, valid_from, valid_to }: Schedule, day: string): boolean {
  return (
    (weekday_mask & (1 << (weekday(day) - 1))) !== 0 &&
    (valid_from === null || day >= valid_from) &&
    (valid_to === null || day <= valid_to)
  )
}

/** `08:00` to `19:00` every 60 minutes: twelve hours. An end before its beginning makes none. */
export function hoursBetween(from: string, to: string, every_minutes: number): string[] {
  const [first, last] = [minutesOf(from), minutesOf(to)]
  const count = last < first ? 0 : Math.floor((last - first) / every_minutes) + 1
  return Array.from({ length: count }, (_, at) => timeOf(first + at * every_minutes))
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

function timeOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** Adds hours on some weekdays. An hour that is there always takes the new days in; days it has already stay as they are. */
export function withHours(
  schedules: readonly Schedule[],
  times: readonly string[],
  weekday_mask: number,
  close_minutes: number,
): Schedule[] {
  let result = [...schedules]
  for (const local_time of times) {
    const there = result.filter((one) => one.local_time === local_time)
    const missing = weekday_mask & ~there.reduce((mask, one) => mask | one.weekday_mask, 0)
    if (missing === 0) continue
    const wider = there.find(
      (one) => one.close_minutes === close_minutes && one.valid_from === null && one.valid_to === null,
    )
    result = wider
      ? result.map((one) => (one === wider ? { ...one, weekday_mask: one.weekday_mask | missing } : one))
      : [...result, { weekday_mask: missing, local_time, close_minutes, valid_from: null, valid_to: null }]
  }
  return byHour(result)
}

export function byHour(schedules: readonly Schedule[]): Schedule[] {
  return [...schedules].sort(
    (one, other) => one.local_time.localeCompare(other.local_time) || one.weekday_mask - other.weekday_mask,
  )
}

const maskNames: Record<number, string> = {
  127: 'todos los días',
  63: 'lunes a sábado',
  31: 'lunes a viernes',
  64: 'domingos',
  96: 'sábados y domingos',
}

/** `lunes a sábado`, `L M V`. */
export function maskText(mask: number): string {
  return maskNames[mask] ?? weekdayLetters.filter((_, at) => mask & (1 << at)).join(' ')
}

/** The part in lines, to compare two of them. */
export function scheduleLines({ schedules, exceptions }: SchedulePart): string[] {
  const until = (one: Schedule) =>
    [one.valid_from && ` desde ${formatDay(one.valid_from)}`, one.valid_to && ` hasta ${formatDay(one.valid_to)}`]
      .filter(Boolean)
      .join('')
  return [
    ...schedules.map(
      (one) => `${one.local_time} ${maskText(one.weekday_mask)}, cierra ${one.close_minutes} min antes${until(one)}`,
    ),
    ...exceptions.map((one) => `${formatDay(one.day)}: ${exceptionText(one)}`),
  ]
}

export function exceptionText({ kind, local_time }: ProductForm['exceptions'][number]): string {
  if (kind === 'extra') return `sorteo extra a las ${local_time}`
  return local_time === null ? 'sin sorteos todo el día' : `sin el sorteo de las ${local_time}`
}

/** Minutes by which clocks in `there` are ahead of `here` at an instant. */
export function minutesAhead(at: Date, there: string, here: string): number {
  const clock = (zone: string) => {
    const { day, time } = inZone(at, zone)
    return Date.parse(`${day}T${time}Z`)
  }
  return Math.round((clock(there) - clock(here)) / 60_000)
}
