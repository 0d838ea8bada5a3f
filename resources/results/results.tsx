/** Results of a period, as a list or as a day's board, and their entry from a file. */
import { AppstoreOutlined, UnorderedListOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Checkbox, Segmented, Select } from 'antd'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { rules } from '@contract/access/rules.ts'
import { screens } from '@contract/access/screens.ts'
import { manageDraws, type ResultRow } from '@contract/manage-draws.ts'
import { general } from '@contract/general.ts'
import { formatDay, formatInstant, clockOf } from '@contract/values/dates.ts'
import { useCall } from '@providers/queries.ts'
import { useCan, useSession } from '@providers/session.ts'
import type { Column } from '@/kit/table/columns.ts'
import { Filter, type ActiveFilter } from '@/kit/table/toolbar.tsx'
import { DataTable } from '@/kit/table/data-table.tsx'
import { DateRange } from '@/kit/values/date-range.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import { matchesText } from '@/kit/form/fields.tsx'
import { Page } from '@/kit/page/page.tsx'
import { usePeriod } from '@/kit/values/period.ts'
import { StatusTag } from '@/kit/values/status-tag.tsx'
import { useUrlState, type SetUrlState } from '@/kit/page/url-state.ts'
import { BulkDrawer } from './bulk-drawer.tsx'
import { ResultNumbers } from './result-numbers.tsx'
import { ResultsBoard } from './results-board.tsx'
import { resultsView, type ResultsView } from './results-state.ts'
import './results.css'

export default function Results() {
  const { zone } = useSession()
  const awards = useCan(rules.awarding)
  const period = usePeriod('hoy')
  const [state, set] = useUrlState(resultsView)
  return (
    <Page
      title="Resultados"
      period={<DateRange control={period} />}
      filters={<ViewSwitch state={state} set={set} />}
      actions={
        awards && (
          <Button type="primary" icon={<UploadOutlined />} onClick={() => set({ upload: 'si' }, { keep_page: true })}>
            Cargar resultados
          </Button>
        )
      }
    >
      {state.view === 'tablero' ? (
        <>
          <ProductFilter state={state} set={set} />
          <p className="sorteo-muted results-day">{formatDay(period.days.to)}</p>
          <ResultsBoard day={period.days.to} product_ids={state.product_ids} zone={zone} />
        </>
      ) : (
        <ResultsTable days={period.days} state={state} set={set} zone={zone} awards={awards} />
      )}
      {awards && <BulkDrawer open={state.upload === 'si'} onClose={() => set({ upload: 'no' }, { keep_page: true })} />}
    </Page>
  )
}

interface ViewProps {
  state: ResultsView
  set: SetUrlState<ResultsView>
}

function ViewSwitch({ state, set }: ViewProps) {
  return (
    <Segmented<ResultsView['view']>
      aria-label="Vista"
      value={state.view}
      onChange={(view) => set({ view })}
      options={[
        { value: 'lista', label: 'Lista', icon: <UnorderedListOutlined /> },
        { value: 'tablero', label: 'Tablero', icon: <AppstoreOutlined /> },
      ]}
    />
  )
}

function useProductNames() {
  const lotteries = useCall(general.lotteries)
  return useMemo(
    () => (lotteries.data?.data ?? []).map((one) => ({ value: Number(one.id), label: one.name })),
    [lotteries.data],
  )
}

function ProductFilter({ state, set }: ViewProps) {
  return (
    <Filter label="Productos">
      <Select
        mode="multiple"
        className="results-products"
        aria-label="Productos"
        placeholder="Todos los productos"
        allowClear
        showSearch
        maxTagCount="responsive"
        filterOption={matchesText}
        value={state.product_ids}
        options={useProductNames()}
        onChange={(product_ids: number[]) => set({ product_ids })}
      />
    </Filter>
  )
}

const awardPath = screens.find((one) => one.key === 'manage-draws')!.path

/** Whoever may award goes from a result to its draw. */
function resultColumns(zone: string, awards: boolean): Column<ResultRow>[] {
  const hour = (row: ResultRow) => clockOf(row.scheduled_at, zone)
  return [
    {
      key: 'scheduled_at',
      title: 'Sorteo',
      sortable: true,
      descend_first: true,
      fixed: true,
      pinned: 'left',
      render: (row) => (
        <time dateTime={row.scheduled_at}>
          {formatDay(row.day)} {hour(row)}
        </time>
      ),
    },
    {
      key: 'product_name',
      sortable: true,
      render: (row) =>
        awards ? (
          <Link to={`${awardPath}?day=${row.day}&draw=${row.draw_id}`}>{row.product_name}</Link>
        ) : (
          row.product_name
        ),
    },
    { key: 'text', render: (row) => <ResultNumbers numbers={row.numbers} /> },
    {
      key: 'withdrawn_at',
      title: 'Estado',
      render: (row) =>
        row.withdrawn_at ? (
          <StatusTag tone="bad">Retirado: {row.withdrawn_reason}</StatusTag>
        ) : (
          <StatusTag tone="good">En vigor</StatusTag>
        ),
    },
    { key: 'source', optional: true },
    { key: 'entered_by_name', render: (row) => row.entered_by_name ?? row.source },
    { key: 'confirmed_by_name' },
    {
      key: 'awarded_at',
      sortable: true,
      descend_first: true,
      align: 'right',
      render: (row) =>
        row.awarded_at ? <time dateTime={row.awarded_at}>{formatInstant(row.awarded_at, zone)}</time> : '',
    },
  ]
}

function ResultsTable({
  days,
  state,
  set,
  zone,
  awards,
}: ViewProps & { days: { from: string; to: string }; zone: string; awards: boolean }) {
  const { product_ids, withdrawn } = state
  const names = useProductNames()
  const filters = useMemo(
    () => ({ ...days, product_ids, withdrawn: withdrawn === 'si' }),
    [days, product_ids, withdrawn],
  )
  const columns = useMemo(() => resultColumns(zone, awards), [zone, awards])
  const active: ActiveFilter[] = [
    ...product_ids.map((id) => ({
      key: `product-${id}`,
      label: names.find((one) => one.value === id)?.label ?? '…',
      onClear: () => set({ product_ids: product_ids.filter((one) => one !== id) }),
    })),
    ...(withdrawn === 'si'
      ? [{ key: 'withdrawn', label: 'Con retirados', onClear: () => set({ withdrawn: 'no' }) }]
      : []),
  ]
  return (
    <DataTable
      endpoint={manageDraws.results}
      filters={filters}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => `${row.product_name} ${formatInstant(row.scheduled_at, zone)}`}
      caption="Resultados"
      storageKey="results"
      defaultSort="-scheduled_at"
      searchPlaceholder="Buscar por producto o número"
      toolbar={
        <>
          <ProductFilter state={state} set={set} />
          <Checkbox
            checked={withdrawn === 'si'}
            onChange={(event) => set({ withdrawn: event.target.checked ? 'si' : 'no' })}
          >
            Ver retirados
          </Checkbox>
        </>
      }
      activeFilters={active}
      onClearFilters={() => set({ product_ids: [], withdrawn: 'no' })}
      empty={
        <EmptyState
          title="Sin resultados en este período"
          text={
            awards
              ? 'Premie un sorteo, o cargue los resultados desde un archivo.'
              : 'Cuando se premie un sorteo, su resultado aparecerá aquí.'
          }
        />
      }
    />
  )
}
