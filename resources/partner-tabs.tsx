/** What the page of an affiliate shows of it beside its own data and what it sold: its tickets, its offices, its people, its rates, and who changed what. */
import { Alert } from 'antd'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { auditLog, operationText, type AuditRow } from '@contract/audit-log.ts'
import { rules } from '@contract/access/rules.ts'
import { commissions } from '@contract/commissions.ts'
import { screenLink } from '@contract/links.ts'
import { ticketOffices } from '@contract/ticket-offices.ts'
import { ticketReports } from '@contract/ticket-reports.ts'
import { users } from '@contract/users.ts'
import { useRecord } from '@providers/queries.ts'
import { useCan } from '@providers/session.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { DateRange } from '@/kit/values/date-range.tsx'
import { usePeriod } from '@/kit/values/period.ts'
import { PartnerSheet } from './commissions/partner.tsx'
import { TicketLink, TicketPanel, useOpenTicket } from './tickets/ticket-panel.tsx'

interface Of {
  id: number
}

const nothingFound = { text: 'Elija otro período o quite un filtro.' }

export function PartnerTickets({ id }: Of) {
  const period = usePeriod('hoy')
  const open = useOpenTicket()
  const fixed = useMemo(() => ({ partner_id: id, ...period.days }), [id, period.days])
  return (
    <Stack gap="sm">
      <div>
        <DateRange control={period} />
      </div>
      <ListTable
        list={ticketReports.consult}
        columns={[
          { key: 'serial', fixed: true, width: 122, render: (row) => <TicketLink serial={row.serial} /> },
          { key: 'sold_at', align: 'left', width: 150 },
          { key: 'office_name', width: 190 },
          { key: 'seller_name', width: 170 },
          { key: 'state', width: 126 },
          { key: 'total', width: 140 },
          { key: 'prize', width: 140 },
        ]}
        fixed={fixed as never}
        elsewhere={['partner_id', 'draw_id', 'seller_id', 'serial']}
        rowKey={(row) => row.serial}
        rowName={(row) => row.serial}
        onRowClick={(row) => open(row.serial)}
        storageKey="partner-tickets"
        empty={<EmptyState title="Sin tickets en estos días" {...nothingFound} />}
      />
      <TicketPanel />
    </Stack>
  )
}

export function PartnerOffices({ id }: Of) {
  const navigate = useNavigate()
  const fixed = useMemo(() => ({ partner_id: id }), [id])
  const hrefOf = (row: Of) => `${screenLink('ticket-offices')}/${row.id}`
  return (
    <ListTable
      list={ticketOffices.list}
      columns={[
        { key: 'name', fixed: true },
        'code',
        'live',
        'status',
        'last_sale_at',
        { key: 'sold_today', align: 'right' },
        'users',
        'pending_command',
      ]}
      fixed={fixed}
      rowName={(row) => row.name}
      hrefOf={hrefOf}
      onRowClick={(row) => void navigate(hrefOf(row))}
      storageKey="partner-offices"
      empty={<EmptyState title="No tiene taquillas" text="Se crean en Taquillas, colgando de esta agencia." />}
    />
  )
}

export function PartnerUsers({ id }: Of) {
  const navigate = useNavigate()
  const fixed = useMemo(() => ({ partner_id: id }), [id])
  const hrefOf = (row: Of) => `${screenLink('users')}/${row.id}`
  return (
    <ListTable
      list={users.list}
      columns={[
        { key: 'username', fixed: true },
        'name',
        'role',
        'partner_name',
        'status',
        'last_sign_in_at',
        'sessions',
      ]}
      fixed={fixed}
      rowName={(row) => row.name}
      hrefOf={hrefOf}
      onRowClick={(row) => void navigate(hrefOf(row))}
      storageKey="partner-users"
      empty={<EmptyState title="No tiene usuarios" text="Se crean en Usuarios: su rol dice en qué afiliado están." />}
    />
  )
}

export function PartnerRates({ id }: Of) {
  const sheet = useRecord(commissions, id)
  const readOnly = !useCan(rules.registryWrite)
  if (sheet.data) return <PartnerSheet key={id} sheet={sheet.data} readOnly={readOnly} />
  if (sheet.isError) return <ProblemView error={sheet.error} onRetry={() => void sheet.refetch()} />
  return <ListSkeleton rows={10} />
}

const told = (row: AuditRow) => operationText(row.action)

export function PartnerChanges({ id }: Of) {
  const period = usePeriod('mes')
  const navigate = useNavigate()
  const reads = useCan(auditLog.list.access)
  const fixed = useMemo(() => ({ partner_id: id, ...period.days }), [id, period.days])
  if (!reads) return <Alert type="info" showIcon message="La bitácora la lee la administración de la banca." />
  return (
    <Stack gap="sm">
      <div>
        <DateRange control={period} />
      </div>
      <ListTable
        list={auditLog.list}
        columns={[{ key: 'at', fixed: true }, 'username', 'role', 'action', 'reason', 'ip']}
        fixed={fixed as never}
        elsewhere={['user_id', 'role', 'entity', 'action', 'partner_id']}
        rowName={told}
        onRowClick={() => void navigate(screenLink('logs-reports', { partner_id: id, ...period.days }))}
        storageKey="partner-changes"
        empty={<EmptyState title="Nadie cambió nada en estos días" {...nothingFound} />}
      />
    </Stack>
  )
}
