/** Taking up the session that the cookie names, once per page load. */
import { useCallback, useEffect, useState } from 'react'
import { resumeSession } from '@providers/auth.ts'
import { sessionState } from '@providers/session-store.ts'

let resuming: Promise<void> | null = null

/** `fault` is set when the server could not say who is signed in; `retry` asks again. */
export function useBoot(): { fault: unknown; retry: () => void } {
  const [fault, setFault] = useState<unknown>(null)
  const boot = useCallback(() => {
    if (sessionState().status !== 'pending') return
    setFault(null)
    resuming ??= resumeSession().finally(() => {
      resuming = null
    })
    resuming.catch(setFault)
  }, [])
  useEffect(boot, [boot])
  return { fault, retry: boot }
}
