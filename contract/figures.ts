/**
 * The figures of reports, said once: what is measured, by what it is told apart, and what it is compared with. A
 * report is a row of some of each; the server answers it from the narrowest sums that are kept.
 */
import { z } from 'zod'
import { rules } from './access/rules.ts'
import { field } from './field.ts'
import { betTypeFilter, currencyFilter, partnerFilter, productFilter } from './filters.ts'
import { listEndpoint, type Fields } from './lists.ts'
import { partnerTypeLabels } from './partners.ts'
import { changes, comparing } from './measures.ts'
import { levelFilter } from './reports.ts'
import { currency } from './values/currency.ts'
import { day, type Preset } from './values/dates.ts'

export { changes, comparing }

/** What a row stands for, beside its currency. */
export const dimensions = {
  day: { day: field(day, 'Día') },
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
}

/** Levels whose partners lie beside one another and never inside: their rows add up to the total. */
export const flatLevels = ['directos', 'agencia', 'taquilla'] as const
export type FlatLevel = (typeof flatLevels)[number]
/** Distributors may lie inside one another: their totals are told from the offices below them. */
const figureLevels = ['directos', 'distribuidor', 'agencia', 'taquilla'] as const

const filters = {
  level: levelFilter(figureLevels),
  partner_id: partnerFilter,
  product_id: productFilter,
  bet_type_id: betTypeFilter,
  currency: currencyFilter,
  compare: comparing,
}

const reports = '/api/v2/admin/reports'
const totalled = [
  'sold',
  'prizes',
  'commission',
  'profit',
  'participation',
  'total',
  'balance',
  'tickets',
  'lines',
  'payout_percent',
  ...Object.keys(changes),
]

interface FigureReport<R> {
  /** Below `/api/v2/admin/reports/`. */
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
  { path, title, summary, row, search, preset }: FigureReport<z.ZodObject<S>>,
  { filters: own, day: of }: { filters: F; day: string },
) {
  const shape = row.shape as Record<string, z.ZodType>
  const sorted = Object.keys(shape).filter((name) => !name.endsWith('_id') && name !== 'currency')
  const sums = Object.fromEntries(totalled.flatMap((name) => (name in shape ? [[name, shape[name]!]] : [])))
  return listEndpoint(`${reports}/${path}`, {
    path: `${reports}/${path}`,
    title,
    access: rules.business,
    reports: true,
    row,
    search,
    filters: own,
    sort: sorted as (keyof S & string)[],
    first: null,
    period: { title: of, preset, needed: true },
    totals: z.object({ currency, ...sums, rows: z.number().int() }),
    summary,
  })
}

/** A report of figures over the days of the sale: its list and its file, narrowed, ordered and compared as all of them are. */
export function figureReport<S extends Record<string, z.ZodType>>(said: FigureReport<z.ZodObject<S>>) {
  return rowReport(said, { filters, day: 'Día de la venta' })
}
