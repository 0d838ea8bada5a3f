/** The door of every call: who calls, on which database, and whether the rule lets them. */
import type { FastifyRequest } from 'fastify'
import { closesCalls } from '@contract/access/screens.ts'
import { allows } from '@contract/access/rules.ts'
import type { SessionUser } from '@contract/session.ts'
import type { Database } from '../db/databases.ts'
import { authenticate, databaseOf } from '../session/authenticate.ts'
import { noteForeign } from '../session/foreign.ts'
import { remoteSession } from '../session/registrations.ts'
import type { Call } from './call.ts'
import { callerOf } from './caller.ts'
import { laneOf } from './lanes.ts'
import { Problem } from './problem.ts'
import { tokenOf } from './call-owners.ts'

export interface Admitted {
  session: SessionUser | null
  database: Database
  token: string | undefined
}

/** What a session does that was begun with another's password: have one of its own, or end. */
const ownPlace: ReadonlySet<string> = new Set(['changePassword', 'close'])

/** Who calls, on which database, and whether the rule lets them. */
export async function admit(
  { endpoint, entity, name, databases, whose }: Call,
  request: FastifyRequest,
): Promise<Admitted> {
  const token = tokenOf(request)
  const home = databaseOf(databases, token)
  if (endpoint.access.roles === 'public') return { session: null, database: home ?? databases.main, token }
  home?.presence.expect()
  const lane = laneOf(endpoint)
  const session =
    home && token ? await authenticate(home, token, lane === 'money' ? home.money.db : home.lists.db) : null
  if (token && !session) whose.forget(token)
  if (!home || !session) throw new Problem(token ? 'session_expired' : 'unauthenticated')
  whose.note(token!, home.key, session.id)
  const wanted = endpoint.method === 'GET' ? (request.query as Record<string, unknown>)['db-identifier'] : undefined
  const elsewhere =
    wanted === undefined || wanted === home.key
      ? null
      : await remoteSession(databases, home, session, String(wanted)).catch(async (error: unknown) => {
          if (error instanceof Problem)
            await noteForeign(home, {
              by: session,
              ip: callerOf(request),
              request_id: request.id,
              wanted: String(wanted),
              address: request.url.split('?', 1)[0]!,
            })
          throw error
        })
  const current = elsewhere ?? { session, database: home }
  if (!allows(endpoint.access, current.session)) throw new Problem('forbidden')
  if (closesCalls(current.session, entity)) throw new Problem('report_disabled')
  // Of the session that came in: whose user it is elsewhere has a password of their own.
  if (session.password_must_change && !(entity === 'session' && ownPlace.has(name)))
    throw new Problem('password_must_change')
  return { ...current, token }
}
