/** The banca's ceilings per number and draw, as a sheet: products and bet types down, currencies across. */
import { Button } from 'antd'
import { useMemo } from 'react'
import { z } from 'zod'
import { flag } from '@contract/endpoint.ts'
import { topQuotas, type TopKey, type TopQuotaRow } from '@contract/top-quotas.ts'
import type { Currency } from '@contract/values/currency.ts'
import { useCall } from '@providers/queries.ts'
import { offerColumn, offerKey, offerLabel } from '@resources/quotas/sheet.tsx'
import { AmountGlobal } from '@/kit/grid/amount-global.tsx'
import type { GridColumn } from '@/kit/grid/columns.ts'
import {
  currenciesOf,
  currencyColumns,
  currencyLines,
  sheet,
  SheetFrame,
  SheetGrid,
  useSheet,
  type CurrencyLine,
} from '@/kit/grid/sheet.tsx'
import { textOfValue } from '@/kit/form/money-reading.ts'
import { Page } from '@/kit/page/page.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { RefreshControl } from '@/kit/page/refresh.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { useUrlState } from '@/kit/page/url-state.ts'
import { FilterControls, useFilters } from '@/kit/screen/filters.tsx'
import { activeFilters } from '@/kit/screen/filter-words.tsx'
import { ExportButton } from '@/kit/table/export.tsx'
import { usePhone } from '@/kit/table/phone.ts'
import { Used } from './used.tsx'

const topSheet = sheet<TopQuotaRow>()({
  keys: ['product_id', 'bet_type_id', 'currency'],
  cell: (row) => ({ label: offerLabel(row), own: row.amount, currency: row.currency }),
  save: topQuotas.save,
  touches: [topQuotas],
  noun: ['cupo', 'cupos'],
  clearLabel: 'Quitar',
})

type Line = CurrencyLine<TopQuotaRow>

const usedColumn = (currency: Currency): GridColumn<Line, TopKey> => ({
  key: `${currency}:used`,
  title: 'Mayor venta abierta',
  width: 172,
  render: ({ rows }) => <Used row={rows[currency]} />,
  text: ({ rows }) => textOfValue(rows[currency]?.used),
})

const facts = topQuotas.list.list
const opened = z.object({ change: flag.default(false) })

export default function TopQuotaScreen() {
  const [{ change }, set] = useUrlState(opened)
  const filters = useFilters(facts)
  const result = useCall(topQuotas.list, { query: filters.values }, { keepPrevious: true })
  const open = useSheet(topSheet, 'top-quotas')
  const rows = result.data?.data
  return (
    <Page
      title="Cupo máximo"
      subtitle="Lo más que la banca vende de un número en un sorteo, diga lo que diga el cupo de cada afiliado"
      filters={<FilterControls facts={facts} state={filters} without={['bet_type_ids']} />}
      actions={
        <>
          <RefreshControl queries={[result]} storageKey="top-quotas" />
          <ExportButton endpoint={facts.file} query={filters.values} />
          <Button
            disabled={open.edited}
            title={open.edited ? 'Guarde o descarte antes los cambios de la hoja' : undefined}
            onClick={() => set({ change: true })}
          >
            Cambio global
          </Button>
        </>
      }
    >
      {!rows && result.isError && <ProblemView error={result.error} onRetry={() => void result.refetch()} />}
      {!rows && !result.isError && <ListSkeleton rows={12} />}
      <SheetFrame sheet={open}>{rows && <TopSheet rows={rows} open={open} />}</SheetFrame>
      <AmountGlobal
        open={change}
        onClose={() => set({ change: false })}
        title="Cambio global de cupos máximos"
        noun={['cupo máximo', 'cupos máximos']}
        words={activeFilters(facts, filters)}
        count={{
          total: result.isFetching ? undefined : rows?.length,
          error: result.isError ? result.error : null,
          refetch: result.refetch,
        }}
        endpoint={topQuotas.global}
        touches={[topQuotas]}
        filter={filters.values}
        cells={(rows ?? []).map(topSheet.cellOf)}
        lift="quitar el cupo máximo"
        liftLabel="Quitar el cupo máximo"
      />
    </Page>
  )
}

function TopSheet({
  rows,
  open,
}: {
  rows: readonly TopQuotaRow[]
  open: ReturnType<typeof useSheet<TopQuotaRow, keyof TopKey>>
}) {
  const phone = usePhone()
  const lines = useMemo(() => currencyLines(rows, offerKey), [rows])
  const columns = useMemo(
    () => [
      { ...offerColumn<Line, TopKey>(phone ? 132 : 196, ({ of }) => of), header: true as const },
      ...currencyColumns(topSheet, currenciesOf(rows), 120, (currency) => [usedColumn(currency)]),
    ],
    [rows, phone],
  )
  return (
    <SheetGrid
      sheet={open}
      label="Cupos máximos"
      rows={lines}
      columns={columns}
      rowKey={({ key }) => key}
      nothing={{
        title: 'Nada que limitar con este filtro',
        text: 'Quite algún filtro, o active un producto en Productos.',
      }}
    />
  )
}
