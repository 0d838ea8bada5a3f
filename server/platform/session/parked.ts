/**
 * The session that somebody left in the banca they signed in to, while they work in another's database: a further pair of
 * that session, whose refresh token a cookie keeps (`cookies.ts`). It is theirs to go back to, and nobody else's: it opens
 * what the registration by which they came was made by.
 */
import { sql } from 'drizzle-orm'
import type { SessionUser } from '@contract/session.ts'
import { askThere } from '../db/ask-there.ts'
import type { Database } from '../db/databases.ts'
import { DatabaseAway } from '../db/lost.ts'
import type { Context } from '../http/context.ts'
import { databaseOf, loadUser } from './authenticate.ts'
import { cookies } from './cookies.ts'
import { endFamilies, rotate, standingFamily, type StandingFamily } from './families.ts'
import { hashToken, type Pair } from './tokens.ts'

export interface Parked {
  database: Database
  session: SessionUser
  family: StandingFamily
  /** A new pair in its place; null where it is over by now. */
  rotate(): Promise<Pair | null>
  end(why: 'salida'): Promise<void>
}

/** Whoever came in by the registration of the caller's session. */
interface Guest {
  database: string
  remote_user_id: number
}

/** The caller's parked session; null where it is over, or is not of whoever came in. @throws DatabaseAway */
export async function parkedOf({ wire, session }: Context): Promise<Parked | null> {
  const { databases, access_token } = wire
  const token = wire.cookie(cookies.home.name)
  const database = databaseOf(databases, token)
  if (!session.home || !access_token || !token || !database) return null
  const guest = await wire.database.lists.db.one<Guest>(sql`
    SELECT guest.database, guest.remote_user_id FROM session_tokens token
    JOIN session_families family ON family.id = token.family_id JOIN database_guests guest ON guest.id = family.guest_id
    WHERE token.access_hash = ${hashToken(access_token)}`)
  if (!guest || guest.database !== database.key) return null
  const { db } = database.lists
  const asked = await askThere(database, async () => {
    const family = await standingFamily(db, { refresh_token: token })
    if (!family || family.user_id !== guest.remote_user_id) return null
    const user = await loadUser(db, database, family.user_id)
    return user && { family, user }
  })
  if (!asked) throw new DatabaseAway()
  if (!asked.found) return null
  const { family, user } = asked.found
  return {
    database,
    session: user,
    family,
    rotate: async () => (await rotate(database, token))?.pair ?? null,
    end: async (why) => {
      await endFamilies(database.db, why, { user_id: family.user_id, family_id: family.id })
    },
  }
}
