/**
 * The figures of reports, said once: what is measured, by what it is told apart, and what it is compared with. A
 * report is a row of some of each; the server answers it from the narrowest sums that are kept.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { field, looksOf } from './field.ts'
import { betTypeFilter, currencyFilter, partnerFilter, productFilter } from './filters.ts'
import type { Fields, UsualOrder } from './endpoint.ts'
import { listEndpoint } from './lists.ts'
import { bySold, changes, comparing, comparingFrom, measures, profitChanges } from './measures.ts'
import { partnerTypeLabels } from './partners.ts'
import { levelFilter } from './reports.ts'
import { currency } from './values/currency.ts'
import { day, weekdayNames, type Preset } from './values/dates.ts'

export { changes, comparing, comparingFrom, profitChanges }

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1)
export const weekdayLabels: Readonly<Record<string, string>> = Object.fromEntries(
  weekdayNames.map((name, at) => [String(at + 1), capital(name)]),
)

/** What a row stands for, beside its currency. */
export const dimensions = {
  day: { day: field(day, 'Día') },
  week: { week: field(day, 'Semana del') },
  /** `11/2026`. */
  month: { month: field(z.string(), 'Mes') },
  weekday: {
    weekday: field(z.enum(['1', '2', '3', '4', '5', '6', '7']), 'Día de la semana', {
      labels: weekdayLabels,
      width: 16,
    }),
  },
  /** Of the sale, or of the draw that paid: `14:00`. */
  hour: { hour: field(z.string(), 'Hora') },
  partner: {
    partner_id: z.number().int(),
    name: field(z.string(), 'Afiliado', { width: 36 }),
    code: field(z.string().nullable(), 'Código', { width: 14 }),
    type: field(z.enum(['distribuidor', 'agencia', 'taquilla']), 'Tipo', { labels: partnerTypeLabels, width: 14 }),
  },
  product: {
    product_id: z.number().int(),
    product_name: field(z.string(), 'Producto', { width: 24 }),
  },
  bet_type: {
    bet_type_id: z.number().int(),
    bet_type_name: field(z.string(), 'Jugada', { width: 20 }),
  },
}

/** Levels whose partners lie beside one another and never inside: their rows add up to the total. */
export const flatLevels = ['directos', 'agencia', 'taquilla'] as const
export type FlatLevel = (typeof flatLevels)[number]
/** Distributors may lie inside one another: their totals are told from the offices below them. */
export const figureLevels = ['directos', 'distribuidor', 'agencia', 'taquilla'] as const

export const figureFilters = {
  level: levelFilter(figureLevels),
  partner_id: partnerFilter,
  product_id: productFilter,
  bet_type_id: field(betTypeFilter, 'Jugada', { ...looksOf(betTypeFilter), rare: true }),
  currency: currencyFilter,
  compare: comparing,
  compare_from: comparingFrom,
}

const reports = '/api/v2/admin/reports'
/** An average of averages says nothing. */
const added = Object.keys(measures).filter((name) => name !== 'average_ticket')
const totalled = [...added, 'balance', ...Object.keys(changes), ...Object.keys(profitChanges)]

interface FigureReport<R> {
  /** Below `/api/v2/admin/reports/`, or whole. */
  path: string
  title: string
  summary: string
  /** Dimensions, `currency`, measures and, where it may be compared, changes. */
  row: R
  search: string
  preset: Preset
}

/** A report whose rows, order and sums all follow from its row; `day` says which day of a row its period means. */
export function rowReport<S extends Record<string, z.ZodType>, F extends Fields>(
  { path: asked, title, summary, row, search, preset }: FigureReport<z.ZodObject<S>>,
  { filters, day: of, usual }: { filters: F; day: string; usual: UsualOrder },
) {
  const path = asked.startsWith('/') ? asked : `${reports}/${asked}`
  const shape = row.shape as Record<string, z.ZodType>
  const sorted = Object.keys(shape).filter((name) => !name.endsWith('_id') && name !== 'currency')
  const sums = Object.fromEntries(totalled.flatMap((name) => (name in shape ? [[name, shape[name]!]] : [])))
  return listEndpoint(path, {
    path,
    title,
    access: rules.business,
    reports: true,
    row,
    search,
    filters,
    sort: sorted as (keyof S & string)[],
    first: null,
    usual,
    period: { title: of, preset, needed: true },
    totals: z.object({ currency, ...sums, rows: z.number().int() }),
    summary,
  })
}

/**
 * A report of figures over the days of the sale: its list and its file, narrowed, ordered and compared as all of them
 * are, and by `own`.
 */
export function figureReport<S extends Record<string, z.ZodType>, F extends Fields = Record<never, never>>({
  filters: own = {} as F,
  usual,
  ...said
}: FigureReport<z.ZodObject<S>> & { filters?: F; usual?: UsualOrder }) {
  return rowReport(said, {
    filters: { ...figureFilters, ...own },
    day: 'Día de la venta',
    usual: usual ?? ('day' in said.row.shape ? () => '-day' : bySold),
  })
}

/** Any report of figures, as far as all of them are alike. */
export type FigureEndpoint = ReturnType<typeof figureReport<Record<string, z.ZodType>, Record<never, never>>>['list']
