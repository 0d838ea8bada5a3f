/** Section / page / record: where one is, and the way back up. */
import { Link, useLocation } from 'react-router'
import { sections } from '@contract/access/screens.ts'
import { useOpenTitle } from '@/kit/page/page.tsx'
import { trailAt } from './menu.ts'

export function Breadcrumb() {
  const { pathname } = useLocation()
  const title = useOpenTitle()
  const trail = trailAt(pathname, sections, title)
  return (
    <nav className="sorteo-crumbs" aria-label="Ruta de navegación">
      <ol>
        {trail.map(({ label, to }, at) => (
          <li key={label} aria-current={at === trail.length - 1 ? 'page' : undefined}>
            {to ? <Link to={to}>{label}</Link> : label}
          </li>
        ))}
      </ol>
    </nav>
  )
}
