/** How something at the counter stands, with its colour, its sign and what can be done about it. */
import type { ReactNode } from 'react'
import './counter.css'

export interface StatusProps {
  tone: 'sent' | 'good' | 'bad' | 'unknown'
  icon: ReactNode
  title: string
  /** Announced by itself, where it stands in no live region. */
  role?: 'alert' | 'status'
  actions?: ReactNode
  children?: ReactNode
}

const colors: Record<StatusProps['tone'], string> = { sent: 'informs', good: 'good', bad: 'bad', unknown: 'warns' }

export function Status({ tone, icon, title, role, actions, children }: StatusProps) {
  return (
    <div className={`notice row gap-sm ${colors[tone]}`} role={role}>
      {icon}
      <div className="counter-status grow">
        <strong className="large">{title}</strong>
        {children}
      </div>
      {actions && <div className="line stretch gap-xs">{actions}</div>}
    </div>
  )
}
