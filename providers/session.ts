/** The session as components see it. */
import { useEffect, useSyncExternalStore } from 'react'
import { allows, type Rule } from '@contract/access/rules.ts'
import { session, type SessionUser } from '@contract/session.ts'
import { call, ProblemError, refreshedUser } from './http.ts'
import { sessionState, watchSession, type SessionState } from './session-store.ts'

export { serverNow } from './session-store.ts'

/** The session is asked for again this often (spec, section 9): roles and flags may have changed. */
const refetchEvery = 3_000_000

/** Whether somebody is signed in, and whether their session has ended under them. */
export function useSessionState(): SessionState {
  return useSyncExternalStore(watchSession, sessionState)
}

/** The signed-in user. Only inside the shell, which opens for nobody else. */
export function useSession(): SessionUser {
  const { user } = useSessionState()
  if (!user) throw new Error('useSession outside the shell')
  return user
}

/** Does the signed-in user pass this rule? */
export function useCan(rule: Rule): boolean {
  return allows(rule, useSessionState().user)
}

/**
 * Keeps the session's user fresh while the shell is on screen: what the banca closed meanwhile is heard of when
 * somebody comes back to the page.
 */
export function useSessionRefetch(): void {
  useEffect(() => {
    const timer = setInterval(() => void refetchSession(), refetchEvery)
    const onReturn = () => {
      if (document.visibilityState === 'visible') void refetchSession()
    }
    document.addEventListener('visibilitychange', onReturn)
    // A page that the browser had put aside comes back as it was, whatever became of the session meanwhile.
    const onShown = ({ persisted }: PageTransitionEvent) => persisted && onReturn()
    window.addEventListener('pageshow', onShown)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pageshow', onShown)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])
}

/** Asks who the session's user is now. A server that cannot answer changes nothing. */
export async function refetchSession(): Promise<void> {
  try {
    const { user } = await call(session.open)
    refreshedUser(user)
  } catch (error) {
    if (!(error instanceof ProblemError || error instanceof DOMException)) throw error
  }
}
