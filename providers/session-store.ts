/**
 * Who is signed in in this tab, outside React so that the HTTP layer can ask and tell. Tabs of one
 * browser share the access cookie, so they also tell each other when a session opens or closes.
 */
import type { SessionUser } from '@contract/session.ts'

export interface SessionState {
  status: 'pending' | 'authenticated' | 'unauthenticated'
  user: SessionUser | null
  /** The server no longer knows this session: the password is being asked for in place. */
  ended: boolean
}

type TabMessage = { event: 'opened'; id: number; database: string } | { event: 'closed' }

let state: SessionState = { status: 'pending', user: null, ended: false }
let settle: ((reopened: boolean) => void) | null = null
let waiting: Promise<boolean> | null = null
let clockOffset = 0
const watchers = new Set<() => void>()
const identityWatchers = new Set<(user: SessionUser | null) => void>()
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sorteo-session')

/** The state now. The same object until something changes, as `useSyncExternalStore` wants. */
export function sessionState(): SessionState {
  return state
}

/** Calls `watcher` after each change; answers how to stop. */
export function watchSession(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/**
 * Calls `watcher` when another person or another database takes over, or nobody: whatever was kept
 * about the previous one (caches, activity, open forms) has to go.
 */
export function onIdentityChange(watcher: (user: SessionUser | null) => void): () => void {
  identityWatchers.add(watcher)
  return () => identityWatchers.delete(watcher)
}

function change(next: SessionState): void {
  const before = state.user
  state = next
  const same = before?.id === next.user?.id && before?.database === next.user?.database
  if (!same) for (const watcher of identityWatchers) watcher(next.user)
  for (const watcher of watchers) watcher()
}

/** A session is open: after signing in, at start, and at each refetch (roles and flags may have changed). */
export function sessionOpened(user: SessionUser): void {
  change({ status: 'authenticated', user, ended: false })
  release(true)
}

/** Tells the other tabs that this one signed in. */
export function announceOpened(user: SessionUser): void {
  tell({ event: 'opened', id: user.id, database: user.database })
}

/** Nobody is signed in any more. `announce` tells the other tabs. */
export function sessionClosed(announce: boolean): void {
  change({ status: 'unauthenticated', user: null, ended: false })
  release(false)
  if (announce) tell({ event: 'closed' })
}

/**
 * The server refused to go on with this session. Answers true once the person signed in again in
 * place, false when they did not or nobody was signed in: the call that asked then fails.
 */
export function sessionEnded(): Promise<boolean> {
  if (state.status !== 'authenticated') return Promise.resolve(false)
  if (!waiting) {
    waiting = new Promise((resolve) => {
      settle = resolve
    })
    change({ ...state, ended: true })
  }
  return waiting
}

function release(reopened: boolean): void {
  settle?.(reopened)
  settle = null
  waiting = null
}

/** Learns the server's clock from an answer that carries it. `sent_at` and the present bracket the answer. */
export function noteServerTime(server_time: string, sent_at: number): void {
  const at = Date.parse(server_time)
  if (!Number.isNaN(at)) clockOffset = at - (sent_at + Date.now()) / 2
}

/** The server's clock: countdowns follow it, since a browser's may be wrong by hours. */
export function serverNow(): Date {
  return new Date(Date.now() + clockOffset)
}

function tell(message: TabMessage): void {
  tabs?.postMessage(message)
}

/** What another tab said. A different person or database there owns the cookie now, so this tab starts over. */
export function receiveMessage(message: TabMessage, restart: () => void): void {
  if (message.event === 'closed') {
    if (state.status === 'authenticated') sessionClosed(false)
    return
  }
  const { user } = state
  if (!user || user.id !== message.id || user.database !== message.database) restart()
  else if (state.ended) sessionOpened(user)
}

tabs?.addEventListener('message', (event: MessageEvent<TabMessage>) =>
  receiveMessage(event.data, () => location.reload()),
)
