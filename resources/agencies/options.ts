/** The choices of the agencies' selects. */
import { locations } from '@contract/locations.ts'
import { partners } from '@contract/partners.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'

export interface Option<T> {
  value: T
  label: string
}

export function useStateOptions(): { options: Option<number>[]; loading: boolean } {
  const { country_iso2 } = useSession()
  const result = useCall(locations.states, { query: {} })
  const several = new Set(result.data?.data.map((one) => one.country_iso2)).size > 1
  const own = (iso: string) => Number(iso !== country_iso2)
  const rows = [...(result.data?.data ?? [])].sort((one, other) => own(one.country_iso2) - own(other.country_iso2))
  return {
    options: rows.map((one) => ({ value: one.id, label: several ? `${one.name} (${one.country_iso2})` : one.name })),
    loading: result.isLoading,
  }
}

/** Of one state; none until a state is chosen. */
export function useMunicipalityOptions(stateId: number | undefined): { options: Option<number>[]; loading: boolean } {
  const result = useCall(
    locations.municipalities,
    { query: { state_id: stateId ?? 0 } },
    { enabled: stateId !== undefined },
  )
  const rows = stateId === undefined ? [] : (result.data?.data ?? [])
  return {
    options: rows.map((one) => ({ value: one.id, label: one.name })),
    loading: result.isLoading && stateId !== undefined,
  }
}

/** Who an agency may hang from. The one being edited can't be its own father. */
export function useFatherOptions(agencyId: number | undefined): { options: Option<number>[]; loading: boolean } {
  const result = useCall(partners.fathers, {
    query: { type: 'agencia', ...(agencyId !== undefined && { exclude_id: agencyId }) },
  })
  return {
    options: (result.data?.data ?? []).map((one) => ({ value: one.id, label: `${one.name} (${one.code})` })),
    loading: result.isLoading,
  }
}

/** Distributors whose agencies can be listed alone. */
export function useDistributorOptions(): { options: Option<number>[]; loading: boolean } {
  const result = useCall(partners.options, { query: { type: 'distribuidor' } })
  return {
    options: (result.data?.data ?? []).map((one) => ({ value: one.id, label: one.name })),
    loading: result.isLoading,
  }
}

/** The currencies that the banca sells in. */
export function useCurrencyOptions(): Option<Currency>[] {
  return useSession().currencies.map((code) => ({ value: code, label: `${currencyFacts[code].name} (${code})` }))
}
