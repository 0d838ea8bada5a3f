/** Daily bets: what the draws of each day sold and gave in prizes. */
import { rowsBy } from '@/kit/screen/report-chart.tsx'
import { dailyBets } from '@contract/daily-bets.ts'
import type { ReportView } from '@/kit/screen/report-rows.tsx'
import { partnerColumns, withChanges } from '@/kit/screen/figure-screen.tsx'
import { reportScreen } from '@/kit/screen/report-screen.tsx'
import { drillOf, linesLink, numbersLink, wonLink } from './draw-drill.ts'

const day = { key: 'day', width: 110 }
const product = { key: 'product_name', width: 160 }
const draw = [
  { key: 'time', width: 80 },
  { key: 'state', width: 120 },
]

/** What tells rows apart as they are asked; a report of one day says it above. */
function useParts({ query: { detail, level, compare, from, to } }: ReportView<typeof dailyBets.list>) {
  const byDay = detail === 'dia'
  const columns = [
    { ...(byDay ? day : product), fixed: true as const },
    ...(!byDay && from !== to ? [day] : []),
    ...(detail === 'sorteo' || detail === 'jugada' ? draw : []),
    ...(detail === 'jugada' ? [{ key: 'bet_type_name', width: 140 }] : []),
    ...(level === undefined ? [] : partnerColumns.map(({ fixed: _fixed, ...column }) => column)),
    { key: 'lines', width: 100 },
    { key: 'sold', width: 144 },
    { key: 'prizes', width: 144 },
    { key: 'balance', width: 192 },
    { key: 'payout_percent', width: 110 },
  ]
  return {
    columns: compare === 'ninguna' ? columns : withChanges(columns),
    subtitle: <span className="sorteo-muted">por día del sorteo</span>,
  }
}

export default reportScreen(dailyBets.list, {
  title: 'Jugadas diarias',
  key: 'bets-daily',
  columns: [],
  useParts,
  rowKey: ({ day, product_id, time, bet_type_id, partner_id, currency }) =>
    [day, product_id, time, bet_type_id, partner_id, currency].join(':'),
  rowName: (row) => row.label,
  drill: drillOf,
  links: { lines: numbersLink, sold: linesLink, prizes: wonLink },
  chart: { amounts: ['sold', 'prizes'], rows: rowsBy({ by: 'detail', days: 'dia', apart: 'level', name: 'label' }) },
  nothing: {
    title: 'Sin jugadas en estos días',
    text: 'Cuentan el día de su sorteo. Elija otro período o quite un filtro.',
  },
  print: true,
})
