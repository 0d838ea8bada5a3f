/** Gross sales: what each partner sold of each product. A row opens the partners below it. */
import { grossSales } from '@contract/gross-sales.ts'
import { reportScreen } from '@/kit/screen/report-screen.tsx'

export default reportScreen(grossSales.list, {
  title: 'Ventas brutas',
  key: 'gross-sales',
  columns: [
    { key: 'name', fixed: true, width: 260 },
    { key: 'code', optional: true, width: 110 },
    { key: 'type', width: 110 },
    { key: 'product_name', width: 180 },
    { key: 'lines', width: 110 },
    { key: 'sold', width: 160 },
    { key: 'share_percent', width: 120 },
  ],
  rowKey: (row) => `${row.partner_id}:${row.product_id}:${row.currency}`,
  rowName: (row) => `${row.name}, ${row.product_name}`,
  nothing: { title: 'Sin ventas en este período', text: 'Elija otro período o quite un filtro.' },
  print: true,
  drill: ({ partner_id, type }) =>
    type === 'taquilla' ? null : { filters: { partner_id, level: 'directos' as const } },
})
