/** A sheet by pages over a list of the contract: its search and filters above, its file, and the page in the URL. */
import { Pagination } from 'antd'
import { useMemo, type CSSProperties } from 'react'
import { z } from 'zod'
import { flag, pageLimits } from '@contract/endpoint.ts'
import type { Answer } from '@contract/endpoint.ts'
import { formatCount } from '@contract/values/money.ts'
import { useRows } from '@providers/queries.ts'
import { SheetGrid, type SheetGridProps } from '../grid/sheet.tsx'
import { EmptyState, NothingMatches, type EmptyStateProps } from '../page/empty.tsx'
import type { ActiveFilter } from '../page/filter-bar.tsx'
import { ProblemView } from '../page/problem-view.tsx'
import { ListSkeleton } from '../page/skeletons.tsx'
import { useUrlState, type SetUrlState } from '../page/url-state.ts'
import { ExportButton } from '../table/export.tsx'
import { usePhone } from '../table/phone.ts'
import type { PagedEndpoint, QueryOf, RowOf } from '../table/query.ts'
import { TableToolbar } from '../table/toolbar.tsx'
import { FilterControls, useFilters, type FilterState } from './filters.tsx'
import { activeFilters } from './filter-words.tsx'
import { factsOf } from './list-table.tsx'

/** Beside the filters; `change` opens the change over all of them. */
const listState = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(pageLimits.largest).default(pageLimits.size),
  q: z.string().max(80).optional(),
  change: flag.default(false),
})
type ListState = z.output<typeof listState>

/** What a screen knows of its list: the filters as they are asked and in words, and how many rows they name. */
export interface ListedSheet<E extends PagedEndpoint> {
  endpoint: E
  state: ListState
  set: SetUrlState<ListState>
  filterState: FilterState
  /** The filters and the search, as the list and a change over it take them. */
  filters: Omit<QueryOf<E>, 'page' | 'per_page' | 'sort'>
  words: ActiveFilter[]
  clear: () => void
  result: ReturnType<typeof useRows<E>>
  total: number | undefined
}

export function useSheetList<E extends PagedEndpoint>(endpoint: E): ListedSheet<E> {
  const facts = factsOf(endpoint)
  const [state, set] = useUrlState(listState)
  const filterState = useFilters(facts)
  const { q, page, per_page } = state
  const filters = useMemo(() => ({ ...filterState.values, q }), [filterState.values, q])
  const result = useRows(endpoint, { ...filters, page, per_page })
  const search: ActiveFilter[] = q
    ? [{ key: 'q', label: 'Búsqueda', value: q, onClear: () => set({ q: undefined }) }]
    : []
  return {
    endpoint,
    state,
    set,
    filterState,
    filters: filters as never,
    words: [...activeFilters(facts, filterState), ...search],
    clear: () => {
      filterState.clear()
      set({ q: undefined })
    },
    result,
    total: (result.data as { total: number } | undefined)?.total,
  }
}

export interface SheetListProps<E extends PagedEndpoint, Data> extends Omit<SheetGridProps<RowOf<E>, Data>, 'rows'> {
  list: ListedSheet<E>
  /** When there is no row although nothing is filtered: why, and what brings the first. */
  nothing: EmptyStateProps
}

/** The last page stays while the next one loads. */
export function SheetList<E extends PagedEndpoint, Data>({ list, nothing, ...grid }: SheetListProps<E, Data>) {
  const { endpoint, state, set, filterState, filters, words, clear, result, total } = list
  const facts = factsOf(endpoint)
  const rows = (result.data as (Answer<E> & { data: RowOf<E>[] }) | undefined)?.data
  return (
    <section
      className="surface sheet-list"
      // Filters above and pages below stand in sight with the sheet.
      style={{ '--grid-around': '350px' } as CSSProperties}
      aria-label={facts.title}
      aria-busy={result.isFetching}
    >
      <TableToolbar
        search={state.q}
        onSearch={(q) => set({ q }, { replace: true })}
        {...(facts.search !== null && { searchedBy: facts.search })}
        filters={<FilterControls facts={facts} state={filterState} />}
        active={words.filter(({ key }) => key !== 'q')}
        onClear={clear}
        tools={<ExportButton endpoint={facts.file} query={filters as Record<string, unknown>} />}
      />
      {result.isError && !result.isFetching && (
        <ProblemView error={result.error} onRetry={() => void result.refetch()} />
      )}
      {!rows && !result.isError && <ListSkeleton rows={12} />}
      {total === 0 && (words.length > 0 ? <NothingMatches onClear={clear} /> : <EmptyState {...nothing} />)}
      {rows && rows.length > 0 && <SheetGrid {...grid} rows={rows} />}
      {total !== undefined && total > 0 && <Pages state={state} set={set} total={total} />}
    </section>
  )
}

function Pages({
  state: { page, per_page },
  set,
  total,
}: Pick<ListedSheet<never>, 'state' | 'set'> & { total: number }) {
  const phone = usePhone()
  return (
    <Pagination
      className="sheet-pages"
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
