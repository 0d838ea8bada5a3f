/** The quotas of many affiliates at once, as a sheet by pages: edits outlive the page and are saved once. */
import { Alert, Button, Pagination } from 'antd'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { rules } from '@contract/access/rules.ts'
import { partnerTypeLabels } from '@contract/partners.ts'
import { quotas, type QuotaRow } from '@contract/quotas.ts'
import { formatCount } from '@contract/values/money.ts'
import { useCall } from '@providers/queries.ts'
import { useCan } from '@providers/session.ts'
import { usePhone } from '@/kit/table/phone.ts'
import { TableToolbar, type ActiveFilter } from '@/kit/table/toolbar.tsx'
import { EmptyState } from '@/kit/page/empty.tsx'
import type { GridColumn } from '@/kit/grid/columns.ts'
import { useGridEditing, type GridEditing } from '@/kit/grid/editing.ts'
import { GridNotices } from '@/kit/grid/notices.tsx'
import { useGridSaving, type GridSaving } from '@/kit/grid/saving.ts'
import { Grid } from '@/kit/grid/grid.tsx'
import { Money } from '@/kit/values/money.tsx'
import { textOfValue } from '@/kit/form/money-reading.ts'
import { ProblemView } from '@/kit/page/problem-view.tsx'
import { SaveBar } from '@/kit/grid/save-bar.tsx'
import { ListSkeleton } from '@/kit/page/skeletons.tsx'
import { useUrlState, type SetUrlState } from '@/kit/page/url-state.ts'
import { cellOf, mostSaved, pathOf, savedRows, savedText, shortCurrency, type QuotaKey } from './cells.ts'
import { changesOf } from './changes.ts'
import { QuotaFilterControls, useQuotaFilterWords } from './filters.tsx'
import { QuotaFrame } from './frame.tsx'
import { QuotaGlobal } from './global.tsx'
import { quotaFilters, quotaPaths, type QuotaFilters } from './paths.ts'

function allColumns(phone: boolean): GridColumn<QuotaRow, QuotaKey>[] {
  return [
    {
      key: 'partner',
      title: 'Afiliado',
      width: phone ? 120 : 210,
      header: true,
      text: (row) => row.partner_name,
      render: (row) => (
        <span className="grid-name">
          <Link to={quotaPaths.partner(row.partner_id)} tabIndex={-1}>
            {row.partner_name}
          </Link>
          <span>{partnerTypeLabels[row.partner_type]}</span>
        </span>
      ),
    },
    {
      key: 'offer',
      title: 'Producto y jugada',
      width: phone ? 140 : 200,
      text: (row) => `${row.product_name} · ${row.bet_type_name}`,
      render: (row) => (
        <span className="grid-name">
          <span>{row.bet_type_name}</span>
          <span>{row.product_name}</span>
        </span>
      ),
    },
    {
      key: 'currency',
      title: 'Moneda',
      width: 120,
      text: (row) => row.currency,
      render: (row) => shortCurrency(row.currency),
    },
    { key: 'quota', title: 'Cupo', width: phone ? 140 : 190, cell: (row) => cellOf(row, true) },
    {
      key: 'top',
      title: 'Cupo máximo',
      width: 130,
      align: 'right',
      text: (row) => textOfValue(row.top),
      render: (row) => <Money value={row.top} currency={row.currency} clear />,
    },
  ]
}

