/** Passwords from somebody else: they let in once, to choose another, and whoever gave them cannot come back with them. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { awardingControl } from '../../contract/awarding-control.ts'
import { notifications } from '../../contract/notifications.ts'
import { crossDb } from '../../contract/cross-db.ts'
import { session } from '../../contract/session.ts'
import { stripUnknown } from '../../contract/strip-unknown.ts'
import { users } from '../../contract/users.ts'
import { cookieOf, startApp, type TestApp } from '../support/app.ts'
import { addUser, addUserDatabase } from '../support/factories.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, password as known, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let app: TestApp
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

let count = 0
const make = async (more: object = {}, as = 'banca') => {
  count += 1
  const body = { username: `nueva.${count}`, name: `Persona ${count}`, role: 'ADMIN_TAQUILLA', ...more }
  const partner_id = (more as { partner_id?: number }).partner_id ?? world.partner.agencia1
  return app.call(users.create, { body: { partner_id, ...body } as never }, { as })
}
const made = async () => (await make()).body
const reset = async (id: number) =>
  (await app.call(users.password, { params: { id } }, { as: 'banca' })).body.one_time_password
const signIn = (username: string, password: string) => app.call(session.open, { body: { username, password } })
const change = (token: string, current_password: string, new_password: string) =>
  app.call(session.changePassword, { body: { current_password, new_password } }, { token })
/** Of the log, what it says of sign-ins of somebody: by whether they are events. */
const logged = async (action: string, of: string | number) =>
  (
    await world.db.rows<{ significant: boolean }>(
      sql`SELECT significant FROM audit_log WHERE action = ${action} AND entity_id = ${String(of)} ORDER BY id`,
    )
  ).map((row) => row.significant)
const told = async (as = 'banca') =>
  (await app.call(notifications.list, { body: { page: 1, per_page: 100, without_reading: false } }, { as })).body.data

