/** Filters of the list of agencies: state, distributor above, place and currency. */
import { Select } from 'antd'
import { statusLabels, statuses } from '@contract/partners.ts'
import { Filter, type ActiveFilter } from '@/kit/table/toolbar.tsx'
import { matchesText } from '@/kit/form/fields.tsx'
import type { SetUrlState } from '@/kit/page/url-state.ts'
import { useCurrencyOptions, useDistributorOptions, useStateOptions } from './options.ts'
import type { AgencyFilters } from './paths.ts'

interface FilterProps {
  state: AgencyFilters
  set: SetUrlState<AgencyFilters>
}

/** antd's `allowClear` reports undefined; null shows the placeholder. */
export function AgencyFilterControls({ state, set }: FilterProps) {
  const distributors = useDistributorOptions()
  const places = useStateOptions()
  const shared = { allowClear: true, popupMatchSelectWidth: false, className: 'agency-filter' } as const
  return (
    <>
      <Filter label="Estado">
        <Select
          {...shared}
          aria-label="Estado"
          placeholder="Estado"
          value={state.status ?? null}
          options={statuses.map((value) => ({ value, label: statusLabels[value] }))}
          onChange={(value) => set({ status: value ?? undefined })}
        />
      </Filter>
      <Filter label="Distribuidor">
        <Select
          {...shared}
          showSearch
          filterOption={matchesText}
          aria-label="Distribuidor"
          placeholder="Distribuidor"
          loading={distributors.loading}
          value={state.partner_id ?? null}
          options={distributors.options}
          onChange={(value) => set({ partner_id: value ?? undefined })}
        />
      </Filter>
      <Filter label="Estado o provincia">
        <Select
          {...shared}
          showSearch
          filterOption={matchesText}
          aria-label="Estado o provincia"
          placeholder="Estado o provincia"
          loading={places.loading}
          value={state.state_id ?? null}
          options={places.options}
          onChange={(value) => set({ state_id: value ?? undefined })}
        />
      </Filter>
      <Filter label="Moneda">
        <Select
          {...shared}
          aria-label="Moneda"
          placeholder="Moneda"
          value={state.currency ?? null}
          options={useCurrencyOptions()}
          onChange={(value) => set({ currency: value ?? undefined })}
        />
      </Filter>
    </>
  )
}

/** The filters in force, in words. */
export function useActiveFilters({ state, set }: FilterProps): ActiveFilter[] {
  const distributors = useDistributorOptions().options
  const places = useStateOptions().options
  const nameIn = (options: { value: number; label: string }[], value: number | undefined) =>
    options.find((one) => one.value === value)?.label ?? '…'
  return [
    ...(state.status
      ? [{ key: 'status', label: `Estado: ${statusLabels[state.status]}`, onClear: () => set({ status: undefined }) }]
      : []),
    ...(state.partner_id
      ? [
          {
            key: 'partner_id',
            label: `Distribuidor: ${nameIn(distributors, state.partner_id)}`,
            onClear: () => set({ partner_id: undefined }),
          },
        ]
      : []),
    ...(state.state_id
      ? [{ key: 'state_id', label: nameIn(places, state.state_id), onClear: () => set({ state_id: undefined }) }]
      : []),
    ...(state.currency
      ? [{ key: 'currency', label: `Moneda: ${state.currency}`, onClear: () => set({ currency: undefined }) }]
      : []),
  ]
}
