/**
 * Passing a session to a registered database, and back. A session of its own is opened there, that ends with the
 * registration and no later than the one it came from, which stays parked in the browser (`parked.ts`).
 */
import { sql } from 'drizzle-orm'
import type { ConnectionState, crossDb } from '@contract/cross-db.ts'
import type { Answer } from '@contract/endpoint.ts'
import type { ProblemCode } from '@contract/problems.ts'
import type { SessionUser } from '@contract/session.ts'
import { askThere } from '../../platform/db/ask-there.ts'
import { transaction, type Tx } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/databases.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { loadUser } from '../../platform/session/authenticate.ts'
import { cookies, setCookie } from '../../platform/session/cookies.ts'
import { anotherPair, endFamilies, openFamily, standingFamily } from '../../platform/session/families.ts'
import { registrationsOf, standingOf, type Registration } from '../../platform/session/registrations.ts'
import type { Pair } from '../../platform/session/tokens.ts'
import { personOf, writeDeed, type Person } from './person.ts'

type Opened = Answer<typeof crossDb.change>
type Done = (context: Context) => Promise<Opened>

/** Sessions that one registration has open at once, the newest. */
const mostSessions = 20

/** What whoever wants in is told of a registration that does not stand. */
const refusedBy: Partial<Record<ConnectionState, ProblemCode>> = {
  no_responde: 'database_away',
  otra_version: 'database_version',
  no_permitida: 'cross_db_off_there',
  clave_cambiada: 'connection_password',
  sin_acceso: 'connection_user',
  terminada: 'connection_ended',
}

/** The cookies go once all is committed: until then the browser has what it had. */
function answer(
  context: Context,
  { access_token, refresh_token }: Pair,
  user: SessionUser,
  parked?: Pair | null,
): Opened {
  context.afterwards(async () => {
    setCookie(context.wire, cookies.refresh, refresh_token)
    if (parked !== undefined) setCookie(context.wire, cookies.home, parked && parked.refresh_token)
  })
  return { access_token, user }
}

/** Ends the caller's session in another banca's database: it goes on elsewhere. */
async function leave({ db, wire }: Context): Promise<void> {
  await endFamilies(db, 'salida', { access_token: wire.access_token ?? '' })
}

/** Back to the database they signed in to; from there itself, with a further pair. */
async function goHome(before: Context, { database, session, parked }: Person): Promise<Done> {
  const change = { after: { database: database.key, banca: session.banca_name } }
  if (!parked)
    return async (context) => {
      const pair = await anotherPair(context.db, database, context.wire.access_token ?? '')
      if (!pair) throw new Problem('home_session_over')
      context.audit(change)
      return answer(context, pair, session, null)
    }
  const pair = await parked.rotate()
  if (!pair) throw new Problem('home_session_over')
  await writeDeed(database.db, before, session, 'change', { after: { from: before.wire.database.key } })
  return async (context) => {
    await leave(context)
    context.audit(change)
    return answer(context, pair, session, null)
  }
}

interface Entering {
  own: Registration
  there: Database
  person: Person
  /** When the session they come from ends. */
  until: string
}

/** Opens their session there, held against whoever ends the registration meanwhile. @throws Problem where it does not stand */
async function enter(tx: Tx, context: Context, { own, there, person, until }: Entering) {
  const { database: home, session } = person
  const held = await tx.run(
    sql`UPDATE database_guests SET last_used_at = now(), banca_name = ${session.banca_name} WHERE id = ${own.id}`,
  )
  const { state } = held === 0 ? { state: 'terminada' as const } : await standingOf(there, tx, home.key, own)
  const code = refusedBy[state]
  if (code) throw new Problem(code)
  const user = await loadUser(tx, there, own.remote_user_id, own.id)
  if (!user) throw new Problem('connection_user')
  const from = { ip: context.ip, user_agent: context.wire.user_agent }
  const pair = await openFamily(tx, there, user.id, from, { guest: { id: own.id, until } })
  await tx.run(sql`
    UPDATE session_families SET ended_at = now(), ended_why = 'desconexion' WHERE id IN (
      SELECT id FROM session_families WHERE guest_id = ${own.id} AND ended_at IS NULL AND expires_at > now()
      ORDER BY created_at DESC, id OFFSET ${mostSessions})`)
  const after = { from: home.key, banca: session.banca_name, username: session.username }
  await writeDeed(tx, context, user, 'change', { entity_id: own.id, after, significant: true })
  return { pair, user }
}

async function goTo(before: Context, person: Person, wanted: string): Promise<Done> {
  const { database: home, session, parked } = person
  const { databases, access_token = '' } = before.wire
  if (!session.cross_db) throw new Problem('cross_db_off')
  const there = databases.find(wanted)
  const [own] = there ? await registrationsOf(home.lists.db, session.id, wanted) : []
  if (!there || !own) throw new Problem('foreign_database')
  const family = parked?.family ?? (await standingFamily(home.lists.db, { access_token }))
  if (!family) throw new Problem('home_session_over')
  const entering: Entering = { own, there, person, until: family.expires_at }
  const entered = await askThere(there, async () => {
    // Looked at first: the tables of another version are not written to.
    const code = refusedBy[(await standingOf(there, there.lists.db, home.key, own)).state]
    if (code) throw new Problem(code)
    return transaction(there.pool, (tx) => enter(tx, before, entering))
  })
  if (!entered) throw new Problem('database_away')
  const { pair, user } = entered.found
  return async (context) => {
    context.audit({
      entity_id: own.id,
      after: { database: there.key, banca: user.banca_name, username: user.username },
    })
    if (parked) {
      await leave(context)
      return answer(context, pair, user)
    }
    const left = await anotherPair(context.db, home, access_token)
    if (!left) throw new Problem('home_session_over')
    return answer(context, pair, user, left)
  }
}

/** What the call does before its transaction, and what it does in it. */
export async function changing(before: Context, wanted: string): Promise<Done> {
  const person = await personOf(before)
  return wanted === person.database.key ? goHome(before, person) : goTo(before, person, wanted)
}
