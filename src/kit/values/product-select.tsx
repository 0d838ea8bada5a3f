/** Choosing one of the active products. */
import { Select } from 'antd'
import { general } from '@contract/general.ts'
import { fold } from '@contract/values/text.ts'
import { useCall } from '@providers/queries.ts'

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
  const products = useCall(general.products)
  const options = (products.data?.data ?? []).map((product) => ({ value: product.id, label: product.name }))
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
      filterOption={(typed, option) => fold(option?.label ?? '').includes(fold(typed))}
      notFoundContent={
        <span role="status">{products.isError ? 'No se pudo cargar la lista.' : 'Ningún producto coincide.'}</span>
      }
      onChange={(chosen: number | null | undefined) => onChange(chosen ?? undefined)}
    />
  )
}
