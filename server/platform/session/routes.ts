/** Signing in, refetching, refreshing, signing out, own password. */
import { normalizeIP } from '@fastify/rate-limit'
import { sql } from 'drizzle-orm'
import { refreshCookie as refreshName, session } from '@contract/session.ts'
import type { SessionUser } from '@contract/session.ts'
import { passwordFault } from '@contract/values/passwords.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Database } from '../db/databases.ts'
import { CallerGone } from '../db/lost.ts'
import { staged, type Context, type Handlers, type Wire } from '../http/context.ts'
import { Problem } from '../http/problem.ts'
import { authenticate, databaseOf, loadUser } from './authenticate.ts'
import { endFamilies, openFamily, rotate } from './families.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { atDesk } from './desk.ts'
import { deviceKey, knows, readDevice, withUser } from './device.ts'
import { countAttempt, forgetAttempts } from './throttle.ts'
import type { Pair } from './tokens.ts'

const day = 24 * 60 * 60
const refreshCookie = { name: refreshName, path: session.refresh.path, life: 3 * day }
/** As long as a browser keeps any. */
const deviceCookie = { name: 'sorteo_device', path: session.open.path, life: 400 * day }

/** Kept from script and other sites, and sent to one call alone; without a value it is taken back. */
function setCookie(wire: Wire, { name, path, life }: typeof refreshCookie, value: string | null): void {
  const secure = wire.secure ? '; Secure' : ''
  wire.setHeader(
    'set-cookie',
    `${name}=${value ?? ''}; HttpOnly; SameSite=Strict; Path=${path}; Max-Age=${value ? life : 0}${secure}`,
  )
}

function opened(wire: Wire, { access_token, refresh_token }: Pair, user: SessionUser) {
  setCookie(wire, refreshCookie, refresh_token)
  return { access_token, user }
}

interface Account {
  id: number
  password_hash: string
}

interface Looked {
  found: { account: Account; database: Database } | null
  /** Whether a banca that was to be asked is away: the account may be there. */
  missed: boolean
}

/** Usernames are looked for in the main banca first, then in the others this server answers for. */
async function findAccount(context: Context, username: string): Promise<Looked> {
  let missed = false
  for (const database of context.wire.databases.all) {
    const asked = await database.presence.ifThere(() =>
      database.db.one<Account>(sql`SELECT id, password_hash FROM users WHERE username = ${username}`),
    )
    if (!asked) missed = true
    else if (asked.found) return { found: { account: asked.found, database }, missed }
  }
  return { found: null, missed }
}

const someAway =
  'No se pudo comprobar el usuario en todas las bancas, porque una no responde. Revise el usuario y la contraseña, o intente en unos minutos.'

async function signIn(context: Context, username: string, password: string) {
  const { databases, user_agent } = context.wire
  const { aside } = databases.main
  const key = await deviceKey(aside)
  const device = readDevice(key, context.wire.cookie(deviceCookie.name))
  const known = knows(device, username)
  const trying = known ? { device: device.id, username } : { username, ip: context.ip }
  const [desk, who] = known ? (['known', device.id] as const) : (['strangers', normalizeIP(context.ip)] as const)
  const { found, user, missed } = await atDesk(desk, who, context.signal, async () => {
    await countAttempt(aside, trying)
    return check(context, username, password)
  })
  if (context.signal.aborted) throw new CallerGone()
  const deed = { ip: context.ip, request_id: context.request_id, entity: 'session' }
  if (!found || !user) {
    const log = found?.database ?? databases.main
    await writeAudit(log.db, {
      ...deed,
      session: null,
      action: 'session.refused',
      changes: [{ entity_id: username, significant: true }],
    })
    // The same for a name that is known and one that is not: which names there are is nobody's to find out.
    throw missed || isAnyAway(context)
      ? new Problem('unavailable', { detail: someAway })
      : new Problem('bad_credentials')
  }
  await forgetAttempts(aside, trying)
  const pair = await openFamily(found.database.db, found.database, user.id, { ip: context.ip, user_agent })
  await found.database.db.run(sql`UPDATE users SET last_sign_in_at = now() WHERE id = ${user.id}`)
  await writeAudit(found.database.db, {
    ...deed,
    session: user,
    action: 'session.open',
    changes: [{ entity_id: user.id }],
  })
  setCookie(context.wire, deviceCookie, withUser(key, device, username))
  return opened(context.wire, pair, user)
}

