/** Signing in, going on and signing out. The login page calls these directly; Refine through `authProvider`. */
import type { AuthProvider } from '@refinedev/core'
import { session, type SessionUser } from '@contract/session.ts'
import { dropAccessToken, keepAccessToken, readAccessToken } from './access-token.ts'
import { call, ProblemError } from './http.ts'
import { announceOpened, sessionClosed, sessionOpened, sessionState } from './session-store.ts'

export interface Credentials {
  username: string
  password: string
}

/** How long signing out waits for a server that does not answer. */
const farewellMs = 5000

/** Signs in and opens the session in every tab. Throws `ProblemError`. */
export async function signIn(credentials: Credentials): Promise<SessionUser> {
  const { access_token, user } = await call(session.open, { body: credentials })
  if (access_token) keepAccessToken(access_token)
  announceOpened(user)
  sessionOpened(user)
  return user
}

/**
 * Signs the person of an ended session in again, in place: the calls that wait go on. Another
 * database than the one on screen would mix two bancas, so then the console starts over.
 */
export async function signInAgain(password: string): Promise<void> {
  const before = sessionState().user
  if (!before) return
  const after = await signIn({ username: before.username, password })
  if (after.id !== before.id || after.database !== before.database) location.assign('/')
}

/** Takes up the session that the cookie names. Throws `ProblemError` when the server cannot say. */
export async function resumeSession(): Promise<void> {
  if (readAccessToken() === null) return sessionClosed(false)
  try {
    const { user } = await call(session.open)
    sessionOpened(user)
  } catch (error) {
    if (!(error instanceof ProblemError) || error.body.status !== 401) throw error
    dropAccessToken()
    sessionClosed(false)
  }
}

/** Signs out in every tab. A server that does not answer cannot keep the person in. */
export async function signOut(): Promise<void> {
  try {
    if (!sessionState().ended) await call(session.close, {}, { signal: AbortSignal.timeout(farewellMs) })
  } catch (error) {
    if (!(error instanceof ProblemError || error instanceof DOMException)) throw error
  } finally {
    leave()
  }
}

/** Gives up an ended session: there is nothing left to close at the server. */
export function leave(): void {
  dropAccessToken()
  sessionClosed(true)
}

const loginPath = '/login'

export const authProvider: AuthProvider = {
  login: async (credentials: Credentials) => {
    try {
      await signIn(credentials)
      return { success: true, redirectTo: '/' }
    } catch (error) {
      return { success: false, error: error as Error }
    }
  },
  logout: async () => {
    await signOut()
    return { success: true, redirectTo: loginPath }
  },
  check: async () => (sessionState().user ? { authenticated: true } : { authenticated: false, redirectTo: loginPath }),
  /** The HTTP layer has already asked for the password again; an error that is left is the screen's to show. */
  onError: async () => ({}),
  getIdentity: async () => sessionState().user,
  getPermissions: async () => sessionState().user?.role,
}
