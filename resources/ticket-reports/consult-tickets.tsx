/** The list of tickets, with the totals of everything it is a part of. */
import { useMemo } from 'react'
import { ticketReports, type ConsultRow } from '@contract/ticket-reports.ts'
import { isZero } from '@contract/values/money.ts'
import { readSerial } from '@resources/tickets/serial.ts'
import { TicketLink, useOpenTicket } from '@resources/tickets/ticket-panel.tsx'
import type { ColumnSpec } from '@/kit/screen/columns.tsx'
import { ListTable, type ListTableProps, type SumsSpec } from '@/kit/screen/list-table.tsx'
import { Money } from '@/kit/values/money.tsx'
import { CountedMoney } from './counted-money.tsx'

const columns: readonly ColumnSpec<ConsultRow>[] = [
  { key: 'serial', fixed: true, width: 122, render: (row) => <TicketLink serial={row.serial} /> },
  { key: 'sold_at', align: 'left', width: 150 },
  { key: 'agency_name', optional: true, width: 190 },
  { key: 'office_name', width: 190 },
  { key: 'seller_name', optional: true, width: 170 },
  { key: 'state', width: 126 },
  { key: 'lines', width: 84 },
  { key: 'total', width: 150, render: (row) => <CountedMoney {...row} value={row.total} /> },
  { key: 'prize', width: 150 },
  { key: 'refund_due', optional: true, width: 150 },
  { key: 'paid_at', width: 150 },
  { key: 'client', width: 220 },
  { key: 'expires_on', optional: true, width: 110 },
  { key: 'approval', optional: true, width: 130 },
]

const sums: SumsSpec<typeof ticketReports.consult> = {
  below: { total: 'sold', prize: 'prizes', refund_due: 'refund_due', paid_at: 'paid' },
  count: { of: 'tickets', one: 'ticket', many: 'tickets' },
  more: ({ annulled, returned, refund_due, currency }) => {
    const out = [
      { name: 'Anulado', value: annulled, title: 'De tickets anulados: no cuenta como venta' },
      { name: 'Devuelto', value: returned, title: 'De sorteos suspendidos: no cuenta como venta' },
      { name: 'Por devolver', value: refund_due, title: 'De lo devuelto o anulado, lo que aún no se entregó' },
    ].filter(({ value }) => !isZero(value))
    return out.length === 0
      ? {}
      : {
          state: out.map(({ name, value, title }) => (
            <div key={name} className="note" title={title}>
              {name} <Money value={value} currency={currency} clear />
            </div>
          )),
        }
  },
}

const elsewhere = ['currency', 'draw_id', 'seller_id', 'serial'] as const

interface ConsultTicketsProps {
  q: string | undefined
  printed: Pick<ListTableProps<typeof ticketReports.consult>, 'paper' | 'onQuery'>
}

/** A whole serial in the search box knows its day: the period does not limit it then. */
export function ConsultTickets({ q, printed }: ConsultTicketsProps) {
  const open = useOpenTicket()
  const serial = q === undefined ? undefined : readSerial(q)?.serial
  const fixed = useMemo(() => (serial ? { serial, from: undefined, to: undefined } : {}), [serial])
  return (
    <ListTable
      list={ticketReports.consult}
      columns={columns}
      rowName={(row) => row.serial}
      storageKey="ticket-consult"
      fixed={fixed}
      elsewhere={elsewhere}
      empty={{
        title: 'Sin tickets en este período',
        text: 'Elija otro período, quite un filtro, o abra un ticket por su serial.',
      }}
      onRowClick={(row) => open(row.serial)}
      sums={sums}
      {...printed}
    />
  )
}
