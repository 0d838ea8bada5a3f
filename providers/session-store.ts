/**
 * Who is signed in in this tab, outside React so that the HTTP layer can ask and tell. Tabs of one
 * browser share the access cookie, so they also tell each other when a session opens or closes.
 */
import type { SessionUser } from '@contract/session.ts'
import { keepBancaName } from './banca-names.ts'

export interface SessionState {
  status: 'pending' | 'authenticated' | 'unauthenticated'
  user: SessionUser | null
  /** The server no longer knows this session: the password is being asked for in place. */
  ended: boolean
  /** The browser's session works in another banca's database: this tab sends nothing until one of the two is chosen. */
  elsewhere: Elsewhere | null
}

interface Elsewhere {
  database: string
  /** This very tab went there, and is about to be loaded anew. */
  moving: boolean
}

type TabMessage = { event: 'opened'; id: number; database: string } | { event: 'closed' }

/** Many wait in it for one answer. */
class WaitingRoom {
  private promise: Promise<boolean> | null = null
  private settle: (answer: boolean) => void = () => undefined

  wait(): Promise<boolean> {
    this.promise ??= new Promise((resolve) => {
      this.settle = resolve
    })
    return this.promise
  }

  answer(answer: boolean): void {
    this.settle(answer)
    this.promise = null
  }
}

let state: SessionState = { status: 'pending', user: null, ended: false, elsewhere: null }
/** Calls that wait for the password, and those that wait for the session to come back to this tab's database. */
const ended = new WaitingRoom()
const away = new WaitingRoom()
/** The database that this tab showed last. */
let shown: string | null = null
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
  shown = user.database
  keepBancaName(user)
  change({ status: 'authenticated', user, ended: false, elsewhere: null })
  release(true)
}

/** Tells the other tabs that this one signed in, or went to another banca. */
export function announceOpened(user: SessionUser): void {
  keepBancaName(user)
  tell({ event: 'opened', id: user.id, database: user.database })
}

/** Nobody is signed in any more. `announce` tells the other tabs. */
export function sessionClosed(announce: boolean): void {
  change({ status: 'unauthenticated', user: null, ended: false, elsewhere: null })
  release(false)
  if (announce) tell({ event: 'closed' })
}

/**
 * The server refused to go on with this session. Answers true once the person signed in again in
 * place, false when they did not or nobody was signed in: the call that asked then fails.
 */
export function sessionEnded(): Promise<boolean> {
  if (state.status !== 'authenticated') return Promise.resolve(false)
  if (!state.ended) change({ ...state, ended: true })
  return ended.wait()
}

/**
 * The browser's session works in another database than this tab shows: another tab went there, or this one does
 * (`moving`). Answers true once it is back, false when nobody is signed in any more.
 */
export function sessionElsewhere(database: string, moving = false): Promise<boolean> {
  if (state.status !== 'authenticated') return Promise.resolve(false)
  if (!state.elsewhere?.moving && (moving || state.elsewhere?.database !== database))
    change({ ...state, elsewhere: { database, moving } })
  return away.wait()
}

function release(answer: boolean): void {
  ended.answer(answer)
  away.answer(answer)
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

/**
 * What another tab said. Somebody else owns the cookie now, so this tab starts over: where they are of another banca, at
 * its first page, since the address here would name other things there. The same person gone to another banca leaves
 * this tab as it stands, asking.
 */
export function receiveMessage(message: TabMessage, restart: (address?: string) => void): void {
  if (message.event === 'closed') {
    if (state.status === 'authenticated') sessionClosed(false)
    return
  }
  const { user } = state
  if (!user) restart(shown === null || shown === message.database ? undefined : '/')
  else if (user.database !== message.database) void sessionElsewhere(message.database)
  else if (user.id !== message.id) restart()
  else if (state.ended || state.elsewhere) sessionOpened(user)
}

tabs?.addEventListener('message', (event: MessageEvent<TabMessage>) =>
  receiveMessage(event.data, (address) => (address ? location.replace(address) : location.reload())),
)
