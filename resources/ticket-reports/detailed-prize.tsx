/** Prizes by the day of their draw, line by line: awarded, paid, still to pay, expired. */
import { ticketReports, type PrizeRow } from '@contract/ticket-reports.ts'
import { TicketLink, TicketPanel, useOpenTicket } from '@resources/tickets/ticket-panel.tsx'
import type { ReportView } from '@/kit/screen/report-rows.tsx'
import { reportScreen } from '@/kit/screen/report-screen.tsx'
import { Money } from '@/kit/values/money.tsx'
import { BetNumber } from './bet-number.tsx'
import { PrizeCards } from './prize-cards.tsx'
import './ticket-reports.css'

function useParts({ query, state }: ReportView<typeof ticketReports.detailedPrize>) {
  const open = useOpenTicket()
  return {
    above: <PrizeCards query={query} set={state.set} />,
    onRowClick: (row: PrizeRow) => open(row.serial),
  }
}

export default reportScreen(ticketReports.detailedPrize, {
  title: 'Premios detallados',
  key: 'detailed-prize',
  print: true,
  columns: [
    { key: 'serial', fixed: true, width: 122, render: (row) => <TicketLink serial={row.serial} /> },
    { key: 'scheduled_at', align: 'left', width: 150 },
    { key: 'product_name', width: 134 },
    { key: 'number', width: 136, render: (row) => <BetNumber number={row.number} symbol={row.symbol_name} /> },
    { key: 'bet_type_name', width: 104 },
    { key: 'stake', width: 110 },
    {
      key: 'prize',
      width: 140,
      render: (row) => (
        <strong>
          <Money value={row.prize} currency={row.currency} clear />
        </strong>
      ),
    },
    { key: 'state', width: 140 },
    { key: 'office_name', width: 190 },
    { key: 'agency_name', optional: true, width: 180 },
    { key: 'sold_at', optional: true, align: 'left', width: 150 },
    { key: 'expires_on', width: 110 },
    { key: 'paid_at', width: 150 },
    { key: 'paid_office_name', optional: true, width: 180 },
    { key: 'paid_to', width: 220 },
  ],
  rowName: (row) => row.serial,
  sums: { below: { prize: 'awarded' }, count: { of: 'prizes', one: 'premio', many: 'premios' } },
  elsewhere: ['draw_id'],
  nothing: {
    title: 'Sin premios en estos días',
    text: 'Cuentan el día de su sorteo. Elija otro período o quite un filtro.',
  },
  below: <TicketPanel />,
  useParts,
})
