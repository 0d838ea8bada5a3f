/**
 * Periods as a URL says them and as people name them. A preset stays relative ("hoy" opens
 * tomorrow as tomorrow's today); `rango` holds two fixed days. Days are the banca's business days.
 */
import { z } from 'zod'
import {
  addDays,
  day,
  daysBetween,
  formatDay,
  inZone,
  longestRangeDays,
  presetLabels,
  presets,
  resolvePreset,
  weekday,
  weekdayNames,
  type Period,
  type Preset,
} from '@contract/values/dates.ts'
import type { Stretch } from '@contract/kpis.ts'
import { formatCount } from '@contract/values/money.ts'

export const fixedRange = 'rango'
export type PeriodChoice = Preset | typeof fixedRange

/** What the URL holds: `period`, and `from` and `to` only with `rango`. */
export function periodFields(preset: Preset) {
  return {
    period: z.enum([...presets, fixedRange]).default(preset),
    from: day.optional(),
    to: day.optional(),
  }
}

/** The same of an address that leads somewhere: a relative period stays relative. */
export function periodIn(choice: PeriodChoice, { from, to }: Period) {
  return choice === fixedRange ? { period: choice, from, to } : { period: choice }
}

export interface PeriodState {
  period: PeriodChoice
  from?: string | undefined
  to?: string | undefined
}

/** The days meant. A range that is missing, backwards or too long is today, and `periodFault` says so: never a request that fails. */
export function resolvePeriod(state: PeriodState, today: string): Period {
  if (state.period !== fixedRange) return resolvePreset(state.period, today)
  const { from, to } = state
  if (!from || !to || from > to || daysBetween(from, to) > longestRangeDays) return { from: today, to: today }
  return { from, to }
}

/** Why the days of an address cannot be shown, or null: the period as it is written there. */
export function periodFault(written: URLSearchParams, usual: Preset, today: string): string | null {
  const [period, from, to] = ['period', 'from', 'to'].map((name) => written.get(name))
  const choice = periodFields(usual).period.safeParse(period ?? undefined)
  if (!choice.success)
    return `Período «${period?.slice(0, 60)}» en el enlace: no existe. Se muestra ${periodName(usual)}.`
  if (choice.data !== fixedRange)
    return from || to
      ? `El enlace trae fechas sin «period=${fixedRange}». Se muestra ${periodName(choice.data)}.`
      : null
  const why = rangeFault(from, to)
  return why === null ? null : `El período del enlace ${why}. Se muestra hoy, ${formatDay(today)}.`
}

const periodName = (preset: Preset) => presetLabels[preset].toLowerCase()

function rangeFault(from: string | null | undefined, to: string | null | undefined): string | null {
  if (!from || !to) return `no tiene fecha ${from ? 'final' : 'inicial'}`
  const [start, end] = [day.safeParse(from), day.safeParse(to)]
  const wrong = !start.success ? from : !end.success ? to : null
  if (wrong !== null) return `tiene una fecha que no existe, «${wrong.slice(0, 20)}»`
  if (from > to) return `termina antes de empezar: del ${formatDay(from)} al ${formatDay(to)}`
  const days = daysBetween(from, to)
  if (days <= longestRangeDays) return null
  return `pasa de ${longestRangeDays} días: son ${formatCount(days)}, del ${formatDay(from)} al ${formatDay(to)}`
}

/** The preset that means exactly these days now, if one does: a stepped period stays relative where it can. */
export function presetOf(period: Period, today: string): Preset | null {
  return (
    presets.find((preset) => {
      const days = resolvePreset(preset, today)
      return days.from === period.from && days.to === period.to
    }) ?? null
  )
}

function lastOfMonth(of: string): string {
  return addDays(`${addDays(`${of.slice(0, 8)}28`, 4).slice(0, 8)}01`, -1)
}

/**
 * The period before (-1) or after (1) this one: months step by months, weeks by weeks, anything
 * else by its length. Never past today; `null` when there is nothing after.
 */
export function stepPeriod(period: Period, today: string, step: -1 | 1): Period | null {
  if (step > 0 && period.to >= today) return null
  const next = steppedDays(period, today, step)
  return next.to > today ? { from: next.from, to: today } : next
}

