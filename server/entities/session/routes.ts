/** Signing in, refetching, refreshing, signing out, own password. */
import { normalizeIP } from '@fastify/rate-limit'
import { sql } from 'drizzle-orm'
import type { session, SessionUser } from '@contract/session.ts'
import { passwordFault } from '@contract/values/passwords.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { transaction } from '../../platform/db/connect.ts'
import type { Database } from '../../platform/db/databases.ts'
import { CallerGone, DatabaseAway } from '../../platform/db/lost.ts'
import { staged, type AuditedChange, type Context, type Handlers, type Wire } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { notifyAdministrators } from '../../platform/notifications/administrators.ts'
import { authenticate, databaseOf, loadUser } from '../../platform/session/authenticate.ts'
import { cookies, setCookie } from '../../platform/session/cookies.ts'
import { endFamilies, endOthers, openFamily, rotate } from '../../platform/session/families.ts'
import { parkedOf } from '../../platform/session/parked.ts'
import {
  isFormerPassword,
  acceptPassword,
  secretColumns,
  storeOwnPassword,
  type Secret,
} from '../../platform/session/one-time.ts'
import { hashPassword, verifyPassword } from '../../platform/session/password.ts'
import { spentAgainNotification, spentNotification } from '../../platform/session/one-time-notifications.ts'
import { atDesk } from '../../platform/session/desk.ts'
import { deviceKey, isKnownDevice, readDevice, withUser } from '../../platform/session/device.ts'
import { countAttempt, forgetAttempts } from '../../platform/session/throttle.ts'
import type { Pair } from '../../platform/session/tokens.ts'

function opened(wire: Wire, { access_token, refresh_token }: Pair, user: SessionUser) {
  setCookie(wire, cookies.refresh, refresh_token)
  return { access_token, user }
}

interface Looked {
  found: { account: Secret; database: Database } | null
  /** Whether a banca that was to be asked is away: the account may be there. */
  missed: boolean
}

/** Usernames are looked for in the main banca first, then in the others this server answers for. */
async function findAccount(context: Context, username: string): Promise<Looked> {
  let missed = false
  for (const database of context.wire.databases.all) {
    const asked = await database.presence.ifThere(() =>
      database.db.one<Secret>(sql`SELECT ${secretColumns} FROM users WHERE username = ${username}`),
    )
    if (!asked) missed = true
    else if (asked.found) return { found: { account: asked.found, database }, missed }
  }
  return { found: null, missed }
}

const someAway =
  'No se pudo comprobar el usuario en todas las bancas, porque una no responde. Revise ' +
  'el usuario y la contraseña, o intente en unos minutos.'

async function signIn(context: Context, username: string, password: string) {
  const { databases, user_agent } = context.wire
  const { aside } = databases.main
  const key = await deviceKey(aside)
  const device = readDevice(key, context.wire.cookie(cookies.device.name))
  const known = isKnownDevice(device, username)
  const trying = known ? { device: device.id, username } : { username, ip: context.ip }
  const [desk, who] = known ? (['known', device.id] as const) : (['strangers', normalizeIP(context.ip)] as const)
  const { found, user, missed } = await atDesk(desk, who, context.signal, async () => {
    await countAttempt(aside, trying)
    return check(context, username, password)
  })
  if (context.signal.aborted) throw new CallerGone()
  const log = found?.database ?? databases.main
  if (!found || !user) {
    // The same for a name that is known and one that is not: which names there are is nobody's to find out.
    const away = missed || isAnyAway(context)
    return refuse(context, log, { entity_id: username, significant: true }, away ? 'unavailable' : 'bad_credentials')
  }
  const opening = await transaction(log.pool, async (tx) => {
    const entered = await acceptPassword(tx, found.account)
    if ('refused' in entered) return entered
    const borrowed = entered.by === 'one_time'
    const pair = await openFamily(tx, log, user.id, { ip: context.ip, user_agent }, { borrowed })
    const what = borrowed && { after: { one_time_spent: true }, significant: true }
    await writeAudit(tx, {
      ...deedOf(context),
      session: user,
      action: 'session.open',
      changes: [{ entity_id: user.id, ...what }],
    })
    if (borrowed) await notifyAdministrators(tx, spentNotification(user, context.request_id), null)
    return pair
  })
  if ('refused' in opening) {
    if (opening.refused === 'changed') return refuse(context, log, { entity_id: username, significant: true })
    await notifyAdministrators(log.db, spentAgainNotification(user, context.now), null)
    const after = { refused: 'one_time_spent' }
    return refuse(context, log, { entity_id: username, after, significant: true }, 'one_time_spent')
  }
  await forgetAttempts(aside, trying)
  setCookie(context.wire, cookies.device, withUser(key, device, username))
  // What another session left parked in this browser is not this one's to go back to.
  if (context.wire.cookie(cookies.home.name)) setCookie(context.wire, cookies.home, null)
  return opened(context.wire, opening, user)
}

