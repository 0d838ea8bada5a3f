/** Figures as they are asked: any measures, told apart by any dimensions, compared with any period. */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { endpoint, entity, commaList, type UsualOrder } from './endpoint.ts'
import { field, titleOf } from './field.ts'
import {
  changes,
  dimensions,
  figureFilters,
  figureReport,
  flatLevels,
  profitChanges,
  weekdayLabels,
} from './figures.ts'
import { bySold, measures, type Measure } from './measures.ts'
import { stretch } from './kpis.ts'
import { currency } from './values/currency.ts'
import { calendarDay, comparisonLabels, comparisons, day } from './values/dates.ts'
import { money } from './values/money.ts'

/** What a row may stand for. A month is no sum of weeks: of the three measures of time one is asked. */
export const rowDimensions = {
  dia: 'Día',
  semana: 'Semana',
  mes: 'Mes',
  'dia-semana': 'Día de la semana',
  hora: 'Hora',
  afiliado: 'Afiliado',
  producto: 'Producto',
  jugada: 'Tipo de jugada',
} as const
export type RowDimension = keyof typeof rowDimensions
export const mostDimensions = 3
const calendar: readonly RowDimension[] = ['dia', 'semana', 'mes']

/** The fields of a row by what they stand for. */
export const fieldsBy: Record<RowDimension, readonly string[]> = {
  dia: ['day'],
  semana: ['week'],
  mes: ['month'],
  'dia-semana': ['weekday'],
  hora: ['hour'],
  afiliado: Object.keys(dimensions.partner),
  producto: Object.keys(dimensions.product),
  jugada: Object.keys(dimensions.bet_type),
}

/**
 * A row of a day of the week or of an hour, over a period, is of several days and of more or fewer than the next: it
 * says of how many, and what sold on one of them.
 */
export const perDayFields = {
  days: field(z.number().int(), 'Días'),
  sold_by_day: field(money, 'Venta por día'),
}
export const countsDays = (by: readonly RowDimension[]) =>
  by.some((one) => one === 'dia-semana' || one === 'hora') && !by.some((one) => calendar.includes(one))

const measureNames = Object.keys(measures) as [Measure, ...Measure[]]
export const measureLabels = Object.fromEntries(measureNames.map((name) => [name, titleOf(measures[name])])) as Record<
  Measure,
  string
>

