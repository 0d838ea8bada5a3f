/**
 * A list of the contract on a screen: its search, filters, period, columns, order, totals, paging and file,
 * all from its declaration. What a screen adds is which columns, and what a press on a row does.
 */
import { useMemo, type Key, type ReactNode } from 'react'
import type { z } from 'zod'
import type { Answer } from '@contract/endpoint.ts'
import { titleOf } from '@contract/field.ts'
import type { ListFacts } from '@contract/lists.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { formatCount } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import type { RowAction } from '../table/actions.tsx'
import { DataTable } from '../table/data-table.tsx'
import { ExportButton } from '../table/export.tsx'
import type { TotalsRow } from '../table/grid.tsx'
import type { FiltersOf, PagedEndpoint, RowOf } from '../table/query.ts'
import { usePeriod } from '../values/period.ts'
import { cellText } from './cell.tsx'
import { columnsOf, type ColumnSaid } from './columns.tsx'
import { activeFilters, FilterControls, useFilters } from './filters.tsx'

export interface ListTableProps<E extends PagedEndpoint> {
  list: E
  columns: readonly ColumnSaid<RowOf<E>>[]
  /** Names a row for screen readers. */
  rowName: (row: RowOf<E>) => string
  rowKey?: (row: RowOf<E>) => Key
  /** Names the preferences; the title's list by default. */
  storageKey: string
  empty: ReactNode
  /** Filters that the screen sets itself: neither in the URL nor among the controls. */
  fixed?: Partial<FiltersOf<E>>
  /** Filters whose control stands elsewhere on the screen. */
  elsewhere?: readonly string[]
  /** Controls beside those of the declaration. */
  more?: ReactNode
  hrefOf?: (row: RowOf<E>) => string
  onRowClick?: (row: RowOf<E>) => void
  /** What a row opens where it has no address: the fixed column is its button. */
  onOpen?: (row: RowOf<E>) => void
  rowActions?: (row: RowOf<E>) => RowAction[]
  /** Where the contract's sums are not the columns of the same name. */
  totals?: (answer: Answer<E>) => TotalsRow[]
}

/** The contract's sums, a row per currency, under the columns of the same name. */
function totalsOf(facts: ListFacts, answer: { totals?: Record<string, unknown>[] }, zone: string): TotalsRow[] {
  return (answer.totals ?? []).map((sums) => {
    const currency = sums['currency'] as Currency
    const cells = Object.entries(facts.totals?.shape ?? {}).flatMap(([key, schema]) =>
      key in facts.row.shape && key !== 'currency'
        ? [[key, cellText(schema as z.ZodType, sums[key], { currency, zone })] as const]
        : [],
    )
    const rows = typeof sums['rows'] === 'number' ? ` · ${formatCount(sums['rows'])}` : ''
    return {
      key: currency,
      label: `Total ${currencyFacts[currency].clear_symbol}${rows}`,
      cells: Object.fromEntries(cells),
    }
  })
}

export function factsOf(list: PagedEndpoint): ListFacts {
  if (!list.list) throw new Error(`${list.path} is no list of the contract`)
  return list.list
}

export function ListTable<E extends PagedEndpoint>(props: ListTableProps<E>) {
  const { list, columns, fixed, elsewhere = [], hrefOf, onOpen } = props
  const facts = factsOf(list)
  const { zone } = useSession()
  const period = usePeriod(facts.period?.preset)
  const state = useFilters(facts)
  const own = useMemo(() => [...elsewhere, ...Object.keys(fixed ?? {})], [elsewhere, fixed])
  const filters = useMemo(
    () => ({ ...state.values, ...fixed, ...(facts.period && period.days) }) as unknown as FiltersOf<E>,
    [state.values, fixed, facts, period.days],
  )
  const shown = useMemo(
    () => columnsOf(list, columns, { zone, ...(hrefOf && { hrefOf }), ...(onOpen && { onOpen }) }),
    [list, columns, zone, hrefOf, onOpen],
  )
  const controls = Object.keys(facts.filters).length > own.length
  return (
    <DataTable<E>
      endpoint={list}
      filters={filters}
      columns={shown}
      rowKey={props.rowKey ?? ((row) => (row as { id: Key }).id)}
      rowName={props.rowName}
      caption={facts.title}
      storageKey={props.storageKey}
      defaultSort={facts.first}
      {...(facts.search !== null && { searchPlaceholder: `Buscar por ${facts.search}` })}
      empty={props.empty}
      {...((controls || props.more) && {
        toolbar: (
          <>
            {props.more}
            <FilterControls facts={facts} state={state} without={own} />
          </>
        ),
      })}
      activeFilters={activeFilters(facts, state, own)}
      onClearFilters={state.clear}
      tools={(query) => <ExportButton endpoint={facts.file} query={query as Record<string, unknown>} />}
      {...(props.onRowClick && { onRowClick: props.onRowClick })}
      {...(props.rowActions && { rowActions: props.rowActions })}
      {...(facts.totals && {
        totals: props.totals ?? ((answer) => totalsOf(facts, answer as { totals?: Record<string, unknown>[] }, zone)),
      })}
    />
  )
}

/** The Spanish title of a field of a list's rows. */
export function rowTitle(list: PagedEndpoint, key: string): string {
  return titleOf(factsOf(list).row.shape[key] as z.ZodType | undefined) ?? key
}
