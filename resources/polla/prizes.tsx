/** The winners: pay one by scanning its receipt, see who is still to come, and what the pots hold. */
import { DollarOutlined, EyeOutlined } from '@ant-design/icons'
import { useCallback, useMemo, useState } from 'react'
import { polla, type PollaPrize } from '@contract/polla.ts'
import { useSession } from '@providers/session.ts'
import { Page } from '@/kit/page/page.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import type { ColumnSpec } from '@/kit/screen/columns.tsx'
import { ListTable } from '@/kit/screen/list-table.tsx'
import { DateRange } from '@/kit/values/date-range.tsx'
import { usePeriod } from '@/kit/values/period.ts'
import { Pots } from './pots.tsx'
import type { Scanned } from '@/kit/counter/scan.ts'
import { ScanToPay } from './scan-to-pay.tsx'
import { PollaTicketDrawer } from './ticket-drawer.tsx'
import { prizesView } from './views.ts'
import './polla.css'

function prizeColumns(open: (serial: string) => void): ColumnSpec<PollaPrize>[] {
  return [
    {
      key: 'serial',
      fixed: true,
      render: (row) => (
        <button type="button" className="quiet-link strong informs" onClick={() => open(row.serial)}>
          {row.serial}
        </button>
      ),
    },
    'state',
    'day',
    'product_name',
    'pot',
    'hits',
    'amount',
    'office_name',
    { key: 'agency_name', optional: true },
    'expires_on',
    { key: 'paid_at', align: 'left' },
  ]
}

const fixed = { round_id: undefined }

export default function PollaPrizes() {
  const { currency } = useSession()
  const period = usePeriod(polla.prizes.list.period?.preset)
  const [view, set] = useUrlState(prizesView)
  /** The code of a receipt just scanned: it goes with the drawer, never into the address. */
  const [scanned, setScanned] = useState<Scanned | null>(null)
  const [focusAgain, setFocusAgain] = useState(0)
  const { ticket, jackpot, currency: chosen = currency } = view
  const open = useCallback((serial: string) => set({ ticket: serial }, { keep_page: true }), [set])
  const columns = useMemo(() => prizeColumns(open), [open])
  const scan = (read: Scanned) => {
    setScanned(read)
    open(read.serial)
  }
  return (
    <Page title="Premios de la polla" period={<DateRange control={period} />}>
      <ScanToPay onScanned={scan} focusAgain={focusAgain} />
      <ListTable
        list={polla.prizes}
        columns={columns}
        fixed={fixed}
        rowName={(row) => `el ticket ${row.serial}`}
        storageKey="polla-prizes"
        onRowClick={(row) => open(row.serial)}
        rowActions={(row) => [
          row.actions.includes('pay')
            ? { key: 'pay', label: 'Pagar', icon: <DollarOutlined />, onSelect: () => open(row.serial) }
            : { key: 'open', label: 'Ver ticket', icon: <EyeOutlined />, onSelect: () => open(row.serial) },
        ]}
        empty={{
          title: 'Sin ganadores en este período',
          text: 'Cuando una polla se liquide con ganadores de su taquilla, aparecerán aquí. Puede ampliar el período.',
        }}
      />
      <Pots
        opened={jackpot}
        onOpen={(id) => set({ jackpot: id }, { keep_page: true })}
        currency={chosen}
        onCurrency={(next) => set({ currency: next === currency ? undefined : next }, { keep_page: true })}
      />
      <PollaTicketDrawer
        serial={ticket}
        code={scanned?.serial === ticket ? scanned?.code : undefined}
        onOpen={(serial) => set({ ticket: serial }, { keep_page: true, replace: true })}
        onClose={() => set({ ticket: undefined }, { keep_page: true })}
        onClosed={() => {
          setScanned(null)
          setFocusAgain((times) => times + 1)
        }}
      />
    </Page>
  )
}