const dimensionsAsked = commaList(z.enum(Object.keys(rowDimensions) as [RowDimension, ...RowDimension[]]))
  .refine((by) => by.length <= mostDimensions, `Hasta ${mostDimensions} dimensiones a la vez`)
  .refine((by) => by.filter((one) => calendar.includes(one)).length <= 1, 'Elija día, semana o mes: solo uno')

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const filters = {
  compare: field(z.enum(comparisons).default('mismo-dia-semana'), 'Comparado con', { labels: comparisonLabels }),
  by: field(dimensionsAsked.default(['dia']), 'Por', { labels: rowDimensions }),
  /** Beside what sold, which is always told. */
  measures: field(commaList(z.enum(measureNames)).default(['prizes', 'profit', 'tickets']), 'Medidas', {
    labels: measureLabels,
  }),
  weekday: field(z.coerce.number<number>().int().min(1).max(7), 'Día de la semana', {
    labels: weekdayLabels,
    rare: true,
  }),
  hour: field(z.coerce.number<number>().int().min(0).max(23), 'Hora', {
    labels: Object.fromEntries(hours.map((hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`])),
    rare: true,
  }),
}

const nullable = <S extends Record<string, z.ZodType>>(shape: S) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, schema instanceof z.ZodNullable ? schema : schema.nullable()]),
  ) as { [K in keyof S]: S[K] extends z.ZodNullable ? S[K] : z.ZodNullable<S[K]> }

/** A row of an answer: what was not asked, or is not kept for what is asked, is null. */
const { sold, ...others } = measures
const row = z.object({
  ...nullable({
    ...dimensions.day,
    ...dimensions.week,
    ...dimensions.month,
    ...dimensions.weekday,
    ...dimensions.hour,
    ...dimensions.partner,
    ...dimensions.product,
    ...dimensions.bet_type,
  }),
  currency,
  sold,
  ...nullable(perDayFields),
  ...changes,
  ...nullable(others),
  ...profitChanges,
})

/** The order of what a row stands for: days the newest first, the others as they follow one another or are called. */
const orders: Record<RowDimension, string> = {
  dia: '-day',
  semana: '-week',
  mes: '-month',
  'dia-semana': 'weekday',
  hora: 'hour',
  afiliado: 'name',
  producto: 'product_name',
  jugada: 'bet_type_name',
}

/** Rows of several dimensions stand in the order in which these were asked; of one alone, a course in its own and the rest by what sold. */
const usual: UsualOrder = (asked) => {
  const by = (asked['by'] ?? ['dia']) as readonly RowDimension[]
  const [first] = by
  if (first === undefined) return null
  const isCourse = first !== 'afiliado' && first !== 'producto' && first !== 'jugada'
  return by.length > 1 || isCourse ? orders[first] : bySold(asked)
}

const base = '/api/v2/admin/kpis/figures'
const asked = figureReport({
  path: `${base}/rows`,
  title: 'Pregunta libre',
  summary: 'Las medidas pedidas por las dimensiones pedidas',
  row,
  search: 'afiliado, código, producto o jugada',
  preset: '30d',
  filters,
  usual,
})

/** Along what a chart goes; `mapa` is weekday × hour. */
export const steps = ['hora', 'dia', 'semana', 'mes', 'mapa'] as const
export type Step = (typeof steps)[number]
/** Hours are told one by one, for so many days. */
export const longestHours = 7
/** What a chart is stacked by. */
export const stacks = ['ninguno', 'afiliado', 'producto', 'jugada', 'moneda'] as const
export type StackBy = (typeof stacks)[number]

const figure = z.object({
  ...nullable({
    sold: money,
    prizes: money,
    commission: money,
    profit: money,
    participation: money,
    total: money,
    tickets: z.number().int(),
    lines: z.number().int(),
    average_ticket: money,
    payout_percent: z.string(),
  }),
  sold_before: money.nullable(),
  profit_before: money.nullable(),
})
export type ChartFigure = z.infer<typeof figure>
const point = figure.extend({
  currency,
  /** The day, or the first of the week or month; null in `mapa`. */
  day: calendarDay.nullable(),
  /** 1 Monday … 7 Sunday, in `mapa` alone. */
  weekday: z.number().int().nullable(),
  hour: z.number().int().nullable(),
  /** Of how many days of the period it is the sum, in `mapa` alone. */
  days: z.number().int().nullable(),
  /** Of which series; null for the rest, together. */
  series: z.number().int().nullable(),
})
export type ChartPoint = z.infer<typeof point>

const { level: _level, compare: _compare, ...narrowing } = figureFilters

export const analytics = entity('analytics', {
  chart: endpoint({
    method: 'GET',
    path: base,
    access: rules.business,
    reports: true,
    query: z.object({
      from: day,
      to: day,
      partner_id: narrowing.partner_id.optional(),
      product_id: narrowing.product_id.optional(),
      bet_type_id: narrowing.bet_type_id.optional(),
      currency: narrowing.currency.optional(),
      compare: filters.compare,
      compare_from: day.optional(),
      step: z
        .enum(steps)
        .default('dia')
        .meta({ description: 'Un punto por hora, día, semana, mes, o día de la semana y hora' }),
      stack: z.enum(stacks).default('ninguno').meta({ description: 'De qué se apila' }),
      level: z.enum(flatLevels).default('directos').meta({ description: 'Nivel de los afiliados que se apilan' }),
      of: z.enum(measureNames).default('sold').meta({ description: 'La medida que ordena las series' }),
      top: z.coerce
        .number()
        .int()
        .min(1)
        .max(12)
        .default(6)
        .meta({ description: 'Cuántas series, además de las demás juntas' }),
    }),
    response: z.object({
      stretch,
      previous: stretch.nullable(),
      points: z.array(point),
      /** The largest first. */
      series: z.array(z.object({ currency, key: z.number().int(), name: z.string() })),
      totals: z.array(figure.extend({ currency })),
    }),
    summary: 'Las cifras en el tiempo, apiladas y comparadas, para dibujarlas',
  }),
  rows: asked.list,
  rowsExport: asked.export,
})
