/** Above a table: search, the screen's filters, what is active with a way to clear it, and the table's own tools. */
import { ClearOutlined, FilterOutlined, SearchOutlined } from '@ant-design/icons'
import { Badge, Button, Drawer, Input, Tag } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { clearable } from '../form/fields.tsx'

/** A filter in force, in words: `Estado: Activo`. */
export interface ActiveFilter {
  key: string
  label: string
  onClear: () => void
}

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
  phone: boolean
}

export function TableToolbar({
  search,
  onSearch,
  searchPlaceholder,
  filters,
  active,
  onClear,
  tools,
  phone,
}: TableToolbarProps) {
  const [open, setOpen] = useState(false)
  const anything = active.length > 0 || Boolean(search)
  return (
    <div className="data-table-toolbar">
      <SearchBox value={search} onChange={onSearch} placeholder={searchPlaceholder} />
      {filters && !phone && filters}
      {filters && phone && (
        <Badge count={active.length} size="small" color="var(--sorteo-primary)">
          <Button icon={<FilterOutlined />} onClick={() => setOpen(true)}>
            Filtros
          </Button>
        </Badge>
      )}
      {anything && (
        <Button type="text" icon={<ClearOutlined />} aria-label="Limpiar filtros" onClick={onClear}>
          Limpiar
        </Button>
      )}
      <span className="data-table-tools">{tools}</span>
      {phone && active.length > 0 && (
        <div className="data-table-active" aria-label="Filtros activos" role="group">
          {active.map((filter) => (
            <Tag
              key={filter.key}
              closable
              closeIcon={<span aria-label={`Quitar ${filter.label}`}>×</span>}
              onClose={filter.onClear}
            >
              {filter.label}
            </Tag>
          ))}
        </div>
      )}
      {filters && phone && (
        <Drawer
          title="Filtros"
          placement="bottom"
          height="auto"
          open={open}
          onClose={() => setOpen(false)}
          footer={
            <Button type="primary" block onClick={() => setOpen(false)}>
              Ver resultados
            </Button>
          }
        >
          <div className="data-table-filter-drawer">{filters}</div>
        </Drawer>
      )}
    </div>
  )
}

/** One filter's control. `label` is also its `aria-label`: here it is what the eye reads in the drawer. */
export function Filter({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="data-table-filter">
      <span className="data-table-filter-label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
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
