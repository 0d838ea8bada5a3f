/** The frame of a screen: its one h1, its period and filters on the same line, its main action at the right. */
import { useEffect, useId, useSyncExternalStore, type ReactNode } from 'react'
import { AsOfNotice } from './as-of.tsx'
import { LinkNotice } from './link-faults.tsx'
import { RecordHeader, type RecordHeaderProps } from './record-header.tsx'
import './parts.css'

export interface PageProps {
  title: string
  /** A short line beside the title: whose figures, which record, a status. */
  subtitle?: ReactNode
  /** In place of a subtitle, on the page of one record: the way back, its code and its state. */
  record?: RecordHeaderProps
  period?: ReactNode
  filters?: ReactNode
  actions?: ReactNode
  /** A row of tabs under the header; in a low window beside the title where there is room. */
  tabs?: ReactNode
  children: ReactNode
}

let currentTitle = ''
const watchers = new Set<() => void>()

function publishTitle(title: string): void {
  currentTitle = title
  document.title = title ? `${title} · Sorteo` : 'Sorteo'
  for (const watcher of watchers) watcher()
}

function watchTitle(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Names the window after what it shows. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    publishTitle(title)
    return () => publishTitle('')
  }, [title])
}

/** The title of the screen that is open, for the breadcrumb and for announcing it. */
export function useOpenTitle(): string {
  return useSyncExternalStore(watchTitle, () => currentTitle)
}

export function Page({ title, record, subtitle, period, filters, actions, tabs, children }: PageProps) {
  const heading = useId()
  usePageTitle(title)
  return (
    <article className="stack gap-md" aria-labelledby={heading}>
      <header className="sorteo-page-header row gap-md" style={{ rowGap: 8 }}>
        <div className="sorteo-page-title row baseline gap-sm" style={{ rowGap: 0 }}>
          <h1 id={heading}>{title}</h1>
          {record && <RecordHeader {...record} />}
          {subtitle && <div className="sorteo-muted">{subtitle}</div>}
        </div>
        {(period || filters) && (
          <div className="sorteo-page-filters row gap-xs">
            {period}
            {filters}
          </div>
        )}
        {actions && <div className="row gap-xs push">{actions}</div>}
        {tabs && <div className="sorteo-page-tabs">{tabs}</div>}
      </header>
      <div className="sorteo-page-body stack gap-md">
        <LinkNotice />
        <AsOfNotice />
        {children}
      </div>
    </article>
  )
}
