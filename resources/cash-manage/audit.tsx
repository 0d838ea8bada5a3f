/** Each day of each drawer: what it sold, whether it kept a register, what it sold outside its day, and what was missing. */
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { cashManage, type AuditedDrawer } from '@contract/cash-manage.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatDay } from '@contract/values/dates.ts'
import { NextStep } from '@/kit/page/next-step.tsx'
import { reportScreen } from '@/kit/screen/report-screen.tsx'
import { registerLink, soldThatDay } from './links.ts'

const amounts = (...keys: string[]) => keys.map((key) => ({ key, width: 132 }))
const hrefOf = ({ register_id, office_id, day, currency }: AuditedDrawer) =>
  register_id === null ? soldThatDay(office_id, day, currency) : registerLink(register_id)

/** A row opens its register; without one there is nothing but what was sold. */
function useParts() {
  const navigate = useNavigate()
  return { hrefOf, onRowClick: useCallback((row: AuditedDrawer) => void navigate(hrefOf(row)), [navigate]) }
}

export default reportScreen(cashManage.audit, {
  title: 'Auditoría de cajas',
  key: 'cash-audit',
  columns: [
    { key: 'office_name', fixed: true, width: 210 },
    { key: 'agency_name', width: 190, optional: true },
    { key: 'day', width: 110, align: 'left' },
    { key: 'kept', width: 124 },
    { key: 'currency', width: 84, render: ({ currency }) => currencyFacts[currency].clear_symbol },
    ...amounts('sold', 'counted', 'difference', 'early'),
    { key: 'late', width: 180 },
    { key: 'expected', width: 132, optional: true },
    { key: 'opened_at', optional: true, width: 150 },
    { key: 'sent_by', width: 150 },
    { key: 'sent_at', optional: true, width: 150 },
    { key: 'decided_by', optional: true, width: 150 },
    { key: 'observation', width: 200 },
  ],
  rowKey: (row) => `${row.day}:${row.office_id}:${row.currency}`,
  rowName: (row) => `${row.office_name}, ${formatDay(row.day)}`,
  links: { sold: ({ office_id, day, currency }) => soldThatDay(office_id, day, currency) },
  useParts,
  nothing: {
    title: 'Nada que revisar en este período',
    text: 'Aparece aquí cada día en que una taquilla vendió o abrió caja.',
    action: <NextStep screen="cash-registers">Ver las cajas</NextStep>,
  },
  print: true,
})
