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
  u.id, u.username, u.name, u.role::text AS role, u.manage_childs, u.awarding_results, u.password_must_change,
  p.id AS partner_id, p.name AS partner_name, p.type::text AS partner_type, p.country_iso2, p.currencies::text[] AS currencies,
  b.name AS banca_name, b.logo_url AS banca_logo, b.disabled_screens, b.zone`
const live = sql`u.status = 'activo' AND NOT EXISTS (
  SELECT 1 FROM partner_ancestors a JOIN partners x ON x.id = a.ancestor_id WHERE a.partner_id = u.partner_id AND x.status = 'inactivo')`

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
    FROM session_tokens t
    JOIN session_families f ON f.id = t.family_id AND f.ended_at IS NULL AND f.expires_at > now()
    JOIN users u ON u.id = f.user_id
    JOIN partners p ON p.id = u.partner_id
    CROSS JOIN banca b
    WHERE t.access_hash = ${hashToken(access_token)} AND t.access_expires_at > now() AND ${live}`,
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
export function standing(which: SQL): SQL {
  return sql`
    SELECT f.id::text AS family, u.partner_id || ' ' || u.role AS place FROM session_families f JOIN users u ON u.id = f.user_id
    WHERE f.id = ${which} AND f.ended_at IS NULL AND f.expires_at > now() AND ${live}`
}

/** The session user as `users` holds it now; `where` picks one user. */
export async function loadUser(db: Executor, database: Database, where: SQL): Promise<SessionUser | null> {
  const row = await db.one<UserRow>(sql`
    SELECT ${userColumns} FROM users u JOIN partners p ON p.id = u.partner_id CROSS JOIN banca b WHERE ${where} AND ${live}`)
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
  const remote =
    registered && database
      ? await loadUser(database.lists.db, database, sql`u.id = ${registered.remote_user_id}`)
      : null
  if (!database || !remote) throw new Problem('foreign_database')
  return { session: remote, database }
}
