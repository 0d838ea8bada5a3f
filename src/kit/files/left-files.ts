/**
 * Files that this browser left to the server: for a while somebody looks out for them more often than for anything
 * else, and until each is taken or closed it is known, over a reload too, so that its end is told.
 */
import { filesKeptDays, type PreparedFile } from '@contract/files.ts'
import { onIdentityChange, sessionState } from '@providers/session-store.ts'
import { ownKey } from '../page/own-key.ts'

/** Longer than most take; those that take longer are found as everything else is. */
const lookOutMs = 300_000
const keptMs = filesKeptDays * 86_400_000

export interface LeftFile {
  id: number
  /** When it was left, in milliseconds. */
  at: number
}

const kind = 'left-files'
const prefix = `sorteo:${kind}:`
let since = 0
const watchers = new Set<() => void>()

/** Where those of the person who is signed in are kept; null where nobody is. */
function place(): string | null {
  const { user } = sessionState()
  return user && ownKey(kind, user)
}

let left: readonly LeftFile[] = read()

function publish(): void {
  for (const watcher of watchers) watcher()
}

function read(): readonly LeftFile[] {
  try {
    const key = place()
    const kept = JSON.parse((key && localStorage.getItem(key)) || '[]') as LeftFile[]
    return kept.filter(({ id, at }) => Number.isInteger(id) && Date.now() - at < keptMs)
  } catch {
    return []
  }
}

/** A browser that keeps nothing tells of them until it is loaded again. */
function keep(files: readonly LeftFile[]): void {
  left = files
  const key = place()
  try {
    if (key && files.length > 0) localStorage.setItem(key, JSON.stringify(files))
    else if (key) localStorage.removeItem(key)
  } catch {
    // What is told is told from memory.
  }
  publish()
}

// What one person left is not told to the next, and is forgotten when nobody is signed in any more.
onIdentityChange(() => {
  left = read()
  const own = place()
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix) && key !== own) localStorage.removeItem(key)
  } catch {
    // Nothing is kept.
  }
  publish()
})

// Taken or closed in one tab, it is told no more in the others.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key !== place()) return
    left = read()
    publish()
  })

/** One was left, as the server answered it. */
export function fileLeft(file: Pick<PreparedFile, 'id'> | undefined): void {
  since = Date.now()
  if (file) keep([...read(), { id: file.id, at: since }])
  else publish()
}

/** There is news of it. */
export function fileFound(): void {
  since = 0
  publish()
}

/** It was taken, closed, or removed: nothing more is told of it. */
export function fileSettled(id: number): void {
  if (left.some((one) => one.id === id)) keep(read().filter((one) => one.id !== id))
}

export const isLookingOut = (): boolean => Date.now() - since < lookOutMs
/** Those whose end nobody took note of yet, oldest first. */
export const leftFiles = (): readonly LeftFile[] => left
/** Was it left so lately that it may end any moment? */
export const isFresh = ({ at }: LeftFile): boolean => Date.now() - at < lookOutMs

export function watchLeftFiles(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
