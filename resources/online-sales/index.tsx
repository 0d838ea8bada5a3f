/** Today's sales as they happen: by partner, by product, and the day of each partner. A row opens the partners below it. */
import { NextStep } from '@/kit/page/next-step.tsx'
import { onlineSales } from '@contract/online-sales.ts'
import { addDays, formatDay } from '@contract/values/dates.ts'
import { LiveMark } from '@/kit/page/live-mark.tsx'
import { reportTab, reportTabs } from '@/kit/screen/report-tabs.tsx'
import { Money } from '@/kit/values/money.tsx'
import { useToday } from '@/kit/values/period.ts'
import { Risen } from '@/kit/values/risen.tsx'
import type { Currency } from '@contract/values/currency.ts'
import { partnerBefore, partnerPrizes, partnerSold, productBefore, productLines, productSold } from './links.ts'

const sold = {
  key: 'sold',
  width: 144,
  render: (row: { sold: string; currency: Currency }) => (
    <Risen value={row.sold}>
      <Money value={row.sold} currency={row.currency} clear />
    </Risen>
  ),
}
const compared = [
  sold,
  ...['before', 'change'].map((key) => ({ key, width: 150 })),
  { key: 'change_percent', width: 104 },
]
const partner = [
  { key: 'name', fixed: true, width: 220 },
  { key: 'code', optional: true, width: 110 },
  { key: 'type', optional: true, width: 110 },
] as const
/** How it is kept up, and which day it is compared with. */
function Standing() {
  const before = addDays(useToday(), -7)
  return (
    <>
      <LiveMark of={onlineSales} />
      <span className="small">contra el {formatDay(before)} a esta hora</span>
    </>
  )
}
const shared = {
  title: 'Ventas en línea',
  subtitle: <Standing />,
  print: true,
  nothing: {
    title: 'Hoy no hay ventas todavía',
    text: 'Aparecen aquí a medida que ocurren, con las de hace una semana a esta hora.',
    action: <NextStep screen="ticket-offices">Ver las taquillas</NextStep>,
  },
} as const
interface Row {
  key: string
  currency: Currency
  name: string
  type: string
}
const partners = {
  rowKey: (row: Row) => `${row.key}:${row.currency}`,
  rowName: (row: Row) => row.name,
  drill: ({ key, type }: Row) =>
    type === 'taquilla' || key === '0' ? null : { filters: { partner_id: Number(key), level: 'directos' as const } },
}

export default reportTabs({
  afiliados: reportTab('Afiliados', onlineSales.partner, {
    ...shared,
    ...partners,
    key: 'online-partner',
    links: { sold: partnerSold, before: partnerBefore },
    columns: [...partner, { key: 'tickets', width: 96 }, ...compared, { key: 'last_sale_at', width: 150 }],
  }),
  productos: reportTab('Productos', onlineSales.product, {
    ...shared,
    key: 'online-product',
    links: { lines: productLines, sold: productSold, before: productBefore },
    rowKey: (row) => `${row.product_id}:${row.currency}`,
    rowName: (row) => row.name,
    columns: [{ key: 'name', fixed: true, width: 240 }, { key: 'lines', width: 96 }, ...compared],
  }),
  resumen: reportTab('Resumen', onlineSales.summary, {
    ...shared,
    ...partners,
    subtitle: <LiveMark of={onlineSales} />,
    key: 'online-summary',
    links: { sold: partnerSold, prizes: partnerPrizes },
    columns: [
      ...partner,
      sold,
      ...['prizes', 'commission', 'profit'].map((key) => ({ key, width: 128 })),
      ...['tickets', 'offices_sold', 'offices_idle'].map((key) => ({ key, width: 100 })),
    ],
  }),
})
