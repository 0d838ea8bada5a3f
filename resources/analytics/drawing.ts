/** What of the free question is drawn: which measures, which rows, and by what their columns are divided. All of it is in the address. */
import { z } from 'zod'
import {
  analytics,
  rowDimensions,
  fieldsBy,
  measureLabels,
  countsDays,
  type RowDimension,
} from '@contract/analytics.ts'
import { commaList } from '@contract/endpoint.ts'
import { field, titleOf } from '@contract/field.ts'
import { flatLevels, weekdayLabels, type FlatLevel } from '@contract/figures.ts'
import type { Measure } from '@contract/measures.ts'
import { add, divide, isZero, subtract } from '@contract/values/money.ts'
import { distinctNames } from '@/kit/chart/names.ts'
import type { TrendSeries } from '@/kit/chart/series.ts'
import type { RowOf } from '@/kit/table/query.ts'
import { addsUp, measureKind } from './course.ts'

export type DrawingRow = RowOf<typeof analytics.rows>
/** What is asked of the list, as far as the drawing reads it. */
export interface DrawingQuery {
  by: readonly RowDimension[]
  measures: readonly Measure[]
  compare: string
  compare_from?: string
  level: string
  currency?: string
}

/** By what columns may be divided, each a filter of the list: a part is the same question of that part alone. */
const filterOf = {
  afiliado: 'partner_id',
  producto: 'product_id',
  jugada: 'bet_type_id',
  'dia-semana': 'weekday',
  hora: 'hour',
} as const
export type SplitDimension = keyof typeof filterOf
export const splits = Object.keys(filterOf) as SplitDimension[]

/** A list in the address of which nothing is left. */
const none = 'ninguna'
export const drawnState = z.object({
  split: field(z.enum(splits), 'Dividido por').optional(),
  /** Measures; of what is divided, one. */
  draw: field(
    commaList(z.enum([none, 'sold_before', ...(Object.keys(measureLabels) as Measure[])])),
    'Gráfico',
  ).optional(),
  /** Rows, and parts that are left out: each begins with what it tells apart, so that it never means those of another question. */
  rows: field(commaList(z.string().max(60)), 'Filas del gráfico').optional(),
  out: field(commaList(z.string().max(60)), 'Partes fuera del gráfico').optional(),
})
export type DrawnState = z.output<typeof drawnState>

const listed = (of: string, keys: readonly string[]) => [of, ...keys]
const unlisted = (of: string, kept: readonly string[] | undefined) => (kept?.[0] === of ? kept.slice(1) : undefined)
const rowsOf = ({ by }: DrawingQuery) => by.join('.')

export const compares = ({ compare, compare_from }: DrawingQuery) => compare !== 'ninguna' || compare_from !== undefined

const names: Partial<Record<RowDimension, keyof DrawingRow>> = {
  afiliado: 'name',
  producto: 'product_name',
  jugada: 'bet_type_name',
}
export const nameField = (by: RowDimension) => names[by] ?? (fieldsBy[by][0] as keyof DrawingRow)
/** The dimensions of time, with the order in which their rows are a course. */
const courses: Partial<Record<RowDimension, string>> = {
  dia: 'day',
  semana: 'week',
  mes: 'month',
  'dia-semana': 'weekday',
  hora: 'hour',
}
/** One dimension of time is a course, all of which is drawn; of anything else rows are chosen. */
export const courseOf = ({ by }: DrawingQuery) => (by.length === 1 ? courses[by[0]!] : undefined)
/** Rows of more or fewer days than others are drawn by what one day of them is. */
export const byDay = ({ by }: DrawingQuery) => countsDays(by)

/** By what the columns are divided: never by what the rows stand for already. */
export const splitDimension = ({ by }: DrawingQuery, { split }: DrawnState): SplitDimension | undefined =>
  split !== undefined && !by.includes(split) ? split : undefined

/** Partners that are parts lie beside one another: inside one another they would be counted twice. */
export const splitLevel = ({ level }: DrawingQuery): FlatLevel => flatLevels.find((one) => one === level) ?? 'directos'

const keys = ['day', 'week', 'month', 'weekday', 'hour', 'partner_id', 'product_id', 'bet_type_id'] as const
/** A row without its currency: a drawing is of one. */
export const drawingKey = (row: DrawingRow): string => keys.flatMap((name) => row[name] ?? []).join(':')

