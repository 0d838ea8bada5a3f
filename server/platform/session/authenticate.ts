/** From a bearer token to the session: role, flags and state are read at each request, so a disabled user is out at once. */
import { sql, type SQL } from 'drizzle-orm'
import type { SessionUser } from '@contract/session.ts'
import type { Executor } from '../db/connect.ts'
import type { Database, Databases } from '../db/databases.ts'
import { Problem } from '../http/problem.ts'
import { hashToken } from './tokens.ts'

/** The database a token belongs to, by its prefix. */
export function databaseOf(databases: Databases, token: string | undefined): Database | undefined {
  return databases.find(token?.split('.', 1)[0])
}

const userColumns = sql`
  person.id, person.username, person.name, person.role::text AS role, person.manage_childs, person.awarding_results,
  person.password_must_change,
  partner.id AS partner_id, partner.name AS partner_name, partner.type::text AS partner_type, partner.country_iso2,
  partner.currencies::text[] AS currencies,
  banca.name AS banca_name, banca.logo_url AS banca_logo, banca.disabled_screens, banca.zone`
const live = sql`person.status = 'activo' AND NOT EXISTS (
  SELECT 1 FROM partner_ancestors above JOIN partners partner ON partner.id = above.ancestor_id
  WHERE above.partner_id = person.partner_id AND partner.status = 'inactivo')`

type UserRow = Omit<SessionUser, 'currency' | 'database' | 'server_time'>

function toSession(row: UserRow, database: Database): SessionUser {
  return { ...row, currency: row.currencies[0] ?? 'BS', database: database.key, server_time: new Date().toISOString() }
}

/**
 * The session of an access token, or null when it is unknown, expired, ended, or its user may not enter.
 * Looked up on the connections of what is asked for, so that no other work stands in front of a sale.
 */
export async function authenticate(
  database: Database,
  access_token: string,
  db: Executor = database.lists.db,
): Promise<SessionUser | null> {
  const [row] = await db.prepared<UserRow>(
    'authenticate',
    sql`
    SELECT ${userColumns}
    FROM session_tokens token
    JOIN session_families family ON family.id = token.family_id AND family.ended_at IS NULL AND family.expires_at > now()
    JOIN users person ON person.id = family.user_id
    JOIN partners partner ON partner.id = person.partner_id
    CROSS JOIN banca
    WHERE token.access_hash = ${hashToken(access_token)} AND token.access_expires_at > now() AND ${live}`,
  )
  return row ? toSession(row, database) : null
}

/** The session that an access token belongs to, by its id; undefined when it opens nothing. */
export async function familyOf(db: Executor, access_token: string): Promise<string | undefined> {
  const row = await db.one<{ id: string }>(
    sql`SELECT family_id::text AS id FROM session_tokens WHERE access_hash = ${hashToken(access_token)}`,
  )
  return row?.id
}

/** Rows `family, place` of the sessions that still stand; `which` follows their id and a `=`. Another place is another partner or role. */
export function liveSessions(which: SQL): SQL {
  return sql`
    SELECT family.id::text AS family, person.partner_id || ' ' || person.role AS place FROM session_families family
    JOIN users person ON person.id = family.user_id
    WHERE family.id = ${which} AND family.ended_at IS NULL AND family.expires_at > now() AND ${live}`
}

/** The session user as `users` holds it now; null where it may not enter, or is nobody any more. */
export async function loadUser(db: Executor, database: Database, id: number | null): Promise<SessionUser | null> {
  const [row] = await db.prepared<UserRow>(
    'load-user',
    sql`
    SELECT ${userColumns} FROM users person JOIN partners partner ON partner.id = person.partner_id CROSS JOIN banca
    WHERE person.id = ${id} AND ${live}`,
  )
  return row ? toSession(row, database) : null
}

/** The caller's own user in another banca's database, if that database is registered for it. Throws `foreign_database`. */
export async function remoteSession(
  databases: Databases,
  home: Database,
  session: SessionUser,
  wanted: string,
): Promise<{ session: SessionUser; database: Database }> {
  const registered = await home.lists.db.one<{ remote_user_id: number }>(sql`
    SELECT remote_user_id FROM user_databases WHERE user_id = ${session.id} AND database = ${wanted}`)
  const database = databases.find(wanted)
  if (registered) database?.presence.expect()
  const remote = registered && database ? await loadUser(database.lists.db, database, registered.remote_user_id) : null
  if (!database || !remote) throw new Problem('foreign_database')
  return { session: remote, database }
}
