/** Gross sales: what each partner sold of each product. A row opens the partners below it. */
import { useCallback } from 'react'
import { grossSales, type GrossSale } from '@contract/gross-sales.ts'
import { reportScreen, type ReportView } from '@/kit/screen/report-screen.tsx'
import { PartnerPath } from '@/kit/values/partner-path.tsx'
import { usePartnerPath } from '@/kit/values/partner-tree.ts'

function useParts({ state: { set }, query }: ReportView<typeof grossSales.list>) {
  const path = usePartnerPath(query.partner_id)
  const open = useCallback(
    ({ partner_id, type }: GrossSale) => type !== 'taquilla' && set({ partner_id, level: 'directos' }),
    [set],
  )
  return {
    onRowClick: open,
    above: path.length > 1 && (
      <PartnerPath path={path} onChoose={(partner_id) => set({ partner_id, level: 'directos' })} />
    ),
  }
}

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
  useParts,
})
