/** A figure that leads to the rows it is the sum of, where a screen holds them. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'

export function FigureLink({ to, of, children }: { to: string | undefined; of: string; children: ReactNode }) {
  if (to === undefined) return <>{children}</>
  return (
    <Link className="figure-link" to={to} title={`Ver las filas de ${of}`}>
      {children}
    </Link>
  )
}
