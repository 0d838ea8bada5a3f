/** Taking up the session that the cookie names, once per page load. */
import { useCallback, useEffect, useState } from 'react'
import { resumeSession } from '@providers/auth.ts'
import { sessionState } from '@providers/session-store.ts'

let resuming: Promise<void> | null = null

/** Begins, or goes on with, taking up the session; whoever has to wait for the console anyway begins before React does. */
export function beginSession(): Promise<void> {
  resuming ??= resumeSession().finally(() => {
    resuming = null
  })
  return resuming
}

/** `fault` is set when the server could not say who is signed in; `retry` asks again. */
export function useBoot(): { fault: unknown; retry: () => void } {
  const [fault, setFault] = useState<unknown>(null)
  const boot = useCallback(() => {
    if (sessionState().status !== 'pending') return
    setFault(null)
    beginSession().catch(setFault)
  }, [])
  useEffect(boot, [boot])
  return { fault, retry: boot }
}
