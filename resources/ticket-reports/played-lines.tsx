/** The lines that play in a draw. Annulled and returned ones are listed and not added up. */
import { useMemo } from 'react'
import type { Answer } from '@contract/endpoint.ts'
import { ticketReports } from '@contract/ticket-reports.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { formatInstant } from '@contract/values/dates.ts'
import { formatCount, isZero } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import { multiplierText } from '@resources/tickets/ticket-lines.tsx'
import { TicketLink, useOpenTicket } from '@resources/tickets/ticket-panel.tsx'
import { LineStateTag } from '@resources/tickets/ticket-tags.tsx'
import type { Column } from '@/kit/table/columns.ts'
import type { TotalsRow } from '@/kit/table/grid.tsx'
import { DataTable } from '@/kit/table/data-table.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Filter, type ActiveFilter } from '@/kit/table/toolbar.tsx'
import { Money } from '@/kit/values/money.tsx'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import { usePartnerPath } from '@/kit/values/partner-tree.ts'
import { BetTypeSelect } from './bet-type-select.tsx'
import { BetNumber } from './bet-number.tsx'
import { playedQuery } from './played-query.ts'
import { TotalLabel } from './total-label.tsx'
import type { DrawPartProps } from './draw-view.tsx'

type Page = Answer<typeof ticketReports.played>
type Row = Page['data'][number]

function columnsOf(zone: string): Column<Row>[] {
  const right = { align: 'right', sortable: true, descend_first: true } as const
  return [
    {
      key: 'number',
      fixed: true,
      pinned: 'left',
      sortable: true,
      width: 150,
      render: (row) => <BetNumber number={row.number} symbol={row.symbol_name} />,
    },
    { key: 'bet_type_name', sortable: true, width: 170 },
    { key: 'serial', width: 130, render: (row) => <TicketLink serial={row.serial} /> },
    {
      key: 'sold_at',
      sortable: true,
      descend_first: true,
      width: 150,
      render: (row) => <time dateTime={row.sold_at}>{formatInstant(row.sold_at, zone)}</time>,
    },
    { key: 'agency_name', optional: true, width: 180 },
    { key: 'office_name', width: 180 },
    {
      key: 'stake',
      ...right,
      width: 130,
      render: (row) => (
        <span className={row.state === 'anulada' || row.state === 'devuelta' ? 'consult-out' : undefined}>
          <Money value={row.stake} currency={row.currency} clear />
        </span>
      ),
    },
    { key: 'multiplier', ...right, width: 120, render: (row) => `× ${multiplierText(row.multiplier)}` },
    {
      key: 'prize',
      ...right,
      width: 150,
      render: (row) =>
        isZero(row.prize) ? (
          <span className="sorteo-muted">—</span>
        ) : (
          <Money value={row.prize} currency={row.currency} clear />
        ),
    },
    { key: 'state', width: 130, render: (row) => <LineStateTag state={row.state} /> },
  ]
}

function totalsRows(answer: Page): TotalsRow[] {
  return answer.totals.map(({ currency, lines, sold, prizes }) => ({
    key: currency,
    label: <TotalLabel currency={currency} count={`${formatCount(lines)} ${lines === 1 ? 'jugada' : 'jugadas'}`} />,
    cells: {
      stake: <Money value={sold} currency={currency} clear />,
      prize: <Money value={prizes} currency={currency} clear />,
    },
  }))
}

export function PlayedLines({ draw, state, set }: DrawPartProps) {
  const { zone } = useSession()
  const open = useOpenTicket()
  const { partner_id, bet_type_id, currency } = state
  const filters = useMemo(
    () => playedQuery(draw.id, { partner_id, bet_type_id, currency }),
    [draw.id, partner_id, bet_type_id, currency],
  )
  const columns = useMemo(() => columnsOf(zone), [zone])
  return (
    <DataTable
      endpoint={ticketReports.played}
      filters={filters}
      columns={columns}
      rowKey={(row) => `${row.serial}:${row.bet_type_name}:${row.number}`}
      rowName={(row) => `${row.number} de ${row.serial}`}
      caption={`Jugadas de ${draw.product_name}`}
      storageKey="tickets-played"
      defaultSort="-stake"
      searchPlaceholder="Número o serial"
      empty={<EmptyState title="Nadie ha jugado este sorteo" text="Elija otro sorteo o quite un filtro." />}
      onRowClick={(row) => open(row.serial)}
      totals={totalsRows}
      toolbar={
        <>
          <Filter label="Socio">
            <PartnerSelect value={partner_id} onChange={(id) => set({ partner_id: id })} />
          </Filter>
          <Filter label="Jugada">
            <BetTypeSelect
              product_id={draw.product_id}
              value={bet_type_id}
              onChange={(id) => set({ bet_type_id: id })}
            />
          </Filter>
        </>
      }
      activeFilters={useActive({ state, set })}
      onClearFilters={() => set({ partner_id: undefined, bet_type_id: undefined, currency: undefined })}
    />
  )
}

function useActive({ state, set }: Omit<DrawPartProps, 'draw'>): ActiveFilter[] {
  const partner = usePartnerPath(state.partner_id).at(-1)?.name
  return [
    ...(state.partner_id === undefined
      ? []
      : [{ key: 'partner', label: `Socio: ${partner ?? '…'}`, onClear: () => set({ partner_id: undefined }) }]),
    ...(state.bet_type_id === undefined
      ? []
      : [{ key: 'bet', label: 'Una sola jugada', onClear: () => set({ bet_type_id: undefined }) }]),
    ...(state.currency === undefined
      ? []
      : [
          {
            key: 'currency',
            label: `Moneda: ${currencyFacts[state.currency].name}`,
            onClear: () => set({ currency: undefined }),
          },
        ]),
  ]
}
