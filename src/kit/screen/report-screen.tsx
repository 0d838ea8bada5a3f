/**
 * The screen of a list that is read and taken away: its period, filters, figures, totals, print and file, from
 * the list's declaration; a row opens in a drawer, or as the screen says.
 */
import { PrinterOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { looksOf } from '@contract/field.ts'
import type { ListFacts } from '@contract/lists.ts'
import { EmptyState } from '../page/empty.tsx'
import { Page } from '../page/page.tsx'
import type { FiltersOf, PagedEndpoint, RowOf } from '../table/query.ts'
import { DateRange } from '../values/date-range.tsx'
import { usePeriod, type PeriodControl } from '../values/period.ts'
import { FilterControls, useFilters, type FilterState } from './filters.tsx'
import { factsOf, ListTable, type ListTableProps } from './list-table.tsx'
import { PrintedHeader } from './printed-header.tsx'

/** What a report stands on at the moment. */
export interface ReportView<E extends PagedEndpoint> {
  period: PeriodControl
  state: FilterState
  /** What the list is asked beside its page, order and search. */
  query: FiltersOf<E>
}

interface ReportParts<E extends PagedEndpoint>
  extends Pick<
    ListTableProps<E>,
    'columns' | 'rowName' | 'rowKey' | 'sums' | 'elsewhere' | 'fixed' | 'within' | 'onRowClick' | 'rowActions'
  > {
  /** Above the table: figures, a chart. */
  above?: ReactNode
  /** Beside the title: filters that all figures share. A currency that filters the list stands there anyway. */
  filters?: ReactNode
  actions?: ReactNode
  /** Below the table: drawers that an address opens. */
  below?: ReactNode
}

export interface ReportScreen<E extends PagedEndpoint> extends ReportParts<E> {
  title: string
  /** Names the table's preferences. */
  key: string
  /** When nothing is found: why, and what to do next. */
  nothing: { title: string; text: string }
  /** A row in a drawer. */
  detail?: { title: (row: RowOf<E>) => string; render: (row: RowOf<E>) => ReactNode; width?: number }
  /** Offers the page on paper, with what it is of above it. */
  print?: true
  /** A hook: the parts that hang from what the report stands on, or from the address. */
  useParts?: (view: ReportView<E>) => Partial<ReportParts<E>>
}

const currencyOf = ({ filters }: ListFacts) =>
  Object.entries(filters).flatMap(([name, schema]) =>
    looksOf(schema as z.ZodType).control === 'currency' ? [name] : [],
  )

/** Gives the component of the screen. */
export function reportScreen<E extends PagedEndpoint>(list: E, said: ReportScreen<E>) {
  const facts = factsOf(list)
  const shared = currencyOf(facts)
  const rest = Object.keys(facts.filters).filter((name) => !shared.includes(name))
  const { detail, title, key, nothing, print, useParts = () => ({}), ...fixed } = said
  return function Report() {
    const period = usePeriod(facts.period?.preset)
    const state = useFilters(facts)
    const query = useMemo(
      () => ({ ...state.values, ...(facts.period && period.days) }) as unknown as FiltersOf<E>,
      [state.values, period.days],
    )
    const [opened, setOpened] = useState<RowOf<E> | null>(null)
    const open = useCallback((row: RowOf<E>) => setOpened(row), [])
    const press = useMemo(() => (detail ? { onRowClick: open, onOpen: open } : {}), [open])
    const { above, filters, actions, below, elsewhere, ...table } = { ...fixed, ...useParts({ period, state, query }) }
    const away = useMemo(() => [...shared, ...(elsewhere ?? [])], [elsewhere])
    return (
      <Page
        title={title}
        {...(facts.period && { period: <DateRange control={period} /> })}
        filters={
          <>
            <FilterControls facts={facts} state={state} without={rest} />
            {filters}
          </>
        }
        actions={
          <>
            {actions}
            {print && (
              <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
                Imprimir
              </Button>
            )}
          </>
        }
      >
        {print && <PrintedHeader title={title} facts={facts} values={state.values} days={period.days} />}
        {above}
        <ListTable<E>
          list={list}
          {...press}
          {...table}
          elsewhere={away}
          storageKey={key}
          empty={<EmptyState {...nothing} />}
        />
        {below}
        {detail && (
          <Drawer
            open={opened !== null}
            width={detail.width ?? 720}
            title={opened && detail.title(opened)}
            onClose={() => setOpened(null)}
            destroyOnHidden
          >
            {opened && detail.render(opened)}
          </Drawer>
        )}
      </Page>
    )
  }
}
