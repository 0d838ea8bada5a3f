/** The list of tickets, with the totals of everything it is a part of. */
import { useMemo } from 'react'
import { ticketReports } from '@contract/ticket-reports.ts'
import { useSession } from '@providers/session.ts'
import { useOpenTicket } from '@resources/tickets/ticket-panel.tsx'
import { DataTable } from '@/kit/table/data-table.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { ExportButton } from '@/kit/table/export.tsx'
import type { PeriodControl } from '@/kit/values/period.ts'
import { useUrlState } from '@/kit/page/url-state.ts'
import { consultColumns, consultTotalsRows } from './consult-columns.tsx'
import { ConsultFilterControls, noFilters, useActiveFilters } from './consult-filters.tsx'
import { consultFilterState, consultQuery } from './consult-state.ts'

export function ConsultTickets({ period, q }: { period: PeriodControl; q: string | undefined }) {
  const { zone } = useSession()
  const [state, set] = useUrlState(consultFilterState)
  const open = useOpenTicket()
  const query = useMemo(() => consultQuery(period.days, state, q), [period.days, state, q])
  const columns = useMemo(() => consultColumns(zone), [zone])
  return (
    <DataTable
      endpoint={ticketReports.consult}
      filters={query}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.serial}
      caption="Tickets"
      storageKey="ticket-consult"
      defaultSort="-sold_at"
      searchPlaceholder="Serial o taquilla"
      empty={
        <EmptyState
          title="Sin tickets en este período"
          text="Elija otro período, quite un filtro, o abra un ticket por su serial."
        />
      }
      onRowClick={(row) => open(row.serial)}
      totals={consultTotalsRows}
      toolbar={<ConsultFilterControls state={state} set={set} />}
      activeFilters={useActiveFilters({ state, set })}
      onClearFilters={() => set(noFilters)}
      tools={(asked) => {
        const { page: _page, per_page: _perPage, ...filtered } = asked
        return <ExportButton endpoint={ticketReports.consultExport} query={filtered} />
      }}
    />
  )
}
