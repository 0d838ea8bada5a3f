/**
 * A list of the contract on a screen: its search, filters, period, columns, order, totals, paging and file,
 * all from its declaration. What a screen adds is which columns, and what a press on a row does.
 */
import { Button } from 'antd'
import { useMemo, type Key, type ReactNode } from 'react'
import type { z } from 'zod'
import type { Answer, ListFacts } from '@contract/endpoint.ts'
import { fieldKind } from '@contract/field.ts'
import { currencyFacts, type Currency } from '@contract/values/currency.ts'
import { daysBetween } from '@contract/values/dates.ts'
import { formatCount } from '@contract/values/money.ts'
import { useSession } from '@providers/session.ts'
import type { RowAction } from '../table/actions.tsx'
import { DataTable } from '../table/data-table.tsx'
import { ExportButton } from '../table/export.tsx'
import type { Filters } from '../table/export-question.ts'
import type { TableSelection, TotalsRow } from '../table/grid.tsx'
import type { Paper } from '../table/paper.ts'
import type { FiltersOf, PagedEndpoint, RowOf } from '../table/query.ts'
import { EmptyState, type EmptyStateProps } from '../page/empty.tsx'
import { usePeriod, type PeriodControl } from '../values/period.ts'
import { cellText } from './cell.tsx'
import { columnsOf, type ColumnSpec } from './columns.tsx'
import { FilterControls, useFilters } from './filters.tsx'
import { activeFilters, chosenSettings } from './filter-words.tsx'

export interface ListTableProps<E extends PagedEndpoint> {
  list: E
  columns: readonly ColumnSpec<RowOf<E>>[]
  /** Names a row for screen readers. */
  rowName: (row: RowOf<E>) => string
  rowKey?: (row: RowOf<E>) => Key
  /** Names the preferences; the title's list by default. */
  storageKey: string
  /** What is said where there is nothing although nothing was filtered out: why, and what brings the first. */
  empty: NothingSaid
  /** What the screen itself asks for: neither in the URL nor among the controls, and stronger than both and than the period. */
  fixed?: { readonly [name in keyof FiltersOf<E>]?: FiltersOf<E>[name] | undefined }
  /** What choices hang from beside the filters: the product of the draw that is listed. */
  within?: Readonly<Record<string, unknown>>
  /** Filters whose control stands elsewhere on the screen, or nowhere: a link may set them. What is in force is said all the same. */
  elsewhere?: readonly string[]
  /** Controls beside those of the declaration. */
  more?: ReactNode
  hrefOf?: (row: RowOf<E>) => string | null
  onRowClick?: (row: RowOf<E>) => void
  /** What a row opens where it has no address: the fixed column is its button. */
  onOpen?: (row: RowOf<E>) => void
  rowActions?: (row: RowOf<E>) => RowAction[]
  selection?: TableSelection<RowOf<E>>
  /** Hears of what is asked, as it stands. */
  onQuery?: (query: Filters) => void
  /** A line above the rows, by when their answer came. */
  note?: (at: number) => ReactNode
  /** Where the contract's sums are not the columns of the same name. */
  sums?: SumsSpec<E>
  /** What is printed in the place of the page on screen. */
  paper?: Paper<E> | null
}

type SumsOf<E extends PagedEndpoint> = Answer<E> extends { totals: readonly (infer Sums)[] } ? Sums : never

/** Where the sums stand, and what is said of them. */
export interface SumsSpec<E extends PagedEndpoint> {
  /** The sum below each column, by the column's key. */
  below: Readonly<Record<string, keyof SumsOf<E> & string>>
  /** The sum that counts, and what it counts: `12 premios`. */
  count: { of: keyof SumsOf<E> & string; one: string; many: string }
  /** Cells of a screen's own. */
  more?: (sums: SumsOf<E>) => Record<string, ReactNode>
}

