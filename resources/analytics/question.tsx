/** The free question: what is measured and by what it is told apart are chosen, and the rows, sums and file follow. */
import { useMemo } from 'react'
import { analytics, fieldsBy, perDayFields, countsDays } from '@contract/analytics.ts'
import { changes, profitChanges } from '@contract/figures.ts'
import type { Period } from '@contract/values/dates.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { largestRows } from '@/kit/screen/chart-rows.ts'
import { loadReport } from '@/kit/screen/report-screen.tsx'
import type { Drill, ReportView } from '@/kit/screen/report-rows.tsx'
import type { TableSelection } from '@/kit/table/grid.tsx'
import { Builder } from './builder.tsx'
import { compares, drawingKey, nameField, rowsInAddress, type DrawingQuery, type DrawingRow } from './drawing.ts'
import { QuestionChart } from './question-chart.tsx'
import { useDrawing } from './use-drawing.ts'
import { daysOfRow } from './row-days.ts'

const optional = ['code', 'type']
const hidden = (name: string) => name.endsWith('_id')

/** The columns of an answer: what a row stands for, what sold and how it changed, then what else was asked. */
function columnsOf(asked: DrawingQuery) {
  const { by, measures } = asked
  const isCompared = compares(asked)
  const first = nameField(by[0] ?? 'dia')
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
    { key: 'currency', width: 84, render: ({ currency }: DrawingRow) => currencyFacts[currency].clear_symbol },
    { key: 'sold', width: 150 },
    ...(countsDays(by) ? Object.keys(perDayFields).map((key) => ({ key, width: key === 'days' ? 84 : 150 })) : []),
    ...(isCompared ? Object.keys(changes).map((key) => ({ key, width: 140 })) : []),
    ...measures.filter((one) => one !== 'sold').map((key) => ({ key, width: 140 })),
    ...(isCompared && measures.includes('profit')
      ? Object.keys(profitChanges).map((key) => ({ key, width: 150, optional: key !== 'profit_change' }) as const)
      : []),
  ]
}

const rowKey = (row: DrawingRow) => `${drawingKey(row)}:${row.currency}`
const rowName = (row: DrawingRow) =>
  [row.name, row.product_name, row.bet_type_name, row.day ?? row.week ?? row.month, row.hour].filter(Boolean).join(', ')
/** The builder has them. */
const builtElsewhere = Object.keys(analytics.rows.list.filters)

/** What a row is the sum of: the next dimension below, with the row's own values as filters. */
function drillOf(row: DrawingRow, query: object): Drill<typeof analytics.rows> | null {
  const { by } = query as DrawingQuery
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

/** What the builder and the drawing are told of, and what a press on a place of the drawing opens. */
function useParts(view: ReportView<typeof analytics.rows>) {
  const { query, state, period, drawn } = view
  const drawing = useDrawing(view)
  const { asked, currency, course } = drawing
  const columns = useMemo(() => columnsOf(asked), [asked])
  const open = (row: DrawingRow) => {
    const by = drawing.split ? [...asked.by, drawing.split] : asked.by
    const next = drillOf(row, { ...query, by })
    if (!next) return
    state.set({ ...next.filters, currency: row.currency })
    if (next.days) period.chooseDays(next.days)
  }
  const keys = drawing.rows.map((row) => rowKey(row))
  const selection: TableSelection<DrawingRow> = {
    keys,
    verb: 'Dibujar',
    nameOf: rowName,
    against: (row) => {
      if (row.currency !== currency) return `Se dibuja en ${currencyFacts[currency].name}`
      const isFull = keys.length >= largestRows && !keys.includes(rowKey(row))
      return isFull ? `Hasta ${largestRows} filas: quite otra antes` : undefined
    },
    onChange: (ticked) => {
      const chosen = ticked.map((key) => String(key).slice(0, String(key).lastIndexOf(':')))
      drawing.set({ rows: rowsInAddress(asked, chosen) }, { keep_page: true, replace: true })
    },
  }
  return {
    columns,
    above: <Builder state={state} drawing={drawing} drawn={drawn} />,
    elsewhere: builtElsewhere,
    beside: <QuestionChart drawing={drawing} onOpen={open} />,
    ...(drawn && course === undefined && drawing.call.data && { selection }),
  }
}

export const question = loadReport(analytics.rows, {
  title: 'Analítico',
  key: 'analytics-rows',
  columns: [],
  useParts,
  rowKey,
  rowName,
  drill: drillOf,
  drawing: true,
  nothing: { title: 'Sin ventas en este período', text: 'Elija otro período o quite un filtro.' },
  print: true,
})
