/**
 * The screen of a list that is read and taken away: its period, filters, figures, totals and file, from the
 * list's declaration; a row opens in a drawer where the screen says what of it.
 */
import { Drawer } from 'antd'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { EmptyState } from '../page/empty.tsx'
import { Page } from '../page/page.tsx'
import type { PagedEndpoint, RowOf } from '../table/query.ts'
import { DateRange } from '../values/date-range.tsx'
import { usePeriod } from '../values/period.ts'
import { factsOf, ListTable, type ListTableProps } from './list-table.tsx'

export interface ReportScreen<E extends PagedEndpoint>
  extends Pick<
    ListTableProps<E>,
    'columns' | 'rowName' | 'rowKey' | 'totals' | 'elsewhere' | 'onRowClick' | 'rowActions'
  > {
  title: string
  /** Names the table's preferences. */
  key: string
  /** When nothing is found: why, and what to do next. */
  nothing: { title: string; text: string }
  /** A row in a drawer. */
  detail?: { title: (row: RowOf<E>) => string; render: (row: RowOf<E>) => ReactNode; width?: number }
  /** Above the table: figures, a chart. */
  above?: ReactNode
  /** Beside the title: filters that all figures share. */
  filters?: ReactNode
  actions?: ReactNode
  /** Below the table: drawers that an address opens. */
  below?: ReactNode
}

/** Gives the component of the screen. */
export function reportScreen<E extends PagedEndpoint>(list: E, said: ReportScreen<E>) {
  return function Report() {
    const facts = factsOf(list)
    const period = usePeriod(facts.period?.preset)
    const [opened, setOpened] = useState<RowOf<E> | null>(null)
    const { detail, title, key, nothing, above, filters, actions, below, ...table } = said
    const open = useCallback((row: RowOf<E>) => setOpened(row), [])
    const press = useMemo(() => (detail ? { onRowClick: open, onOpen: open } : {}), [detail, open])
    return (
      <Page
        title={title}
        {...(facts.period && { period: <DateRange control={period} /> })}
        filters={filters}
        actions={actions}
      >
        {above}
        <ListTable<E> list={list} {...press} {...table} storageKey={key} empty={<EmptyState {...nothing} />} />
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