const deedOf = ({ ip, request_id }: Context) => ({ ip, request_id, entity: 'session' })

/** The log tells of it, whatever the caller is told. */
async function refuse(
  context: Context,
  { db }: Database,
  change: AuditedChange,
  code: 'bad_credentials' | 'one_time_spent' | 'unavailable' = 'bad_credentials',
): Promise<never> {
  await writeAudit(db, { ...deedOf(context), session: null, action: 'session.refused', changes: [change] })
  throw new Problem(code, code === 'unavailable' ? { detail: someAway } : {})
}

/** Whose account it is, and its user when the password is right and they may enter. */
async function check(context: Context, username: string, password: string) {
  const { found, missed } = await findAccount(context, username)
  const right = await verifyPassword(password, found?.account.password_hash)
  const user = right && found ? await loadUser(found.database.db, found.database, found.account.id) : null
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
async function replacePassword(context: Context, current: Secret, next: string) {
  const { id } = context.session
  if (!(await storeOwnPassword(context.db, current, next))) throw Problem.on('current_password', 'wrong_password')
  await endOthers(context.db, id, context.wire.access_token ?? '')
  await writeAudit(context.db, {
    ...deedOf(context),
    session: context.session,
    action: 'session.changePassword',
    changes: [{ entity_id: id, significant: true }],
  })
  return { changed: true }
}

function nothingWhereAway(fault: unknown): null {
  if (fault instanceof DatabaseAway) return null
  throw fault
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
  // Whoever signs out of another banca's database signs out of the one they came from too.
  close: staged(async (before) => {
    const parked = before.session.home && (await parkedOf(before).catch(nothingWhereAway))
    if (parked) await parked.end('salida')
    return async (context) => {
      const ended = await endFamilies(context.db, 'salida', { access_token: context.wire.access_token ?? '' })
      setCookie(context.wire, cookies.refresh, null)
      if (context.wire.cookie(cookies.home.name)) setCookie(context.wire, cookies.home, null)
      return { ended: ended > 0 }
    }
  }),
  // Back home by the parked session: the one elsewhere may be over, or its banca away, and cannot be asked.
  refresh: async (context, { query }) => {
    if (context.wire.foreign_page) throw new Problem('forbidden')
    const from = query.home ? cookies.home : cookies.refresh
    const token = context.wire.cookie(from.name)
    const database = databaseOf(context.wire.databases, token)
    const rotated = token && database ? await rotate(database, token) : null
    const user = rotated && database ? await loadUser(database.db, database, rotated.user_id, rotated.guest_id) : null
    if (!rotated || !user) {
      setCookie(context.wire, from, null)
      throw new Problem('session_expired')
    }
    if (from === cookies.home) setCookie(context.wire, from, null)
    return opened(context.wire, rotated.pair, user)
  },
  // The hashing comes before the transaction, which would hold its connection meanwhile.
  changePassword: staged(async (before, { body }) => {
    const { id, username } = before.session
    const { aside } = before.wire.databases.main
    const fault = passwordFault(body.new_password, username)
    if (fault) throw new Problem('invalid', { errors: [{ path: 'new_password', message: fault }] })
    // A turn for each hash: however many are compared, whoever signs in waits for one.
    const turn = <T>(work: () => Promise<T>) => atDesk('known', `user:${id}`, before.signal, work)
    const current = await turn(async () => {
      await countAttempt(aside, { user_id: id })
      const account = await before.db.one<Secret>(sql`SELECT ${secretColumns} FROM users WHERE id = ${id}`)
      if (!account || !(await verifyPassword(body.current_password, account.password_hash)))
        throw Problem.on('current_password', 'wrong_password')
      return account
    })
    await forgetAttempts(aside, { user_id: id })
    const isSame = body.new_password.normalize('NFKC') === body.current_password.normalize('NFKC')
    if (isSame || (await isFormerPassword(current, body.new_password, turn)))
      throw Problem.on('new_password', 'password_used')
    const next = await turn(() => hashPassword(body.new_password))
    return (context) => replacePassword(context, current, next)
  }),
}