/** Whose account it is, and its user when the password is right and they may enter. */
async function check(context: Context, username: string, password: string) {
  const { found, missed } = await findAccount(context, username)
  const right = await verifyPassword(password, found?.account.password_hash)
  const user =
    right && found ? await loadUser(found.database.db, found.database, sql`u.id = ${found.account.id}`) : null
  return { found, user, missed }
}

/** Of a name found before the absent one was asked as of any other. */
const isAnyAway = ({ wire }: Context) => wire.databases.all.some(({ presence }) => presence.isAway)

async function refetch(context: Context) {
  const { access_token, database } = context.wire
  if (!access_token) throw new Problem('unauthenticated')
  const user = await authenticate(database, access_token)
  if (!user) throw new Problem('session_expired')
  return { user }
}

/** Only while the password is still the one that was checked; every other session ends with it, this one goes on. */
async function replacePassword(context: Context, current: string, next: string) {
  const { id } = context.session
  const replaced = await context.db.run(
    sql`UPDATE users SET password_hash = ${next}, password_changed_at = now(), password_must_change = false WHERE id = ${id} AND password_hash = ${current}`,
  )
  if (replaced === 0) throw Problem.on('current_password', 'wrong_password')
  await context.db.run(sql`
    UPDATE session_families SET ended_at = now(), ended_why = 'clave'
    WHERE user_id = ${id} AND ended_at IS NULL AND id <> (SELECT family_id FROM session_tokens WHERE access_hash = sha256(convert_to(${context.wire.access_token ?? ''}, 'UTF8')))`)
  await writeAudit(context.db, {
    session: context.session,
    ip: context.ip,
    request_id: context.request_id,
    entity: 'session',
    action: 'session.changePassword',
    changes: [{ entity_id: id, significant: true }],
  })
  return { changed: true }
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
    setCookie(context.wire, refreshCookie, null)
    return { ended: ended > 0 }
  },
  refresh: async (context) => {
    if (context.wire.foreign_page) throw new Problem('forbidden')
    const token = context.wire.cookie(refreshCookie.name)
    const database = databaseOf(context.wire.databases, token)
    const rotated = token && database ? await rotate(database, token) : null
    const user = rotated && database ? await loadUser(database.db, database, sql`u.id = ${rotated.user_id}`) : null
    if (!rotated || !user) {
      setCookie(context.wire, refreshCookie, null)
      throw new Problem('session_expired')
    }
    return opened(context.wire, rotated.pair, user)
  },
  // The hashing comes before the transaction, which would hold its connection meanwhile.
  changePassword: staged(async (before, { body }) => {
    const { id, username } = before.session
    const { aside } = before.wire.databases.main
    const fault = passwordFault(body.new_password, username)
    if (fault) throw new Problem('invalid', { errors: [{ path: 'new_password', message: fault }] })
    const { current, next } = await atDesk('known', `user:${id}`, before.signal, async () => {
      await countAttempt(aside, { user_id: id })
      const account = await before.db.one<Account>(sql`SELECT id, password_hash FROM users WHERE id = ${id}`)
      if (!(await verifyPassword(body.current_password, account?.password_hash)))
        throw Problem.on('current_password', 'wrong_password')
      return { current: account!.password_hash, next: await hashPassword(body.new_password) }
    })
    await forgetAttempts(aside, { user_id: id })
    return (context) => replacePassword(context, current, next)
  }),
  databases: async (context) => {
    const { databases, database } = context.wire
    const settings = await database.db.one<{ cross_db: boolean }>(sql`SELECT cross_db FROM banca`)
    const enabled = Boolean(settings?.cross_db)
    const offered = await Promise.all(
      databases.all.map(async (one) => ({
        id: one.key,
        name:
          (await one.presence.ifThere(() => one.db.one<{ name: string }>(sql`SELECT name FROM banca`)))?.found?.name ??
          one.key,
      })),
    )
    return {
      enabled,
      current: database.key,
      data: enabled ? offered : offered.filter((one) => one.id === database.key),
    }
  },
}
