/** A figure that leads to the rows it is the sum of, where a screen holds them. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface FigureLinkProps {
  to: string | undefined
  of: string
  /** What stands there, where it is not what the figure is the sum of: `los tickets que jugaron`. */
  rows?: string
  children: ReactNode
}

export function FigureLink({ to, of, rows = 'las filas de', children }: FigureLinkProps) {
  if (to === undefined) return <>{children}</>
  return (
    <Link className="figure-link" to={to} title={`Ver ${rows} ${of}`}>
      {children}
    </Link>
  )
}
