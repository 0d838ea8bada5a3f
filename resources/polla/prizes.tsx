/** The winners: pay one by scanning its receipt, see who is still to come, and what the pots hold. */
import { DollarOutlined, EyeOutlined } from '@ant-design/icons'
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { polla, potLabels, type PollaPrize } from '@contract/polla.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { useSession } from '@providers/session.ts'
import type { Column } from '@/kit/table/columns.ts'
import { Filter } from '@/kit/table/toolbar.tsx'
import { DataTable } from '@/kit/table/data-table.tsx'
import { DateRange } from '@/kit/values/date-range.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Money } from '@/kit/values/money.tsx'
import { Page } from '@/kit/page/page.tsx'
import { usePeriod } from '@/kit/values/period.ts'
import { StatusTag, type Tone } from '@/kit/values/status-tag.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { Pots } from './pots.tsx'
import { ScanToPay, type Scanned } from './scan-to-pay.tsx'
import { TicketDrawer } from './ticket-drawer.tsx'
import { prizesView } from './views.ts'
import './polla.css'
import './tickets.css'

type State = PollaPrize['state']
const stateLabels: Record<State, string> = { por_pagar: 'Por pagar', pagado: 'Pagado', vencido: 'Vencido' }
const tones: Record<State, Tone> = { por_pagar: 'waiting', pagado: 'good', vencido: 'bad' }

function prizeColumns(zone: string, open: (serial: string) => void): Column<PollaPrize>[] {
  return [
    {
      key: 'serial',
      sortable: true,
      fixed: true,
      pinned: 'left',
      render: (row) => (
        <button type="button" className="polla-link" onClick={() => open(row.serial)}>
          {row.serial}
        </button>
      ),
    },
    { key: 'state', render: (row) => <StatusTag tone={tones[row.state]}>{stateLabels[row.state]}</StatusTag> },
    { key: 'day', sortable: true, descend_first: true, render: (row) => formatDay(row.day) },
    { key: 'product_name' },
    { key: 'pot', sortable: true, render: (row) => potLabels[row.pot] },
    { key: 'hits', align: 'right' },
    {
      key: 'amount',
      align: 'right',
      sortable: true,
      descend_first: true,
      render: (row) => <Money value={row.amount} currency={row.currency} clear />,
    },
    { key: 'office_name' },
    { key: 'agency_name', optional: true },
    { key: 'expires_on', sortable: true, render: (row) => formatDay(row.expires_on) },
    {
      key: 'paid_at',
      render: (row) =>
        row.paid_at === null ? <span className="sorteo-muted">—</span> : formatInstant(row.paid_at, zone),
    },
  ]
}

export default function PollaPrizes() {
  const { zone, currency } = useSession()
  const period = usePeriod('30d')
  const [view, set] = useUrlState(prizesView)
  /** The code of a receipt just scanned: it goes with the drawer, never into the address. */
  const [scanned, setScanned] = useState<Scanned | null>(null)
  const [focusAgain, setFocusAgain] = useState(0)
  const { state, ticket, jackpot, currency: chosen = currency } = view
  const filters = useMemo(() => ({ ...period.days, ...(state && { state }) }), [period.days, state])
  const open = (serial: string) => set({ ticket: serial }, { keep_page: true })
  const scan = (read: Scanned) => {
    setScanned(read)
    open(read.serial)
  }
  return (
    <Page title="Premios de la polla" period={<DateRange control={period} />}>
      <ScanToPay onScanned={scan} focusAgain={focusAgain} />
      <DataTable
        endpoint={polla.prizes}
        filters={filters}
        columns={prizeColumns(zone, open)}
        rowKey={(row) => row.id}
        rowName={(row) => `el ticket ${row.serial}`}
        caption="Ganadores de la polla"
        storageKey="polla-prizes"
        defaultSort="-day"
        searchPlaceholder="Buscar por serial"
        onRowClick={(row) => open(row.serial)}
        rowActions={(row) => [
          row.actions.includes('pay')
            ? { key: 'pay', label: 'Pagar', icon: <DollarOutlined />, onSelect: () => open(row.serial) }
            : { key: 'open', label: 'Ver ticket', icon: <EyeOutlined />, onSelect: () => open(row.serial) },
        ]}
        toolbar={
          <Filter label="Estado">
            <Select
              allowClear
              popupMatchSelectWidth={false}
              aria-label="Estado"
              placeholder="Estado"
              style={{ minWidth: 130 }}
              value={state ?? null}
              options={Object.entries(stateLabels).map(([value, label]) => ({ value, label }))}
              onChange={(value: State | null) => set({ state: value ?? undefined })}
            />
          </Filter>
        }
        activeFilters={
          state
            ? [{ key: 'state', label: `Estado: ${stateLabels[state]}`, onClear: () => set({ state: undefined }) }]
            : []
        }
        onClearFilters={() => set({ state: undefined })}
        empty={
          <EmptyState
            title="Sin ganadores en este período"
            text="Cuando una polla se liquide con ganadores de su taquilla, aparecerán aquí. Puede ampliar el período."
          />
        }
      />
      <Pots
        opened={jackpot}
        onOpen={(id) => set({ jackpot: id }, { keep_page: true })}
        currency={chosen}
        onCurrency={(next) => set({ currency: next === currency ? undefined : next }, { keep_page: true })}
      />
      <TicketDrawer
        serial={ticket}
        code={scanned?.serial === ticket ? scanned?.code : undefined}
        onClose={() => set({ ticket: undefined }, { keep_page: true })}
        onClosed={() => {
          setScanned(null)
          setFocusAgain((times) => times + 1)
        }}
      />
    </Page>
  )
}
