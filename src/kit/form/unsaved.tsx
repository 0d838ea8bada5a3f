/**
 * Nobody loses what they wrote by accident: leaving the route or tab of a form with unsaved changes
 * asks first, as does closing its drawer or the window.
 */
import { Button, Modal } from 'antd'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useBlocker } from 'react-router'
import { useFocusBack } from '../page/focus-back.ts'

export interface Unsaved {
  /** Lets the next navigation pass: the changes were just saved. */
  release: () => void
  /** Runs `action` (closing a drawer) at once, or after asking when there are changes. */
  leave: (action: () => void) => void
  /** The question; render it once. */
  dialog: ReactNode
}

/** What the question says. */
export interface LeaveWords {
  title: string
  text: string
  leave: string
  stay: string
}

const unsavedWords: LeaveWords = {
  title: 'Tiene cambios sin guardar',
  text: 'Si sale ahora, se pierde lo que escribió.',
  leave: 'Salir sin guardar',
  stay: 'Seguir editando',
}

interface Guard {
  dirty: boolean
  discard: () => void
  words: LeaveWords
}

/** Every form on the page. A dialog's form may stand over a page's: the router takes one question only, so the oldest asks for all. */
let guards: readonly Guard[] = []
const watchers = new Set<() => void>()

function setGuards(next: readonly Guard[]): void {
  guards = next
  for (const watcher of watchers) watcher()
}

function watchGuards(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function anyDirty(): boolean {
  return guards.some((guard) => guard.dirty)
}

/** `onDiscard` runs when the person chooses to lose the changes. `words` where it is not what they wrote that would be lost. */
export function useUnsaved(dirty: boolean, onDiscard: () => void, words: LeaveWords = unsavedWords): Unsaved {
  const guard = useRef<Guard>({ dirty, discard: onDiscard, words })
  guard.current.dirty = dirty
  guard.current.discard = onDiscard
  const [own] = useState(guard.current)
  useEffect(() => {
    setGuards([...guards, own])
    return () => setGuards(guards.filter((one) => one !== own))
  }, [own])
  const asks = useSyncExternalStore(watchGuards, () => guards[0] === own)
  const [leaving, setLeaving] = useState<(() => void) | null>(null)
  const release = useCallback(() => {
    guard.current.dirty = false
  }, [])
  const leave = useCallback((action: () => void) => {
    if (guard.current.dirty) setLeaving(() => action)
    else action()
  }, [])
  const discard = () => {
    release()
    onDiscard()
    leaving?.()
    setLeaving(null)
  }
  const dialog = (
    <>
      {asks && <RouteGuard />}
      <LeaveDialog open={leaving !== null} words={words} onStay={() => setLeaving(null)} onDiscard={discard} />
    </>
  )
  return { release, leave, dialog }
}

/** A change of filters or dialogs in the same path is no leaving. */
function RouteGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => anyDirty() && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (anyDirty()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  const discard = () => {
    for (const guard of guards.filter((one) => one.dirty)) {
      guard.dirty = false
      guard.discard()
    }
    blocker.proceed?.()
  }
  const words = guards.find((one) => one.dirty)?.words ?? unsavedWords
  return (
    <LeaveDialog
      open={blocker.state === 'blocked'}
      words={words}
      onStay={() => blocker.reset?.()}
      onDiscard={discard}
    />
  )
}

interface LeaveDialogProps {
  open: boolean
  words: LeaveWords
  onStay: () => void
  onDiscard: () => void
}

function LeaveDialog({ open, words, onStay, onDiscard }: LeaveDialogProps) {
  const giveBack = useFocusBack(open)
  return (
    <Modal
      open={open}
      afterClose={giveBack}
      title={words.title}
      width={420}
      zIndex={1200}
      onCancel={onStay}
      footer={[
        <Button key="discard" danger onClick={onDiscard}>
          {words.leave}
        </Button>,
        <Button key="stay" type="primary" autoFocus onClick={onStay}>
          {words.stay}
        </Button>,
      ]}
    >
      {words.text}
    </Modal>
  )
}
