/** What the screens of the books have of statements: the ways to them, those that are chosen, and all of a week on paper. */
import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ClosingRow, OwedRow } from '@contract/account-balance.ts'
import { screenLink } from '@contract/links.ts'
import type { movementReports } from '@contract/movement-reports.ts'
import { statements, type StatementLineRow } from '@contract/statements.ts'
import { addDays, weekday, type Period } from '@contract/values/dates.ts'
import { countText } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import type { ReportView } from '@/kit/screen/report-rows.tsx'
import { PrintAll, PrintChosen } from './print-many.tsx'
import { statementLink } from './sheet.ts'

/** The Sunday of a day's week. */
const sundayOf = (day: string) => addDays(day, 7 - weekday(day))

/** Weeks whose debtors do not agree: said where all closed weeks are, with the way to them. */
function Disputes() {
  const { data } = useCall(statements.waiting, {})
  if (!data || data.count === 0) return null
  const to = screenLink('account-balance', { view: 'semanas', period: '90d', answer: 'en_disputa', state: 'cerrada' })
  return (
    <p className="notice" role="status">
      <span>
        <Link to={to}>{countText(data.count, 'semana en disputa', 'semanas en disputa')}</Link>: su deudor no está
        conforme.
      </span>
    </p>
  )
}

type Kind = 'balance' | 'weeks' | 'all' | 'other'

/** The parts of a tab: the same hooks in all tabs of the screen. `actions` are those that it has anyway. */
export const statementParts = (kind: Kind, actions: ReactNode) =>
  function useStatementParts({ query }: { query: object }): object {
    const navigate = useNavigate()
    const [chosen, setChosen] = useState<readonly ClosingRow[]>([])
    const open = (partner_id: number, week: string) => void navigate(statementLink(partner_id, week))
    if (kind === 'balance')
      return {
        rowActions: ({ key }: OwedRow) => [
          {
            key: 'statement',
            label: 'Estado de cuenta de la semana',
            onSelect: () => open(Number(key), sundayOf((query as Period).to)),
          },
        ],
      }
    if (kind === 'weeks')
      return {
        above: <Disputes />,
        selection: {
          keys: chosen.map(({ id }) => id),
          onChange: (_keys: unknown, rows: ClosingRow[]) => setChosen(rows),
          nameOf: ({ name }: ClosingRow) => name,
        },
        actions: (
          <>
            {actions}
            {chosen.length > 0 && <PrintChosen rows={chosen} />}
          </>
        ),
      }
    if (kind === 'all')
      return {
        hrefOf: ({ partner_id, week }: StatementLineRow) => statementLink(partner_id, week),
        onRowClick: ({ partner_id, week }: StatementLineRow) => open(partner_id, week),
        actions: (
          <>
            {actions}
            <PrintAll query={query} />
          </>
        ),
      }
    return {}
  }

/** The way from a statement day by day to that of its week, where a partner is chosen. */
export function useWeekOf({ query }: Pick<ReportView<typeof movementReports.list>, 'query'>) {
  const { partner_id, to } = query
  if (partner_id === undefined) return {}
  return {
    actions: (
      <Link to={statementLink(partner_id, sundayOf(to))}>
        <Button icon={<PrinterOutlined />}>Estado de la semana</Button>
      </Link>
    ),
  }
}
