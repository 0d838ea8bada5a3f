/**
 * The frame of a figure or chart: its title, the table behind it, and every state it can be in.
 * Loading keeps its shape; nothing for this filter, never any data, failed and not allowed are told apart.
 */
import { BarChartOutlined, TableOutlined, WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { createContext, Suspense, use, useId, useState, type ReactNode } from 'react'
import { ProblemView } from '../page/problem-view.tsx'
import { useWholeRows } from './whole-rows.ts'
import './chart.css'

/** The part of a query that a frame needs. */
export interface FramedQuery {
  isPending: boolean
  isError: boolean
  isFetching: boolean
  error: unknown
  data: unknown
  refetch: () => Promise<unknown>
}

export interface ChartFrameProps {
  title: string
  /** Beside the title: what it is measured over. */
  note?: ReactNode
  /** At the right: choices of this figure. */
  actions?: ReactNode
  query: FramedQuery
  /** The answer came and holds nothing. */
  isEmpty: boolean
  /** What to say then. */
  empty: ReactNode
  skeleton: ReactNode
  /** The same figures as a table; a button turns the chart over. Lists are their own table. */
  table?: ReactNode
  className?: string
  children: ReactNode
}

/** Whether frames draw what has come, or its outline yet: false around those that lie below what is seen first. */
export const FramesDrawn = createContext(true)

export function ChartFrame({
  title,
  note,
  actions,
  query,
  isEmpty,
  empty,
  skeleton,
  table,
  className = '',
  children,
}: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false)
  const heading = useId()
  const known = query.data !== undefined
  const ready = known && (use(FramesDrawn) || isEmpty)
  return (
    <section
      className={`chart-frame stack surface ${className}`}
      aria-labelledby={heading}
      aria-busy={query.isFetching}
      data-empty={known ? isEmpty : query.isError}
    >
      <header className="chart-frame-header row gap-sm">
        <h2 id={heading}>{title}</h2>
        {note && <span className="note">{note}</span>}
        <span className="line inline gap-xxs push">
          {query.isError && ready && <Stale onRetry={() => void query.refetch()} />}
          {actions}
          {table && (
            <Button
              type="text"
              size="small"
              icon={asTable ? <BarChartOutlined /> : <TableOutlined />}
              aria-pressed={asTable}
              aria-label={asTable ? 'Ver como gráfico' : 'Ver como tabla'}
              title={asTable ? 'Ver como gráfico' : 'Ver como tabla'}
              disabled={!ready || isEmpty}
              onClick={() => setAsTable(!asTable)}
            />
          )}
        </span>
      </header>
      <div className="chart-frame-body fill">
        {!known && query.isError && <ProblemView error={query.error} onRetry={() => void query.refetch()} />}
        {!ready && (known || !query.isError) && <Waiting>{skeleton}</Waiting>}
        {ready && isEmpty && empty}
        {ready &&
          !isEmpty &&
          (asTable ? (
            <Scrolling label={title}>{table}</Scrolling>
          ) : (
            <Suspense fallback={<Waiting>{skeleton}</Waiting>}>{children}</Suspense>
          ))}
      </div>
    </section>
  )
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="sorteo-unseen" role="status">
        Cargando
      </span>
      {children}
    </>
  )
}

/** What scrolls can be reached and scrolled by keyboard. Of a table it shows whole rows. */
export function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  const box = useWholeRows()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a group that scrolls must take the focus to be scrolled by keys
    <div ref={box} className="chart-frame-scroll scrolls ring-inside" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}

/** The figures on screen are the last good ones. */
function Stale({ onRetry }: { onRetry: () => void }) {
  return (
    <Button
      size="small"
      type="text"
      className="warns"
      icon={<WarningOutlined />}
      onClick={onRetry}
      title="No se pudo actualizar; se muestran las últimas cifras. Pulse para intentar de nuevo."
    >
      Sin actualizar
    </Button>
  )
}
