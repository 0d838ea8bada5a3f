/** Prizes by the day of their draw, line by line: awarded, paid, still to pay, expired. */
import { Select } from 'antd'
import { useMemo } from 'react'
import { general } from '@contract/general.ts'
import { prizeStateLabels, prizeStates, ticketReports } from '@contract/ticket-reports.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { TicketPanel, useOpenTicket } from '@resources/tickets/ticket-panel.tsx'
import { Filter, type ActiveFilter } from '@/kit/table/toolbar.tsx'
import { DataTable } from '@/kit/table/data-table.tsx'
import { DateRange } from '@/kit/values/date-range.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { CurrencySwitch } from '@/kit/values/money-currency.tsx'
import { Page } from '@/kit/page/page.tsx'
import { usePartnerPath } from '@/kit/values/partner-tree.ts'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import { usePeriod } from '@/kit/values/period.ts'
import { ProductSelect } from '@/kit/values/product-select.tsx'
import { useUrlState, type SetUrlState } from '@/kit/page/url-state.ts'
import { BetTypeSelect } from './bet-type-select.tsx'
import { PrizeCards } from './prize-cards.tsx'
import { prizeColumns, prizeTotalsRows } from './prize-columns.tsx'
import { noPrizeFilters, prizeFilterState, prizeQuery, type PrizeFilterState } from './prize-state.ts'
import './ticket-reports.css'

interface FilterProps {
  state: PrizeFilterState
  set: SetUrlState<PrizeFilterState>
}

export default function DetailedPrize() {
  const { zone } = useSession()
  const period = usePeriod('hoy')
  const [state, set] = useUrlState(prizeFilterState)
  const open = useOpenTicket()
  const query = useMemo(() => prizeQuery(period.days, state), [period.days, state])
  const columns = useMemo(() => prizeColumns(zone), [zone])
  return (
    <Page
      title="Premios detallados"
      period={<DateRange control={period} />}
      filters={<CurrencySwitch all value={state.currency} onChange={(currency) => set({ currency })} />}
    >
      <PrizeCards query={query} state={state} set={set} />
      <DataTable
        endpoint={ticketReports.detailedPrize}
        filters={query}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.serial}
        caption="Premios"
        storageKey="detailed-prize"
        defaultSort="-scheduled_at"
        searchPlaceholder="Serial, número o taquilla"
        empty={
          <EmptyState
            title="Sin premios en estos días"
            text="Cuentan el día de su sorteo. Elija otro período o quite un filtro."
          />
        }
        onRowClick={(row) => open(row.serial)}
        totals={prizeTotalsRows}
        toolbar={<PrizeFilterControls state={state} set={set} />}
        activeFilters={useActiveFilters({ state, set })}
        onClearFilters={() => set(noPrizeFilters)}
      />
      <TicketPanel />
    </Page>
  )
}

function PrizeFilterControls({ state, set }: FilterProps) {
  return (
    <>
      <Filter label="Socio">
        <PartnerSelect value={state.partner_id} onChange={(partner_id) => set({ partner_id })} />
      </Filter>
      <Filter label="Producto">
        <ProductSelect
          value={state.product_id}
          onChange={(product_id) => set({ product_id, bet_type_id: undefined })}
        />
      </Filter>
      <Filter label="Jugada">
        <BetTypeSelect
          product_id={state.product_id}
          value={state.bet_type_id}
          onChange={(bet_type_id) => set({ bet_type_id })}
        />
      </Filter>
      <Filter label="Estado">
        <Select
          className="consult-filter"
          aria-label="Estado"
          placeholder="Estado"
          allowClear
          popupMatchSelectWidth={false}
          value={state.state ?? null}
          options={prizeStates.map((value) => ({ value, label: prizeStateLabels[value] }))}
          onChange={(value) => set({ state: value ?? undefined })}
        />
      </Filter>
    </>
  )
}

/** The filters in force, in words. */
function useActiveFilters({ state, set }: FilterProps): ActiveFilter[] {
  const { data } = useCall(general.products)
  const partner = usePartnerPath(state.partner_id).at(-1)?.name
  const words: Record<keyof PrizeFilterState, string> = {
    partner_id: `Socio: ${partner ?? '…'}`,
    product_id: `Producto: ${data?.data.find((one) => one.id === state.product_id)?.name ?? '…'}`,
    bet_type_id: `Jugada: ${data?.data.flatMap((one) => one.bet_types).find((one) => one.id === state.bet_type_id)?.name ?? '…'}`,
    draw_id: `Sorteo n.º ${String(state.draw_id)}`,
    currency: state.currency ? `Moneda: ${currencyFacts[state.currency].name}` : '',
    state: state.state ? `Estado: ${prizeStateLabels[state.state]}` : '',
  }
  return (Object.keys(words) as (keyof PrizeFilterState)[])
    .filter((key) => state[key] !== undefined)
    .map((key) => ({ key, label: words[key], onClear: () => set({ [key]: undefined }) }))
}
