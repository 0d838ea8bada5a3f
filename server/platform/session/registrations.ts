/**
 * Registrations of another banca's database: two rows of one id, one in each database. A person comes in by one while both
 * are there, both bancas work with others, and the user there may enter, may come so, and has the password of then.
 */
import { sql } from 'drizzle-orm'
import type { ConnectionState } from '@contract/cross-db.ts'
import type { SessionUser } from '@contract/session.ts'
import { askThere } from '../db/ask-there.ts'
import { list, type Executor, type Tx } from '../db/connect.ts'
import type { Database, Databases } from '../db/databases.ts'
import { DatabaseAway } from '../db/lost.ts'
import { Problem } from '../http/problem.ts'
import { live, loadUser, mayBeGuest } from './authenticate.ts'
import { endFamilies } from './families.ts'

/** The half of whoever asked. */
export interface Registration {
  id: string
  user_id: number
  database: string
  banca_name: string
  remote_user_id: number
  remote_username: string
  registered_at: string
}

/** Those of a user, the first registered first; of one database alone, where it is named. */
export function registrationsOf(db: Executor, user_id: number, database?: string): Promise<Registration[]> {
  const named = database === undefined ? sql`` : sql`AND database = ${database}`
  return db.rows<Registration>(sql`
    SELECT id, user_id, database, banca_name, remote_user_id, remote_username, registered_at FROM user_databases
    WHERE user_id = ${user_id} AND registered_at IS NOT NULL ${named} ORDER BY registered_at, id`)
}

/** What a database says of itself before anything else is asked of it. */
export interface BancaThere {
  banca_name: string
  cross_db: boolean
}

/** The banca of a database; null where its tables are those of another version. */
export async function bancaThere({ newest }: Database, db: Executor): Promise<BancaThere | null> {
  // By itself: of another version nothing is known, not even what the next statement names.
  const found = await db.one<{ newest: string | null }>(
    sql`SELECT max(created_at)::text AS newest FROM drizzle.__drizzle_migrations`,
  )
  if (Number(found?.newest) !== newest) return null
  return (await db.one<BancaThere>(sql`SELECT name AS banca_name, cross_db FROM banca`)) ?? null
}

export interface Standing {
  state: ConnectionState
  /** As the banca there is called now; as it was called where it does not say. */
  banca_name: string
}

interface Half {
  same_password: boolean
  may_enter: boolean
}

/** How a registration of `home` stands as its other database has it, which is there. */
export async function standingOf(there: Database, db: Executor, home: string, own: Registration): Promise<Standing> {
  const banca = await bancaThere(there, db)
  if (!banca) return { state: 'otra_version', banca_name: own.banca_name }
  const { banca_name } = banca
  if (!banca.cross_db) return { state: 'no_permitida', banca_name }
  const half = await db.one<Half>(sql`
    SELECT person.password_changed_at = guest.password_changed_at AS same_password, ${mayBeGuest} AND ${live} AS may_enter
    FROM database_guests guest JOIN users person ON person.id = guest.user_id
    WHERE guest.id = ${own.id} AND guest.database = ${home} AND guest.remote_user_id = ${own.user_id}
      AND guest.user_id = ${own.remote_user_id}`)
  if (!half) return { state: 'terminada', banca_name }
  if (!half.may_enter) return { state: 'sin_acceso', banca_name }
  return { state: half.same_password ? 'disponible' : 'clave_cambiada', banca_name }
}

/**
 * Ends halves of those who were named, with the sessions they opened. Answers which there were. Held first: whoever is
 * coming in by one is waited for and then ended with it, or finds it gone.
 */
export async function endGuests(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const held = await tx.rows<{ id: string }>(
    sql`SELECT id FROM database_guests WHERE id = ANY (${list(ids)}::uuid[]) ORDER BY id FOR UPDATE`,
  )
  const found = held.map(({ id }) => id)
  if (found.length === 0) return []
  await endFamilies(tx, 'desconexion', { guest_ids: found })
  await tx.run(sql`DELETE FROM database_guests WHERE id = ANY (${list(found)}::uuid[])`)
  return found
}

/**
 * The caller's own user in another banca's database, while that is registered for it. Whoever came in from elsewhere has
 * no other: one comes in by a registration of one's own, not of somebody's as whom one came in.
 * @throws Problem `foreign_database`, or `DatabaseAway`
 */
export async function remoteSession(
  databases: Databases,
  home: Database,
  session: SessionUser,
  wanted: string,
): Promise<{ session: SessionUser; database: Database }> {
  const database = databases.find(wanted)
  const isOpen = database && session.cross_db && session.home === null
  const [own] = isOpen ? await registrationsOf(home.lists.db, session.id, wanted) : []
  if (!database || !own) throw new Problem('foreign_database')
  const { db } = database.lists
  const asked = await askThere(database, async () => {
    const { state } = await standingOf(database, db, home.key, own)
    return state === 'disponible' ? loadUser(db, database, own.remote_user_id, own.id) : null
  })
  if (!asked) throw new DatabaseAway()
  if (!asked.found) throw new Problem('foreign_database')
  return { session: asked.found, database }
}
