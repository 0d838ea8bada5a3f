/**
 * What narrows the rows or figures of a screen: controls beside each other, or on a phone one button that opens
 * them in a drawer with what is in force as tags. Tables carry it in their toolbar, dashboards and reports in `Page`.
 */
import { ClearOutlined, FilterOutlined } from '@ant-design/icons'
import { Badge, Button, Drawer, Tag } from 'antd'
import { useState, type ReactNode } from 'react'
import { usePhone } from '../table/phone.ts'
import './parts.css'

/** A filter in force, in words: `Estado: Activo`. */
export interface ActiveFilter {
  key: string
  label: string
  /** After the label, where its words are asked for: `Padre: Distribuidor Centro`. */
  value?: ReactNode
  onClear: () => void
}

export interface FilterBarProps {
  /** The controls, each in a `Filter`. */
  filters?: ReactNode
  active: readonly ActiveFilter[]
  /** Without it nothing is cleared at once. */
  onClear?: () => void
  /** Something else narrows, such as a search: there is something to clear. */
  narrowed?: boolean
  /** Before the filters: a search. */
  before?: ReactNode
  /** At the right: export, columns. */
  tools?: ReactNode
  className?: string
}

export function FilterBar({
  filters,
  active,
  onClear,
  narrowed = false,
  before,
  tools,
  className = '',
}: FilterBarProps) {
  const phone = usePhone()
  const [open, setOpen] = useState(false)
  return (
    <div className={`row gap-xs filter-bar ${className}`.trim()}>
      {before}
      {filters && !phone && filters}
      {filters && phone && (
        <Badge count={active.length} size="small" color="var(--ant-color-primary)">
          <Button icon={<FilterOutlined />} onClick={() => setOpen(true)}>
            Filtros
          </Button>
        </Badge>
      )}
      {onClear && (active.length > 0 || narrowed) && (
        <Button type="text" icon={<ClearOutlined />} aria-label="Limpiar filtros" onClick={onClear}>
          Limpiar
        </Button>
      )}
      {tools && <span className="row inline stretch gap-xs push filter-bar-tools">{tools}</span>}
      {phone && active.length > 0 && (
        <div className="row stretch gap-xxs whole" aria-label="Filtros activos" role="group">
          {active.map((filter) => (
            <Tag
              key={filter.key}
              closable
              closeIcon={<span aria-label={`Quitar ${filter.label}`}>×</span>}
              onClose={filter.onClear}
            >
              {filter.label}
              {filter.value && <>: {filter.value}</>}
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
          <div className="filter-drawer">{filters}</div>
        </Drawer>
      )}
    </div>
  )
}

/** One filter's control. `label` is also its `aria-label`: here it is what the eye reads in the drawer. */
export function Filter({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="filter">
      <span className="filter-label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  )
}
