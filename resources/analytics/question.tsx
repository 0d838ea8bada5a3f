/** The free question: what is measured and by what it is told apart are chosen, and the rows, sums and file follow. */
import { analytics, askedBy, fieldsBy, perDay, tellsDays, type AskedBy } from '@contract/analytics.ts'
import { changes, profitChanges, weekdayLabels } from '@contract/figures.ts'
import type { Measure } from '@contract/measures.ts'
import { formatDay, type Period } from '@contract/values/dates.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import type { RowOf } from '@/kit/table/query.ts'
import type { ChartRows } from '@/kit/screen/report-chart.tsx'
import { readied } from '@/kit/screen/report-screen.tsx'
import type { Drill } from '@/kit/screen/report-rows.tsx'
import { daysOfRow } from './row-days.ts'

type Row = RowOf<typeof analytics.rows>
interface Asked {
  by: readonly AskedBy[]
  measures: readonly Measure[]
  compare: string
  compare_from?: string
  level: string
}

const optional = ['code', 'type']
const hidden = (name: string) => name.endsWith('_id')
const names: Partial<Record<AskedBy, string>> = { afiliado: 'name', producto: 'product_name', jugada: 'bet_type_name' }
const nameOf = (by: AskedBy) => names[by] ?? fieldsBy[by][0]!

/** The columns of an answer: what a row stands for, what sold and how it changed, then what else was asked. */
function columnsOf({ by, measures, compare, compare_from }: Asked) {
  const compares = compare !== 'ninguna' || compare_from !== undefined
  const first = nameOf(by[0] ?? 'dia')
  return [
    ...[...new Set(by)].flatMap((one) =>
      fieldsBy[one]
        .filter((name) => !hidden(name))
        .map((key) => ({
          key,
          width: key === 'name' ? 220 : 150,
          ...(optional.includes(key) && { optional: true as const }),
          ...(key === first && { fixed: true as const }),
        })),
    ),
    { key: 'currency', width: 84, render: ({ currency }: Row) => currencyFacts[currency].clear_symbol },
    { key: 'sold', width: 150 },
    ...(tellsDays(by) ? Object.keys(perDay).map((key) => ({ key, width: key === 'days' ? 84 : 150 })) : []),
    ...(compares ? Object.keys(changes).map((key) => ({ key, width: 140 })) : []),
    ...measures.filter((one) => one !== 'sold').map((key) => ({ key, width: 140 })),
    ...(compares && measures.includes('profit')
      ? Object.keys(profitChanges).map((key) => ({ key, width: 150, optional: key !== 'profit_change' }) as const)
      : []),
  ]
}

const keys = ['day', 'week', 'month', 'weekday', 'hour', 'partner_id', 'product_id', 'bet_type_id', 'currency'] as const

/** What a row is the sum of: the next dimension below, with the row's own values as filters. */
function drillOf(row: Row, query: object): Drill<typeof analytics.rows> | null {
  const { by } = query as Asked
  const under = row.partner_id !== null && row.type !== 'taquilla'
  const left = (['afiliado', 'producto', 'jugada'] as const).filter((one) =>
    one === 'afiliado' ? under || row.partner_id === null : !by.includes(one),
  )
  const next = row.partner_id !== null ? (left.find((one) => one !== 'afiliado') ?? left[0]) : left[0]
  if (!next) return null
  const narrowed = {
    by: [next],
    ...(row.partner_id !== null && { partner_id: row.partner_id, level: 'directos' as const }),
    ...(row.product_id !== null && { product_id: row.product_id }),
    ...(row.bet_type_id !== null && { bet_type_id: row.bet_type_id }),
    ...(row.weekday !== null && { weekday: Number(row.weekday) }),
    ...(row.hour !== null && { hour: Number.parseInt(row.hour, 10) }),
  }
  const days = daysOfRow(row, query as Period)
  return days ? { filters: narrowed, days } : { filters: narrowed }
}

/** The dimensions of time, with the order in which their rows are a course. */
const courses: Partial<Record<AskedBy, string>> = {
  dia: 'day',
  semana: 'week',
  mes: 'month',
  'dia-semana': 'weekday',
  hora: 'hour',
}
const inWords: Partial<Record<AskedBy, (value: string) => string>> = {
  dia: formatDay,
  semana: formatDay,
  'dia-semana': (value) => weekdayLabels[value] ?? value,
}

/** One dimension of time is a course; anything else are the largest rows, each by all that it stands for. */
function drawn(query: Readonly<Record<string, unknown>>): ChartRows {
  const by = (query as unknown as Asked).by
  const course = by.length === 1 ? courses[by[0]!] : undefined
  const told = (row: Readonly<Record<string, string>>) => (one: AskedBy) => {
    const value = row[nameOf(one)] ?? ''
    return inWords[one]?.(value) ?? value
  }
  return {
    what: by.map((one) => askedBy[one].toLowerCase()).join(' y '),
    name: (row) => by.map(told(row)).join(', '),
    ...(course !== undefined && { course }),
    ...(tellsDays(by) && { per: { days: 'days', order: '-sold_by_day' } }),
  }
}

export const question = readied(analytics.rows, {
  title: 'Analítico',
  key: 'analytics-rows',
  columns: [],
  useParts: ({ query }) => ({
    columns: columnsOf(query as unknown as Asked),
  }),
  rowKey: (row) => keys.map((name) => row[name]).join(':'),
  rowName: (row) =>
    [row.name, row.product_name, row.bet_type_name, row.day ?? row.week ?? row.month, row.hour]
      .filter(Boolean)
      .join(', '),
  drill: drillOf,
  chart: { amounts: ['sold', 'profit'], rows: drawn },
  nothing: { title: 'Sin ventas en este período', text: 'Elija otro período o quite un filtro.' },
  print: true,
})
