/** Gross sales: what each partner sold of each product. */
import { grossSales } from '@contract/gross-sales.ts'
import { figureScreen, partnerColumns } from '@/kit/screen/figure-screen.tsx'
import { linesByBet, soldByDay } from './links.ts'

export default figureScreen(grossSales.list, {
  title: 'Ventas brutas',
  key: 'gross-sales',
  links: { sold: soldByDay, lines: linesByBet },
  columns: [
    ...partnerColumns,
    { key: 'product_name', width: 180 },
    { key: 'lines', width: 110 },
    { key: 'sold', width: 160 },
    { key: 'share_percent', width: 120 },
  ],
})
