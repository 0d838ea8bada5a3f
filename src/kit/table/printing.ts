/** Is the page being put on paper? What scrolls and stays in sight on a screen is laid out in full there. */
import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let printing = false
const watchers = new Set<() => void>()

/** The browser takes its picture as soon as the event is over: what follows from it must be drawn by then. */
function tell(now: boolean): void {
  printing = now
  flushSync(() => {
    for (const watcher of watchers) watcher()
  })
}

window.addEventListener('beforeprint', () => tell(true))
window.addEventListener('afterprint', () => tell(false))

function subscribe(notify: () => void): () => void {
  watchers.add(notify)
  return () => watchers.delete(notify)
}

export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => printing)
}
