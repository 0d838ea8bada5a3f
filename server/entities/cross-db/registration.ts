/**
 * Registering another banca's database: its user's password is checked as signing in checks it, then the two halves are
 * made, the one here first. A half without the other opens nothing, and is swept (`keeping.ts`).
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Role } from '@contract/access/rules.ts'
import { rules } from '@contract/access/rules.ts'
import { mostConnections, type Connection, type crossDb } from '@contract/cross-db.ts'
import type { Received } from '@contract/endpoint.ts'
import type { ProblemCode } from '@contract/problems.ts'
import { askThere } from '../../platform/db/ask-there.ts'
import { transaction, type Tx } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/databases.ts'
import { CallerGone } from '../../platform/db/lost.ts'
import type { Context } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { notifyAdministrators } from '../../platform/notifications/administrators.ts'
import { live, mayBeGuest } from '../../platform/session/authenticate.ts'
import { atDesk } from '../../platform/session/desk.ts'
import { verifyPassword } from '../../platform/session/password.ts'
import {
  bancaThere,
  endGuests,
  registrationsOf,
  standingOf,
  type Registration,
} from '../../platform/session/registrations.ts'
import { countAttempt, takeBackAttempt } from '../../platform/session/throttle.ts'
import { guestNotification, registeredNotification } from './notifications.ts'
import { inHome, personOf, writeDeed, type Person } from './person.ts'

type Form = Received<typeof crossDb.register>['body']

/** A claim whose other half did not come within this is nobody's any more. */
export const claimSeconds = 30

interface Chosen {
  there: Database
  banca_name: string
  /** One of before by which nobody comes in any more: this one takes its place. */
  broken: Registration | undefined
}

const refusedOn = (path: keyof Form, code: ProblemCode) => Problem.on(path, code)

/** @throws Problem for a database that cannot be registered now */
async function choose({ wire }: Context, { database: home, session }: Person, wanted: string): Promise<Chosen> {
  if (!session.cross_db) throw new Problem('cross_db_off')
  const there = wire.databases.find(wanted)
  if (!there) throw refusedOn('database', 'database_unknown')
  if (there === home) throw refusedOn('database', 'database_own')
  const all = await registrationsOf(home.lists.db, session.id)
  const known = all.find(({ database }) => database === wanted)
  if (!known && all.length >= mostConnections) throw refusedOn('database', 'database_too_many')
  const asked = await askThere(there, async () => {
    const banca = await bancaThere(there, there.lists.db)
    return { banca, standing: banca && known && (await standingOf(there, there.lists.db, home.key, known)) }
  })
  if (!asked) throw refusedOn('database', 'database_away')
  const { banca, standing } = asked.found
  if (!banca) throw refusedOn('database', 'database_version')
  if (!banca.cross_db) throw refusedOn('database', 'cross_db_off_there')
  if (standing?.state === 'disponible') throw refusedOn('database', 'database_registered')
  return { there, banca_name: banca.banca_name, broken: known }
}

interface Account {
  id: number
  username: string
  role: Role
  password_hash: string
  password_must_change: boolean
  enters: boolean
}

/** The account there, when the password is its own and it may be registered. Every refusal is kept in both logs. */
async function checkAccount(context: Context, person: Person, there: Database, form: Form): Promise<Account> {
  const { wire, ip, signal } = context
  const { aside } = wire.databases.main
  // As a stranger to that account, on the counters of whoever signs in: guesses there and here add up.
  const trying = { username: form.username, ip }
  const asked = await atDesk('known', `${person.database.key}:${person.session.id}`, signal, async () => {
    await countAttempt(aside, trying)
    const looked = await askThere(there, () =>
      there.db.one<Account>(sql`
        SELECT person.id, person.username, person.role::text AS role, person.password_hash, person.password_must_change,
          ${live} AS enters
        FROM users person WHERE person.username = ${form.username}`),
    )
    return looked && { account: looked.found, right: await verifyPassword(form.password, looked.found?.password_hash) }
  })
  if (signal.aborted) throw new CallerGone()
  if (!asked) throw refusedOn('database', 'database_away')
  const { account, right } = asked
  const refuse = async (path: keyof Form, code: ProblemCode): Promise<never> => {
    const after = { database: there.key, username: form.username, from: person.database.key, refused: code }
    await writeDeed(person.database.aside, context, person.session, 'refused', { after, significant: true })
    const entity_id = account?.id ?? form.username
    await askThere(there, () =>
      writeDeed(there.aside, context, null, 'refused', { entity_id, after, significant: true }),
    )
    throw refusedOn(path, code)
  }
  // The same for a name that is known there and one that is not, and for one that may not enter.
  if (!account || !right || !account.enters) return refuse('password', 'database_credentials')
  await takeBackAttempt(aside, trying)
  if (account.password_must_change) return refuse('password', 'database_password_borrowed')
  if (!(rules.supervision.roles as readonly Role[]).includes(account.role)) return refuse('username', 'database_role')
  return account
}

