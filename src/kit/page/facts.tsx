/** What is known of one thing: labels with their values. */
import type { ReactNode } from 'react'
import './parts.css'

export interface Fact {
  label: string
  value: ReactNode
  /** Tells facts apart whose labels repeat; the label unless given. */
  key?: string
  /** Takes a line of its own. */
  whole?: boolean
}

export interface FactsProps {
  facts: readonly Fact[]
  /**
   * `fill`: as many columns as fit, at least 200 px each (130 px on a phone); `pair`: two columns;
   * `lines`: label and value on one line; `figures`: large values side by side.
   */
  layout?: 'fill' | 'pair' | 'lines' | 'figures'
  className?: string
}

export function Facts({ facts, layout = 'fill', className = '' }: FactsProps) {
  return (
    <dl className={`facts ${className}`.trim()} data-layout={layout}>
      {facts.map(({ label, value, key = label, whole = false }) => (
        <div key={key} className={whole ? 'whole' : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
