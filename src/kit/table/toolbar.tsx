/** Above a table: search, the screen's filters, what is active with a way to clear it, and the table's own tools. */
import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { clearable } from '../form/fields.tsx'
import { FilterBar, type ActiveFilter } from '../page/filter-bar.tsx'

export { Filter, type ActiveFilter } from '../page/filter-bar.tsx'

export interface TableToolbarProps {
  search: string | undefined
  onSearch: (text: string | undefined) => void
  searchPlaceholder: string
  /** The controls of the screen's filters. */
  filters?: ReactNode
  active: readonly ActiveFilter[]
  onClear: () => void
  /** Tools at the right: export, columns. */
  tools: ReactNode
}

export function TableToolbar({ search, onSearch, searchPlaceholder, ...bar }: TableToolbarProps) {
  return (
    <FilterBar
      {...bar}
      className="data-table-toolbar"
      narrowed={Boolean(search)}
      before={<SearchBox value={search} onChange={onSearch} placeholder={searchPlaceholder} />}
    />
  )
}

/** Waits for a pause in the typing; Enter does not wait. */
function SearchBox({
  value,
  onChange,
  placeholder,
}: {
  value: string | undefined
  onChange: (text: string | undefined) => void
  placeholder: string
}) {
  const [text, setText] = useState(value ?? '')
  const [shown, setShown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (value !== shown) {
    setShown(value)
    if ((value ?? '') !== text.trim()) setText(value ?? '')
  }
  const apply = (next: string) => {
    clearTimeout(timer.current)
    onChange(next.trim() === '' ? undefined : next.trim())
  }
  return (
    <Input
      className="data-table-search"
      type="search"
      allowClear={clearable}
      maxLength={80}
      prefix={<SearchOutlined aria-hidden="true" />}
      placeholder={placeholder}
      aria-label={placeholder}
      value={text}
      onChange={(event) => {
        const next = event.target.value
        setText(next)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => apply(next), next === '' ? 0 : 300)
      }}
      onPressEnter={() => apply(text)}
    />
  )
}
