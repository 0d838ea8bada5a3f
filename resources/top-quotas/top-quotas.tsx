/** The banca's ceilings per number and draw, as a sheet: products and bet types down, currencies across. */
import { Button, Select } from 'antd'
import { useMemo } from 'react'
import { z } from 'zod'
import { flag, listOf } from '@contract/endpoint.ts'
import { topQuotas, type TopQuotaRow } from '@contract/top-quotas.ts'
import { currency, currencyFacts, type Currency } from '@contract/values/currency.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { currenciesOf, mostSaved, savedText, shortCurrency } from '@resources/quotas/cells.ts'
import { changesOf } from '@resources/quotas/changes.ts'
import { useOffers } from '@resources/quotas/filters.tsx'
import { usePhone } from '@/kit/table/phone.ts'
import { EmptyState } from '@/kit/page/empty.tsx'
import { matchesText } from '@/kit/form/fields.tsx'
import type { GridColumn } from '@/kit/grid/columns.ts'
import { useGridEditing } from '@/kit/grid/editing.ts'
import { GridNotices } from '@/kit/grid/notices.tsx'
import { useGridSaving } from '@/kit/grid/saving.ts'
import { Grid } from '@/kit/grid/grid.tsx'
import { textOfValue } from '@/kit/form/money-reading.ts'
import { Page } from '@/kit/page/page.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { RefreshControl } from '@/kit/page/refresh.tsx'
import { SaveBar } from '@/kit/grid/save-bar.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { useUrlState, type SetUrlState } from '@/kit/page/url-state.ts'
import { cellOf, offersOf, pathOf, type TopKey, type TopOffer } from './cells.ts'
import { TopGlobal } from './global.tsx'
import { Used } from './used.tsx'
import './top-quotas.css'

const topFilters = z.object({
  product_ids: listOf(z.coerce.number().int().positive()).default([]),
  currencies: listOf(currency).default([]),
  change: flag.default(false),
})
type TopFilters = z.output<typeof topFilters>

export default function TopQuotaScreen() {
  const [state, set] = useUrlState(topFilters)
  const result = useCall(topQuotas.list)
  const offers = useOffers()
  const rows = useMemo(() => result.data?.data.filter((row) => matches(row, state)), [result.data, state])
  const editing = useGridEditing<TopKey>('top-quotas')
  const names = state.product_ids.map((id) => offers.products.find((one) => one.value === id)?.label ?? '…').join(', ')
  const edited = editing.edits.size > 0
  return (
    <Page
      title="Cupo máximo"
      subtitle="Lo más que la banca vende de un número en un sorteo, diga lo que diga el cupo de cada afiliado"
      filters={<TopFilterControls state={state} set={set} />}
      actions={
        <>
          <RefreshControl queries={[result]} storageKey="top-quotas" />
          <Button
            disabled={edited}
            title={edited ? 'Guarde o descarte antes los cambios de la hoja' : undefined}
            onClick={() => set({ change: true })}
          >
            Cambio global
          </Button>
        </>
      }
    >
      {!rows && result.isError && <ProblemView error={result.error} onRetry={() => void result.refetch()} />}
      {!rows && !result.isError && <ListSkeleton rows={12} />}
      {rows && <TopSheet rows={rows} editing={editing} />}
      {editing.unsaved.dialog}
      <TopGlobal
        open={state.change}
        onClose={() => set({ change: false })}
        filter={{ product_ids: state.product_ids, currencies: state.currencies }}
        products={names}
        rows={result.isFetching ? undefined : rows}
        error={result.isError ? result.error : null}
        refetch={result.refetch}
      />
    </Page>
  )
}

function matches(row: TopQuotaRow, { product_ids, currencies }: TopFilters): boolean {
  return (
    (product_ids.length === 0 || product_ids.includes(row.product_id)) &&
    (currencies.length === 0 || currencies.includes(row.currency))
  )
}

const shared = {
  mode: 'multiple',
  allowClear: true,
  maxTagCount: 1,
  popupMatchSelectWidth: 240,
  className: 'top-filter',
  filterOption: matchesText,
} as const

function TopFilterControls({ state, set }: { state: TopFilters; set: SetUrlState<TopFilters> }) {
  const { currencies } = useSession()
  const offers = useOffers()
  return (
    <>
      <Select
        {...shared}
        aria-label="Producto"
        placeholder="Todos los productos"
        loading={offers.loading}
        value={state.product_ids}
        options={offers.products}
        onChange={(product_ids: number[]) => set({ product_ids })}
      />
      {currencies.length > 1 && (
        <Select
          {...shared}
          aria-label="Moneda"
          placeholder="Todas las monedas"
          value={state.currencies}
          options={currencies.map((value) => ({ value, label: currencyFacts[value].name }))}
          onChange={(chosen) => set({ currencies: chosen })}
        />
      )}
    </>
  )
}

function topColumns(currencies: readonly Currency[], phone: boolean): GridColumn<TopOffer, TopKey>[] {
  return [
    {
      key: 'offer',
      title: 'Producto y jugada',
      width: phone ? 132 : 196,
      header: true,
      render: (offer) => (
        <span className="grid-name">
          <span>{offer.bet_type_name}</span>
          <span>{offer.product_name}</span>
        </span>
      ),
      text: (offer) => `${offer.product_name} · ${offer.bet_type_name}`,
    },
    ...currencies.flatMap((code): GridColumn<TopOffer, TopKey>[] => [
      {
        key: code,
        title: shortCurrency(code),
        width: 120,
        cell: (offer) => (offer.rows[code] ? cellOf(offer.rows[code]) : null),
      },
      {
        key: `${code}:used`,
        title: 'Mayor venta abierta',
        width: 172,
        render: (offer) => <Used row={offer.rows[code]} />,
        text: (offer) => textOfValue(offer.rows[code]?.used),
      },
    ]),
  ]
}

function TopSheet({
  rows,
  editing,
}: {
  rows: readonly TopQuotaRow[]
  editing: ReturnType<typeof useGridEditing<TopKey>>
}) {
  const phone = usePhone()
  const saving = useGridSaving({
    editing,
    endpoint: topQuotas.save,
    most: mostSaved,
    pathOf,
    invalidates: [topQuotas],
    success: savedText,
    args: (saved) => ({ body: { rows: saved.map(({ data, amount, before }) => ({ ...data, amount, before })) } }),
  })
  const offers = useMemo(() => offersOf(rows), [rows])
  const columns = useMemo(() => topColumns(currenciesOf(rows), phone), [rows, phone])
  if (offers.length === 0)
    return (
      <EmptyState
        title="Nada que limitar con este filtro"
        text="Quite algún filtro, o active un producto en Productos."
      />
    )
  return (
    <>
      <GridNotices editing={editing} saving={saving} />
      <Grid
        label="Cupos máximos"
        rows={offers}
        columns={columns}
        rowKey={(offer) => `${offer.product_id}:${offer.bet_type_id}`}
        edits={editing.edits}
        faults={saving.faults}
        readOnly={false}
        onEdit={editing.apply}
        onUndo={editing.undo}
        onRedo={editing.redo}
        clearLabel="Quitar"
      />
      <SaveBar
        changes={changesOf(editing.edits)}
        pending={saving.pending}
        blocked={saving.blocked ?? saving.faults.size > 0}
        onSave={saving.save}
        onDiscard={saving.discard}
      />
    </>
  )
}
