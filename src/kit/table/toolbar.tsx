/** Above a table: search, the screen's filters, what is active with a way to clear it, and the table's own tools. */
import { SearchOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { capital } from '@contract/values/text.ts'
import { DelayedInput } from '../form/delayed-input.tsx'
import { FilterBar, type ActiveFilter } from '../page/filter-bar.tsx'

export { type ActiveFilter } from '../page/filter-bar.tsx'

export interface TableToolbarProps {
  search: string | undefined
  onSearch: (text: string | undefined) => void
  /** What a row is found by: `taquilla o agencia`. Without it there is no search. */
  searchedBy?: string
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

export function TableToolbar({ search, onSearch, searchedBy, note, ...bar }: TableToolbarProps) {
  return (
    <FilterBar
      {...bar}
      className="data-table-toolbar"
      narrowed={Boolean(search)}
      before={
        <>
          {searchedBy !== undefined && (
            <DelayedInput
              className="data-table-search"
              type="search"
              maxLength={80}
              prefix={<SearchOutlined aria-hidden="true" />}
              value={search}
              onChange={onSearch}
              label={`Buscar por ${searchedBy}`}
              briefer={[capital(searchedBy), 'Buscar']}
            />
          )}
          {note}
        </>
      }
    />
  )
}
