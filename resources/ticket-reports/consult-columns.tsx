/** Columns of the list of tickets and its totals, one row per currency. */
import type { Answer } from '@contract/endpoint.ts'
import type { ConsultRow, ticketReports } from '@contract/ticket-reports.ts'
import { formatDay, formatInstant } from '@contract/values/dates.ts'
import { formatCount, isZero } from '@contract/values/money.ts'
import { ApprovalTag, TicketStateTag } from '@resources/tickets/ticket-tags.tsx'
import { TicketLink } from '@resources/tickets/ticket-panel.tsx'
import type { Column } from '@/kit/table/columns.ts'
import type { TotalsRow } from '@/kit/table/grid.tsx'
import { Money } from '@/kit/values/money.tsx'
import { TotalLabel } from './total-label.tsx'

const nothing = <span className="sorteo-muted">—</span>

/** Annulled and returned tickets are listed and not added up: their total is struck. */
function Total({ row }: { row: ConsultRow }) {
  const out = row.state === 'anulado' || row.state === 'devuelto'
  return (
    <span className={out ? 'consult-out' : undefined}>
      <Money value={row.total} currency={row.currency} clear />
    </span>
  )
}

/** `zone` is the banca's. */
export function consultColumns(zone: string): Column<ConsultRow>[] {
  return [
    { key: 'serial', fixed: true, pinned: 'left', width: 122, render: (row) => <TicketLink serial={row.serial} /> },
    {
      key: 'sold_at',
      sortable: true,
      descend_first: true,
      width: 150,
      render: (row) => <time dateTime={row.sold_at}>{formatInstant(row.sold_at, zone)}</time>,
    },
    { key: 'agency_name', optional: true, width: 190 },
    { key: 'office_name', width: 190 },
    { key: 'seller_name', optional: true, width: 170 },
    { key: 'state', width: 126, render: (row) => <TicketStateTag state={row.state} /> },
    { key: 'lines', align: 'right', width: 84, render: (row) => formatCount(row.lines) },
    {
      key: 'total',
      sortable: true,
      descend_first: true,
      align: 'right',
      width: 150,
      render: (row) => <Total row={row} />,
    },
    {
      key: 'prize',
      sortable: true,
      descend_first: true,
      align: 'right',
      width: 150,
      render: (row) => (isZero(row.prize) ? nothing : <Money value={row.prize} currency={row.currency} clear />),
    },
    {
      key: 'paid_at',
      width: 150,
      align: 'right',
      render: (row) => (row.paid_at ? <time dateTime={row.paid_at}>{formatInstant(row.paid_at, zone)}</time> : nothing),
    },
    { key: 'expires_on', optional: true, width: 110, render: (row) => formatDay(row.expires_on) },
    {
      key: 'approval',
      optional: true,
      width: 130,
      render: (row) => (row.approval ? <ApprovalTag state={row.approval} /> : nothing),
    },
  ]
}

/** Totals of everything that is filtered, not of the page. */
export function consultTotalsRows(answer: Answer<typeof ticketReports.consult>): TotalsRow[] {
  return answer.totals.map(({ currency, tickets, sold, prizes, paid, annulled }) => {
    const money = (value: string) => <Money value={value} currency={currency} clear />
    return {
      key: currency,
      label: (
        <TotalLabel currency={currency} count={`${formatCount(tickets)} ${tickets === 1 ? 'ticket' : 'tickets'}`} />
      ),
      cells: {
        ...(!isZero(annulled) && {
          state: (
            <span className="consult-annulled" title="De tickets anulados y jugadas devueltas: no cuenta como venta">
              Anulado {money(annulled)}
            </span>
          ),
        }),
        total: money(sold),
        prize: money(prizes),
        paid_at: money(paid),
      },
    }
  })
}
