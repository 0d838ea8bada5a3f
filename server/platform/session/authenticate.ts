/** From a bearer token to the session: role, flags and state are read at each request, so a disabled user is out at once. */
import { sql, type SQL } from 'drizzle-orm'
import { rules } from '@contract/access/rules.ts'
import type { SessionUser } from '@contract/session.ts'
import { list, type Executor } from '../db/connect.ts'
import type { Database, Databases } from '../db/databases.ts'
import { hashToken } from './tokens.ts'

/** The database a token belongs to, by its prefix. */
export function databaseOf(databases: Databases, token: string | undefined): Database | undefined {
  return databases.find(token?.split('.', 1)[0])
}

/** `guest` is the row of `database_guests` by which the session came from another banca, or nothing. */
const userColumns = sql`
  person.id, person.username, person.name, person.role::text AS role, person.manage_childs, person.awarding_results,
  person.password_must_change,
  partner.id AS partner_id, partner.name AS partner_name, partner.type::text AS partner_type, partner.country_iso2,
  partner.currencies::text[] AS currencies,
  banca.name AS banca_name, banca.logo_url AS banca_logo, banca.disabled_screens, banca.zone, banca.cross_db,
  guest.id IS NOT NULL OR EXISTS (
    SELECT 1 FROM user_databases own WHERE own.user_id = person.id AND own.registered_at IS NOT NULL) AS many_bancas,
  CASE WHEN guest.id IS NOT NULL
    THEN jsonb_build_object('database', guest.database, 'banca_name', guest.banca_name) END AS home`
/** User `person` may enter: neither it nor anybody above it is switched off. */
export const live = sql`person.status = 'activo' AND NOT EXISTS (
  SELECT 1 FROM partner_ancestors above JOIN partners partner ON partner.id = above.ancestor_id
  WHERE above.partner_id = person.partner_id AND partner.status = 'inactivo')`

/** Who may come in from another banca's database. */
export const mayBeGuest = sql`person.role = ANY (${list(rules.supervision.roles)}::user_role[])`
/** A session from another banca stands for as long as this one works with others, and its user is one that may come so. */
const mayStay = (guest: SQL) => sql`(${guest} IS NULL OR (SELECT cross_db FROM banca) AND ${mayBeGuest})`

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
    LEFT JOIN database_guests guest ON guest.id = family.guest_id
    CROSS JOIN banca
    WHERE token.access_hash = ${hashToken(access_token)} AND token.access_expires_at > now() AND ${live}
      AND ${mayStay(sql`family.guest_id`)}`,
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
    WHERE family.id = ${which} AND family.ended_at IS NULL AND family.expires_at > now() AND ${live}
      AND ${mayStay(sql`family.guest_id`)}`
}

/**
 * The session user as `users` holds it now; null where it may not enter, or is nobody any more. With `guest_id`, as whoever
 * comes in from another banca by that registration.
 */
export async function loadUser(
  db: Executor,
  database: Database,
  id: number | null,
  guest_id: string | null = null,
): Promise<SessionUser | null> {
  const [row] = await db.prepared<UserRow>(
    'load-user',
    sql`
    SELECT ${userColumns} FROM users person JOIN partners partner ON partner.id = person.partner_id
    LEFT JOIN database_guests guest ON guest.id = ${guest_id}::uuid CROSS JOIN banca
    WHERE person.id = ${id} AND ${live} AND ${mayStay(sql`guest.id`)}`,
  )
  return row ? toSession(row, database) : null
}
