/** One setting over every affiliate of the list's filter. */
import { useState } from 'react'
import { agencies } from '@contract/agencies.ts'
import { betsConfigurations, placeNames, type BetsConfiguration } from '@contract/bets-configurations.ts'
import { general } from '@contract/general.ts'
import type { PartnerType } from '@contract/partners.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import type { Effect } from '@/kit/page/confirm.tsx'
import { GlobalChange, type GlobalChangeProps } from '@/kit/grid/global-change.tsx'
import { betsChangeOf, betsChangeText, effectIn, emptyBets, type BetsChange } from './bets-change.ts'
import { BetsChangeForm } from './bets-change-form.tsx'

export interface BetsGlobalProps {
  open: boolean
  onClose: () => void
  filter: { type: PartnerType; partner_id?: number }
  words: GlobalChangeProps['words']
}

export function BetsGlobal({ open, onClose, filter, words }: BetsGlobalProps) {
  const { currencies } = useSession()
  const [draft, setDraft] = useState(() => emptyBets(currencies[0]))
  // Without the search of the list: the change knows only these two filters.
  const rows = useCall(betsConfigurations.list, { query: { ...filter, page: 1, per_page: 3 } }, { enabled: open })
  const change = betsChangeOf(draft)
  const offer = useOfferName(change)
  const sample = useSample(open ? (rows.data?.data ?? []) : [], change)
  const { type, ...place } = filter
  return (
    <GlobalChange
      open={open}
      onClose={() => {
        setDraft(emptyBets(currencies[0]))
        onClose()
      }}
      title="Cambio global de jugadas y límites"
      words={words}
      noun={['afiliado', 'afiliados']}
      count={{ total: rows.isFetching ? undefined : rows.data?.total, error: rows.error, refetch: rows.refetch }}
      change={change && betsChangeText(change, offer)}
      sample={sample}
      endpoint={betsConfigurations.global}
      touches={[betsConfigurations, agencies]}
      body={change && { filter: { ...place, types: [type] }, change }}
    >
      <BetsChangeForm value={draft} onChange={setDraft} />
    </GlobalChange>
  )
}

/** The product, and the bet type, that the change speaks of. */
function useOfferName(change: BetsChange | null): string {
  const products = useCall(general.products).data?.data ?? []
  if (!change || !('product_id' in change)) return ''
  const product = products.find((one) => one.id === change.product_id)
  const bet = 'bet_type_id' in change ? product?.bet_types.find((one) => one.id === change.bet_type_id) : undefined
  const prize =
    'bet_type_id' in change && bet?.kind === 'terminal_pa' && placeNames[(change.place ?? 1) - 1]!.toLowerCase()
  return [product?.name, bet?.name, prize].filter(Boolean).join(' · ')
}

interface Sampled {
  partner_id: number
  partner_name: string
}

/** What the change makes of the first three. */
function useSample(rows: readonly Sampled[], change: BetsChange | null): Effect[] {
  const [first, second, third] = rows
  const configurations = [useConfiguration(first), useConfiguration(second), useConfiguration(third)]
  if (!change) return []
  return [first, second, third].flatMap((row, index) => {
    const configuration = configurations[index]
    const effect = row && configuration ? effectIn(configuration, change) : null
    return row && effect ? [{ label: row.partner_name, ...effect }] : []
  })
}

function useConfiguration(row: Sampled | undefined): BetsConfiguration | undefined {
  return useCall(
    betsConfigurations.show,
    { params: { agencyId: row?.partner_id ?? 0 } },
    { enabled: row !== undefined },
  ).data
}
