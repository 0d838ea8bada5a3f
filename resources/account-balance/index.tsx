/** What everybody owes and why, by level, and the weeks in which it was told; the banca closes them here. */
import { rules } from '@contract/access/rules.ts'
import { accountBalance, type OwedRow } from '@contract/account-balance.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { useCan } from '@providers/session.ts'
import { reportTab, reportTabs } from '@/kit/screen/report-tabs.tsx'
import type { ColumnSpec } from '@/kit/screen/columns.tsx'
import { formatDay } from '@contract/values/dates.ts'
import { useAssigning } from './assign-debt.tsx'
import { CloseWeek } from './close-week.tsx'
import { ClockDetail } from './clock-detail.tsx'
import { ClosingDetail } from './closing-detail.tsx'
import { Openings } from './openings.tsx'
import { balanceDrill, closedLink, prizesBehind, ticketsBehind } from './links.ts'

const currency = {
  key: 'currency',
  width: 84,
  render: ({ currency: of }: Pick<OwedRow, 'currency'>) => currencyFacts[of].clear_symbol,
}
const amounts = (...keys: string[]) => keys.map((key) => ({ key, width: 132 }))

const columns: readonly ColumnSpec<OwedRow>[] = [
  { key: 'name', fixed: true, width: 220 },
  { key: 'code', optional: true, width: 110 },
  { key: 'type', optional: true, width: 110 },
  currency,
  // What it comes to stands in sight, then how it came about.
  { key: 'debt', width: 136 },
  ...amounts('before', 'sold', 'prizes', 'commission', 'participation'),
  ...['external', 'adjustments'].map((key) => ({ key, width: 132, optional: true as const })),
  ...amounts('payments'),
  { key: 'assigned', width: 120, optional: true },
  { key: 'late', width: 120 },
  { key: 'closed_through', width: 120 },
]
/** What the banca alone does here. */
function BancaActions() {
  const can = useCan(rules.banca)
  return (
    can && (
      <>
        <Openings />
        <CloseWeek />
      </>
    )
  )
}
const shared = { title: 'Balance de cuentas', print: true, actions: <BancaActions /> } as const

export default reportTabs({
  balance: reportTab('Balance', accountBalance.report, {
    ...shared,
    key: 'account-balance',
    columns,
    rowKey: (row) => `${row.key}:${row.currency}`,
    rowName: (row) => row.name,
    drill: balanceDrill,
    links: { sold: ticketsBehind, prizes: prizesBehind, debt: closedLink },
    useParts: useAssigning,
    nothing: {
      title: 'Nadie debe nada en este período',
      text: 'Elija otro período o quite un filtro para ver lo que debe cada afiliado.',
    },
  }),
  semanas: reportTab('Semanas cerradas', accountBalance.closings, {
    ...shared,
    key: 'account-balance-weeks',
    columns: [
      { key: 'week', width: 124, align: 'left' },
      { key: 'name', fixed: true, width: 220 },
      { key: 'code', optional: true, width: 110 },
      { key: 'type', width: 110 },
      { key: 'creditor_name', width: 180 },
      currency,
      ...amounts('opening', 'total', 'payments', 'closing'),
      { key: 'late', width: 120, optional: true },
      { key: 'state', width: 110 },
      { key: 'closed_at', width: 150, optional: true },
      { key: 'closed_by', width: 150, optional: true },
    ],
    rowName: (row) => `${row.name}, semana del ${formatDay(row.week)}`,
    detail: {
      title: (row) => `${row.name}, semana del ${formatDay(row.week)}`,
      width: 560,
      render: (row) => <ClosingDetail row={row} />,
    },
    nothing: {
      title: 'Ninguna semana cerrada',
      text: 'Aparecen aquí cuando la banca las cierra, con lo que se dijo entonces.',
    },
  }),
  reloj: reportTab('Cierres automáticos', accountBalance.clock, {
    ...shared,
    key: 'account-balance-clock',
    columns: [
      { key: 'monday', width: 124, align: 'left' },
      { key: 'state', width: 120 },
      ...['weeks', 'closed', 'kept'].map((key) => ({ key, width: 150 })),
      { key: 'begun_at', width: 170 },
      { key: 'ended_at', width: 170, optional: true },
      { key: 'problem', width: 260, optional: true },
    ],
    rowName: (row) => `Cierre del lunes ${formatDay(row.monday)}`,
    detail: {
      title: (row) => `Cierre del lunes ${formatDay(row.monday)}`,
      width: 560,
      render: (row) => <ClockDetail row={row} />,
    },
    nothing: {
      title: 'El reloj no ha cerrado semanas',
      text: 'La hora de los lunes se pone en Banca; mientras no la haya se cierran a mano.',
    },
  }),
})