/** The contract's sums, a row per currency, under the columns of the same name or as the screen says. */
function totalsOf<E extends PagedEndpoint>(
  facts: ListFacts,
  answer: { totals?: Record<string, unknown>[] },
  zone: string,
  said: SumsSpec<E> | undefined,
): TotalsRow[] {
  const { shape = {} } = facts.totals ?? {}
  const same = Object.fromEntries(
    Object.keys(shape).flatMap((key) => (key in facts.row.shape && key !== 'currency' ? [[key, key]] : [])),
  )
  return (answer.totals ?? []).map((sums) => {
    const currency = sums['currency'] as Currency
    const below = Object.entries(said?.below ?? same)
    const cells = below.map(
      ([column, key]) => [column, cellText(shape[key] as z.ZodType, sums[key], { currency, zone })] as const,
    )
    const number = sums[said?.count.of ?? 'rows']
    const { one, many } = said?.count ?? { one: 'fila', many: 'filas' }
    const count = typeof number === 'number' && `${formatCount(number)} ${number === 1 ? one : many}`
    return {
      key: currency,
      main: below.find(([, key]) => fieldKind(shape[key] as z.ZodType) === 'money')?.[0],
      label: (
        <>
          Total {currencyFacts[currency].clear_symbol} {count && <span className="data-table-count">{count}</span>}
        </>
      ),
      cells: { ...Object.fromEntries(cells), ...said?.more?.(sums as SumsOf<E>) },
    }
  })
}

export interface NothingSaid extends EmptyStateProps {
  /** Other days would have nothing either. */
  of_any_day?: true
}

interface EmptyListProps extends NothingSaid {
  /** The period of the list, where it is the list's to choose. */
  wider: PeriodControl | null
}

/** Of a few days it is said that there may be more behind them. */
function EmptyList({ wider, action, of_any_day, ...said }: EmptyListProps) {
  const narrow = !of_any_day && wider !== null && daysBetween(wider.days.from, wider.days.to) < 30
  return (
    <EmptyState
      {...said}
      action={
        (action || narrow) && (
          <>
            {action}
            {narrow && <Button onClick={() => wider.choose('30d')}>Ver los últimos 30 días</Button>}
          </>
        )
      }
    />
  )
}

export function factsOf(list: PagedEndpoint): ListFacts {
  if (!list.list) throw new Error(`${list.path} is no list of the contract`)
  return list.list
}

export function ListTable<E extends PagedEndpoint>(props: ListTableProps<E>) {
  const { list, columns, fixed, within, elsewhere, hrefOf, onOpen } = props
  const facts = factsOf(list)
  const { zone } = useSession()
  const period = usePeriod(facts.period?.preset)
  const state = useFilters(facts)
  const own = useMemo(() => Object.keys(fixed ?? {}), [fixed])
  const away = useMemo(() => [...(elsewhere ?? []), ...own], [elsewhere, own])
  const choosing = useMemo(() => ({ ...state, values: { ...within, ...state.values } }), [state, within])
  const filters = useMemo(
    () => ({ ...state.values, ...(facts.period && period.days), ...fixed }) as unknown as FiltersOf<E>,
    [state.values, fixed, facts, period.days],
  )
  const shown = useMemo(
    () => columnsOf(list, columns, { zone, ...(hrefOf && { hrefOf }), ...(onOpen && { onOpen }) }),
    [list, columns, zone, hrefOf, onOpen],
  )
  const controls = Object.keys(facts.filters).some((name) => !away.includes(name))
  return (
    <DataTable<E>
      endpoint={list}
      filters={filters}
      columns={shown}
      rowKey={props.rowKey ?? ((row) => (row as { id: Key }).id)}
      rowName={props.rowName}
      caption={facts.title}
      storageKey={props.storageKey}
      {...(facts.first !== null && { defaultSort: facts.first })}
      shownSort={facts.usual?.(filters as Readonly<Record<string, unknown>>) ?? undefined}
      {...(facts.search !== null && { searchedBy: facts.search })}
      empty={<EmptyList {...props.empty} wider={facts.period && !own.includes('from') ? period : null} />}
      {...((controls || props.more) && {
        toolbar: (
          <>
            {props.more}
            <FilterControls facts={facts} state={choosing} without={away} />
          </>
        ),
      })}
      activeFilters={activeFilters(facts, choosing, own)}
      settings={chosenSettings(facts, choosing, away)}
      onClearFilters={state.clear}
      tools={(query) => <ExportButton endpoint={facts.file} query={query as Filters} onQuery={props.onQuery} />}
      {...(props.note && { note: props.note })}
      {...(props.paper !== undefined && { paper: props.paper })}
      {...(props.onRowClick && { onRowClick: props.onRowClick })}
      {...(props.rowActions && { rowActions: props.rowActions })}
      {...(props.selection && { selection: props.selection })}
      {...(facts.totals && {
        totals: (answer) => totalsOf(facts, answer as { totals?: Record<string, unknown>[] }, zone, props.sums),
      })}
    />
  )
}