export function AllQuotas() {
  const [state, set] = useUrlState(quotaFilters)
  const { page, per_page, change, ...filter } = state
  const readOnly = !useCan(rules.registryWrite)
  const words = useQuotaFilterWords({ state, set })
  const editing = useGridEditing<QuotaKey>('quotas:all')
  const saving = useGridSaving({
    editing,
    endpoint: quotas.save,
    most: mostSaved,
    pathOf,
    invalidates: [quotas],
    success: savedText,
    args: (rows) => ({ body: savedRows(rows) }),
  })
  const edited = editing.edits.size > 0
  const total = useCall(quotas.list, { body: { ...filter, page, per_page } }, { keepPrevious: true }).data?.total
  return (
    <QuotaFrame
      tab="all"
      subtitle={
        total !== undefined && (
          <span className="quota-total" aria-live="polite">
            {total === 1 ? '1 cupo' : `${formatCount(total)} cupos`}
          </span>
        )
      }
      actions={
        !readOnly && (
          <Button
            disabled={edited}
            title={edited ? 'Guarde o descarte antes los cambios de la hoja' : undefined}
            onClick={() => set({ change: true }, { keep_page: true })}
          >
            Cambio global
          </Button>
        )
      }
    >
      {readOnly && <Alert type="info" showIcon message="Su usuario puede ver los cupos, no cambiarlos." />}
      <GridNotices editing={editing} saving={saving} />
      <QuotaList state={state} set={set} words={words} editing={editing} saving={saving} readOnly={readOnly} />
      {!readOnly && (
        <SaveBar
          changes={changesOf(editing.edits)}
          pending={saving.pending}
          blocked={saving.blocked ?? saving.faults.size > 0}
          onSave={saving.save}
          onDiscard={saving.discard}
        />
      )}
      {!readOnly && (
        <QuotaGlobal
          open={change}
          onClose={() => set({ change: false }, { keep_page: true })}
          filter={filter}
          words={words}
        />
      )}
      {editing.unsaved.dialog}
    </QuotaFrame>
  )
}

interface QuotaListProps {
  state: QuotaFilters
  set: SetUrlState<QuotaFilters>
  words: readonly ActiveFilter[]
  editing: GridEditing<QuotaKey>
  saving: GridSaving<QuotaKey>
  readOnly: boolean
}

/** The filter above, a page of the sheet below; the last page stays while the next one loads. */
function QuotaList({ state, set, words, editing, saving, readOnly }: QuotaListProps) {
  const phone = usePhone()
  const { change: _open, ...asked } = state
  const result = useCall(quotas.list, { body: asked }, { keepPrevious: true })
  const columns = useMemo(() => allColumns(phone), [phone])
  const clear = () =>
    set({
      partner_id: undefined,
      types: [],
      product_ids: [],
      bet_type_ids: [],
      currencies: [],
      own_only: false,
      q: undefined,
    })
  const total = result.data?.total
  return (
    <section className="quota-list" aria-label="Cupos" aria-busy={result.isFetching}>
      <TableToolbar
        search={state.q}
        onSearch={(q) => set({ q }, { replace: true })}
        searchPlaceholder="Buscar afiliado por nombre o código"
        filters={<QuotaFilterControls state={state} set={set} />}
        active={words}
        onClear={clear}
        tools={null}
      />
      {result.isError && !result.isFetching && (
        <ProblemView error={result.error} onRetry={() => void result.refetch()} />
      )}
      {!result.data && !result.isError && <ListSkeleton rows={12} />}
      {result.data && total === 0 && (
        <EmptyState
          title="Ningún cupo cumple el filtro"
          text={
            state.own_only
              ? 'Nadie de este filtro tiene un cupo propio: todos heredan.'
              : 'Quite algún filtro para ver más.'
          }
          action={<Button onClick={clear}>Limpiar filtros</Button>}
        />
      )}
      {result.data && result.data.data.length > 0 && (
        <Grid
          label="Cupos del filtro"
          rows={result.data.data}
          columns={columns}
          rowKey={pathOf}
          edits={editing.edits}
          faults={saving.faults}
          readOnly={readOnly}
          onEdit={editing.apply}
          onUndo={editing.undo}
          onRedo={editing.redo}
        />
      )}
      {total !== undefined && total > 0 && <Pages state={state} set={set} total={total} phone={phone} />}
    </section>
  )
}

function Pages({
  state: { page, per_page },
  set,
  total,
  phone,
}: Pick<QuotaListProps, 'state' | 'set'> & { total: number; phone: boolean }) {
  return (
    <Pagination
      className="quota-pages"
      size="small"
      simple={phone}
      current={page}
      pageSize={per_page}
      total={total}
      showSizeChanger={!phone}
      pageSizeOptions={[50, 100, 200, 500]}
      showTotal={(count, [from, to]) => `${formatCount(from)} a ${formatCount(to)} de ${formatCount(count)}`}
      onChange={(next, size) => set(size === per_page ? { page: next } : { page: 1, per_page: size })}
    />
  )
}
