/** Files that this tab left to the server: for a while somebody looks out for them more often than for anything else. */

/** Longer than most take; those that take longer are found as everything else is. */
const lookOutMs = 300_000

let since = 0
const watchers = new Set<() => void>()

function publish(value: number): void {
  since = value
  for (const watcher of watchers) watcher()
}

/** One was left. */
export const fileLeft = (): void => publish(Date.now())
/** There is news of it. */
export const fileFound = (): void => publish(0)
export const isLookingOut = (): boolean => Date.now() - since < lookOutMs

export function watchLeftFiles(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
