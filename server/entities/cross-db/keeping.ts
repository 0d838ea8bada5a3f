/**
 * What is left of registrations of which one half is gone: claims whose other half never came, and halves of who was named
 * whose other was ended while this banca was away. Ended only where the other side answers; sessions of whoever may no
 * longer enter the banca they came from end too.
 */
import { sql } from 'drizzle-orm'
import { askThere } from '../../platform/db/ask-there.ts'
import { list, transaction } from '../../platform/db/connect.ts'
import type { Database, Store } from '../../platform/db/databases.ts'
import { groupBy } from '../../platform/group-by.ts'
import { live } from '../../platform/session/authenticate.ts'
import { endFamilies } from '../../platform/session/families.ts'
import { endGuests } from '../../platform/session/registrations.ts'
import { claimSeconds } from './registration.ts'

interface Half {
  id: string
  database: string
}

const old = sql`make_interval(secs => ${claimSeconds})`

/** Of claims that stayed alone; the other half first, so that none outlives its own. */
async function endClaims({ db }: Store, bancas: readonly Database[]): Promise<void> {
  const claims = await db.rows<Half>(
    sql`SELECT id, database FROM user_databases WHERE registered_at IS NULL AND claimed_at < now() - ${old}`,
  )
  for (const halves of groupBy(claims, ({ database }) => database)) {
    const there = bancas.find(({ key }) => key === halves[0].database)
    const ids = halves.map(({ id }) => id)
    const ended = !there || (await askThere(there, () => transaction(there.jobs.pool, (tx) => endGuests(tx, ids))))
    if (ended)
      await db.run(sql`DELETE FROM user_databases WHERE id = ANY (${list(ids)}::uuid[]) AND registered_at IS NULL`)
  }
}

/** Of who was named: those without another half, and the sessions of those who may not enter where they come from. */
async function endAlone({ db, pool }: Store, bancas: readonly Database[]): Promise<void> {
  const guests = await db.rows<Half>(sql`SELECT id, database FROM database_guests WHERE registered_at < now() - ${old}`)
  for (const halves of groupBy(guests, ({ database }) => database)) {
    const home = bancas.find(({ key }) => key === halves[0].database)
    const ids = halves.map(({ id }) => id)
    const asked =
      home &&
      (await askThere(home, () =>
        home.jobs.db.rows<{ id: string; enters: boolean }>(sql`
          SELECT own.id, ${live} AS enters FROM user_databases own JOIN users person ON person.id = own.user_id
          WHERE own.id = ANY (${list(ids)}::uuid[])`),
      ))
    if (!asked) continue
    const known = new Map(asked.found.map(({ id, enters }) => [id, enters]))
    const out = ids.filter((id) => known.get(id) === false)
    await transaction(pool, async (tx) => {
      await endGuests(
        tx,
        ids.filter((id) => !known.has(id)),
      )
      if (out.length > 0) await endFamilies(tx, 'usuario', { guest_ids: out })
    })
  }
}

/** Every banca looks after its own halves. */
export async function keepRegistrations(store: Store, bancas: readonly Database[]): Promise<void> {
  await endClaims(store, bancas)
  await endAlone(store, bancas)
}
