/** Sales control: who nears or passed what it may sell in a week or owe, with the way to the figures behind. */
import { screenLink } from '@contract/links.ts'
import { salesControl, type ControlRow } from '@contract/sales-control.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { NextStep } from '@/kit/page/next-step.tsx'
import { reportScreen } from '@/kit/screen/report-screen.tsx'
import { ControlDetail } from './limits.tsx'

const amount = (key: string) => ({ key, width: 150 })

/** What it sold, day by day; what it owes, movement by movement. */
const soldIn = (period: 'hoy' | 'semana') => (row: ControlRow) =>
  screenLink('general-sales', { period, partner_id: Number(row.key), currency: row.currency, level: 'dia' })
const owed = ({ key, currency }: ControlRow) =>
  screenLink('movement-reports', { period: 'semana', partner_id: Number(key), currency })

export default reportScreen(salesControl.list, {
  title: 'Control de ventas',
  key: 'sales-control',
  columns: [
    { key: 'name', fixed: true, width: 220 },
    { key: 'code', optional: true, width: 110 },
    { key: 'type', optional: true, width: 120 },
    { key: 'currency', width: 84, render: ({ currency }) => currencyFacts[currency].clear_symbol },
    { key: 'alert', width: 160 },
    amount('today'),
    amount('week'),
    { ...amount('week_limit'), optional: true },
    { key: 'week_used', width: 130 },
    amount('debt'),
    { ...amount('debt_limit'), optional: true },
    { key: 'debt_used', width: 120 },
    { key: 'payout_percent', width: 130 },
    { key: 'last_sale_at', width: 160 },
  ],
  rowKey: (row) => `${row.key}:${row.currency}`,
  rowName: (row) => row.name,
  links: { today: soldIn('hoy'), week: soldIn('semana'), debt: owed },
  detail: {
    title: (row) => row.name,
    width: 520,
    render: (row) => <ControlDetail row={row} />,
  },
  nothing: {
    title: 'Nadie con esos filtros',
    text: 'Aquí está lo que vende y debe cada agencia contra sus límites, desde que haya una.',
    action: <NextStep screen="agencies">Ver las agencias</NextStep>,
  },
  print: true,
})
