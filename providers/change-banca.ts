/**
 * Going to another banca's database and back. Whatever was kept of the one before goes with the page: the session's new
 * token is told to the other tabs, and this one is loaded anew. Nothing has to be remembered to be emptied.
 */
import { crossDb } from '@contract/cross-db.ts'
import type { SessionUser } from '@contract/session.ts'
import { keepAccessToken } from './access-token.ts'
import { call } from './http.ts'
import { announceOpened, sessionElsewhere, sessionOpened, sessionState } from './session-store.ts'

async function change(database: string): Promise<SessionUser> {
  const { access_token, user } = await call(crossDb.change, { body: { database } }, { as_session: true })
  // Until the page is new nothing more is sent from here, nor painted of what is still on its way.
  const { user: own } = sessionState()
  if (own && own.database !== user.database) void sessionElsewhere(user.database, true)
  keepAccessToken(access_token)
  announceOpened(user)
  return user
}

let going: Promise<void> | null = null

/** Goes there and opens its first page, or `address`. Throws `ProblemError`; nothing has changed then. */
export function goToBanca(database: string, address = '/'): Promise<void> {
  going ??= change(database)
    .then(() => location.replace(address))
    .finally(() => {
      going = null
    })
  return going
}

/** Brings the session back to the banca that this tab shows, which goes on as it stood. Throws `ProblemError`. */
export async function bringSessionBack(): Promise<void> {
  const { user: own } = sessionState()
  if (!own) return
  const user = await change(own.database)
  if (user.id === own.id) sessionOpened(user)
  else location.replace('/')
}
