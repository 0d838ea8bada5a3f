/**
 * Going to another banca's database and back. Whatever was kept of the one before goes with the page: the session's new
 * token is told to the other tabs, and this one is loaded anew. Nothing has to be remembered to be emptied.
 */
import { crossDb } from '@contract/cross-db.ts'
import { session, type SessionUser } from '@contract/session.ts'
import { keepAccessToken } from './access-token.ts'
import { call, ProblemError } from './http.ts'
import { announceOpened, sessionElsewhere, sessionOpened, sessionState } from './session-store.ts'

function change(database: string): Promise<SessionUser> {
  return take(call(crossDb.change, { body: { database } }, { as_session: true }))
}

async function take(asked: Promise<{ access_token: string; user: SessionUser }>): Promise<SessionUser> {
  const { access_token, user } = await asked
  // Until the page is new nothing more is sent from here, nor painted of what is still on its way.
  const { user: own } = sessionState()
  if (own && own.database !== user.database) void sessionElsewhere(user.database, true)
  keepAccessToken(access_token)
  announceOpened(user)
  return user
}

/** Back to the banca they came from, although the session here is over or its banca does not answer. */
const comeHome = () => take(call(session.refresh, { query: { home: 'si' } }, { as_session: true }))

/** Their own banca is reached without the one they are in, where that answers no more. */
async function changeOrComeHome(database: string): Promise<SessionUser> {
  try {
    return await change(database)
  } catch (error) {
    const isOver = error instanceof ProblemError && (error.body.status === 401 || error.body.status === 503)
    if (!isOver || sessionState().user?.home?.database !== database) throw error
    return comeHome()
  }
}

let going: Promise<void> | null = null

/** Goes there and opens its first page, or `address`. Throws `ProblemError`; nothing has changed then. */
export function goToBanca(database: string, address = '/'): Promise<void> {
  going ??= changeOrComeHome(database)
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
