/**
 * Nobody loses what they wrote by accident: leaving the route or tab of a form with unsaved changes
 * asks first, as does closing its drawer or the window.
 */
import { Button, Modal } from 'antd'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useBlocker } from 'react-router'

export interface Unsaved {
  /** Lets the next navigation pass: the changes were just saved. */
  release: () => void
  /** Runs `action` (closing a drawer) at once, or after asking when there are changes. */
  leave: (action: () => void) => void
  /** The question; render it once. */
  dialog: ReactNode
}

/**
 * Guards a form while `dirty`. `onDiscard` runs when the person chooses to lose the changes.
 * A change of filters or dialogs in the same path is no leaving.
 */
export function useUnsaved(dirty: boolean, onDiscard?: () => void): Unsaved {
  const guarding = useRef(dirty)
  guarding.current = dirty
  const [leaving, setLeaving] = useState<(() => void) | null>(null)
  const blocker = useBlocker(({ currentLocation, nextLocation }) => guarding.current && currentLocation.pathname !== nextLocation.pathname)
  useWindowGuard(dirty)

  const release = useCallback(() => {
    guarding.current = false
  }, [])
  const leave = useCallback((action: () => void) => {
    if (guarding.current) setLeaving(() => action)
    else action()
  }, [])
  const stay = () => {
    setLeaving(null)
    if (blocker.state === 'blocked') blocker.reset()
  }
  const discard = () => {
    guarding.current = false
    onDiscard?.()
    if (blocker.state === 'blocked') blocker.proceed()
    leaving?.()
    setLeaving(null)
  }
  return { release, leave, dialog: <LeaveDialog open={blocker.state === 'blocked' || leaving !== null} onStay={stay} onDiscard={discard} /> }
}

/** The browser's own question when the window or tab is closed; its words are the browser's. */
function useWindowGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])
}

function LeaveDialog({ open, onStay, onDiscard }: { open: boolean; onStay: () => void; onDiscard: () => void }) {
  return (
    <Modal
      open={open}
      title="Tiene cambios sin guardar"
      width={420}
      onCancel={onStay}
      footer={[
        <Button key="discard" danger onClick={onDiscard}>Salir sin guardar</Button>,
        <Button key="stay" type="primary" autoFocus onClick={onStay}>Seguir editando</Button>,
      ]}
    >
      Si sale ahora, se pierde lo que escribió.
    </Modal>
  )
}