describe('a password from somebody else', () => {
  it('lets in once: the second time it is refused, even though it was never replaced, until another is given', async () => {
    const { id, username, one_time_password } = await made()
    expect((await signIn(username, one_time_password)).status).toBe(200)
    for (let n = 0; n < 2; n++)
      expect((await signIn(username, one_time_password)).problem).toMatchObject({ status: 401, code: 'one_time_spent' })
    expect((await signIn(username, 'otra-cosa-muy-larga')).problem.code).toBe('bad_credentials')
    const again = await reset(id)
    expect((await signIn(username, one_time_password)).problem.code).toBe('bad_credentials')
    expect((await signIn(username, again)).status).toBe(200)
    expect(await logged('session.open', id)).toEqual([true, true])
    expect(await logged('session.refused', username)).toEqual([true, true, true, true])
  })

  it('opens one session, over however many connections it comes at once', async () => {
    for (let round = 0; round < 2; round++) {
      const { id, username, one_time_password } = await made()
      const replies = await Promise.all(Array.from({ length: 8 }, () => signIn(username, one_time_password)))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      const codes = new Set(replies.filter(({ status }) => status !== 200).map(({ problem }) => problem.code))
      expect([...codes].filter((code) => code !== 'too_many_requests')).toEqual(['one_time_spent'])
      const open = await world.db.rows(sql`SELECT 1 FROM session_families WHERE user_id = ${id}`)
      expect(open).toHaveLength(1)
    }
  })

  it('given while somebody comes in with the one of before leaves no session of before', async () => {
    const id = await addUser(world.db, {
      username: 'a.la.vez',
      role: 'ADMIN_TAQUILLA',
      partner_id: world.partner.agencia1,
    })
    await Promise.all([...Array.from({ length: 4 }, () => signIn('a.la.vez', known)), reset(id)])
    expect(await world.db.rows(sql`SELECT 1 FROM session_families WHERE user_id = ${id} AND ended_at IS NULL`)).toEqual(
      [],
    )
  })

  it('opens a session that does nothing but choose another password, and ends within the hour', async () => {
    const { id, username, one_time_password } = await made()
    const first = await signIn(username, one_time_password)
    const token = first.body.access_token!
    const left = async () =>
      (await world.db.one<{ minutes: number }>(
        sql`
          SELECT extract(epoch FROM expires_at - now())::int / 60 AS minutes
          FROM session_families
          WHERE user_id = ${id} AND ended_at IS NULL`,
      ))!.minutes
    expect(await left()).toBeLessThanOrEqual(60)
    for (const one of [notifications.count, crossDb.enabled])
      expect((await app.call(one, {}, { token })).problem.code).toBe('password_must_change')
    const cookie = `sorteo_refresh=${cookieOf(first, 'sorteo_refresh')}`
    const renewed = await app.call(session.refresh, {}, { headers: { cookie } })
    expect(renewed.status).toBe(200)
    expect(await left()).toBeLessThanOrEqual(60)
    expect((await change(renewed.body.access_token, one_time_password, 'la-mia-de-verdad-1')).status).toBe(200)
    expect(await left()).toBeGreaterThan(60 * 24)
    expect((await app.call(notifications.count, {}, { token: renewed.body.access_token })).status).toBe(200)
  })

  it('reads nothing elsewhere either, where its user has a password of their own', async () => {
    const { id, username, one_time_password } = await made()
    await addUserDatabase(
      { db: world.db, user_id: id },
      { db: world.db, database: 'principal', user_id: world.user['supervisor']! },
    )
    const token = (await signIn(username, one_time_password)).body.access_token!
    const away = await app.app.inject({
      method: 'GET',
      url: '/api/v2/notifications/count?db-identifier=principal',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(away.json().code).toBe('password_must_change')
  })

  it('is made, spent and refused in the sight of the administrators, and of nobody else', async () => {
    const id = await addUser(world.db, { username: 'otra.admin', role: 'ADMIN_BANCA', partner_id: world.partner.banca })
    const { username, one_time_password } = await made()
    await signIn(username, one_time_password)
    await signIn(username, one_time_password)
    await signIn(username, one_time_password)
    const titles = (await told('otra.admin')).filter(({ title }) => title.includes(username)).map(({ title }) => title)
    expect(titles.sort()).toEqual([
      `Contraseña de un solo uso para ${username}`,
      `Entrada rechazada a ${username}`,
      `${username} usó su contraseña de un solo uso`,
    ])
    for (const as of ['supervisor', 'distribuidor'])
      expect((await told(as)).filter(({ title }) => title.includes(username))).toEqual([])
    await world.db.run(sql`DELETE FROM users WHERE id = ${id}`)
  })
})

describe('an own password', () => {
  it('is neither the one that was given nor one of the last five, nor one given before', async () => {
    const { id, username, one_time_password } = await made()
    let token = (await signIn(username, one_time_password)).body.access_token!
    const refused = async (current: string, next: string) => (await change(token, current, next)).problem
    expect(await refused(one_time_password, one_time_password)).toMatchObject({
      status: 422,
      code: 'password_used',
      errors: [{ path: 'new_password' }],
    })
    const own = (n: number) => `me-gusta-el-mango-${n}`
    let current = one_time_password
    for (let n = 1; n <= 7; n++) {
      expect((await change(token, current, own(n))).status).toBe(200)
      current = own(n)
    }
    for (const before of [7, 6, 2].map(own)) expect((await refused(current, before)).code).toBe('password_used')
    expect((await refused(current, one_time_password)).code).toBe('password_used')
    // Older than the last five.
    expect((await change(token, current, own(1))).status).toBe(200)
    // One that others give does not make them forgotten.
    const given = await reset(id)
    token = (await signIn(username, given)).body.access_token!
    expect((await refused(given, own(1))).code).toBe('password_used')
    expect((await refused(given, own(7))).code).toBe('password_used')
    const kept = await world.db.one<{ text: string }>(sql`SELECT users::text AS text FROM users WHERE id = ${id}`)
    for (const secret of [given, one_time_password, own(1), own(7)]) expect(kept!.text).not.toContain(secret)
  })
})

describe('nobody gains rights by a detour', () => {
  it('who only reads the registry neither makes, changes nor enters as who writes it', async () => {
    const { norte, sur, agencia1, taquilla1, banca } = world.partner
    const role = 'DISTRIBUIDOR'
    const writer = await addUser(world.db, { username: 'que.escribe', role, partner_id: norte, manage_childs: true })
    const bare = await addUser(world.db, { username: 'sin.permisos', role, partner_id: sur })
    for (const partner_id of [norte, sur])
      expect((await make({ role, partner_id }, 'supervisor')).problem).toMatchObject({
        status: 403,
        code: 'user_above',
      })
    for (const id of [writer, bare]) {
      const params = { id }
      expect((await app.call(users.show, { params }, { as: 'supervisor' })).body.actions).toEqual([])
      const given = await app.call(users.password, { params }, { as: 'supervisor' })
      expect(given.problem.code).toBe('user_above')
    }
    // By the way of one that is theirs to make.
    const own = (await make({}, 'supervisor')).body
    const body = { ...(stripUnknown(users.update.body!, own) as object), role, partner_id: norte }
    const raised = await app.call(users.update, { params: { id: own.id }, body: body as never }, { as: 'supervisor' })
    expect([raised.problem.code, raised.problem.errors?.[0]?.path]).toEqual(['user_above', 'role'])
    const theirs: [string, number][] = [
      ['ADMIN_TAQUILLA', agencia1],
      ['VEND_TAQUILLA', taquilla1],
      ['VEND_TAQUILLA_POLLA', taquilla1],
      ['SUPERV_BANCA', banca],
    ]
    for (const [mine, partner_id] of theirs)
      expect([mine, (await make({ role: mine, partner_id }, 'supervisor')).status]).toEqual([mine, 201])
    for (const more of [{ awarding_results: true }]) {
      const { problem } = await make({ role: 'SUPERV_BANCA', partner_id: banca, ...more }, 'supervisor')
      expect([problem.code, problem.errors?.[0]?.path]).toEqual(['user_above', 'awarding_results'])
    }
    expect((await make({ role, partner_id: sur }, 'distribuidor')).status).toBe(201)
  })

  it('what was tried is kept in the log and told to the administrators, once in an hour', async () => {
    const before = (await told()).length
    for (let n = 0; n < 3; n++) await make({ role: 'ADMIN_BANCA', partner_id: world.partner.banca }, 'distribuidor')
    const heard = (await told()).slice(0, (await told()).length - before)
    expect(heard.map(({ title }) => title)).toEqual(['Permiso rechazado a un usuario'])
    expect(heard[0]!.text).toContain('distribuidor')
    const rows = await world.db.rows(
      sql`
        SELECT 1
        FROM audit_log
        WHERE action = 'users.refused' AND username = 'distribuidor' AND significant AND after ->> 'refused' = 'user_above'`,
    )
    expect(rows).toHaveLength(3)
  })

  it('an administrator who may not award gives it to nobody, least of all themselves', async () => {
    const at = { role: 'ADMIN_BANCA' as const, partner_id: world.partner.banca, manage_childs: true }
    const own = await addUser(world.db, { username: 'sin.premiar', ...at })
    const grant = (userId: number, as: string) => app.call(awardingControl.grant, { params: { userId } }, { as })
    expect((await grant(own, 'sin.premiar')).problem.code).toBe('own_user')
    expect((await grant(world.user['supervisor']!, 'sin.premiar')).problem.code).toBe('user_above')
    expect((await grant(own, 'banca')).status).toBe(200)
    expect(
      (await app.call(awardingControl.withdraw, { params: { userId: own } }, { as: 'sin.premiar' })).problem.code,
    ).toBe('own_user')
  })
})
