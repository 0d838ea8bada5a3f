/** As of when the reports on screen are, where the server reads them from a copy that is behind; null where they are as of now. */
import { useSyncExternalStore } from 'react'

let as_of: string | null = null
const watchers = new Set<() => void>()

/** What the latest report's answer said of itself. */
export function noteAsOf(said: string | null): void {
  if (said === as_of) return
  as_of = said
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export function useDataAsOf(): string | null {
  return useSyncExternalStore(watch, () => as_of)
}
