/** What is done with what somebody owes, from its row: how it came about, what it pays, and whom it is owed to. */
import { DollarOutlined, FileTextOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { useNavigation } from '@refinedev/core'
import { useLocation, useNavigate } from 'react-router'
import type { OwedRow } from '@contract/account-balance.ts'
import { payments } from '@contract/payments.ts'
import { useCan } from '@providers/session.ts'
import { statementLink } from '@resources/statements/sheet.ts'
import type { NewState } from '@/kit/screen/registry.ts'
import type { RowAction } from '@/kit/table/actions.tsx'
import { useAssigning } from './assign-debt.tsx'
import { movementsLink } from './links.ts'

type Owing = Pick<OwedRow, 'key' | 'name' | 'currency'>

/** `week`: the Sunday of the statement that is meant; the last that ended unless said. */
export function useOwingActions(week?: string) {
  const navigate = useNavigate()
  const { createUrl } = useNavigation()
  const { pathname, search } = useLocation()
  const reports = useCan(payments.create.access)
  const { actionOf, dialog } = useAssigning()
  const actionsOf = (row: Owing): RowAction[] => {
    const partner_id = Number(row.key)
    const state: NewState = { start: { partner_id, currency: row.currency }, back: `${pathname}${search}` }
    return [
      {
        key: 'statement',
        label: 'Estado de cuenta de la semana',
        icon: <FileTextOutlined />,
        onSelect: () => void navigate(statementLink(partner_id, week)),
      },
      {
        key: 'movements',
        label: 'Ver los movimientos',
        icon: <UnorderedListOutlined />,
        onSelect: () => void navigate(movementsLink(partner_id, row.currency)),
      },
      ...(reports
        ? [
            {
              key: 'payment',
              label: 'Reportar un pago',
              icon: <DollarOutlined />,
              onSelect: () => void navigate(createUrl(payments.name), { state }),
            },
          ]
        : []),
      ...(actionOf ? [actionOf(row)] : []),
    ]
  }
  return { actionsOf, dialog }
}
