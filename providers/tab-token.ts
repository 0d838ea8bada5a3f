/**
 * The token that this tab may send. Tabs share the cookie that it lies in, and any of them may take the session to another
 * banca's database: what this tab asks and shows is of its own banca alone, so while the token is of another nothing is sent.
 */
import { tokenDatabase, readAccessToken } from './access-token.ts'
import { sessionElsewhere, sessionState } from './session-store.ts'

/** The database that the browser's session works in, where that is not the one of this tab. */
function otherDatabase(): string | null {
  const { user, elsewhere } = sessionState()
  const token = readAccessToken()
  const database = token && tokenDatabase(token)
  if (!user) return null
  if (elsewhere?.moving) return elsewhere.database
  return database && database !== user.database ? database : null
}

/**
 * The token as soon as it is of this tab's banca; null where there is none. Rejects with an `AbortError` when `signal`
 * ends the waiting, or nobody is signed in any more.
 */
export async function tabToken(signal?: AbortSignal): Promise<string | null> {
  for (;;) {
    const database = otherDatabase()
    if (database === null) return readAccessToken()
    const back = await Promise.race([sessionElsewhere(database), ...(signal ? [aborted(signal)] : [])])
    if (!back) throw new DOMException('La sesión ya no es de esta banca', 'AbortError')
  }
}

function aborted(signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(false)
    else signal.addEventListener('abort', () => resolve(false), { once: true })
  })
}
