/** From the answer of a chart's call to what is drawn and told: slots along the axis, series over them. */
import type { Answer } from '@contract/endpoint.ts'
import {
  measureLabels,
  type analytics,
  type ChartFigure,
  type ChartPoint,
  type StackBy,
  type Step,
} from '@contract/analytics.ts'
import type { Measure } from '@contract/measures.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { addDays, daysBetween, formatDay, inZone, weekday, weekdayNames, type Period } from '@contract/values/dates.ts'
import { add, formatCount, formatDecimal, formatMoney, isZero } from '@contract/values/money.ts'
import { distinctNames } from '@/kit/chart/names.ts'
import type { TrendSeries, TrendSlot } from '@/kit/chart/series.ts'
import { monthEnd, unfinishedOf } from '@/kit/chart/unfinished.ts'

export type Charted = Answer<typeof analytics.chart>
/** The steps of a course in time; a map of the week is none. */
export type CourseStep = Exclude<Step, 'mapa'>

/** A slot with the days it stands for, cut to those asked. */
export interface ChartSlot extends TrendSlot {
  days: Period
  /** Where it is one hour of its day. */
  hour?: string
}

const kinds: Partial<Record<Measure, 'count' | 'percent'>> = {
  tickets: 'count',
  lines: 'count',
  payout_percent: 'percent',
}
export const measureKind = (measure: Measure) => kinds[measure] ?? 'money'
/** Parts of an average or of a percentage do not add up. */
export const addsUp = (measure: Measure) => measure !== 'payout_percent' && measure !== 'average_ticket'

/** A value of a measure as people read it. */
export function formatOf(measure: Measure, currency: Currency): (value: string) => string {
  const kind = measureKind(measure)
  if (kind === 'money') return (value) => formatMoney(value, currency)
  return kind === 'count' ? (value) => formatCount(Number(value)) : (value) => `${formatDecimal(value)} %`
}
export function unitOf(measure: Measure, currency: Currency): string {
  const kind = measureKind(measure)
  return kind === 'money' ? currencyFacts[currency].clear_symbol : kind === 'percent' ? '%' : ''
}

const monthNames = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']
const dayTitle = (day: string) => `${weekdayNames[weekday(day) - 1]} ${formatDay(day)}`

/** The day and hour that a running stretch has come to; empty and none where it is over. */
function nowIn({ running, to_at, zone }: Charted['stretch']): { day: string; hour: number | null } {
  if (!running) return { day: '', hour: null }
  const { day, time } = inZone(new Date(to_at), zone)
  return { day, hour: Number(time.slice(0, 2)) }
}

const daysTitle = ({ from, to }: Period) =>
  from === to ? dayTitle(from) : `del ${formatDay(from)} al ${formatDay(to)}`

/** The same stretch of the period compared with: its n-th day stands beside the n-th of the period asked. */
function comparedDays({ from, to }: Period, { stretch, previous }: Charted): Period | null {
  if (!previous) return null
  const shifted = (day: string) => addDays(previous.from, daysBetween(stretch.from, day) - 1)
  return { from: shifted(from), to: shifted(to) }
}

function slotOf(first: string, step: CourseStep, charted: Charted, today: string): ChartSlot {
  const { from, to } = charted.stretch
  const last = step === 'semana' ? addDays(first, 6) : step === 'mes' ? monthEnd(first) : first
  const days = { from: first < from ? from : first, to: last > to ? to : last }
  const label =
    step === 'mes'
      ? `${monthNames[Number(first.slice(5, 7)) - 1]} ${first.slice(2, 4)}`
      : formatDay(days.from).slice(0, 5)
  const title = step === 'dia' ? dayTitle(first) : `del ${formatDay(days.from)} al ${formatDay(days.to)}`
  const before = comparedDays(days, charted)
  const unfinished = unfinishedOf({ from: first, to: last }, { from, to }, today)
  return { key: first, label, title, days, unfinished, ...(before && { compared: daysTitle(before) }) }
}

/** From the first hour with figures to the last, of every day. */
function hourSlots(charted: Charted, days: readonly string[]): ChartSlot[] {
  const busy = charted.points.map(({ hour }) => hour ?? 0)
  const first = Math.min(...busy, 23)
  const last = Math.max(...busy, 0)
  const now = nowIn(charted.stretch)
  return days.flatMap((day) => {
    const compared = comparedDays({ from: day, to: day }, charted)
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at): ChartSlot => {
      const hour = String(first + at).padStart(2, '0')
      const label =
        days.length === 1 || first + at === first ? (days.length === 1 ? hour : formatDay(day).slice(0, 5)) : hour
      return {
        key: `${day} ${first + at}`,
        label,
        title: `${dayTitle(day)}, ${hour}:00 – ${hour}:59`,
        days: { from: day, to: day },
        ...(compared && { compared: `${dayTitle(compared.from)}, ${hour}:00 – ${hour}:59` }),
        unfinished: day === now.day && first + at === now.hour ? 'en curso' : undefined,
        hour: String(first + at),
      }
    })
  })
}

