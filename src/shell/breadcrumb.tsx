/** Section / page / record: where one is, and the way back up. */
import { useBreadcrumb, useResourceParams } from '@refinedev/core'
import { Link, useLocation } from 'react-router'
import { useOpenTitle } from '@/kit/page/page.tsx'

interface Crumb {
  label: string
  /** None for what cannot be gone to: a section, or where one is. */
  to?: string | undefined
}

/** Section › page › tab › record. The record is called by the open title, where the address goes deeper than its screen. */
function useTrail(): Crumb[] {
  const { pathname, search } = useLocation()
  const title = useOpenTitle()
  const { breadcrumbs } = useBreadcrumb()
  const { action } = useResourceParams()
  // Refine ends with the action's name ("Editar"), where we say which record it is.
  const named = action && action !== 'list' ? breadcrumbs.slice(0, -1) : breadcrumbs
  // A view that the address asks for is another tab than the one that the path is called after: the page's name is right for both.
  const places = named.length > 2 && new URLSearchParams(search).has('view') ? named.slice(0, -1) : named
  const screen = places.at(-1)
  if (!screen) return []
  const deeper = pathname.replace(/\/$/, '') !== screen.href
  return [
    ...places.slice(0, -1).map(({ label }) => ({ label })),
    { label: screen.label, to: deeper ? screen.href : undefined },
    ...(deeper && title && title !== screen.label ? [{ label: title }] : []),
  ]
}

export function Breadcrumb() {
  const trail = useTrail()
  return (
    <nav className="sorteo-crumbs fill" aria-label="Ruta de navegación">
      <ol className="line gap-xs plain-list sorteo-muted">
        {trail.map(({ label, to }, at) => (
          <li key={label} className="cut" aria-current={at === trail.length - 1 ? 'page' : undefined}>
            {to ? <Link to={to}>{label}</Link> : label}
          </li>
        ))}
      </ol>
    </nav>
  )
}
