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

interface HelpedProps {
  open: boolean
  onOpen: (open: boolean) => void
  children: ReactNode
}

/** The screen with its way to the help, and the help where it is open. */
export function Helped({ open, onOpen, children }: HelpedProps) {
  const { pathname } = useLocation()
  const { help } = useParts()
  const screen = screenAt(pathname, screens)
  const Text = help[screen?.key ?? '']
  usePlainKey('a', Text ? () => onOpen(!open) : null)
  return (
    <HelpProvider value={Text ? () => onOpen(!open) : null}>
      {children}
      {open && screen && Text && (
        <Aside key={screen.key} title={screen.page?.label ?? screen.label} onClose={() => onOpen(false)}>
          <Suspense fallback={<p role="status">Cargando la ayuda…</p>}>
            <Text />
          </Suspense>
        </Aside>
      )}
    </HelpProvider>
  )
}

function Aside({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Whoever opened it reads it next, and goes back to the button that opened it.
  useEffect(() => {
    const before = document.activeElement
    heading.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere in it
    <aside
      className="sorteo-help stack gap-md scrolls"
      aria-label={`Ayuda: ${title}`}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
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
