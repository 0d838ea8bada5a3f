/** The filter of the list of all quotas: its controls, and what it says in words. */
import { Select, Switch } from 'antd'
import { general } from '@contract/general.ts'
import { partnerTypeLabels, partnerTypes } from '@contract/partners.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { Filter, type ActiveFilter } from '@/kit/table/toolbar.tsx'
import { matchesText } from '@/kit/form/fields.tsx'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import { usePartnerPath } from '@/kit/values/partner-tree.ts'
import type { SetUrlState } from '@/kit/page/url-state.ts'
import type { QuotaFilters } from './paths.ts'

interface FilterProps {
  state: QuotaFilters
  set: SetUrlState<QuotaFilters>
}

interface Choice {
  value: number
  label: string
}

/** Products, and the bet types that they offer among them. */
export function useOffers(): { products: Choice[]; betTypes: Choice[]; loading: boolean } {
  const result = useCall(general.products)
  const rows = result.data?.data ?? []
  const betTypes = new Map(rows.flatMap((product) => product.bet_types.map((one) => [one.id, one.name] as const)))
  return {
    products: rows.map((product) => ({ value: product.id, label: product.name })),
    betTypes: [...betTypes].sort(([one], [other]) => one - other).map(([value, label]) => ({ value, label })),
    loading: result.isPending,
  }
}

const shared = {
  mode: 'multiple',
  allowClear: true,
  maxTagCount: 1,
  maxTagTextLength: 14,
  popupMatchSelectWidth: 240,
  className: 'quota-filter',
  filterOption: matchesText,
} as const

export function QuotaFilterControls({ state, set }: FilterProps) {
  const { currencies } = useSession()
  const offers = useOffers()
  return (
    <>
      <Filter label="Afiliado y todo lo que depende de él">
        <PartnerSelect
          value={state.partner_id}
          onChange={(partner_id) => set({ partner_id })}
          placeholder="Todos los afiliados"
        />
      </Filter>
      <Filter label="Tipo">
        <Select
          {...shared}
          aria-label="Tipo de afiliado"
          placeholder="Tipo"
          value={state.types}
          options={partnerTypes.map((value) => ({ value, label: partnerTypeLabels[value] }))}
          onChange={(types) => set({ types })}
        />
      </Filter>
      <Filter label="Producto">
        <Select
          {...shared}
          aria-label="Producto"
          placeholder="Producto"
          loading={offers.loading}
          value={state.product_ids}
          options={offers.products}
          onChange={(product_ids: number[]) => set({ product_ids })}
        />
      </Filter>
      <Filter label="Jugada">
        <Select
          {...shared}
          aria-label="Jugada"
          placeholder="Jugada"
          loading={offers.loading}
          value={state.bet_type_ids}
          options={offers.betTypes}
          onChange={(bet_type_ids: number[]) => set({ bet_type_ids })}
        />
      </Filter>
      {currencies.length > 1 && (
        <Filter label="Moneda">
          <Select
            {...shared}
            aria-label="Moneda"
            placeholder="Moneda"
            value={state.currencies}
            options={currencies.map((value) => ({ value, label: currencyFacts[value].name }))}
            onChange={(chosen) => set({ currencies: chosen })}
          />
        </Filter>
      )}
      <label className="quota-switch">
        <Switch size="small" checked={state.own_only} onChange={(own_only) => set({ own_only })} /> Solo propios
      </label>
    </>
  )
}

/** The filters in force, in words, each with its way out. */
export function useQuotaFilterWords({ state, set }: FilterProps): (ActiveFilter & { name: string; value: string })[] {
  const offers = useOffers()
  const path = usePartnerPath(state.partner_id)
  const named = (choices: readonly Choice[], ids: readonly number[]) =>
    ids.map((id) => choices.find((one) => one.value === id)?.label ?? '…').join(', ')
  const one = (key: keyof QuotaFilters, name: string, value: string) => ({
    key,
    name,
    value,
    label: `${name}: ${value}`,
    onClear: () => set({ [key]: undefined }),
  })
  return [
    ...(state.partner_id !== undefined
      ? [one('partner_id', 'Afiliado', `${path.at(-1)?.name ?? '…'} y lo que depende de él`)]
      : []),
    ...(state.types.length > 0
      ? [one('types', 'Tipo', state.types.map((type) => partnerTypeLabels[type]).join(', '))]
      : []),
    ...(state.product_ids.length > 0
      ? [one('product_ids', 'Producto', named(offers.products, state.product_ids))]
      : []),
    ...(state.bet_type_ids.length > 0
      ? [one('bet_type_ids', 'Jugada', named(offers.betTypes, state.bet_type_ids))]
      : []),
    ...(state.currencies.length > 0
      ? [one('currencies', 'Moneda', state.currencies.map((code) => currencyFacts[code].name).join(', '))]
      : []),
    ...(state.own_only ? [one('own_only', 'Solo', 'cupos propios')] : []),
  ]
}
