/** From the answer of the loss and profit call to what the cards and the main chart show. */
import type { Answer } from '@contract/endpoint.ts'
import { figures, type FigurePoint, type Figures, type kpis } from '@contract/kpis.ts'
import { addDays, daysBetween, formatDay, inZone, weekday, weekdayNames } from '@contract/values/dates.ts'
import { add, divide, isZero, ratioPercent } from '@contract/values/money.ts'
import type { FigureKind } from '@/kit/chart/change-figures.ts'
import type { TrendSeries, TrendSlot } from '@/kit/chart/series.ts'

export type Course = Answer<typeof kpis.lossProfit>
export type KpiKey = keyof Figures

export interface KpiFigure {
  key: KpiKey
  label: string
  kind: FigureKind
  /** Which way is good for the house. Commission follows sales: neither. */
  good: 'up' | 'down' | 'none'
  /** Decimal strings; `null` where the figure has no base (an average without tickets). */
  now: string | null
  before: string | null
  spark: readonly (string | null)[]
  spark_before: readonly (string | null)[]
}

const kinds: Record<KpiKey, Pick<KpiFigure, 'kind' | 'good'>> = {
  sold: { kind: 'money', good: 'up' },
  prizes: { kind: 'money', good: 'down' },
  commission: { kind: 'money', good: 'none' },
  profit: { kind: 'money', good: 'up' },
  tickets: { kind: 'count', good: 'up' },
  average_ticket: { kind: 'money', good: 'up' },
  payout_percent: { kind: 'points', good: 'down' },
}
export const kpiKeys = Object.keys(kinds) as KpiKey[]

/** The name of a figure. With a product or bet type filter the server counts lines. */
export function kpiLabel(key: KpiKey, byLine: boolean): string {
  if (byLine && key === 'tickets') return 'Jugadas'
  if (byLine && key === 'average_ticket') return 'Jugada promedio'
  return figures.shape[key].meta()?.title ?? key
}

function textOf(value: string | number | null): string | null {
  return typeof value === 'number' ? String(value) : value
}

function pointValue(point: FigurePoint, key: Exclude<KpiKey, 'payout_percent'>): string | null {
  if (key === 'average_ticket') return divide(point.sold, point.tickets)
  return textOf(point[key])
}

/** The ratio of all that went before, slot by slot: that of one hour says little, and the last is the figure itself. */
function runningPayout(points: readonly (FigurePoint | null)[]): (string | null)[] {
  let prizes = '0.00'
  let sold = '0.00'
  return points.map((point) => {
    if (point === null) return null
    prizes = add(prizes, point.prizes)
    sold = add(sold, point.sold)
    return ratioPercent(prizes, sold)
  })
}

function courseOf(points: readonly (FigurePoint | null)[], key: KpiKey): (string | null)[] {
  if (key === 'payout_percent') return runningPayout(points)
  return points.map((point) => point && pointValue(point, key))
}

/** One figure of the answer with its course over the slots of the chart and what it is compared with. */
export function kpiFigure(course: Course, key: KpiKey, slots: readonly CourseSlot[], byLine = false): KpiFigure {
  return {
    key,
    label: kpiLabel(key, byLine),
    ...kinds[key],
    now: textOf(course.totals[key]),
    before: course.previous ? textOf(course.previous.totals[key]) : null,
    spark: courseOf(
      slots.map((slot) => slot.now),
      key,
    ),
    spark_before: courseOf(
      slots.map((slot) => slot.before),
      key,
    ),
  }
}

/** A slot of the chart with the figures of both periods; `null` where one has none. */
export interface CourseSlot extends TrendSlot {
  now: FigurePoint | null
  before: FigurePoint | null
}

/** The axis while nothing is sold yet; then it goes from the first hour with business to the last. */
const openingHour = 7
const closingHour = 20

function hourSlots(course: Course): CourseSlot[] {
  const { running, to_at, zone } = course.stretch
  const now = running ? Number(inZone(new Date(to_at), zone).time.slice(0, 2)) : null
  const busy = [...course.points, ...(course.previous?.points ?? [])]
    .filter((point) => point.tickets > 0 || !isZero(point.sold) || !isZero(point.prizes))
    .map((point) => point.hour ?? 0)
  const first = busy.length > 0 ? Math.min(...busy) : openingHour
  const last = busy.length > 0 ? Math.max(...busy) : closingHour
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const hour = first + index
    const text = String(hour).padStart(2, '0')
    return {
      key: text,
      label: text,
      title: `${text}:00 – ${text}:59`,
      unfinished: hour === now ? 'en curso' : undefined,
      now: course.points.find((point) => point.hour === hour) ?? null,
      before: course.previous?.points.find((point) => point.hour === hour) ?? null,
    }
  })
}

const dayTitle = (day: string) => `${weekdayNames[weekday(day) - 1]} ${formatDay(day)}`

/** The n-th day of a period stands beside the n-th day of the one before. */
function daySlots(course: Course): CourseSlot[] {
  const { from, to, running, to_at, zone } = course.stretch
  const today = running ? inZone(new Date(to_at), zone).day : null
  return Array.from({ length: daysBetween(from, to) }, (_, index) => {
    const day = addDays(from, index)
    const beforeDay = course.previous ? addDays(course.previous.stretch.from, index) : null
    return {
      key: day,
      label: formatDay(day).slice(0, 5),
      title: dayTitle(day),
      ...(beforeDay !== null && { compared: dayTitle(beforeDay) }),
      unfinished: day === today ? 'en curso' : undefined,
      now: course.points.find((point) => point.day === day) ?? null,
      before: course.previous?.points.find((point) => point.day === beforeDay) ?? null,
    }
  })
}

/** The slots of the chart: hours of one day, or days. */
export function courseSlots(course: Course, step: 'hour' | 'day'): CourseSlot[] {
  return step === 'hour' ? hourSlots(course) : daySlots(course)
}

/** Sales as columns; what they are compared with, prizes and profit as lines told apart by dash and marker. */
export function courseSeries(slots: readonly CourseSlot[], previousName: string | null): TrendSeries[] {
  const column = (key: 'sold' | 'prizes' | 'profit') => slots.map((slot) => slot.now?.[key] ?? null)
  const series: TrendSeries[] = [{ key: 'sold', name: 'Ventas', mark: 'column', color: 0, values: column('sold') }]
  if (previousName !== null) {
    series.push({
      key: 'before',
      name: `Ventas ${previousName}`,
      mark: 'line',
      color: 4,
      dash: true,
      compared: true,
      marker: 'circle',
      values: slots.map((slot) => slot.before?.sold ?? null),
    })
  }
  series.push(
    { key: 'prizes', name: 'Premios', mark: 'line', color: 1, marker: 'diamond', values: column('prizes') },
    { key: 'profit', name: 'Utilidad', mark: 'line', color: 2, marker: 'triangle', values: column('profit') },
  )
  return series
}
