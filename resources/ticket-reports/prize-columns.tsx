/** Columns of the detailed prizes and their totals, one row per currency. */
import type { Answer } from '@contract/endpoint.ts'
import { prizeStateLabels, type PrizeRow, type PrizeState, type ticketReports } from '@contract/ticket-reports.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { TicketLink } from '@resources/tickets/ticket-panel.tsx'
import type { Column } from '@/kit/columns.ts'
import type { TotalsRow } from '@/kit/data-table-grid.tsx'
import { Money } from '@/kit/money.tsx'
import { StatusTag, type Tone } from '@/kit/status-tag.tsx'
import { BetNumber } from './bet-number.tsx'

const tones: Record<PrizeState, Tone> = { por_pagar: 'waiting', pagado: 'good', vencido: 'bad', pendiente: 'neutral' }
const nothing = <span className="sorteo-muted">—</span>

/** `zone` is the banca's. */
export function prizeColumns(zone: string): Column<PrizeRow>[] {
  const instant = (value: string) => <time dateTime={value}>{formatInstant(value, zone)}</time>
  return [
    { key: 'serial', fixed: true, pinned: 'left', sortable: true, width: 130, render: (row) => <TicketLink serial={row.serial} /> },
    { key: 'scheduled_at', sortable: true, descend_first: true, width: 150, render: (row) => instant(row.scheduled_at) },
    { key: 'product_name', width: 160 },
    { key: 'bet_type_name', width: 120 },
    { key: 'number', width: 150, render: (row) => <BetNumber number={row.number} symbol={row.symbol_name} /> },
    { key: 'agency_name', width: 180 },
    { key: 'office_name', width: 180 },
    { key: 'sold_at', sortable: true, descend_first: true, optional: true, width: 150, render: (row) => instant(row.sold_at) },
    { key: 'stake', align: 'right', width: 130, render: (row) => <Money value={row.stake} currency={row.currency} clear /> },
    { key: 'prize', sortable: true, descend_first: true, align: 'right', width: 160, render: (row) => <strong><Money value={row.prize} currency={row.currency} clear /></strong> },
    { key: 'state', sortable: true, width: 150, render: (row) => <StatusTag tone={tones[row.state]}>{prizeStateLabels[row.state]}</StatusTag> },
    { key: 'expires_on', sortable: true, width: 110, render: (row) => formatDay(row.expires_on) },
    { key: 'paid_at', sortable: true, descend_first: true, width: 150, align: 'right', render: (row) => (row.paid_at ? instant(row.paid_at) : nothing) },
    { key: 'paid_office_name', optional: true, width: 180 },
  ]
}

/** Totals of everything that is filtered, not of the page. */
export function prizeTotalsRows(answer: Answer<typeof ticketReports.detailedPrize>): TotalsRow[] {
  return answer.totals.map(({ currency, prizes, awarded }) => ({
    key: currency,
    label: `Total ${currencyFacts[currency].clear_symbol}`,
    cells: { scheduled_at: `${formatCount(prizes)} ${prizes === 1 ? 'premio' : 'premios'}`, prize: <Money value={awarded} currency={currency} clear /> },
  }))
}
