/** A place with nothing in it, saying why and what to do next. */
import { InboxOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import './parts.css'

export interface EmptyStateProps {
  title: string
  /** What to do next, in a sentence. */
  text?: ReactNode
  /** The button that does it. */
  action?: ReactNode
  icon?: ReactNode
}

export function EmptyState({ title, text, action, icon }: EmptyStateProps) {
  return (
    <div className="empty-state stack gap-xxs" role="status">
      <span className="empty-state-icon sorteo-muted" aria-hidden="true">
        {icon ?? <InboxOutlined />}
      </span>
      <p className="strong">{title}</p>
      {text && <p className="empty-state-text sorteo-muted">{text}</p>}
      {action && <div className="empty-state-action row gap-xs">{action}</div>}
    </div>
  )
}
