/** What everybody owes and why, by level, and the weeks in which it was told; the banca closes them here. */
import { Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { rules } from '@contract/access/rules.ts'
import { accountBalance, type OwedRow } from '@contract/account-balance.ts'
import { statements } from '@contract/statements.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { useCan } from '@providers/session.ts'
import { statementParts } from '@resources/statements/parts.tsx'
import { ScreenSkeleton } from '@/kit/page/busy.tsx'
import { later } from '@/kit/page/later.tsx'
import { reportTab, reportTabs } from '@/kit/screen/report-tabs.tsx'
import type { ColumnSpec } from '@/kit/screen/columns.tsx'
import type { RowAction } from '@/kit/table/actions.tsx'
import { formatDay } from '@contract/values/dates.ts'
import { ageingTab } from './ageing.tsx'
import { useAssigning } from './assign-debt.tsx'
import { CloseWeek } from './close-week.tsx'
import { ClockDetail } from './clock-detail.tsx'
import { ClosingDetail } from './closing-detail.tsx'
import { Openings } from './openings.tsx'
import { balanceDrill, closedLink, lastToldLink, prizesBehind, ticketsBehind } from './links.ts'

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
  ...amounts('before', 'sold', 'prizes', 'commission', 'participation', 'margin'),
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

/** The same hooks in every tab: what statements add to it, and of the balance's rows what may be passed on. */
function tabParts(kind: Parameters<typeof statementParts>[0]) {
  const useStatements = statementParts(kind, shared.actions)
  return function useTabParts(view: { query: object }): object {
    const own = useStatements(view) as { rowActions?: (row: OwedRow) => RowAction[] }
    const { actionOf, dialog } = useAssigning()
    if (kind !== 'balance') return own
    return {
      ...own,
      rowActions: (row: OwedRow) => [...(own.rowActions?.(row) ?? []), ...(actionOf ? [actionOf(row)] : [])],
      below: dialog,
    }
  }
}

const StatementPage = later(async () => (await import('@resources/statements/page.tsx')).StatementPage, { whole: true })

const Tabs = reportTabs({
  balance: reportTab('Balance', accountBalance.report, {
    ...shared,
    key: 'account-balance',
    columns,
    rowKey: (row) => `${row.key}:${row.currency}`,
    rowName: (row) => row.name,
    drill: balanceDrill,
    links: { sold: ticketsBehind, prizes: prizesBehind, debt: closedLink, closed_through: lastToldLink },
    useParts: tabParts('balance'),
    nothing: {
      title: 'Nadie debe nada en este período',
      text: 'Elija otro período o quite un filtro para ver lo que debe cada afiliado.',
    },
  }),
  antiguedad: ageingTab(tabParts('other')),
  semanas: reportTab('Semanas cerradas', accountBalance.closings, {
    ...shared,
    key: 'account-balance-weeks',
    columns: [
      { key: 'week', width: 190, align: 'left' },
      { key: 'name', fixed: true, width: 220 },
      { key: 'code', optional: true, width: 110 },
      { key: 'type', width: 110, optional: true },
      { key: 'creditor_name', width: 180 },
      currency,
      // What is owed and what its debtor says to it, then how it came about.
      ...amounts('closing'),
      { key: 'answer', width: 140 },
      ...amounts('opening', 'total', 'payments'),
      { key: 'late', width: 120, optional: true },
      { key: 'state', width: 110 },
      { key: 'comments', width: 110, optional: true },
      { key: 'closed_at', width: 150, optional: true },
      { key: 'closed_by', width: 150, optional: true },
    ],
    rowName: (row) => `${row.name}, semana del ${formatDay(row.week)}`,
    useParts: tabParts('weeks'),
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
  estados: reportTab('Estados de cuenta', statements.lines, {
    title: shared.title,
    key: 'statements',
    columns: [
      { key: 'name', fixed: true, width: 220 },
      { key: 'code', optional: true, width: 110 },
      { key: 'type', optional: true, width: 110 },
      { key: 'week', optional: true, width: 124, align: 'left' },
      currency,
      { key: 'concept', width: 140 },
      { key: 'detail', width: 350 },
      ...amounts('amount', 'balance'),
      { ...amounts('base')[0]!, optional: true },
      { key: 'percent', optional: true, width: 90 },
      { key: 'state', width: 120, optional: true },
      { key: 'creditor_name', width: 180, optional: true },
    ],
    rowKey: (row) => row.key,
    rowName: (row) => `${row.name}, ${row.detail}`,
    useParts: tabParts('all'),
    nothing: {
      title: 'Nada que contar de esta semana',
      text: 'Elija otra semana o quite un filtro. Quien no tuvo saldo, ventas ni pagos no tiene estado de cuenta.',
    },
  }),
  reloj: reportTab('Cierres automáticos', accountBalance.clock, {
    ...shared,
    useParts: tabParts('other'),
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

/** The tabs, and the page of one partner's statement. */
export default function AccountBalance() {
  return (
    <Routes>
      <Route
        path="statement/:id"
        element={
          <Suspense fallback={<ScreenSkeleton title="Estado de cuenta" />}>
            <StatementPage />
          </Suspense>
        }
      />
      <Route path="*" element={<Tabs />} />
    </Routes>
  )
}
