/** How something at the counter stands, with its colour, its sign and what can be done about it. */
import type { ReactNode } from 'react'

export interface StatusProps {
  tone: 'sent' | 'good' | 'bad' | 'unknown'
  icon: ReactNode
  title: string
  /** Announced by itself, where it stands in no live region. */
  role?: 'alert' | 'status'
  actions?: ReactNode
  children?: ReactNode
}

export function Status({ tone, icon, title, role, actions, children }: StatusProps) {
  return (
    <div className={`polla-status row gap-sm polla-status-${tone}`} role={role}>
      <span className="polla-status-icon" aria-hidden="true">
        {icon}
      </span>
      <div className="polla-status-text">
        <strong>{title}</strong>
        {children}
      </div>
      {actions && <div className="line stretch gap-xs">{actions}</div>}
    </div>
  )
}
