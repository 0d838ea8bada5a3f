/**
 * The toasts on screen: what Refine's notification provider shows (`useToasts`). They go after 2.5
 * seconds, so each is also announced and kept in the recent activity; what waits for a person stays
 * until it is taken or closed. `src/shell/toasts.tsx` draws them.
 */
import type { ProblemBody } from '@contract/problems.ts'

export type ToastKind = 'success' | 'error' | 'loading'

export interface Toast {
  id: number
  kind: ToastKind
  /** One of the product's three titles, or what stays is called. */
  title: string
  /** What exactly happened, under the title. */
  detail: string | null
  at: Date
  /** It stays until it is closed, or for as long as it says, and may be answered. */
  staying?: Staying
}

/** What a person may do about it at once. */
export interface StayingAction {
  label: string
  /** What is read aloud: which of several it is. */
  name: string
  run: () => Promise<void>
}

interface Staying {
  action?: StayingAction
  /** It goes by itself after so long. */
  for_ms?: number
  /** A person closed it, or its time was over. */
  onClose: () => void
}

export interface StayingToast {
  close(): void
}

export interface LoadingToast {
  /** Says how far it is. */
  update(detail: string): void
  close(): void
}

export const toastTitles: Readonly<Record<ToastKind, string>> = {
  success: 'Operación Exitosa!',
  error: 'Ha ocurrido un error',
  loading: 'Cargando',
}
const durationMs = 2500
const mostShown = 4
const mostKept = 50

let shown: readonly Toast[] = []
let activity: readonly Toast[] = []
let lastId = 0
const watchers = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function publish(): void {
  for (const watcher of watchers) watcher()
}

function show(kind: ToastKind, detail: string | null, more: Pick<Toast, 'staying'> & { title?: string } = {}): Toast {
  lastId += 1
  const one: Toast = { id: lastId, kind, title: toastTitles[kind], detail, at: new Date(), ...more }
  shown = [...shown, one]
  // What stays makes no room for what goes by itself.
  const passing = shown.filter(({ staying }) => !staying)
  const over = passing.slice(0, Math.max(0, passing.length - mostShown))
  shown = shown.filter((each) => !over.includes(each))
  if (kind !== 'loading') {
    activity = [one, ...activity].slice(0, mostKept)
    releaseToast(one.id)
  }
  publish()
  return one
}

/** Takes a toast off the screen. */
export function dismissToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  shown = shown.filter((one) => one.id !== id)
  publish()
}

/** Keeps a toast while the pointer or the focus is on it. */
export function holdToast(id: number): void {
  clearTimeout(timers.get(id))
}

/** Lets a toast go after its time, where it has one. */
export function releaseToast(id: number): void {
  const one = shown.find((each) => each.id === id)
  const lasts = one?.staying ? one.staying.for_ms : durationMs
  if (!one || one.kind === 'loading' || lasts === undefined) return
  clearTimeout(timers.get(id))
  const go = () => {
    dismissToast(id)
    one.staying?.onClose()
  }
  timers.set(id, setTimeout(go, lasts))
}

/** Toasts on screen, oldest first. */
export function shownToasts(): readonly Toast[] {
  return shown
}

/** What happened lately in this tab, newest first. */
export function recentActivity(): readonly Toast[] {
  return activity
}

/** Calls `watcher` after each change; answers how to stop. */
export function watchToasts(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Forgets everything: what one person did is not shown to the next. */
export function forgetToasts(): void {
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  shown = []
  activity = []
  publish()
}

/** The sentence of a problem, of an error that carries one, or the sentence itself. */
export function problemDetail(problem: unknown): string | null {
  if (typeof problem === 'string') return problem
  const body = (problem as { body?: ProblemBody } | null)?.body ?? (problem as ProblemBody | null)
  return typeof body?.detail === 'string' ? body.detail : null
}

export const toaster = {
  /** `text` says what changed. */
  success(text?: string): void {
    show('success', text ?? null)
  },
  /** A problem, an error that carries one, or a sentence. */
  error(problem?: unknown): void {
    show('error', problemDetail(problem))
  },
  /** What waits for a person: it stays until it is taken or closed, or for as long as it says, and takes no focus. */
  stay(
    kind: 'success' | 'error',
    { title, detail, ...staying }: Staying & { title: string; detail: string | null },
  ): StayingToast {
    const { id } = show(kind, detail, { title, staying })
    return { close: () => dismissToast(id) }
  },
  /** Stays until it is closed. */
  loading(text?: string): LoadingToast {
    const { id } = show('loading', text ?? null)
    return {
      update: (detail) => {
        shown = shown.map((one) => (one.id === id ? { ...one, detail } : one))
        publish()
      },
      close: () => dismissToast(id),
    }
  },
}
