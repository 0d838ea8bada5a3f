/**
 * Renewing the access token. However many calls are refused at once, in however many tabs, the server
 * is asked once: rotating a refresh token twice would look like theft and end the session.
 */
import axios from 'axios'
import { session, type SessionUser } from '@contract/session.ts'
import { keepAccessToken, readAccessToken } from './access-token.ts'
import { networkProblem, problemFrom } from './problem-error.ts'

export type Renewal = 'renewed' | 'refused'

let inFlight: Promise<Renewal> | null = null

/**
 * Renews after `refused` (the token the server did not accept). Throws `ProblemError` when the server
 * could not answer: that says nothing about the session, so nobody is signed out for it.
 */
export function renew(refused: string | null, onUser: (user: SessionUser) => void): Promise<Renewal> {
  if (adopted(refused)) return Promise.resolve('renewed')
  inFlight ??= acrossTabs(() => ask(refused, onUser)).finally(() => {
    inFlight = null
  })
  return inFlight
}

/** Has this or another tab renewed it meanwhile? */
function adopted(refused: string | null): boolean {
  const current = readAccessToken()
  return current !== null && current !== refused
}

/** Locks exist only on https and localhost; elsewhere the server's grace for a just-rotated token does. */
function acrossTabs<T>(work: () => Promise<T>): Promise<T> {
  const locks = (navigator as Partial<Navigator>).locks
  return locks ? locks.request('sorteo-refresh', work) : work()
}

async function ask(refused: string | null, onUser: (user: SessionUser) => void): Promise<Renewal> {
  if (adopted(refused)) return 'renewed'
  const { method, path } = session.refresh
  const before = readAccessToken()
  let response
  try {
    response = await axios.request<{ access_token: string; user: SessionUser }>({
      method,
      url: path,
      timeout: 20_000,
      validateStatus: () => true,
    })
  } catch {
    throw networkProblem()
  }
  // Another tab signed in or went to another banca meanwhile: its token stays.
  if (readAccessToken() !== before) return 'renewed'
  if (response.status < 300 && response.data.access_token) {
    keepAccessToken(response.data.access_token)
    onUser(response.data.user)
    return 'renewed'
  }
  if (response.status === 400 || response.status === 401 || response.status === 403) return 'refused'
  throw await problemFrom(response)
}
