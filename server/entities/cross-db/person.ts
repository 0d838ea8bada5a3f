/** Whose registrations are asked for: the caller's, or in another banca's database those of who came in. */
import { transaction, type Tx } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/databases.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { AuditedChange, Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { parkedOf, type Parked } from '../../platform/session/parked.ts'
import type { SessionUser } from '@contract/session.ts'

export interface Person {
  /** Of the banca that they signed in to. */
  database: Database
  session: SessionUser
  /** Their session there, where the caller's is one in another banca. */
  parked: Parked | null
}

/** @throws Problem `home_session_over`, or `DatabaseAway` */
export async function personOf(context: Context): Promise<Person> {
  const { session, wire } = context
  if (!session.home) return { database: wire.database, session, parked: null }
  const parked = await parkedOf(context)
  if (!parked) throw new Problem('home_session_over')
  return { database: parked.database, session: parked.session, parked }
}

/**
 * Has `work` done in the person's own database: in the call's transaction where that is the one, else at once in one of its
 * own, so that none waits for another database. Answers what tells, in the call's, what became of it.
 */
export async function inHome<T>(
  { database, parked }: Person,
  work: (tx: Tx) => Promise<T>,
): Promise<(context: Context) => Promise<T>> {
  if (!parked) return ({ db }) => work(db)
  const done = await transaction(database.pool, work)
  return () => Promise.resolve(done)
}

/** A row in the log of a banca, of what `session` of that banca did; beside the call's own, which is the caller's. */
export function writeDeed(
  tx: Tx | Database['db'],
  { ip, request_id }: Pick<Context, 'ip' | 'request_id'>,
  session: Pick<SessionUser, 'id' | 'username' | 'role'> | null,
  action: string,
  change: AuditedChange,
): Promise<void> {
  return writeAudit(tx, { session, ip, request_id, entity: 'crossDb', action: `crossDb.${action}`, changes: [change] })
}
