/** Refine's notifications as the product's toasts. */
import type { NotificationProvider } from '@refinedev/core'
import { notice, type LoadingNotice } from '@/kit/page/notice.ts'

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
