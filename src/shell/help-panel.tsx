/** The help of the open screen, beside it: the screen goes on being used. On a phone it stands over it. */
import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { screens } from '@contract/access/screens.ts'
import { HelpProvider } from '@/kit/page/help.tsx'
import { usePlainKey } from '@/kit/page/plain-key.ts'
import { screenAt } from './menu.ts'
import { useParts } from './parts.ts'

/** What lies over a screen closes by Escape before the help does. */
const over = [
  'dialog[open]',
  '.ant-drawer-open',
  '.ant-modal-wrap:not([style*="display: none"])',
  '.ant-select-open',
  ...['dropdown', 'picker-dropdown', 'popover'].map((one) => `.ant-${one}:not(.ant-${one}-hidden)`),
].join()

interface HelpedProps {
  open: boolean
  onOpen: (open: boolean) => void
  children: ReactNode
}

/** The screen with its way to the help, and the help where it is open. */
export function WithHelp({ open, onOpen, children }: HelpedProps) {
  const { pathname } = useLocation()
  const { help } = useParts()
  const screen = screenAt(pathname, screens)
  const Text = help[screen?.key ?? '']
  usePlainKey('a', Text ? () => onOpen(!open) : null)
  const isShown = open && Text !== undefined
  useEffect(() => {
    if (!isShown) return undefined
    // Before anything hears it: what lies over the screen is gone once it has.
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector(over)) onOpen(false)
    }
    document.addEventListener('keydown', leave, true)
    return () => document.removeEventListener('keydown', leave, true)
  }, [isShown, onOpen])
  return (
    <HelpProvider value={Text ? () => onOpen(!open) : null}>
      {children}
      {open && screen && Text && (
        <Aside title={screen.page?.label ?? screen.label} onClose={() => onOpen(false)}>
          <Suspense key={screen.key} fallback={<p role="status">Cargando la ayuda…</p>}>
            <Text />
          </Suspense>
        </Aside>
      )}
    </HelpProvider>
  )
}

function Aside({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Whoever opened it reads it next, and goes back to the button that opened it; on another screen it stays, and takes no focus.
  useEffect(() => {
    const before = document.activeElement
    heading.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <aside className="sorteo-help stack gap-md scrolls" aria-label={`Ayuda: ${title}`}>
      <div className="line between">
        <h2 ref={heading} tabIndex={-1}>
          Ayuda: {title}
        </h2>
        <Button type="text" size="small" aria-label="Cerrar la ayuda" icon={<CloseOutlined />} onClick={onClose} />
      </div>
      {children}
    </aside>
  )
}
