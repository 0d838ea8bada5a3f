/** The general settlement: what each partner, product or day sold, won, earned and owes in a period. */
import { rowsBy } from '@/kit/screen/report-chart.tsx'
import { reports, type GeneralRow } from '@contract/reports.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import type { ColumnSpec } from '@/kit/screen/columns.tsx'
import { withChanges } from '@/kit/screen/figure-screen.tsx'
import { reportScreen } from '@/kit/screen/report-screen.tsx'
import { reportDrill, selfDrill, prizesOf, soldLink } from './drill.ts'
import { Recalculate } from './recalculate.tsx'
import { WhoFell } from './who-fell.tsx'

const columns: readonly ColumnSpec<GeneralRow>[] = [
  { key: 'name', fixed: true, width: 220 },
  { key: 'code', optional: true, width: 110 },
  { key: 'type', optional: true, width: 110 },
  { key: 'currency', width: 84, render: ({ currency }) => currencyFacts[currency].clear_symbol },
  { key: 'tickets', width: 96 },
  ...['sold', 'prizes', 'commission', 'profit', 'participation', 'total'].map((key) => ({ key, width: 148 })),
  { key: 'annulled', width: 148, optional: true },
  { key: 'payout_percent', width: 100 },
]

export default reportScreen(reports.general, {
  title: 'Ventas generales',
  key: 'general-sales',
  columns,
  rowKey: (row) => `${row.key}:${row.currency}`,
  rowName: (row) => row.name,
  drill: reportDrill,
  itself: selfDrill,
  links: { sold: soldLink, prizes: prizesOf },
  chart: { amounts: ['sold', 'prizes', 'total'], rows: rowsBy({ by: 'level', days: 'dia', name: 'name' }) },
  nothing: {
    title: 'Sin ventas en este período',
    text: 'Elija otro período o quite un filtro para ver la liquidación.',
  },
  print: true,
  useParts: ({ period, state, query: { compare } }) => ({
    columns: compare === 'ninguna' ? columns : withChanges(columns),
    actions: (
      <>
        <WhoFell state={state} />
        <Recalculate period={period.days} />
      </>
    ),
  }),
})
