/** Daily sales: what each partner sold, won and earned on each day. A row opens the partners below it on that day. */
import { dailySales } from '@contract/daily-sales.ts'
import { reportScreen } from '@/kit/screen/report-screen.tsx'
import { comparing, dependantsOf, partnerColumns, rowKey } from './figure-columns.ts'

const columns = [
  { key: 'day', width: 110 },
  ...partnerColumns,
  { key: 'tickets', width: 96 },
  ...['sold', 'prizes', 'commission', 'profit'].map((key) => ({ key, width: 140 })),
  ...['participation', 'total', 'average_ticket'].map((key) => ({ key, width: 140, optional: true })),
  { key: 'payout_percent', width: 110 },
]

export default reportScreen(dailySales.list, {
  title: 'Ventas diarias',
  key: 'daily-sales',
  columns,
  useParts: comparing(columns),
  rowKey,
  rowName: (row) => row.name,
  nothing: { title: 'Sin ventas en este período', text: 'Elija otro período o quite un filtro.' },
  print: true,
  drill: (row) => {
    const filters = dependantsOf(row)
    return filters && { filters, days: { from: row.day, to: row.day } }
  },
})
