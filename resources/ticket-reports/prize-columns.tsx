/** Columns of the detailed prizes and their totals, one row per currency. */
import type { Answer } from '@contract/endpoint.ts'
import { prizeStateLabels, type PrizeRow, type PrizeState, type ticketReports } from '@contract/ticket-reports.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { TicketLink } from '@resources/tickets/ticket-panel.tsx'
import type { Column } from '@/kit/table/columns.ts'
import type { TotalsRow } from '@/kit/table/grid.tsx'
import { Money } from '@/kit/values/money.tsx'
import { StatusTag, type Tone } from '@/kit/values/status-tag.tsx'
import { BetNumber } from './bet-number.tsx'
import { TotalLabel } from './total-label.tsx'

const tones: Record<PrizeState, Tone> = { por_pagar: 'waiting', pagado: 'good', vencido: 'bad', pendiente: 'neutral' }
const nothing = <span className="sorteo-muted">—</span>

/** `zone` is the banca's. */
export function prizeColumns(zone: string): Column<PrizeRow>[] {
  const instant = (value: string) => <time dateTime={value}>{formatInstant(value, zone)}</time>
  return [
    {
      key: 'serial',
      fixed: true,
      pinned: 'left',
      sortable: true,
      width: 122,
      render: (row) => <TicketLink serial={row.serial} />,
    },
    {
      key: 'scheduled_at',
      sortable: true,
      descend_first: true,
      width: 150,
      render: (row) => instant(row.scheduled_at),
    },
    { key: 'product_name', width: 134 },
    { key: 'number', width: 136, render: (row) => <BetNumber number={row.number} symbol={row.symbol_name} /> },
    { key: 'bet_type_name', width: 104 },
    {
      key: 'stake',
      align: 'right',
      width: 110,
      render: (row) => <Money value={row.stake} currency={row.currency} clear />,
    },
    {
      key: 'prize',
      sortable: true,
      descend_first: true,
      align: 'right',
      width: 140,
      render: (row) => (
        <strong>
          <Money value={row.prize} currency={row.currency} clear />
        </strong>
      ),
    },
    {
      key: 'state',
      sortable: true,
      width: 140,
      render: (row) => <StatusTag tone={tones[row.state]}>{prizeStateLabels[row.state]}</StatusTag>,
    },
    { key: 'office_name', width: 190 },
    { key: 'agency_name', optional: true, width: 180 },
    {
      key: 'sold_at',
      sortable: true,
      descend_first: true,
      optional: true,
      width: 150,
      render: (row) => instant(row.sold_at),
    },
    { key: 'expires_on', sortable: true, width: 110, render: (row) => formatDay(row.expires_on) },
    {
      key: 'paid_at',
      sortable: true,
      descend_first: true,
      width: 150,
      align: 'right',
      render: (row) => (row.paid_at ? instant(row.paid_at) : nothing),
    },
    { key: 'paid_office_name', optional: true, width: 180 },
  ]
}

/** Totals of everything that is filtered, not of the page. */
export function prizeTotalsRows(answer: Answer<typeof ticketReports.detailedPrize>): TotalsRow[] {
  return answer.totals.map(({ currency, prizes, awarded }) => ({
    key: currency,
    label: <TotalLabel currency={currency} count={`${formatCount(prizes)} ${prizes === 1 ? 'premio' : 'premios'}`} />,
    cells: { prize: <Money value={awarded} currency={currency} clear /> },
  }))
}
