/**
 * The toasts on screen: what Refine's notification provider shows (`useNotice`). They go after 2.5
 * seconds, so each is also announced and kept in the recent activity. `src/shell/toasts.tsx` draws them.
 */
import type { ProblemBody } from '@contract/problems.ts'

export type NoticeKind = 'success' | 'error' | 'loading'

export interface Toast {
  id: number
  kind: NoticeKind
  /** One of the product's three titles. */
  title: string
  /** What exactly happened, under the title. */
  detail: string | null
  at: Date
}

export interface LoadingNotice {
  /** Says how far it is. */
  update(detail: string): void
  close(): void
}

export const noticeTitles: Readonly<Record<NoticeKind, string>> = {
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

function show(kind: NoticeKind, detail: string | null): Toast {
  lastId += 1
  const one: Toast = { id: lastId, kind, title: noticeTitles[kind], detail, at: new Date() }
  shown = [...shown, one].slice(-mostShown)
  if (kind !== 'loading') {
    activity = [one, ...activity].slice(0, mostKept)
    letGo(one.id)
  }
  publish()
  return one
}

/** Takes a toast off the screen. */
export function dismissNotice(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  shown = shown.filter((one) => one.id !== id)
  publish()
}

/** Keeps a toast while the pointer or the focus is on it. */
export function holdNotice(id: number): void {
  clearTimeout(timers.get(id))
}

/** Lets a toast go after its time. */
export function letGo(id: number): void {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => dismissNotice(id), durationMs),
  )
}

/** Toasts on screen, oldest first. */
export function shownNotices(): readonly Toast[] {
  return shown
}

/** What happened lately in this tab, newest first. */
export function recentActivity(): readonly Toast[] {
  return activity
}

/** Calls `watcher` after each change; answers how to stop. */
export function watchNotices(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Forgets everything: what one person did is not shown to the next. */
export function forgetNotices(): void {
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  shown = []
  activity = []
  publish()
}

/** The sentence of a problem, of an error that carries one, or the sentence itself. */
export function detailOf(problem: unknown): string | null {
  if (typeof problem === 'string') return problem
  const body = (problem as { body?: ProblemBody } | null)?.body ?? (problem as ProblemBody | null)
  return typeof body?.detail === 'string' ? body.detail : null
}

export const notice = {
  /** `text` says what changed. */
  success(text?: string): void {
    show('success', text ?? null)
  },
  /** A problem, an error that carries one, or a sentence. */
  error(problem?: unknown): void {
    show('error', detailOf(problem))
  },
  /** Stays until it is closed. */
  loading(text?: string): LoadingNotice {
    const { id } = show('loading', text ?? null)
    return {
      update: (detail) => {
        shown = shown.map((one) => (one.id === id ? { ...one, detail } : one))
        publish()
      },
      close: () => dismissNotice(id),
    }
  },
}
