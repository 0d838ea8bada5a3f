/** A row of figures below the cards, each the way to what it is of; outlines until they are known, and a fault in their place. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Panel } from '@/kit/page/panel.tsx'
import { ProblemView } from '@/kit/page/problem-view.tsx'

export interface StripFigure {
  label: string
  to: string
  /** What the link says to who cannot see where it stands. */
  name: string
  hint: string
  /** None until it is known. */
  shown: ReactNode | undefined
}

interface FigureStripProps {
  title: string
  call: { data?: unknown; isError: boolean; error: unknown; isFetching: boolean; refetch: () => unknown }
  figures: readonly StripFigure[]
  /** Px that the widest of them needs, where they are wider than a count. */
  each?: number
  /** Px of the title where strips stand below each other and their figures are read as columns. */
  titled?: number
}

export function FigureStrip({ title, call, figures, each, titled }: FigureStripProps) {
  if (call.isError && !call.data) {
    return (
      <Panel label={title} padding="none">
        <ProblemView error={call.error} onRetry={() => void call.refetch()} />
      </Panel>
    )
  }
  const columns = each && { gridTemplateColumns: `repeat(auto-fit, minmax(${each}px, 1fr))` }
  return (
    <section className="ticket-states row gap-md surface" aria-label={title} aria-busy={call.isFetching}>
      <h2 style={titled === undefined ? undefined : { width: titled }}>{title}</h2>
      <dl className="facts grow" {...(columns && { style: columns })}>
        {figures.map((figure) => (
          <div key={figure.label}>
            <dt>{figure.label}</dt>
            <dd>
              <Shown {...figure} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Shown({ shown, to, name, hint }: StripFigure) {
  if (shown === undefined)
    return (
      <span className="skeleton" aria-hidden="true">
        &nbsp;
      </span>
    )
  return (
    <Link className="strong sorteo-figures" to={to} aria-label={name} title={hint}>
      {shown}
    </Link>
  )
}
