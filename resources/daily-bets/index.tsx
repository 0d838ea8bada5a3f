/** Daily bets: what the draws of each day sold and gave in prizes; and of Panama's terminals alone, with what came. */
import { rowsBy } from '@/kit/screen/report-chart.tsx'
import { dailyBets } from '@contract/daily-bets.ts'
import { dailyTerminalPaBets } from '@contract/daily-terminal-pa-bets.ts'
import { partnerColumns, withChanges } from '@/kit/screen/figure-screen.tsx'
import { reportTab, reportTabs } from '@/kit/screen/report-tabs.tsx'
import type { FiltersOf } from '@/kit/table/query.ts'
import { betsDrill, betsSelfDrill, linesLink, numbersLink, wonLink, type DailyBetsRow } from './drill.ts'

const day = { key: 'day', width: 110 }
const product = { key: 'product_name', width: 160 }
const draw = [
  { key: 'time', width: 80 },
  { key: 'state', width: 120 },
]

/** Both reports are asked the same. */
interface View {
  query: Pick<FiltersOf<typeof dailyBets.list>, 'detail' | 'level' | 'compare' | 'from' | 'to'>
}
/** What else is said of a draw, and of its kind of bet where that is told apart. */
type Drawn = Readonly<Record<'each' | 'bet', readonly { key: string; width: number }[]>>

/** What tells rows apart as they are asked; a report of one day says it above. */
function useParts({ query: { detail, level, compare, from, to } }: View, drawn: Drawn) {
  const byDay = detail === 'dia'
  const columns = [
    ...(!byDay && from !== to ? [{ ...day, pinned: 'left' as const }] : []),
    { ...(byDay ? day : product), fixed: true as const },
    ...(detail === 'sorteo' || detail === 'jugada' ? [...draw, ...drawn.each] : []),
    ...(detail === 'jugada' ? drawn.bet : []),
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

const shared = {
  title: 'Jugadas diarias',
  columns: [],
  rowName: (row: { label: string }) => row.label,
  rowKey: ({ day, product_id, time, bet_type_id, partner_id, currency }: DailyBetsRow) =>
    [day, product_id, time, bet_type_id, partner_id, currency].join(':'),
  drill: betsDrill,
  itself: betsSelfDrill,
  links: { lines: numbersLink, sold: linesLink, prizes: wonLink },
  chart: {
    amounts: ['sold', 'prizes'],
    rows: rowsBy({ by: 'detail', days: 'dia', apart: 'level', name: 'label' }),
  },
  nothing: {
    title: 'Sin jugadas en estos días',
    text: 'Cuentan el día de su sorteo. Elija otro período o quite un filtro.',
  },
  print: true,
} as const

export default reportTabs({
  jugadas: reportTab('Todas las jugadas', dailyBets.list, {
    ...shared,
    key: 'bets-daily',
    useParts: (view) => useParts(view, { each: [], bet: [{ key: 'bet_type_name', width: 140 }] }),
  }),
  'terminales-pa': reportTab('Terminales de Panamá', dailyTerminalPaBets.list, {
    ...shared,
    key: 'terminals-pa',
    useParts: (view) => useParts(view, { each: [{ key: 'result', width: 220 }], bet: [] }),
  }),
})
