/** A bordered surface that holds one part of a screen. */
import { useId, type ReactNode } from 'react'
import './parts.css'

interface PanelBase {
  /** At the right of the title. */
  actions?: ReactNode
  /** A line under the title: what the panel is for. */
  note?: ReactNode
  /** `aside` for what only accompanies the screen's subject. */
  as?: 'section' | 'aside'
  /** `tight` for bars of controls, `none` for what reaches the border: a table, a list. */
  padding?: 'normal' | 'tight' | 'none'
  className?: string
  children: ReactNode
}

/** Named by its title, or by `label` where no title shows. */
export type PanelProps = PanelBase &
  ({ title: ReactNode; label?: undefined } | { title?: undefined; label: string | undefined })

export function Panel({
  title,
  label,
  actions,
  note,
  as: Element = 'section',
  padding = 'normal',
  className = '',
  children,
}: PanelProps) {
  const heading = useId()
  return (
    <Element
      className={`surface panel ${className}`.trim()}
      data-padding={padding}
      aria-label={label}
      aria-labelledby={title === undefined ? undefined : heading}
    >
      {(title !== undefined || actions) && (
        <div className="row gap-sm panel-head">
          {title !== undefined && <h2 id={heading}>{title}</h2>}
          {actions && <div className="row inline gap-xs push">{actions}</div>}
        </div>
      )}
      {note && <p className="sorteo-muted panel-note">{note}</p>}
      {children}
    </Element>
  )
}
