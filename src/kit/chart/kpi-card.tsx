/** One key figure: its name, value, change against a named period and course, leading to the rows behind it. */
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import { FigureSkeleton } from '../page/skeletons.tsx'
import './chart.css'

export interface KpiCardProps {
  label: string
  /** `undefined` while it comes. */
  value: ReactNode | undefined
  /** Of the longest value of its row: the longer, the smaller all are written, so that each stays whole and all are of one size. */
  characters?: number
  change?: ReactNode
  spark?: ReactNode
  /** Where its rows are. */
  to?: string | undefined
}

export function KpiCard({ label, value, characters = 1, change, spark, to }: KpiCardProps) {
  return (
    <article className="kpi-card stack surface">
      <h2 className="note">{label}</h2>
      {value === undefined ? (
        <FigureSkeleton />
      ) : (
        <>
          <p className="kpi-card-value figure nowrap" style={{ '--characters': characters } as CSSProperties}>
            {to ? (
              <Link className="figure-link" to={to} aria-label={`Ver las filas de ${label}`} title="Ver las filas">
                {value}
              </Link>
            ) : (
              value
            )}
          </p>
          <p className="kpi-card-change">{change}</p>
        </>
      )}
      <div className="kpi-card-spark">{spark}</div>
    </article>
  )
}
