/** Daily sales: what each partner sold, won and earned on each day. */
import { dailySales } from '@contract/daily-sales.ts'
import { figureScreen, partnerColumns } from '@/kit/screen/figure-screen.tsx'
import { soldDayLink, wonDayLink } from './links.ts'

export default figureScreen(dailySales.list, {
  title: 'Ventas diarias',
  key: 'daily-sales',
  links: { sold: soldDayLink, prizes: wonDayLink },
  columns: [
    { key: 'day', width: 110 },
    ...partnerColumns,
    { key: 'tickets', width: 96 },
    ...['sold', 'prizes', 'commission', 'profit'].map((key) => ({ key, width: 140 })),
    ...['participation', 'total', 'average_ticket'].map((key) => ({ key, width: 140, optional: true })),
    { key: 'payout_percent', width: 110 },
  ],
})
