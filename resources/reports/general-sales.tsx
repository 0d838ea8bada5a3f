/** The general settlement: what each partner, product or day sold, won, earned and owes in a period. */
import { BarChartOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import { general } from '@contract/general.ts'
import { generalLevelLabels, reports, type GeneralRow } from '@contract/reports.ts'
import { currencyFacts } from '@contract/values/currency.ts'
import { useCall } from '@providers/queries.ts'
import { useSession } from '@providers/session.ts'
import { preloadCharts } from '@/kit/chart/lazy.tsx'
import type { ActiveFilter } from '@/kit/table/toolbar.tsx'
import { DataTable } from '@/kit/table/data-table.tsx'
import { DateRange } from '@/kit/values/date-range.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { ExportButton } from '@/kit/table/export.tsx'
import { CurrencySwitch } from '@/kit/values/money-currency.tsx'
import { Page } from '@/kit/page/page.tsx'
import { PartnerPath } from '@/kit/values/partner-path.tsx'
import { PartnerSelect } from '@/kit/values/partner-select.tsx'
import { usePartnerPath } from '@/kit/values/partner-tree.ts'
import { periodFields } from '@/kit/values/period-days.ts'
import { usePeriod, type PeriodControl } from '@/kit/values/period.ts'
import { ProductSelect } from '@/kit/values/product-select.tsx'
import { useUrlState, type SetUrlState } from '@/kit/page/url-state.ts'
import { GeneralChart } from './general-chart.tsx'
import { generalColumns, generalTotalsRows } from './general-columns.tsx'
import {
  drillOf,
  generalQuery,
  generalState,
  linksOf,
  offeredLevels,
  type GeneralQuery,
  type GeneralState,
} from './general-filters.ts'
import { PrintedHeader } from './printed-header.tsx'
import { Recalculate } from './recalculate.tsx'
import './general-sales.css'

preloadCharts()

const usualPeriod = 'semana'
/** A drill to a day changes the period and the filters in one step of the browser's history. */
const wholeState = generalState.extend(periodFields(usualPeriod))

export default function GeneralSales() {
  const session = useSession()
  const period = usePeriod(usualPeriod)
  const [state, set] = useUrlState(wholeState)
  const query = useMemo(() => generalQuery(period.days, state), [period.days, state])
  const path = usePartnerPath(state.partner_id)
  const open = useCallback(
    (row: GeneralRow) => {
      const drill = drillOf(row, state)
      if (drill)
        set({ ...drill.state, ...drill.period, ...(state.currency === undefined && { currency: row.currency }) })
    },
    [state, set],
  )
  const shownCurrency = state.currency ?? session.currency
  return (
    <Page
      title="Ventas generales"
      period={<DateRange control={period} />}
      filters={<CurrencySwitch all value={state.currency} onChange={(currency) => set({ currency })} />}
      actions={<Actions state={state} set={set} period={period} />}
    >
      {path.length > 1 && <PartnerPath path={path} onChoose={(partner_id) => set({ partner_id, level: 'directos' })} />}
      <PrintedHeader days={period.days} state={state} path={path} />
      {state.chart === 'si' && <GeneralChart query={query} currency={shownCurrency} onOpen={open} />}
      <GeneralTable
        query={query}
        state={state}
        set={set}
        choice={period.choice}
        partner={path.at(-1)?.name}
        onOpen={open}
      />
    </Page>
  )
}

type Setter = SetUrlState<z.output<typeof wholeState>>

function Actions({ state, set, period }: { state: GeneralState; set: Setter; period: PeriodControl }) {
  const charted = state.chart === 'si'
  return (
    <>
      <Button
        icon={<BarChartOutlined />}
        aria-pressed={charted}
        aria-label="Gráfico"
        title={charted ? 'Ocultar el gráfico' : 'Ver el gráfico'}
        onClick={() => set({ chart: charted ? 'no' : 'si' }, { keep_page: true, replace: true })}
      />
      <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
        Imprimir
      </Button>
      <Recalculate period={period.days} />
    </>
  )
}

interface GeneralTableProps {
  query: GeneralQuery
  state: GeneralState
  set: Setter
  choice: PeriodControl['choice']
  /** The name of the partner on screen. */
  partner: string | undefined
  onOpen: (row: GeneralRow) => void
}

function GeneralTable({ query, state, set, choice, partner, onOpen }: GeneralTableProps) {
  const { product_id, currency } = state
  const products = useCall(general.products)
  const product = products.data?.data.find((one) => one.id === product_id)?.name
  const columns = useMemo(() => {
    const nameCell = (row: GeneralRow) =>
      drillOf(row, { product_id }) ? (
        <button type="button" className="general-open" onClick={() => onOpen(row)}>
          {row.name}
        </button>
      ) : (
        row.name
      )
    return generalColumns(nameCell, (row) => linksOf(row, query, choice), currency === undefined)
  }, [product_id, currency, query, choice, onOpen])
  const clear = () => set({ partner_id: undefined, product_id: undefined, currency: undefined })
  return (
    <DataTable
      endpoint={reports.general}
      filters={query}
      columns={columns}
      rowKey={(row) => `${row.key}:${row.currency}`}
      rowName={(row) => row.name}
      caption="Liquidación general"
      storageKey="general-sales"
      searchPlaceholder="Buscar por nombre o código"
      empty={
        <EmptyState
          title="Sin ventas en este período"
          text="Elija otro período o quite un filtro para ver la liquidación."
        />
      }
      onRowClick={onOpen}
      totals={generalTotalsRows}
      toolbar={<TableFilters state={state} set={set} />}
      activeFilters={activeFilters(state, set, { partner, product })}
      onClearFilters={clear}
      tools={(asked) => {
        const { page: _page, per_page: _perPage, ...filtered } = asked
        return <ExportButton endpoint={reports.generalExport} query={filtered} />
      }}
    />
  )
}

function TableFilters({ state, set }: { state: GeneralState; set: Setter }) {
  const { partner_type } = useSession()
  const levels = offeredLevels(partner_type).map((value) => ({ value, label: generalLevelLabels[value] }))
  return (
    <>
      <Select
        className="general-level"
        aria-label="Nivel"
        value={state.level}
        options={levels}
        onChange={(level) => set({ level })}
      />
      <PartnerSelect value={state.partner_id} onChange={(partner_id) => set({ partner_id })} />
      <ProductSelect value={state.product_id} onChange={(product_id) => set({ product_id })} />
    </>
  )
}

function activeFilters(
  state: GeneralState,
  set: Setter,
  { partner = '', product = '' }: { partner: string | undefined; product: string | undefined },
): ActiveFilter[] {
  return [
    ...(state.partner_id === undefined
      ? []
      : [{ key: 'partner', label: `Socio: ${partner}`, onClear: () => set({ partner_id: undefined }) }]),
    ...(state.product_id === undefined
      ? []
      : [{ key: 'product', label: `Producto: ${product}`, onClear: () => set({ product_id: undefined }) }]),
    ...(state.currency === undefined
      ? []
      : [
          {
            key: 'currency',
            label: `Moneda: ${currencyFacts[state.currency].name}`,
            onClear: () => set({ currency: undefined }),
          },
        ]),
  ]
}
