/** The list of products, in the banca's order. */
import { PlusOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { statuses, statusLabels } from '@contract/partners.ts'
import { productKindLabels, productKinds, products } from '@contract/products.ts'
import { useSession } from '@providers/session.ts'
import { Filter, type ActiveFilter } from '@/kit/table/toolbar.tsx'
import { DataTable } from '@/kit/table/data-table.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { Page } from '@/kit/page/page.tsx'
import { useUrlState, type SetUrlState } from '@/kit/page/url-state.ts'
import { useProductActions } from './actions.tsx'
import { productColumns } from './columns.tsx'
import { productFilters, productPaths, type ProductFilters } from './paths.ts'

export function ProductList() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { zone } = useSession()
  const [state, set] = useUrlState(productFilters)
  const columns = useMemo(() => productColumns(zone), [zone])
  const { actionsOf, dialog } = useProductActions()
  const createButton = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden="true" />}
      onClick={() => void navigate({ pathname: productPaths.create, search })}
    >
      Nuevo producto
    </Button>
  )
  return (
    <Page title="Productos" actions={createButton}>
      <DataTable
        endpoint={products.list}
        filters={state}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        caption="Productos"
        storageKey="products"
        defaultSort="position"
        searchPlaceholder="Buscar por nombre o código"
        onRowClick={(row) => void navigate(productPaths.tab(row.id, 'general'))}
        rowActions={actionsOf}
        toolbar={<Filters state={state} set={set} />}
        activeFilters={activeFilters(state, set)}
        onClearFilters={() => set({ status: undefined, kind: undefined })}
        empty={
          <EmptyState
            title="Aún no hay productos"
            text="Cree el primero: luego se le ponen horario, jugadas y símbolos, y se activa."
            action={createButton}
          />
        }
      />
      {dialog}
    </Page>
  )
}

interface FilterProps {
  state: ProductFilters
  set: SetUrlState<ProductFilters>
}

/** antd's `allowClear` reports undefined; null shows the placeholder. */
function Filters({ state, set }: FilterProps) {
  const shared = { allowClear: true, popupMatchSelectWidth: false, className: 'product-filter' } as const
  return (
    <>
      <Filter label="Tipo">
        <Select
          {...shared}
          aria-label="Tipo"
          placeholder="Tipo"
          value={state.kind ?? null}
          options={productKinds.map((value) => ({ value, label: productKindLabels[value] }))}
          onChange={(value) => set({ kind: value ?? undefined })}
        />
      </Filter>
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
    </>
  )
}

/** The filters in force, in words. */
function activeFilters({ kind, status }: ProductFilters, set: SetUrlState<ProductFilters>): ActiveFilter[] {
  return [
    ...(kind
      ? [{ key: 'kind', label: `Tipo: ${productKindLabels[kind]}`, onClear: () => set({ kind: undefined }) }]
      : []),
    ...(status
      ? [{ key: 'status', label: `Estado: ${statusLabels[status]}`, onClear: () => set({ status: undefined }) }]
      : []),
  ]
}
