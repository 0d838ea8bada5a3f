/** Above a table: search, the screen's filters, what is active with a way to clear it, and the table's own tools. */
import { SearchOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { DelayedInput } from '../form/delayed-input.tsx'
import { FilterBar, type ActiveFilter } from '../page/filter-bar.tsx'

export { type ActiveFilter } from '../page/filter-bar.tsx'

export interface TableToolbarProps {
  search: string | undefined
  onSearch: (text: string | undefined) => void
  /** Without it there is no search. */
  searchPlaceholder?: string
  /** The controls of the screen's filters. */
  filters?: ReactNode
  /** Beside the search: as of when the rows are. */
  note?: ReactNode
  active: readonly ActiveFilter[]
  settings?: readonly ActiveFilter[] | undefined
  onClear: () => void
  /** Tools at the right: export, columns. */
  tools: ReactNode
}

export function TableToolbar({ search, onSearch, searchPlaceholder, note, ...bar }: TableToolbarProps) {
  return (
    <FilterBar
      {...bar}
      className="data-table-toolbar"
      narrowed={Boolean(search)}
      before={
        <>
          {searchPlaceholder !== undefined && (
            <DelayedInput
              className="data-table-search"
              type="search"
              maxLength={80}
              prefix={<SearchOutlined aria-hidden="true" />}
              value={search}
              onChange={onSearch}
              label={searchPlaceholder}
              brief="Buscar"
            />
          )}
          {note}
        </>
      }
    />
  )
}
