/** Choosing a bet type: those of one product, or of all that are active. */
import { Select } from 'antd'
import { general } from '@contract/general.ts'
import { useCall } from '@providers/queries.ts'
import { matchesText } from '@/kit/form/fields.tsx'

export interface BetTypeSelectProps {
  product_id: number | undefined
  value: number | undefined
  onChange: (id: number | undefined) => void
}

export function BetTypeSelect({ product_id, value, onChange }: BetTypeSelectProps) {
  const products = useCall(general.products)
  const offered = (products.data?.data ?? [])
    .filter((product) => product_id === undefined || product.id === product_id)
    .flatMap((product) => product.bet_types)
  const options = [...new Map(offered.map((one) => [one.id, { value: one.id, label: one.name }])).values()]
  return (
    <Select
      className="bet-type-select"
      aria-label="Jugada"
      placeholder="Todas las jugadas"
      allowClear
      showSearch
      filterOption={matchesText}
      popupMatchSelectWidth={220}
      loading={products.isPending}
      value={value ?? null}
      options={options}
      notFoundContent={
        <span role="status">{products.isError ? 'No se pudo cargar la lista.' : 'Ninguna jugada coincide.'}</span>
      }
      onChange={(chosen: number | null | undefined) => onChange(chosen ?? undefined)}
    />
  )
}
