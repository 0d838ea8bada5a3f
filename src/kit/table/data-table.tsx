/**
 * A list of the server's: page, order and search in the URL, columns and density as each person
 * likes them, the last rows kept while the next page loads, cards on a phone. Every list of the
 * console is one of these.
 */
import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { Button, Pagination } from 'antd'
import { useCallback, useMemo, useState, type Key, type ReactNode } from 'react'
import type { Answer } from '@contract/endpoint.ts'
import { countText, formatCount } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import { Select } from '../form/select.tsx'
import { ColumnChooser } from './columns-chooser.tsx'
import { keepPreferences, readPreferences, visibleColumns, type Column, type TablePreferences } from './columns.ts'
import { ActionsMenu, type RowAction } from './actions.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { TableCards } from './cards.tsx'
import { TableGrid, type TableSelection, type TotalsRow } from './grid.tsx'
import type { Paper } from './paper.ts'
import { PaperTable } from './paper-table.tsx'
import { usePhone } from './phone.ts'
import { usePrinting } from './printing.ts'
import { useTellRows } from './shown-rows.ts'
import { rowTitle, useTableQuery, type FiltersOf, type PagedEndpoint, type QueryOf, type RowOf } from './query.ts'
import { TableToolbar, type ActiveFilter } from './toolbar.tsx'
import { NothingMatches } from '../page/empty.tsx'
import { ProblemView } from '../page/problem-view.tsx'
import './data-table.css'

export interface DataTableProps<E extends PagedEndpoint> {
  endpoint: E
  /** The screen's own filters, from its URL state. */
  filters?: FiltersOf<E>
  columns: readonly Column<RowOf<E>>[]
  rowKey: (row: RowOf<E>) => Key
  /** Names a row for screen readers: `Acciones de Agencia Centro`. */
  rowName: (row: RowOf<E>) => string
  /** Says what the table lists. */
  caption: string
  /** Names the preferences: one per table. */
  storageKey: string
  /** Shown when there is nothing at all; when filters leave nothing the table says so itself. */
  empty: ReactNode
  /** What a row is found by; without it there is nothing to search in. */
  searchedBy?: string
  defaultSort?: string
  /** The column by which rows come that nobody ordered, where that is not asked for but the server's own. */
  shownSort?: string | undefined
  onRowClick?: (row: RowOf<E>) => void
  rowActions?: (row: RowOf<E>) => RowAction[]
  selection?: TableSelection<RowOf<E>>
  totals?: (answer: Answer<E>) => TotalsRow[]
  /** A line above the rows, by when their answer came. */
  note?: (at: number) => ReactNode
  /** Controls of the screen's filters. */
  toolbar?: ReactNode
  activeFilters?: readonly ActiveFilter[]
  settings?: readonly ActiveFilter[]
  onClearFilters?: () => void
  /** Tools that need the query as it is asked: the export. */
  tools?: (query: QueryOf<E>) => ReactNode
  /** What is printed in the place of the page on screen. */
  paper?: Paper<E> | null
}

/** This person's preferences for a table, and their setter. */
function usePreferences(table: string): [TablePreferences, (chosen: TablePreferences) => void] {
  const { id, database } = useSession()
  const owner = useMemo(() => ({ id, database }), [id, database])
  const [chosen, setChosen] = useState(() => readPreferences(owner, table))
  const choose = useCallback(
    (next: TablePreferences) => {
      setChosen(next)
      keepPreferences(owner, table, next)
    },
    [owner, table],
  )
  return [chosen, choose]
}

/** Where nothing may be done with any row there is no column for it; one that is on its way has its place. */
function actionsColumn<E extends PagedEndpoint>(
  { rowName, rowActions }: DataTableProps<E>,
  rows: readonly RowOf<E>[] | undefined,
) {
  if (!rowActions || rows?.every((row) => rowActions(row).length === 0)) return {}
  return { actionsOf: (row: RowOf<E>) => <ActionsMenu name={rowName(row)} actions={rowActions(row)} /> }
}

