/** Refine's notifications as the product's toasts, and the hook with which a screen says something. */
import { useNotification, type NotificationProvider } from '@refinedev/core'
import { useMemo } from 'react'
import { detailOf, notice, noticeTitles, type LoadingNotice } from './notice.ts'

const running = new Map<string, LoadingNotice>()

function close(key: string): void {
  running.get(key)?.close()
  running.delete(key)
}

export const notificationProvider: NotificationProvider = {
  /** Titles are the product's three; Refine's `description` is the sentence under them. */
  open: ({ type, key, description }) => {
    if (key) close(key)
    if (type === 'success') notice.success(description)
    else if (type === 'error') notice.error(description)
    else if (key) running.set(key, notice.loading(description))
  },
  close,
}

export interface Notice {
  /** `text` says what changed. */
  success(text?: string): void
  /** A problem, an error that carries one, or a sentence. */
  error(problem?: unknown): void
}

/** Says that something went well or not, through Refine. The same object from one render to the next. */
export function useNotice(): Notice {
  const { open } = useNotification()
  return useMemo(() => {
    const say = (type: 'success' | 'error', text: string | null) =>
      open?.({ type, message: noticeTitles[type], ...(text !== null && { description: text }) })
    return {
      success: (text) => say('success', text ?? null),
      error: (problem) => say('error', detailOf(problem)),
    }
  }, [open])
}
