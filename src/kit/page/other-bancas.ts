/** Whether the panel of other bancas is open, and at what: it is opened from the header, the palette and screens. */
import { useSyncExternalStore } from 'react'

/** The registrations there are, or the form of a new one. */
type Opened = 'list' | 'register' | null

let opened: Opened = null
const watchers = new Set<() => void>()

export function openOtherBancas(at: Opened): void {
  opened = at
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export function useOtherBancas(): Opened {
  return useSyncExternalStore(watch, () => opened)
}
