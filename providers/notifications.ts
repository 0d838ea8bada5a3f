/** Refine's notifications as the product's toasts, and the hook with which a screen says something. */
import { useNotification, type NotificationProvider } from '@refinedev/core'
import { useMemo } from 'react'
import { problemDetail, toaster, toastTitles, type LoadingToast } from './toasts.ts'

const running = new Map<string, LoadingToast>()

function close(key: string): void {
  running.get(key)?.close()
  running.delete(key)
}

export const notificationProvider: NotificationProvider = {
  /** Titles are the product's three; Refine's `description` is the sentence under them. */
  open: ({ type, key, description }) => {
    if (key) close(key)
    if (type === 'success') toaster.success(description)
    else if (type === 'error') toaster.error(description)
    else if (key) running.set(key, toaster.loading(description))
  },
  close,
}

export interface ToastMessages {
  /** `text` says what changed. */
  success(text?: string): void
  /** A problem, an error that carries one, or a sentence. */
  error(problem?: unknown): void
}

/** Says that something went well or not, through Refine. The same object from one render to the next. */
export function useToasts(): ToastMessages {
  const { open } = useNotification()
  return useMemo(() => {
    const say = (type: 'success' | 'error', text: string | null) =>
      open?.({ type, message: toastTitles[type], ...(text !== null && { description: text }) })
    return {
      success: (text) => say('success', text ?? null),
      error: (problem) => say('error', problemDetail(problem)),
    }
  }, [open])
}