export function DataTable<E extends PagedEndpoint>(props: DataTableProps<E>) {
  const { endpoint, columns, activeFilters = [], totals } = props
  const phone = usePhone()
  const [chosen, choose] = usePreferences(props.storageKey)
  const table = useTableQuery(endpoint, props.filters, props.defaultSort)
  const { state, set, result, rows } = table
  useTellRows(endpoint, result.isError ? undefined : rows, {
    page: state.page,
    per_page: state.per_page,
    total: table.total,
    fresh: !result.isPlaceholderData,
    toPage: (page) => set({ page }, { replace: true }),
  })
  const titles = useMemo(() => titlesOf(endpoint, columns), [endpoint, columns])
  const shown = useMemo(() => visibleColumns(columns, chosen), [columns, chosen])
  const filtered = activeFilters.length > 0 || state.q !== undefined
  const clear = () => {
    set({ q: undefined, page: 1 })
    props.onClearFilters?.()
  }
  const sort = state.sort ?? props.defaultSort ?? props.shownSort
  const printed = usePrinting() && { rows, answer: result.data, ...props.paper }
  const answer = printed ? printed.answer : result.data
  const shared = {
    columns: shown,
    titles,
    rowKey: props.rowKey,
    caption: props.caption,
    totals: answer && totals ? totals(answer) : [],
    ...(props.selection && { selection: props.selection }),
    empty: filtered ? <NothingMatches onClear={clear} /> : props.empty,
    ...actionsColumn(props, rows),
  }
  const failed = result.isError && !result.isFetching
  // Beside the search, where no filters take that line.
  const note = !failed && rows && props.note?.(result.dataUpdatedAt)
  return (
    <section className="data-table surface" aria-label={props.caption} aria-busy={result.isFetching}>
      <TableToolbar
        search={state.q}
        onSearch={(q) => set({ q }, { replace: true })}
        {...(props.searchedBy !== undefined && { searchedBy: props.searchedBy })}
        filters={props.toolbar}
        note={props.toolbar === undefined && note}
        active={activeFilters}
        settings={props.settings}
        onClear={clear}
        tools={
          <>
            {phone && (
              <SortSelect columns={columns} titles={titles} sort={sort} onSort={(next) => set({ sort: next })} />
            )}
            {props.tools?.(table.query)}
            <ColumnChooser columns={columns} titles={titles} chosen={chosen} onChange={choose} />
          </>
        }
      />
      <div className="data-table-progress" data-busy={result.isFetching && rows !== undefined} aria-hidden="true" />
      {props.toolbar !== undefined && note}
      {failed && <ProblemView error={result.error} onRetry={() => void result.refetch()} />}
      {!failed && printed && printed.rows && (
        <PaperTable
          {...shared}
          rows={printed.rows}
          note={<PaperNote {...{ state, sort, titles, total: table.total }} paper={props.paper} />}
        />
      )}
      {!failed && !printed && phone && <TableCards {...shared} rows={rows} />}
      {!failed && !printed && !phone && !rows && <TableSkeleton {...shared} density={chosen.density} />}
      {!failed && !printed && !phone && rows && (
        <TableGrid
          {...shared}
          rows={rows}
          sort={sort}
          onSort={(next) => set({ sort: next })}
          onResize={(key, width) => choose({ ...chosen, widths: { ...chosen.widths, [key]: width } })}
          density={chosen.density}
          {...(props.onRowClick && { onRowClick: props.onRowClick })}
        />
      )}
      {!failed && table.total > 0 && (
        <Pagination
          className="data-table-pages"
          size="small"
          // Its size is said: asked for its breakpoint, it would be drawn twice.
          responsive={false}
          simple={phone}
          current={state.page}
          pageSize={state.per_page}
          total={table.total}
          showSizeChanger={!phone}
          pageSizeOptions={[25, 50, 100, 200, 500]}
          showTotal={(total, [from, to]) => `${formatCount(from)} a ${formatCount(to)} de ${formatCount(total)}`}
          onChange={(page, size) => set(size === state.per_page ? { page } : { page: 1, per_page: size })}
        />
      )}
    </section>
  )
}

interface PaperNoteProps {
  state: { page: number; per_page: number; q?: string | undefined }
  sort: string | undefined
  titles: Record<string, string>
  total: number
  paper: Paper<PagedEndpoint> | null | undefined
}

/** What the rows on paper are: found by which words, in which order, and whether they are all. */
function PaperNote({ state: { page, per_page, q }, sort, titles, total, paper }: PaperNoteProps) {
  const order = sort && titles[sort.replace('-', '')]
  const from = (page - 1) * per_page + 1
  const part = `Solo las filas ${formatCount(from)} a ${formatCount(Math.min(total, page * per_page))} de ${formatCount(total)}`
  const many = total > per_page || page > 1
  return [
    q && `Búsqueda: «${q}»`,
    order && `Por ${order.toLowerCase()}, de ${sort?.startsWith('-') ? 'mayor a menor' : 'menor a mayor'}`,
    total === 0 && 'Ninguna fila cumple los filtros',
    paper && total > 0 && `${countText(paper.rows.length, 'fila', 'filas')}, todas las que cumplen los filtros`,
    paper?.moved && 'se vendía mientras se reunían: la suma puede ser de otro instante',
    !paper && many && (paper === null ? `${part}: el botón Imprimir de la pantalla las trae todas` : part),
  ]
    .filter(Boolean)
    .join(' · ')
}

function titlesOf<E extends PagedEndpoint>(endpoint: E, columns: readonly Column<RowOf<E>>[]): Record<string, string> {
  return Object.fromEntries(
    columns.map((column) => [column.key, column.title ?? rowTitle(endpoint, column.key) ?? column.key]),
  )
}

interface SortSelectProps<Row> {
  columns: readonly Column<Row>[]
  titles: Record<string, string>
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}

/** Cards have no headers to press, so a phone sorts here. */
function SortSelect<Row>({ columns, titles, sort, onSort }: SortSelectProps<Row>) {
  const key = sort?.replace('-', '')
  const descending = sort?.startsWith('-') ?? false
  return (
    <>
      <Select
        className="data-table-sort"
        aria-label="Ordenar por"
        placeholder="Ordenar por"
        allowClear
        popupMatchSelectWidth={false}
        value={key ?? null}
        options={columns
          .filter((column) => column.sortable)
          .map((column) => ({ value: column.key, label: titles[column.key] }))}
        onChange={(next: string | null) => onSort(next ?? undefined)}
      />
      {key && (
        <Button
          icon={descending ? <ArrowDownOutlined /> : <ArrowUpOutlined />}
          aria-label={descending ? 'De mayor a menor; cambiar' : 'De menor a mayor; cambiar'}
          onClick={() => onSort(descending ? key : `-${key}`)}
        />
      )}
    </>
  )
}
