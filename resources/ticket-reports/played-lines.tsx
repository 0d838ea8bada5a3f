/** The lines that play in a draw. Annulled and returned ones are listed and not added up. */
import { useMemo } from 'react'
import { ticketReports, type PlayedRow } from '@contract/ticket-reports.ts'
import { multiplierText } from '@contract/tickets.ts'
import { TicketLink, useOpenTicket } from '@resources/tickets/ticket-panel.tsx'
import type { ColumnSpec } from '@/kit/screen/columns.tsx'
import { ListTable, type ListTableProps, type SumsSpec } from '@/kit/screen/list-table.tsx'
import { BetNumber } from './bet-number.tsx'
import { CountedMoney } from './counted-money.tsx'
import type { DrawPartProps } from './draw-view.tsx'

const columns: readonly ColumnSpec<PlayedRow>[] = [
  {
    key: 'number',
    fixed: true,
    width: 150,
    render: (row) => <BetNumber number={row.number} symbol={row.symbol_name} />,
  },
  { key: 'bet_type_name', width: 170 },
  { key: 'serial', width: 130, render: (row) => <TicketLink serial={row.serial} /> },
  { key: 'sold_at', align: 'left', width: 150 },
  { key: 'agency_name', optional: true, width: 180 },
  { key: 'office_name', width: 180 },
  { key: 'stake', width: 130, render: (row) => <CountedMoney {...row} value={row.stake} /> },
  { key: 'multiplier', width: 120, align: 'right', render: (row) => `× ${multiplierText(row.multiplier)}` },
  { key: 'prize', width: 150 },
  { key: 'state', width: 130 },
]

const sums: SumsSpec<typeof ticketReports.played> = {
  below: { stake: 'sold', prize: 'prizes' },
  count: { of: 'lines', one: 'jugada', many: 'jugadas' },
}

const elsewhere = ['currency'] as const

interface PlayedLinesProps extends Pick<DrawPartProps, 'draw'> {
  printed: Pick<ListTableProps<typeof ticketReports.played>, 'paper' | 'onQuery'>
}

export function PlayedLines({ draw: { id: draw_id, product_id }, printed }: PlayedLinesProps) {
  const open = useOpenTicket()
  const fixed = useMemo(() => ({ draw_id }), [draw_id])
  const within = useMemo(() => ({ product_id }), [product_id])
  return (
    <ListTable
      list={ticketReports.played}
      columns={columns}
      rowKey={(row) => `${row.serial}:${row.bet_type_name}:${row.number}`}
      rowName={(row) => `${row.number} de ${row.serial}`}
      storageKey="tickets-played"
      fixed={fixed}
      within={within}
      elsewhere={elsewhere}
      empty={{ title: 'Nadie ha jugado este sorteo', text: 'Elija otro sorteo o quite un filtro.' }}
      onRowClick={(row) => open(row.serial)}
      sums={sums}
      {...printed}
    />
  )
}
