/** The largest tickets, and who sold last. */
import { Segmented } from 'antd'
import type { Currency } from '@contract/values/currency.ts'
import { formatInstant, inZone } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { ticketStateLabels } from '@contract/tickets.ts'
import { kpis } from '@contract/kpis.ts'
import { useTellRows } from '@/kit/table/shown-rows.ts'
import { TicketLink } from '@resources/tickets/ticket-panel.tsx'
import { Money } from '@/kit/values/money.tsx'
import type { DashboardCalls } from './dashboard-calls.ts'
import type { DashboardState } from './dashboard-filters.ts'
import { NoSales } from './no-sales.tsx'
import { distinctNames } from '@/kit/chart/names.ts'
import { RankedPanel } from '@/kit/chart/ranked-panel.tsx'

/** `14:05` on the day on screen, with its date on any other. */
function when(instant: string, zone: string, today: string): string {
  const at = inZone(new Date(instant), zone)
  return at.day === today ? at.time.slice(0, 5) : formatInstant(instant, zone)
}

/** An office that bears its agency's name says it once. */
function officePlace(agency: string, office: string): string {
  return office.startsWith(agency) ? office : `${agency} · ${office}`
}

interface TopTicketsProps {
  call: DashboardCalls['tickets']
  currency: Currency
  zone: string
  today: string
  by: DashboardState['tickets_by']
  onBy: (by: DashboardState['tickets_by']) => void
}

export function TopTickets({ call, currency, zone, today, by, onBy }: TopTicketsProps) {
  const rows = call.data?.data ?? []
  const agencies = distinctNames(rows.map((row) => row.agency_name))
  const offices = distinctNames(rows.map((row) => row.office_name))
  // All of them are one page: a ticket opened from here goes on to the next of them.
  const all = { page: 1, per_page: rows.length, total: rows.length, fresh: true, toPage: () => {} }
  useTellRows(kpis.topTickets, rows, all)
  const amounts = by === 'total' ? 'Monto' : 'Premio posible'
  return (
    <RankedPanel
      title="Mayores tickets"
      actions={
        <Segmented
          size="small"
          aria-label="Ordenar los tickets por"
          value={by}
          options={[
            { value: 'total', label: 'Monto' },
            { value: 'potential', label: 'Premio posible' },
          ]}
          onChange={(chosen) => onBy(chosen === 'potential' ? 'potential' : 'total')}
        />
      }
      query={call}
      empty={<NoSales />}
      caption={`Tickets de mayor ${amounts.toLowerCase()}`}
      columns={[{ title: 'Ticket' }, { title: 'Estado', wide: true }, { title: amounts }]}
      rows={rows.map((row, at) => ({
        key: row.id,
        name: <TicketLink serial={row.serial} />,
        place: `${officePlace(agencies[at]!, offices[at]!)} · ${when(row.sold_at, zone, today)}`,
        cells: [
          ticketStateLabels[row.state],
          <Money key="amount" value={by === 'total' ? row.total : row.potential} currency={currency} />,
        ],
      }))}
    />
  )
}

interface LatestPartnersProps {
  call: DashboardCalls['latest']
  currency: Currency
  zone: string
  today: string
  onChoose: (id: number) => void
}

export function LatestPartners({ call, currency, zone, today, onChoose }: LatestPartnersProps) {
  const rows = call.data?.data ?? []
  const short = distinctNames(rows.map((row) => row.name))
  const fathers = distinctNames(rows.map((row) => row.father_name ?? ''))
  return (
    <RankedPanel
      title="Últimas agencias en vender"
      query={call}
      empty={<NoSales />}
      caption="Agencias por su última venta"
      columns={[{ title: 'Agencia' }, { title: 'Tickets', wide: true }, { title: 'Última venta' }, { title: 'Ventas' }]}
      rows={rows.map((row, at) => ({
        key: String(row.partner_id),
        name: (
          <button
            type="button"
            className="quiet-link"
            title={`Ver solo ${row.name}`}
            aria-label={row.name}
            onClick={() => onChoose(row.partner_id)}
          >
            {short[at]}
          </button>
        ),
        place: fathers[at],
        cells: [
          formatCount(row.tickets),
          when(row.last_sale_at, zone, today),
          <Money key="sold" value={row.sold} currency={currency} />,
        ],
      }))}
    />
  )
}