interface Making extends Chosen {
  id: string
  person: Person
  account: Account
}

/** The half here, which decides among those who ask at once. @throws Problem `database_registered` */
async function claim({ id, person: { database, session }, there, banca_name, broken, account }: Making): Promise<void> {
  await transaction(database.pool, async (tx) => {
    await tx.run(sql`
      DELETE FROM user_databases WHERE user_id = ${session.id} AND database = ${there.key}
        AND (id = ${broken?.id ?? null} OR registered_at IS NULL AND claimed_at < now() - make_interval(secs => ${claimSeconds}))`)
    const claimed = await tx.run(sql`
      INSERT INTO user_databases (id, user_id, database, banca_name, remote_user_id, remote_username)
      VALUES (${id}, ${session.id}, ${there.key}, ${banca_name}, ${account.id}, ${account.username})
      ON CONFLICT (user_id, database) DO NOTHING`)
    if (claimed === 0) throw refusedOn('database', 'database_registered')
  })
}

/** The half there, while the account is as it was found. */
async function makeGuest(tx: Tx, context: Context, { id, person, account, broken }: Making): Promise<void> {
  const { database, session } = person
  if (broken) await endGuests(tx, [broken.id])
  const made = await tx.run(sql`
    INSERT INTO database_guests (id, user_id, database, banca_name, remote_user_id, remote_username, password_changed_at)
    SELECT ${id}, person.id, ${database.key}, ${session.banca_name}, ${session.id}, ${session.username}, person.password_changed_at
    FROM users person CROSS JOIN banca
    WHERE person.id = ${account.id} AND person.password_hash = ${account.password_hash} AND banca.cross_db AND ${mayBeGuest} AND ${live}`)
  if (made === 0) throw refusedOn('password', 'database_credentials')
  await writeDeed(tx, context, account, 'register', {
    entity_id: id,
    after: { from: database.key, banca: session.banca_name, username: session.username },
    significant: true,
  })
  await notifyAdministrators(tx, guestNotification(session, account, id), null)
}

/** What the call does before its transaction, and what it does in it. */
export async function registering(before: Context, form: Form): Promise<(context: Context) => Promise<Connection>> {
  const person = await personOf(before)
  const chosen = await choose(before, person, form.database)
  const { there, banca_name } = chosen
  const account = await checkAccount(before, person, there, form)
  const making: Making = { ...chosen, id: randomUUID(), person, account }
  const { id } = making
  await claim(making)
  const giveUp = () =>
    person.database.db.run(sql`DELETE FROM user_databases WHERE id = ${id} AND registered_at IS NULL`)
  const made = await askThere(there, () => transaction(there.pool, (tx) => makeGuest(tx, before, making))).catch(
    async (error: unknown) => {
      await giveUp()
      throw error
    },
  )
  if (!made) {
    await giveUp()
    throw refusedOn('database', 'database_away')
  }
  const { username } = account
  const change = { entity_id: id, after: { database: there.key, banca: banca_name, username }, significant: true }
  const confirm = await inHome(person, async (tx) => {
    const row = await tx.one<{ registered_at: string }>(
      sql`UPDATE user_databases SET registered_at = now() WHERE id = ${id} RETURNING registered_at`,
    )
    // So late that the claim was swept: the half there goes the same way.
    if (!row) throw refusedOn('database', 'database_away')
    const { session } = person
    await notifyAdministrators(tx, registeredNotification(session, { banca_name, username }, id), session.id)
    if (person.parked) await writeDeed(tx, before, session, 'register', change)
    return row
  })
  return async (context) => {
    const row = await confirm(context)
    context.audit(change)
    return { id, database: there.key, banca_name, username, ...row, state: 'disponible', current: false }
  }
}
