/** Ending a registration from either side. One's own half goes at once, whether or not the other banca answers. */
import { sql } from 'drizzle-orm'
import { allows, rules } from '@contract/access/rules.ts'
import type { SessionUser } from '@contract/session.ts'
import { askThere } from '../../platform/db/ask-there.ts'
import { transaction, type Executor, type Tx } from '../../platform/db/connect.ts'
import type { Databases } from '../../platform/db/databases.ts'
import { DatabaseAway } from '../../platform/db/lost.ts'
import type { AuditedChange, Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { parkedOf } from '../../platform/session/parked.ts'
import { endGuests } from '../../platform/session/registrations.ts'
import { inHome, writeDeed, type Person } from './person.ts'

/** One's own; of whoever administers the banca, those of all its users. */
const ownedBy = (session: SessionUser) => (allows(rules.banca, session) ? sql`true` : sql`user_id = ${session.id}`)

interface Half {
  database: string
  banca_name: string
  remote_username: string
}

const half = (db: Executor, table: 'user_databases' | 'database_guests', id: string, session: SessionUser) =>
  db.one<Half>(sql`
    SELECT database, banca_name, remote_username FROM ${sql.identifier(table)} WHERE id = ${id} AND ${ownedBy(session)}`)

/** Whose half of whoever asked may be: the caller's, and of who came in from elsewhere the one they have there. */
async function personsOf(context: Context): Promise<Person[]> {
  const { session, wire } = context
  const own = { database: wire.database, session, parked: null }
  if (!session.home) return [own]
  const parked = await parkedOf(context).catch((fault: unknown) => {
    if (fault instanceof DatabaseAway) return null
    throw fault
  })
  return parked ? [own, { ...parked, parked }] : [own]
}

/** Takes away the half of whoever was named, as far as that banca answers: what is left is swept (`keeping.ts`). */
async function endThere(databases: Databases, context: Context, key: string, id: string, by: Person): Promise<void> {
  const there = databases.find(key)
  if (!there) return
  await askThere(there, () =>
    transaction(there.pool, async (tx) => {
      const [ended] = await endGuests(tx, [id])
      const before = { from: by.database.key, banca: by.session.banca_name }
      if (ended) await writeDeed(tx, context, null, 'end', { entity_id: id, before, significant: true })
    }),
  )
}

async function endHere(tx: Tx, context: Context, id: string): Promise<boolean> {
  const guest = await half(tx, 'database_guests', id, context.session)
  if (!guest || (await endGuests(tx, [id])).length === 0) return false
  const { database, banca_name, remote_username } = guest
  context.audit({
    entity_id: id,
    before: { from: database, banca: banca_name, username: remote_username },
    significant: true,
  })
  return true
}

/** What the call does before its transaction, and what it does in it. @throws Problem `not_found` */
export async function ending(before: Context, id: string): Promise<(context: Context) => Promise<{ ended: boolean }>> {
  let found: { person: Person; own: Half } | undefined
  for (const person of await personsOf(before)) {
    const own = await half(person.database.lists.db, 'user_databases', id, person.session)
    if (own) found = { person, own }
  }
  const remove = found && (await endOwn(before, found, id))
  return async (context) => {
    const isGuest = await endHere(context.db, context, id)
    const change = await remove?.(context)
    if (!isGuest && !change) throw new Problem('not_found')
    if (change) context.audit(change)
    return { ended: true }
  }
}

/** The half of whoever asked, and the other as far as that banca answers. Answers what the log has of it. */
async function endOwn(
  before: Context,
  { person, own }: { person: Person; own: Half },
  id: string,
): Promise<(context: Context) => Promise<AuditedChange | null>> {
  const { database, banca_name, remote_username: username } = own
  await endThere(before.wire.databases, before, database, id, person)
  const change = { entity_id: id, before: { database, banca: banca_name, username }, significant: true }
  return inHome(person, async (tx) => {
    const gone = await tx.run(sql`DELETE FROM user_databases WHERE id = ${id}`)
    if (gone > 0 && person.parked) await writeDeed(tx, before, person.session, 'end', change)
    return gone > 0 ? change : null
  })
}
