/** Long work in parts, one after the other, with its progress; it can be ended between two of them. */
import { useCallback, useRef, useState } from 'react'
import { newOperationKey, ProblemError } from '@providers/http.ts'
import { useToasts } from '@providers/notifications.ts'

export interface InParts<T> {
  /** Null when nothing is going on. */
  progress: { done: number; total: number } | null
  /** Does nothing while it runs. What was done before a fault or a cancel stays done; the fault is told. */
  run: (things: readonly T[]) => Promise<void>
  cancel: () => void
}

/** `work` does one part; what it is given belongs to its call: the signal that ends it, and a key of its own. */
export function useInParts<T>(
  size: number,
  work: (part: readonly T[], options: { signal: AbortSignal; operation_key: string }) => Promise<void>,
): InParts<T> {
  const [progress, setProgress] = useState<InParts<T>['progress']>(null)
  const abort = useRef<AbortController | null>(null)
  const toasts = useToasts()
  const run = async (things: readonly T[]) => {
    if (abort.current) return
    const { signal } = (abort.current = new AbortController())
    try {
      for (let from = 0; from < things.length; from += size) {
        setProgress({ done: from, total: things.length })
        await work(things.slice(from, from + size), { signal, operation_key: newOperationKey() })
      }
    } catch (error) {
      if (!signal.aborted) {
        if (!(error instanceof ProblemError)) throw error
        toasts.error(error)
      }
    } finally {
      abort.current = null
      setProgress(null)
    }
  }
  const cancel = useCallback(() => abort.current?.abort(), [])
  return { progress, run, cancel }
}
