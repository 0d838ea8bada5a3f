/** Gross sales: what each partner sold of each product. A row opens the partners below it. */
import { grossSales } from '@contract/gross-sales.ts'
import { reportScreen } from '@/kit/screen/report-screen.tsx'
import { comparing, dependantsOf, partnerColumns, rowKey } from './figure-columns.ts'

const columns = [
  ...partnerColumns,
  { key: 'product_name', width: 180 },
  { key: 'lines', width: 110 },
  { key: 'sold', width: 160 },
  { key: 'share_percent', width: 120 },
]

export default reportScreen(grossSales.list, {
  title: 'Ventas brutas',
  key: 'gross-sales',
  columns,
  useParts: comparing(columns),
  rowKey,
  rowName: (row) => `${row.name}, ${row.product_name}`,
  nothing: { title: 'Sin ventas en este período', text: 'Elija otro período o quite un filtro.' },
  print: true,
  drill: (row) => {
    const filters = dependantsOf(row)
    return filters && { filters }
  },
})
