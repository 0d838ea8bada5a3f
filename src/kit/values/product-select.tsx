/** Choosing a product: where the past is looked at also one that is switched off, marked and after the others. */
import { general, includingPast } from '@contract/general.ts'
import { pastOptions } from '@contract/names.ts'
import { useCall } from '@providers/queries.ts'
import { Select } from '../form/select.tsx'
import { matchesText } from '../form/typing.tsx'
import { loadingName, useName } from './names.ts'

export interface ProductSelectProps {
  value: number | undefined
  onChange: (id: number | undefined) => void
  placeholder?: string
  /** Names it where several stand on one screen. */
  label?: string
}

export function ProductSelect({
  value,
  onChange,
  placeholder = 'Todos los productos',
  label = 'Producto',
}: ProductSelectProps) {
  const products = useCall(general.products, { query: includingPast })
  const options = pastOptions(products.data?.data ?? [])
  const isMissing = !products.isPending && !options.some((one) => one.value === value)
  const name = useName('product', isMissing ? value : undefined)
  return (
    <Select
      className="product-select"
      aria-label={label}
      showSearch
      allowClear
      placeholder={placeholder}
      value={value ?? null}
      options={options}
      loading={products.isPending}
      popupMatchSelectWidth={260}
      filterOption={matchesText}
      labelRender={({ label }) => label ?? (name || loadingName)}
      notFoundContent={
        <span role="status">{products.isError ? 'No se pudo cargar la lista.' : 'Ningún producto coincide.'}</span>
      }
      onChange={(chosen: number | null | undefined) => onChange(chosen ?? undefined)}
    />
  )
}