/** In words, by all that it stands for. */
export function rowWords(row: DrawingRow, by: readonly RowDimension[], dayWords: (day: string) => string): string {
  return by
    .map((one) => {
      const value = String(row[nameField(one)] ?? '')
      if (one === 'dia' || one === 'semana') return dayWords(value)
      return one === 'dia-semana' ? (weekdayLabels[value] ?? value) : value
    })
    .join(', ')
}

/** The dimensions in which some rows differ: what all of them have in common names none. */
export function tellingApart(rows: readonly DrawingRow[], by: readonly RowDimension[]): readonly RowDimension[] {
  const apart = by.filter((one) => new Set(rows.map((row) => row[nameField(one)])).size > 1)
  return apart.length > 0 ? apart : by
}

// Measures

export type DrawnKey = Measure | 'sold_before'
const kindOfKey = (key: DrawnKey) => (key === 'sold_before' ? 'money' : measureKind(key))
const rowShape = analytics.rows.list.row.shape
export const measureName = (key: DrawnKey) => titleOf(rowShape[key]) ?? key

/** What may be drawn of a question: what sold, what it is compared with along a course, and what else was asked. */
export function drawableOf(asked: DrawingQuery, split: SplitDimension | undefined): DrawnKey[] {
  const before = compares(asked) && courseOf(asked) !== undefined && split === undefined
  return ['sold', ...(before ? (['sold_before'] as const) : []), ...asked.measures.filter((one) => one !== 'sold')]
}

/** Those that are drawn: of one kind, since two have no axis in common, and of what is divided the first. */
export function drawnMeasures(
  offered: readonly DrawnKey[],
  { draw }: DrawnState,
  split: SplitDimension | undefined,
): DrawnKey[] {
  const usual: readonly string[] = draw ?? ['sold', 'sold_before', 'profit']
  const chosen = offered.filter((one) => usual.includes(one))
  const drawn = chosen.filter((one) => kindOfKey(one) === kindOfKey(chosen[0]!))
  return split === undefined ? drawn : drawn.slice(0, 1)
}

/** A tick put on a measure or taken off it. One of another kind takes the place of those that are drawn. */
export function toggleMeasure(
  drawn: readonly DrawnKey[],
  key: DrawnKey,
  split: SplitDimension | undefined,
): DrawnState['draw'] {
  if (drawn.includes(key)) {
    const left = drawn.filter((one) => one !== key)
    return left.length > 0 ? left : [none]
  }
  const beside = split === undefined ? drawn.filter((one) => kindOfKey(one) === kindOfKey(key)) : []
  return [...beside, key]
}

// Rows

/** Are there rows that somebody chose? Then they are looked for among more than the largest. */
export const chosenRows = (asked: DrawingQuery, { rows }: DrawnState) => unlisted(rowsOf(asked), rows)
export const rowsInAddress = (asked: DrawingQuery, chosen: readonly string[]) =>
  listed(rowsOf(asked), chosen.length > 0 ? chosen : [none])

/** The rows drawn: all of a course, those chosen, or else the largest. */
export function drawnRows(
  answered: readonly DrawingRow[],
  asked: DrawingQuery,
  state: DrawnState,
  most: number,
): readonly DrawingRow[] {
  if (courseOf(asked) !== undefined) return answered
  const chosen = chosenRows(asked, state)
  return (chosen ? answered.filter((row) => chosen.includes(drawingKey(row))) : answered).slice(0, most)
}

// Parts

/** A part of what is divided. */
export interface ChartPart {
  key: string
  name: string
  filter: Readonly<Record<string, number>>
}
const restKey = 'rest'

export function chartParts(rows: readonly DrawingRow[], split: SplitDimension): ChartPart[] {
  const full = rows.map((row) => rowWords(row, [split], (day) => day))
  const short = split === 'afiliado' ? distinctNames(full) : full
  return rows.map((row, at) => {
    const value = Number.parseInt(String(row[filterOf[split]]), 10)
    return { key: String(value), name: short[at]!, filter: { [filterOf[split]]: value } }
  })
}
/** A row as far as one part of it goes; the whole row for what is left of its parts. */
export function partOfRow(row: DrawingRow, split: SplitDimension, part: string): DrawingRow {
  if (part === restKey) return row
  const isWord = split === 'dia-semana' || split === 'hora'
  return { ...row, [filterOf[split]]: isWord ? part : Number(part) }
}
export const partsOut = (split: SplitDimension, { out }: DrawnState) => unlisted(split, out) ?? []
export function tickedPart(split: SplitDimension, state: DrawnState, key: string): DrawnState['out'] {
  const out = partsOut(split, state)
  return listed(split, out.includes(key) ? out.filter((one) => one !== key) : [...out, key])
}

