/** What the page of an affiliate shows of it beside its own data and what it sold: its tickets, its offices, its people, its rates. */
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, type ReactNode } from 'react'
import { useNavigation } from '@refinedev/core'
import { Link, useLocation, useNavigate } from 'react-router'
import { agencies } from '@contract/agencies.ts'
import { firstRole, rules } from '@contract/access/rules.ts'
import { commissions } from '@contract/commissions.ts'
import { screenLink } from '@contract/links.ts'
import type { PartnerType } from '@contract/partners.ts'
import { ticketOffices } from '@contract/ticket-offices.ts'
import { ticketReports } from '@contract/ticket-reports.ts'
import { users } from '@contract/users.ts'
import { useRecord } from '@providers/queries.ts'
import { useCan } from '@providers/session.ts'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { Stack } from '@/kit/page/stack.tsx'
import type { Values } from '@/kit/form/state.ts'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { newText, type NewState } from '@/kit/screen/registry.ts'
import { usePhone } from '@/kit/table/phone.ts'
import { DateRange } from '@/kit/values/date-range.tsx'
import { usePeriod } from '@/kit/values/period.ts'
import { PartnerSheet } from '../commissions/partner.tsx'
import { TicketLink, TicketPanel, useOpenTicket } from '../tickets/ticket-panel.tsx'

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
          { key: 'client', optional: true, width: 220 },
        ]}
        fixed={fixed as never}
        elsewhere={['partner_id', 'draw_id', 'seller_id', 'serial']}
        rowKey={(row) => row.serial}
        rowName={(row) => row.serial}
        onRowClick={(row) => open(row.serial)}
        storageKey="partner-tickets"
        empty={{ title: 'Sin tickets en estos días', ...nothingFound }}
      />
      <TicketPanel />
    </Stack>
  )
}

/** The button that makes one under the affiliate, and leads back to its page. */
function NewHere({ entity, start, ...said }: { entity: Made; start: Values; one: string; feminine?: true }) {
  const { createUrl } = useNavigation()
  const { pathname } = useLocation()
  const state: NewState = { start, back: pathname }
  return useCan(entity.create.access) ? (
    <Link to={createUrl(entity.name)} state={state}>
      <Button icon={<PlusOutlined aria-hidden="true" />}>{newText(said)}</Button>
    </Link>
  ) : null
}

/** On a phone the controls of a list are folded away: there the button stands over it. */
function ListHere({ here, list }: { here: ReactNode; list: (more: ReactNode) => ReactNode }) {
  const phone = usePhone()
  return (
    <Stack gap="sm">
      {phone && <div>{here}</div>}
      {list(phone ? undefined : here)}
    </Stack>
  )
}
type Made = typeof agencies | typeof ticketOffices | typeof users

export function PartnerAgencies({ id }: Of) {
  const navigate = useNavigate()
  const fixed = useMemo(() => ({ partner_id: id }), [id])
  const hrefOf = (row: Of) => `${screenLink('agencies')}/${row.id}`
  return (
    <ListHere
      here={<NewHere entity={agencies} start={{ father_id: id }} one="agencia" feminine />}
      list={(more) => (
        <ListTable
          list={agencies.list}
          columns={[
            { key: 'name', fixed: true },
            'code',
            'father_name',
            'status',
            { key: 'debt', align: 'right', width: 310 },
            'offices',
            'last_sale_at',
          ]}
          fixed={fixed}
          rowName={(row) => row.name}
          hrefOf={hrefOf}
          onRowClick={(row) => void navigate(hrefOf(row))}
          storageKey="partner-agencies"
          more={more}
          empty={{ title: 'No tiene agencias', text: 'Cree la primera: hereda la configuración del distribuidor.' }}
        />
      )}
    />
  )
}

export function PartnerOffices({ id }: Of) {
  const navigate = useNavigate()
  const fixed = useMemo(() => ({ partner_id: id }), [id])
  const hrefOf = (row: Of) => `${screenLink('ticket-offices')}/${row.id}`
  return (
    <ListHere
      here={<NewHere entity={ticketOffices} start={{ father_id: id }} one="taquilla" feminine />}
      list={(more) => (
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
          more={more}
          empty={{ title: 'No tiene taquillas', text: 'Cree la primera: hereda lugar y configuración de la agencia.' }}
        />
      )}
    />
  )
}

export const AgencyUsers = (of: Of) => <PartnerUsers {...of} type="agencia" />
export const DistributorUsers = (of: Of) => <PartnerUsers {...of} type="distribuidor" />

function PartnerUsers({ id, type }: Of & { type: PartnerType }) {
  const navigate = useNavigate()
  const fixed = useMemo(() => ({ partner_id: id }), [id])
  const hrefOf = (row: Of) => `${screenLink('users')}/${row.id}`
  return (
    <ListHere
      here={<NewHere entity={users} start={{ partner_id: id, role: firstRole[type] }} one="usuario" />}
      list={(more) => (
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
          more={more}
          empty={{ title: 'No tiene usuarios', text: 'Cree el primero: recibe una contraseña de un solo uso.' }}
        />
      )}
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
