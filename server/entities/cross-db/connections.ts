/** The databases that a person registered, as each stands now, and who comes in from others. */
import { sql } from 'drizzle-orm'
import { allows, rules } from '@contract/access/rules.ts'
import type { Connection, DatabaseGuest, crossDb } from '@contract/cross-db.ts'
import type { Answer } from '@contract/endpoint.ts'
import type { SessionUser } from '@contract/session.ts'
import { askThere } from '../../platform/db/ask-there.ts'
import type { Executor } from '../../platform/db/connect.ts'
import type { Context } from '../../platform/http/context.ts'
import { registrationsOf, standingOf, type Registration, type Standing } from '../../platform/session/registrations.ts'
import { personOf, type Person } from './person.ts'

/** How one stands, by asking there now. */
async function look({ wire }: Context, { database: home, session }: Person, own: Registration): Promise<Standing> {
  const { banca_name } = own
  const there = wire.databases.find(own.database)
  const asked = there && (await askThere(there, () => standingOf(there, there.lists.db, home.key, own)))
  if (!asked) return { state: 'no_responde', banca_name }
  const { found } = asked
  const isOff = !session.cross_db && found.state === 'disponible'
  return isOff ? { ...found, state: 'no_permitida' } : found
}

/** The person's registrations with how each stands, all asked side by side. */
async function standings(context: Context, person: Person): Promise<{ own: Registration; standing: Standing }[]> {
  const all = await registrationsOf(person.database.lists.db, person.session.id)
  return Promise.all(all.map(async (own) => ({ own, standing: await look(context, person, own) })))
}

/** Whether the caller's session works in that database by the person's own registration. */
export const isCurrent = ({ session, wire }: Context, { database }: Registration): boolean =>
  session.home !== null && wire.database.key === database

function guestsOf(db: Executor, session: SessionUser): Promise<DatabaseGuest[]> {
  const whose = allows(rules.banca, session) ? sql`true` : sql`guest.user_id = ${session.id}`
  return db.rows<DatabaseGuest>(sql`
    SELECT guest.id, guest.database, guest.banca_name, guest.remote_username AS username, guest.user_id,
      person.username AS own_username, guest.registered_at, guest.last_used_at
    FROM database_guests guest JOIN users person ON person.id = guest.user_id
    WHERE ${whose} ORDER BY guest.registered_at DESC, guest.id`)
}

/** A banca that was renamed is called so from then on, also while it does not answer. */
async function keepNames(db: Executor, seen: readonly { own: Registration; standing: Standing }[]): Promise<void> {
  for (const { own, standing } of seen)
    if (standing.banca_name !== own.banca_name)
      await db.run(sql`UPDATE user_databases SET banca_name = ${standing.banca_name} WHERE id = ${own.id}`)
}

export async function connectionsOf(context: Context): Promise<Answer<typeof crossDb.conns>> {
  const person = await personOf(context)
  const { database, session } = person
  const seen = await standings(context, person)
  await keepNames(database.lists.db, seen)
  const data = seen.map(
    ({ own, standing }): Connection => ({
      id: own.id,
      database: own.database,
      banca_name: standing.banca_name,
      username: own.remote_username,
      registered_at: own.registered_at,
      state: standing.state,
      current: isCurrent(context, own),
    }),
  )
  return {
    home: { database: database.key, banca_name: session.banca_name, current: context.session.home === null },
    data,
    guests: await guestsOf(context.db, context.session),
  }
}