/** Every slot of the period asked, whether something was sold in it or not. */
export function chartSlots(charted: Charted, step: CourseStep): ChartSlot[] {
  const { from, to } = charted.stretch
  const days = Array.from({ length: daysBetween(from, to) }, (_, at) => addDays(from, at))
  if (step === 'hora') return hourSlots(charted, days)
  const firsts = days.map((day) =>
    step === 'dia' ? day : step === 'semana' ? addDays(day, 1 - weekday(day)) : `${day.slice(0, 8)}01`,
  )
  const today = nowIn(charted.stretch).day
  return [...new Set(firsts)].map((first) => slotOf(first, step, charted, today))
}

const textOf = (value: string | number | null) => (typeof value === 'number' ? String(value) : value)
const keyOf = ({ day, hour }: ChartPoint) => (hour === null ? day! : `${day} ${hour}`)

type Valued = keyof ChartFigure
/** What a measure was in the period before, where the answer tells it. */
export const beforeOf: Partial<Record<Measure, Valued>> = { sold: 'sold_before', profit: 'profit_before' }

/** How many slots have come: a zero in one that has not would be a claim. */
function reached(slots: readonly ChartSlot[], { stretch }: Charted): number {
  if (!stretch.running) return slots.length
  const { day, hour } = nowIn(stretch)
  const now = `${day} ${hour}`
  const come = slots.findIndex(({ key, days }) => days.from > day || key === now)
  return come < 0 ? slots.length : slots[come]!.key === now ? come + 1 : come
}

const counts = (of: Valued) => of === 'tickets' || of === 'lines'
/** The values of a measure added up. */
export function measureTotal(of: Valued, values: readonly (string | null)[]): string {
  const known = values.filter((value) => value !== null)
  return total(known, of)
}
function total(values: readonly string[], of: Valued): string {
  return counts(of) ? String(values.reduce((sum, one) => sum + Number(one), 0)) : add(...values)
}

/** A measure over the slots, of the points of one series or of all. */
export function slotValues(
  slots: readonly ChartSlot[],
  charted: Charted,
  of: Valued,
  mine: (point: ChartPoint) => boolean,
): (string | null)[] {
  const found = new Map<string, (string | null)[]>()
  for (const point of charted.points) {
    if (!mine(point)) continue
    const key = keyOf(point)
    found.set(key, [...(found.get(key) ?? []), textOf(point[of])])
  }
  const compares = of.endsWith('_before')
  const until = compares ? slots.length : reached(slots, charted)
  const zero = counts(of) ? '0' : '0.00'
  return slots.map(({ key }, at) => {
    const values = found.get(key)?.filter((value) => value !== null)
    if (!values) return at < until && !compares ? zero : null
    if (values.length === 0) return null
    return values.length === 1 ? values[0]! : total(values, of)
  })
}

/** The grey of the palette: for what is one of many, or was. */
const grey = 4
const places = [0, 1, 2, 3, 5, 6, 7]

/** A place in the palette for each: a product's own, the same everywhere, unless another has it already. */
function colorsOf(keys: readonly number[], stack: StackBy): number[] {
  const free = new Set(places)
  return keys.map((key) => {
    const own = (key - 1) % 8
    const chosen = stack === 'producto' && free.has(own) ? own : ([...free][0] ?? own)
    free.delete(chosen)
    return chosen
  })
}

/** Series of one currency: those of the answer and the rest together, or the whole where it is not stacked. */
export function chartSeries(
  slots: readonly ChartSlot[],
  charted: Charted,
  measure: Measure,
  currency: Currency,
  { previous, stack }: { previous: string | null; stack: StackBy },
): TrendSeries[] {
  const own = charted.series.filter((one) => one.currency === currency)
  const mine = (key: number | null) => (point: ChartPoint) => point.currency === currency && point.series === key
  const mark = addsUp(measure) ? ('column' as const) : ('line' as const)
  const colors = colorsOf(
    own.map(({ key }) => key),
    stack,
  )
  const full = own.map(({ name }) => name)
  // As on the other dashboard, without the word that partners share; products are called by all of theirs.
  const names = stack === 'afiliado' ? distinctNames(full) : full
  const drawn = own.map(
    ({ key }, at): TrendSeries => ({
      key: String(key),
      name: names[at]!,
      mark,
      color: colors[at]!,
      values: slotValues(slots, charted, measure, mine(key)),
    }),
  )
  const rest = slotValues(slots, charted, measure, mine(null))
  const name = own.length > 0 ? 'Las demás' : measureLabels[measure]
  const others: TrendSeries[] =
    own.length > 0 && rest.every((value) => value === null || isZero(value))
      ? []
      : [{ key: 'rest', name, mark, color: own.length > 0 ? grey : 0, values: rest }]
  const before = beforeOf[measure]
  const compared: TrendSeries[] =
    previous !== null && before
      ? [
          {
            key: 'before',
            name: previous,
            mark: 'line',
            color: grey,
            dash: true,
            compared: true,
            values: slotValues(slots, charted, before, (point) => point.currency === currency),
          },
        ]
      : []
  return [...drawn, ...others, ...compared]
}
