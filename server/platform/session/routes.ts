/** Signing in, refetching, refreshing, signing out, own password. */
import { sql } from 'drizzle-orm'
import { session } from '@contract/session.ts'
import type { SessionUser } from '@contract/session.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Database } from '../db/databases.ts'
import type { Context, Handlers, Wire } from '../http/context.ts'
import { Problem } from '../http/problem.ts'
import { authenticate, databaseOf, loadUser } from './authenticate.ts'
import { endFamilies, openFamily, rotate } from './families.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { countAttempt, forgetAttempts } from './throttle.ts'
import type { Pair } from './tokens.ts'

const refreshPath = session.refresh.path
const cookieLife = 3 * 24 * 60 * 60

/** The refresh token never reaches script: HttpOnly, same site, sent to the refresh call alone. */
function setRefreshCookie(wire: Wire, token: string | null): void {
  wire.setHeader(
    'set-cookie',
    `sorteo_refresh=${token ?? ''}; HttpOnly; SameSite=Strict; Path=${refreshPath}; Max-Age=${token ? cookieLife : 0}`,
  )
}

function opened(wire: Wire, pair: Pair, user: SessionUser) {
  setRefreshCookie(wire, pair.refresh_token)
  return { ...pair, user }
}

interface Account {
  id: number
  password_hash: string
}

/** Usernames are looked for in the main banca first, then in the others this server answers for. */
async function findAccount(
  context: Context,
  username: string,
): Promise<{ account: Account; database: Database } | null> {
  for (const database of context.wire.databases.all) {
    const account = await database.db.one<Account>(
      sql`SELECT id, password_hash FROM users WHERE username = ${username}`,
    )
    if (account) return { account, database }
  }
  return null
}

async function signIn(context: Context, username: string, password: string) {
  const { databases, user_agent } = context.wire
  await countAttempt(databases.main.aside, username, context.ip)
  const found = await findAccount(context, username)
  const right = await verifyPassword(password, found?.account.password_hash)
  const user =
    right && found ? await loadUser(found.database.db, found.database, sql`u.id = ${found.account.id}`) : null
  const deed = { ip: context.ip, request_id: context.request_id, entity: 'session' }
  if (!found || !user) {
    const log = found?.database ?? databases.main
    await writeAudit(log.db, {
      ...deed,
      session: null,
      action: 'session.refused',
      changes: [{ entity_id: username, significant: true }],
    })
    throw new Problem('bad_credentials')
  }
  await forgetAttempts(databases.main.aside, username, context.ip)
  const pair = await openFamily(found.database.db, found.database, user.id, { ip: context.ip, user_agent })
  await writeAudit(found.database.db, {
    ...deed,
    session: user,
    action: 'session.open',
    changes: [{ entity_id: user.id }],
  })
  return opened(context.wire, pair, user)
}

async function refetch(context: Context) {
  const { access_token, database } = context.wire
  if (!access_token) throw new Problem('unauthenticated')
  const user = await authenticate(database, access_token)
  if (!user) throw new Problem('session_expired')
  return { user }
}

export const sessionRoutes: Handlers<typeof session> = {
  open: async (context, { body }) => {
    const { username, password } = body ?? {}
    if (!username && !password) return refetch(context)
    const missing = [
      !username && { path: 'username', message: 'Escriba su usuario' },
      !password && { path: 'password', message: 'Escriba su contraseña' },
    ]
    if (!username || !password) throw new Problem('invalid', { errors: missing.filter((one) => one !== false) })
    return signIn(context, username, password)
  },
  close: async (context) => {
    const ended = await endFamilies(context.db, 'salida', { access_token: context.wire.access_token ?? '' })
    setRefreshCookie(context.wire, null)
    return { ended: ended > 0 }
  },
  refresh: async (context, { body }) => {
    const token = body?.refresh_token ?? context.wire.refresh_cookie
    const database = databaseOf(context.wire.databases, token)
    const rotated = token && database ? await rotate(database, token) : null
    const user = rotated && database ? await loadUser(database.db, database, sql`u.id = ${rotated.user_id}`) : null
    if (!rotated || !user) {
      setRefreshCookie(context.wire, null)
      throw new Problem('session_expired')
    }
    return opened(context.wire, rotated.pair, user)
  },
  changePassword: async (context, { body }) => {
    const { id, username } = context.session
    await countAttempt(context.wire.databases.main.aside, username, context.ip)
    const account = await context.db.one<Account>(sql`SELECT id, password_hash FROM users WHERE id = ${id}`)
    if (!(await verifyPassword(body.current_password, account?.password_hash)))
      throw Problem.on('current_password', 'wrong_password')
    await context.db.run(
      sql`UPDATE users SET password_hash = ${await hashPassword(body.new_password)}, password_changed_at = now() WHERE id = ${id}`,
    )
    // Every other session of this user ends with the old password; this one goes on.
    await context.db.run(sql`
      UPDATE session_families SET ended_at = now(), ended_why = 'clave'
      WHERE user_id = ${id} AND ended_at IS NULL AND id <> (SELECT family_id FROM session_tokens WHERE access_hash = sha256(convert_to(${context.wire.access_token ?? ''}, 'UTF8')))`)
    await forgetAttempts(context.wire.databases.main.aside, username, context.ip)
    await writeAudit(context.db, {
      session: context.session,
      ip: context.ip,
      request_id: context.request_id,
      entity: 'session',
      action: 'session.changePassword',
      changes: [{ entity_id: id, significant: true }],
    })
    return { changed: true }
  },
  databases: async (context) => {
    const { databases, database } = context.wire
    const settings = await database.db.one<{ cross_db: boolean }>(sql`SELECT cross_db FROM banca`)
    const enabled = Boolean(settings?.cross_db)
    const offered = await Promise.all(
      databases.all.map(async (one) => ({
        id: one.key,
        name: (await one.db.one<{ name: string }>(sql`SELECT name FROM banca`))?.name ?? one.key,
      })),
    )
    return {
      enabled,
      current: database.key,
      data: enabled ? offered : offered.filter((one) => one.id === database.key),
    }
  },
}
