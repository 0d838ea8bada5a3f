/** A place with nothing in it, saying why and what to do next. */
import { InboxOutlined } from '@ant-design/icons'
import { Button } from 'antd'
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

/** There may be some, and none is what was asked for. */
export function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="Nada coincide con los filtros"
      text="Cambie la búsqueda o quite los filtros para ver más filas."
      action={<Button onClick={onClear}>Limpiar filtros</Button>}
    />
  )
}
