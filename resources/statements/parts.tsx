/** What the screens of the books have of statements: the ways to them, those that are chosen, and all of a week on paper. */
import { FileTextOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ClosingRow } from '@contract/account-balance.ts'
import { screenLink } from '@contract/links.ts'
import type { movementReports } from '@contract/movement-reports.ts'
import { lastSunday, statements, type StatementLineRow } from '@contract/statements.ts'
import { addDays, weekDays, weekday } from '@contract/values/dates.ts'
import { countText } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import type { ReportView } from '@/kit/screen/report-rows.tsx'
import { useToday } from '@/kit/values/period.ts'
import { fixedRange, periodIn } from '@/kit/values/period-days.ts'
import { PrintAll, PrintChosen } from './print-many.tsx'
import { statementLink } from './sheet.ts'

/** The Sunday that ends the week of a day. */
export const lastDayOfWeek = (day: string) => addDays(day, 7 - weekday(day))

/** Weeks whose debtors do not agree: said where all closed weeks are, with the way to them. */
function Disputes() {
  const today = useToday()
  const { data } = useCall(statements.waiting, {})
  if (!data || data.count === 0) return null
  const days = periodIn(fixedRange, { from: addDays(today, -364), to: today })
  const to = screenLink('account-balance', { view: 'semanas', ...days, answer: 'en_disputa', state: 'cerrada' })
  return (
    <p className="notice" role="status">
      <span>
        <Link to={to}>{countText(data.count, 'semana en disputa', 'semanas en disputa')}</Link>: su deudor no está
        conforme.
      </span>
    </p>
  )
}

type Kind = 'weeks' | 'all' | 'other'

/** The parts of a tab: the same hooks in all tabs of the screen. `actions` are those that it has anyway. */
export const statementParts = (kind: Kind, actions: ReactNode) =>
  function useStatementParts({ query }: { query: object }): object {
    const navigate = useNavigate()
    const today = useToday()
    const [chosen, setChosen] = useState<readonly ClosingRow[]>([])
    const open = (partner_id: number, week: string) => void navigate(statementLink(partner_id, week))
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
        subtitle: weekDays((query as { week?: string }).week ?? lastSunday(today)),
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

/** The way from a statement day by day to that of its week: of who is chosen, or of whoever reads; the banca has none. */
export function useWeekOf({ query }: Pick<ReportView<typeof movementReports.list>, 'query'>) {
  const { partner_id: own, partner_type } = useSession()
  const { partner_id = partner_type === 'banca' ? undefined : own, to } = query
  if (partner_id === undefined) return {}
  return {
    actions: (
      <Link to={statementLink(partner_id, lastDayOfWeek(to))}>
        <Button icon={<FileTextOutlined />}>Estado de la semana</Button>
      </Link>
    ),
  }
}