function steppedDays({ from, to }: Period, today: string, step: -1 | 1): Period {
  const length = daysBetween(from, to)
  const runs = to === today
  const wholeMonth =
    from.endsWith('-01') && (to === lastOfMonth(from) || (runs && from.slice(0, 7) === to.slice(0, 7) && length > 1))
  if (wholeMonth) {
    const anchor = step < 0 ? addDays(from, -1) : addDays(lastOfMonth(from), 1)
    return { from: `${anchor.slice(0, 8)}01`, to: lastOfMonth(anchor) }
  }
  const wholeWeek = weekday(from) === 1 && (length === 7 || (runs && length > 1 && length < 7))
  const days = wholeWeek ? 7 : length
  return { from: addDays(from, step * days), to: addDays(wholeWeek ? addDays(from, 6) : to, step * days) }
}

/** `20/11/2026`, `14/11 – 20/11/2026`, or with both years where they differ. */
export function daysText({ from, to }: Period): string {
  if (from === to) return formatDay(from)
  const start = formatDay(from)
  return `${from.slice(0, 4) === to.slice(0, 4) ? start.slice(0, 5) : start} – ${formatDay(to)}`
}

/** The days beside the name of a preset: of this year they need none. */
export function shortDays(days: Period, today: string): string {
  const text = daysText(days)
  return days.to.slice(0, 4) === today.slice(0, 4) && days.from.slice(0, 4) === days.to.slice(0, 4)
    ? text.slice(0, -5)
    : text
}

/** What the period button says: the preset's name where it is relative, the days where it is fixed. */
export function periodText(choice: PeriodChoice, period: Period): string {
  return choice === fixedRange ? daysText(period) : presetLabels[choice]
}

/** The clock time at which a stretch stops, when it is not at midnight. */
function cutAt(stretch: Stretch): string | null {
  const { time } = inZone(new Date(stretch.to_at), stretch.zone)
  return time.startsWith('00:00') || time.startsWith('23:59') ? null : time.slice(0, 5)
}

function dayName(of: string, today: string): string {
  if (of === today) return 'hoy'
  if (of === addDays(today, -1)) return 'ayer'
  const name = weekdayNames[weekday(of) - 1] ?? ''
  return `el ${name} ${of.slice(0, 4) === today.slice(0, 4) ? formatDay(of).slice(0, 5) : formatDay(of)}`
}

/** The days of a stretch as a sentence names them: `hoy`, `el viernes 13/11`, `del 02/11 al 08/11/2026`. */
export function stretchDays({ from, to }: Period, today: string): string {
  return from === to ? dayName(from, today) : `del ${daysText({ from, to }).replace(' – ', ' al ')}`
}

/**
 * Two periods beside each other, without a year that is this one: `del 17/11 al 23/11 con el 10/11 al 16/11`, `hoy con
 * el viernes 13/11`.
 */
export function comparisonDays(days: Period, before: Period, today: string): string {
  const named = (of: Period, range: string) =>
    of.from === of.to ? dayName(of.from, today) : `${range} ${shortDays(of, today).replace(' – ', ' al ')}`
  return `${named(days, 'del')} con ${named(before, 'el')}`
}

/** A stretch as a comparison names it: `hoy hasta 14:05`, `el viernes 13/11 hasta 14:05`, `del 02/11 al 08/11/2026`. */
export function stretchName(stretch: Stretch, today: string): string {
  const cut = cutAt(stretch)
  const days = stretchDays(stretch, today)
  return cut === null ? days : `${days} hasta ${stretch.from === stretch.to ? '' : 'las '}${cut}`
}

/** A stretch as it follows a preposition: `contra ayer hasta 14:05`, `contra el período del 02/11 al 08/11/2026`. */
export function comparedName(stretch: Stretch, today: string): string {
  return stretch.from === stretch.to ? stretchName(stretch, today) : `el período ${stretchName(stretch, today)}`
}

/** The exact instants and their zone, for a hint: `20/11/2026 00:00 – 20/11/2026 14:05, hora de Caracas`. */
export function exactStretch(stretch: Pick<Stretch, 'from_at' | 'to_at' | 'zone'>): string {
  const at = (instant: string) => {
    const local = inZone(new Date(instant), stretch.zone)
    return `${formatDay(local.day)} ${local.time.slice(0, 5)}`
  }
  return `${at(stretch.from_at)} – ${at(stretch.to_at)}, hora de ${zoneTitle(stretch.zone)}`
}

/** `America/Caracas` → `Caracas (America/Caracas)`. */
export function zoneTitle(zone: string): string {
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
  return city === zone ? zone : `${city} (${zone})`
}