// Values

const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value))
/** A measure of a row: of a row of several days, of one of them. */
function valueOf(row: DrawingRow, key: DrawnKey, perDay: boolean): string | null {
  const value = textOf(row[key])
  const isSum = key === 'sold_before' || addsUp(key)
  return perDay && isSum && value !== null ? divide(value, row.days ?? 0) : value
}

/** The part of each row drawn that a part's own answer tells: nothing where it has none, unknown where it was not answered whole. */
function partValues(
  rows: readonly DrawingRow[],
  answer: { data: readonly DrawingRow[]; total: number },
  key: Measure,
  perDay: boolean,
): (string | null)[] {
  const found = new Map(answer.data.map((row) => [drawingKey(row), row]))
  const missing = answer.total > answer.data.length ? null : '0.00'
  return rows.map((row) => {
    const own = found.get(drawingKey(row))
    if (!own) return missing
    const value = textOf(own[key])
    return perDay && addsUp(key) && value !== null ? divide(value, row.days ?? 0) : value
  })
}

/** What is left of the rows when all parts are taken away; unknown where one of them is. */
function restValues(whole: readonly (string | null)[], parts: readonly (readonly (string | null)[])[]) {
  return whole.map((value, at) => {
    const own = parts.map((values) => values[at] ?? null)
    if (value === null || own.some((one) => one === null)) return null
    return subtract(value, add(...(own as string[])))
  })
}

/** Places of the palette; grey is for what was, and for the rest. */
const grey = 4
const places = [0, 1, 2, 3, 5, 6, 7]
const markers = [undefined, 'diamond', 'triangle', 'square'] as const

/** Measures over rows: of a course the first as columns and the others as lines, side by side otherwise. */
export function measureSeries(
  rows: readonly DrawingRow[],
  asked: DrawingQuery,
  offered: readonly DrawnKey[],
): TrendSeries[] {
  const isCourse = courseOf(asked) !== undefined
  const own = offered.filter((one) => one !== 'sold_before')
  return offered.map((key): TrendSeries => {
    const at = own.indexOf(key as Measure)
    const marker = markers[at % markers.length]
    const look: Pick<TrendSeries, 'mark' | 'color' | 'dash' | 'marker' | 'compared'> =
      key === 'sold_before'
        ? { mark: 'line', color: grey, dash: true, compared: true }
        : {
            mark: isCourse && at > 0 ? 'line' : 'column',
            color: places[at % places.length]!,
            ...(marker && { marker }),
          }
    return { key, name: measureName(key), ...look, values: rows.map((row) => valueOf(row, key, byDay(asked))) }
  })
}

/** A measure of each part over the rows drawn, and what is left of the whole where that adds up. */
export function partSeries(
  rows: readonly DrawingRow[],
  parts: readonly ChartPart[],
  answers: readonly ({ data: readonly DrawingRow[]; total: number } | undefined)[],
  { asked, measure }: { asked: DrawingQuery; measure: Measure },
): TrendSeries[] {
  const perDay = byDay(asked)
  const values = answers.map((answer) => (answer ? partValues(rows, answer, measure, perDay) : []))
  const mark = addsUp(measure) || courseOf(asked) === undefined ? ('column' as const) : ('line' as const)
  const drawn = parts.map(
    ({ key, name }, at): TrendSeries => ({
      key,
      name,
      mark,
      color: places[at % places.length]!,
      values: values[at] ?? [],
    }),
  )
  if (!addsUp(measure)) return drawn
  const whole = rows.map((row) => valueOf(row, measure, perDay))
  const rest = restValues(whole, values)
  const isNothing = rest.every((value) => value === null || isZero(value))
  return isNothing ? drawn : [...drawn, { key: restKey, name: 'Las demás', mark, color: grey, values: rest }]
}

/** Titles of what rows and parts stand for, in a sentence. */
export const dimensionWord = (one: RowDimension) => rowDimensions[one].toLowerCase()
