/**
 * What narrows the rows or figures of a screen: controls beside each other, or on a phone one button that opens
 * them in a drawer with what is in force as tags. Tables carry it in their toolbar, dashboards and reports in `Page`.
 */
import { ClearOutlined, FilterOutlined } from '@ant-design/icons'
import { Badge, Button, Drawer, Tag } from 'antd'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
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
  /** Settings that are not as usual: they narrow nothing, and a phone, which hides their controls, tells them too. */
  settings?: readonly ActiveFilter[] | undefined
  /** Without it nothing is cleared at once. */
  onClear?: () => void
  /** Something else narrows, such as a search: there is something to clear. */
  narrowed?: boolean
  /** Before the filters: a search. */
  before?: ReactNode
  /** At the right: export, columns. */
  tools?: ReactNode
  /** Keeps to one line as far as that can be; one with tools does. */
  fitted?: boolean
  className?: string
}

/** How a bar fits its line: as it is, with its tools as icons, or only on a second line. */
const fits = ['whole', 'icons', 'wrapped'] as const

/** What says a choice's words, and words in one line that are the bar's own. */
const words = '.ant-select-selection-placeholder, .ant-select-selection-item, .filter-bar > .nowrap'
/** Whether words that gave way to others are told by half: what was chosen may be longer than any control. */
const isCut = (said: Element) => {
  if (said.scrollWidth <= said.clientWidth) return false
  const control = said.closest<HTMLElement>('.ant-select')
  return !control || getComputedStyle(control).maxWidth !== `${control.offsetWidth}px`
}
/** What reaches into the room at its edge does not scroll yet, and looks as if it were cut. */
const isWithin = (bar: Element) => {
  const padding = Number.parseInt(getComputedStyle(bar).paddingRight, 10) || 0
  const edge = bar.getBoundingClientRect().right - padding
  return (bar.lastElementChild?.getBoundingClientRect().right ?? 0) <= edge + 1
}
const isWhole = (bar: Element) =>
  bar.scrollWidth <= bar.clientWidth && isWithin(bar) && ![...bar.querySelectorAll(words)].some(isCut)

/**
 * Keeps a bar with tools on one line as long as that can be: the sheet takes the words off the tools and lets the
 * search shrink under `icons`. Measured, because filters differ from list to list and grow with what is chosen.
 */
function useOneLine(asked: boolean) {
  const bar = useRef<HTMLDivElement>(null)
  const watched = useRef<{ by: ResizeObserver; children: Set<Element> } | null>(null)
  useLayoutEffect(() => {
    const element = bar.current
    if (!asked || !element || typeof ResizeObserver === 'undefined') return
    // Told of sizes when they are known and nothing is drawn yet: asked for earlier, the page would be laid out once more.
    const by = new ResizeObserver(() => {
      for (const one of fits) {
        if (element.dataset['fit'] !== one) element.dataset['fit'] = one
        if (isWhole(element)) return
      }
    })
    by.observe(element)
    watched.current = { by, children: new Set() }
    return () => {
      by.disconnect()
      watched.current = null
    }
  }, [asked])
  useLayoutEffect(() => {
    const element = bar.current
    if (!watched.current || !element) return
    const { by, children } = watched.current
    for (const gone of [...children].filter((child) => child.parentNode !== element)) {
      children.delete(gone)
      // What one that goes leaves free, no size tells: the bar is looked at anew.
      by.unobserve(element)
      by.observe(element)
    }
    for (const child of element.children) {
      if (children.has(child)) continue
      children.add(child)
      by.observe(child)
    }
  })
  return { ref: bar, ...(asked && { 'data-fit': fits[0] }) }
}

export function FilterBar({
  filters,
  active,
  settings = [],
  onClear,
  narrowed = false,
  before,
  tools,
  fitted = tools !== undefined,
  className = '',
}: FilterBarProps) {
  const phone = usePhone()
  const [open, setOpen] = useState(false)
  const shownFilters = [...active, ...settings]
  const bar = useOneLine(fitted && !phone)
  return (
    <div {...bar} className={`row gap-xs filter-bar ${className}`.trim()}>
      {before}
      {filters && !phone && filters}
      {filters && phone && (
        <Badge count={shownFilters.length} size="small" color="var(--ant-color-primary)">
          <Button icon={<FilterOutlined />} onClick={() => setOpen(true)}>
            Filtros
          </Button>
        </Badge>
      )}
      {onClear && (active.length > 0 || narrowed) && (
        <Button
          type="text"
          icon={<ClearOutlined />}
          aria-label="Limpiar filtros"
          title="Limpiar filtros"
          onClick={onClear}
        >
          <span className="tool-label">Limpiar</span>
        </Button>
      )}
      {tools && <span className="row inline stretch gap-xs push filter-bar-tools">{tools}</span>}
      {phone && shownFilters.length > 0 && (
        <div className="row stretch gap-xxs whole" aria-label="Filtros activos" role="group">
          {shownFilters.map((filter) => (
            <Tag
              key={filter.key}
              closable
              style={{ maxWidth: '100%', whiteSpace: 'normal' }}
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
