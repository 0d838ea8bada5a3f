/**
 * Arriving at another screen: the content gets the focus from the top, as a page load would do, and its title is
 * announced. Within a screen it gets the focus that went with what had it: a drawer that led to a page.
 */
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { screens } from '@contract/access/screens.ts'
import { useOpenTitle } from '@/kit/page/page.tsx'
import { screenAt } from './menu.ts'

const focusContent = () => document.getElementById('contenido')?.focus({ preventScroll: true })

export function ArrivalFocus() {
  const { pathname } = useLocation()
  const way = useNavigationType()
  const title = useOpenTitle()
  const here = screenAt(pathname, screens)?.key ?? pathname
  const before = useRef(here)
  useEffect(() => {
    if (before.current === here) return
    before.current = here
    // Going back finds the place where it was left; the browser sees to that.
    if (way !== 'POP') window.scrollTo(0, 0)
    focusContent()
  }, [here, way])
  const arrivedAt = useRef(pathname)
  useEffect(() => {
    // The page has just loaded: its first control is the way past the menu.
    if (arrivedAt.current === pathname) return undefined
    arrivedAt.current = ''
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusContent()
    })
    return () => cancelAnimationFrame(frame)
  }, [pathname])
  return (
    <div className="sorteo-unseen" role="status">
      {title}
    </div>
  )
}
