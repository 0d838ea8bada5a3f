/** Users: who may change whom, passwords that work once, sessions, and a banca that keeps an administrator. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roles, type Role } from '../../contract/access/rules.ts'
import { partners } from '../../contract/partners.ts'
import { crossDb } from '../../contract/cross-db.ts'
import { session } from '../../contract/session.ts'
import { stripUnknown } from '../../contract/strip-unknown.ts'
import { users, type UserRow } from '../../contract/users.ts'
import { deviceWords } from '../../server/entities/users/activity.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { addUser } from '../support/factories.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, password, type World } from '../support/world.ts'

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
const form = (more: object = {}) => {
  count += 1
  const { partner } = world
  return {
    username: `persona.${count}`,
    name: `Persona ${count}`,
    role: 'ADMIN_TAQUILLA',
    partner_id: partner.agencia1,
    ...more,
  }
}
const create = (more: object = {}, as = 'banca') => app.call(users.create, { body: form(more) as never }, { as })
const made = async (more: object = {}, as = 'banca') => {
  const reply = await create(more, as)
  expect([reply.status, reply.problem?.code]).toEqual([201, undefined])
  return reply.body
}
const show = async (id: number, as = 'banca') => (await app.call(users.show, { params: { id } }, { as })).body
const update = async (id: number, more: object, as = 'banca') => {
  const body = { ...(stripUnknown(users.update.body!, await show(id, as)) as object), ...more }
  return app.call(users.update, { params: { id }, body: body as never }, { as })
}
const switchTo = (id: number, status: UserRow['status'], as = 'banca') =>
  app.call(users.status, { params: { id }, body: { status } }, { as })
const signIn = (username: string, password: string) => app.call(session.open, { body: { username, password } })
const seat: Record<Role, keyof World['partner']> = {
  ADMIN_BANCA: 'banca',
  SUPERV_BANCA: 'banca',
  DISTRIBUIDOR: 'norte',
  ADMIN_TAQUILLA: 'agencia1',
  VEND_TAQUILLA: 'taquilla1',
  VEND_TAQUILLA_POLLA: 'taquilla1',
}

describe('a new user', () => {
  it('enters with a password that works once, and does nothing before choosing another', async () => {
    const { id, username, one_time_password: given, password_must_change } = await made()
    expect(password_must_change).toBe(true)
    const first = await signIn(username, given)
    expect([first.status, first.body.user.password_must_change]).toEqual([200, true])
    const token = first.body.access_token!
    const list = () => app.call(partners.options, {}, { token })
    expect((await list()).problem).toMatchObject({ status: 403, code: 'password_must_change' })
    const change = (next: string) =>
      app.call(session.changePassword, { body: { current_password: given, new_password: next } }, { token })
    expect((await change('una-clave-bien-larga-7')).status).toBe(200)
    expect((await list()).status).toBe(200)
    expect((await signIn(username, given)).status).toBe(401)
    expect(await show(id)).toMatchObject({
      password_must_change: false,
      sessions: 1,
      last_sign_in_at: expect.any(String),
    })
  })

  it('is written down without the password', async () => {
    const { id, one_time_password } = await made()
    const rows = await world.db.rows<{ text: string }>(
      sql`SELECT audit_log::text AS text FROM audit_log WHERE entity = 'users' AND entity_id = ${String(id)}`,
    )
    expect(rows).toHaveLength(1)
    for (const { text } of rows) {
      expect(text).not.toContain(one_time_password)
      expect(text).not.toContain('scrypt')
    }
  })

  it.each([
    ['username', { username: 'Añejo' }],
    ['username', { username: 'раsa' }],
    ['username', { username: 'ab' }],
    ['username', { username: 'con espacio' }],
    ['name', { name: '' }],
    ['email', { email: 'no' }],
    ['role', { role: 'NADIE' }],
    ['partner_id', { partner_id: 'x' }],
  ])('is refused on %s: %j', async (path, more) => {
    const { status, problem } = await create(more)
    expect([status, problem.errors?.map((one) => one.path)]).toEqual([400, [path]])
  })

  it('has a name of its own, whatever the case it is written in, from however many at once', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => create({ username: 'Repetido' })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    const refused = replies.find(({ status }) => status === 409)!
    expect([refused.problem.code, refused.problem.errors![0]!.path]).toEqual(['username_taken', 'username'])
  })

  it.each(roles.filter((role) => role !== 'ADMIN_TAQUILLA'))('%s does not sit at an agency', async (role) => {
    const { problem } = await create({ role })
    expect([problem.code, problem.errors![0]!.path]).toEqual(['role_elsewhere', 'partner_id'])
  })

  it('one that is saved is refused where a new one is', async () => {
    const { id } = await made()
    const moved = await update(id, { partner_id: world.partner.banca })
    expect([moved.problem.code, moved.problem.errors![0]!.path]).toEqual(['role_elsewhere', 'partner_id'])
    const named = await update(id, { username: 'banca' })
    expect([named.problem.code, named.problem.errors![0]!.path]).toEqual(['username_taken', 'username'])
    const away = await create({ partner_id: 999_999 })
    expect([away.problem.code, away.problem.errors![0]!.path]).toEqual(['not_found', 'partner_id'])
  })

  it('keeps no permission that its role does not know', async () => {
    const user = await made({ manage_childs: true, awarding_results: true })
    expect([user.manage_childs, user.awarding_results]).toEqual([false, false])
  })
})

describe('nobody raises anyone above itself', () => {
  it.each(roles)('nobody makes a %s but who is one or stands above', async (role) => {
    const body = { role, partner_id: world.partner[seat[role]] }
    const reaches = { banca: 0, supervisor: 1, distribuidor: 2 }
    for (const [as, highest] of Object.entries(reaches)) {
      const { status, problem } = await create(body, as)
      // Who only reads the registry makes nobody who writes it.
      const writes = as === 'supervisor' && role === 'DISTRIBUIDOR'
      const expected = roles.indexOf(role) >= highest && !writes ? [201, undefined] : [403, 'user_above']
      expect([as, status, problem.code]).toEqual([as, ...expected])
    }
  })

  it('nobody gives a permission that they have not', async () => {
    const at = { role: 'DISTRIBUIDOR', partner_id: world.partner.sur }
    const { problem } = await create({ ...at, awarding_results: true }, 'distribuidor')
    expect([problem.code, problem.errors![0]!.path]).toEqual(['user_above', 'awarding_results'])
    const user = await made({ ...at, manage_childs: true }, 'distribuidor')
    const raised = await update(user.id, { awarding_results: true }, 'distribuidor')
    expect([raised.status, raised.problem.errors?.[0]?.path]).toEqual([403, 'awarding_results'])
  })

  it('nobody touches who may more: neither record, state, password nor sessions', async () => {
    const admin = await addUser(world.db, {
      username: 'otra.admin',
      role: 'ADMIN_BANCA',
      partner_id: world.partner.banca,
      manage_childs: true,
    })
    // The same role and place, with a permission that the caller has not.
    const peer = await addUser(world.db, {
      username: 'par.premia',
      role: 'DISTRIBUIDOR',
      partner_id: world.partner.norte,
      awarding_results: true,
    })
    for (const [id, as] of [
      [admin, 'supervisor'],
      [peer, 'distribuidor'],
    ] as const) {
      expect((await show(id, as)).actions).toEqual([])
      const params = { id }
      const replies = [
        await update(id, { name: 'Otra' }, as),
        await switchTo(id, 'inactivo', as),
        await app.call(users.password, { params }, { as }),
        await app.call(users.endSessions, { params }, { as }),
        await app.call(users.remove, { params }, { as }),
      ]
      expect(replies.map(({ problem }) => problem.code)).toEqual(replies.map(() => 'user_above'))
    }
  })

  it('nobody changes their own place, and everybody their own name', async () => {
    const id = world.user.banca!
    const own = async (more: object) => (await update(id, more)).problem.code
    expect(await own({ manage_childs: false })).toBe('own_user')
    expect(await own({ status: 'inactivo' })).toBe('own_user')
    expect(await own({ name: 'Nombre Nuevo' })).toBeUndefined()
    expect((await switchTo(id, 'inactivo')).problem.code).toBe('own_user')
    expect((await app.call(users.remove, { params: { id } }, { as: 'banca' })).problem.code).toBe('own_user')
    expect((await app.call(users.password, { params: { id } }, { as: 'banca' })).problem.code).toBe('own_user')
    expect((await show(id)).actions).toEqual(['update', 'sessions'])
  })
})

describe('the banca keeps an administrator', () => {
  const how: [string, (id: number, as: string) => Promise<{ status: number; problem: { code?: string } }>][] = [
    ['switched off', (id, as) => switchTo(id, 'inactivo', as)],
    ['without the permission', (id, as) => update(id, { manage_childs: false }, as)],
    ['lowered', (id, as) => update(id, { role: 'SUPERV_BANCA' }, as)],
    ['removed', (id, as) => app.call(users.remove, { params: { id } }, { as })],
  ]
  it.each(how)('of two who take each other out at once one stays: %s', async (about, takeOut) => {
    const names = [`uno.${how.findIndex(([one]) => one === about)}`, `dos.${how.findIndex(([one]) => one === about)}`]
    const at = { role: 'ADMIN_BANCA' as const, partner_id: world.partner.banca, manage_childs: true }
    const ids: number[] = []
    for (const username of names) ids.push(await addUser(world.db, { username, ...at }))
    for (const name of names) await app.signInAs(name)
    await world.db.run(
      sql`UPDATE users SET manage_childs = false WHERE role = 'ADMIN_BANCA' AND id <> ALL (${`{${ids.join()}}`}::int[])`,
    )
    // Both are let in before either is done: each waits for the other's row.
    const client = await world.pool.connect()
    await client.query('BEGIN')
    await client.query('SELECT id FROM users WHERE id = ANY ($1) FOR UPDATE', [ids])
    const calls = [takeOut(ids[0]!, names[1]!), takeOut(ids[1]!, names[0]!)]
    const waiting = async () =>
      (await world.db.one<{ count: number }>(
        sql`SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ))!.count
    while ((await waiting()) < 2) await sleep(10)
    await client.query('ROLLBACK')
    client.release()
    const replies = await Promise.all(calls)
    expect(replies.map(({ status, problem }) => (status < 300 ? 'done' : problem.code)).sort()).toEqual([
      'done',
      'last_admin',
    ])
    const left = await world.db.rows(
      sql`SELECT id FROM users WHERE role = 'ADMIN_BANCA' AND manage_childs AND status = 'activo'`,
    )
    expect(left).toHaveLength(1)
    await world.db.run(sql`UPDATE users SET manage_childs = true WHERE username = 'banca'`)
    await world.db.run(sql`UPDATE users SET manage_childs = false WHERE role = 'ADMIN_BANCA' AND username <> 'banca'`)
  })
})

describe('what an administrator does', () => {
  it('gives a new password, which ends every session of before', async () => {
    const { id, username, one_time_password } = await made()
    const before = await signIn(username, one_time_password)
    const given = await app.call(users.password, { params: { id } }, { as: 'banca' })
    expect(given.body.one_time_password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    expect((await app.call(crossDb.enabled, {}, { token: before.body.access_token! })).status).toBe(401)
    expect((await signIn(username, one_time_password)).status).toBe(401)
    expect((await signIn(username, given.body.one_time_password)).status).toBe(200)
  })

  it('sees and ends sessions, one or all', async () => {
    const username = 'dos.sesiones'
    const id = await addUser(world.db, { username, role: 'ADMIN_TAQUILLA', partner_id: world.partner.agencia1 })
    const [one, other] = [await signIn(username, password), await signIn(username, password)]
    const open = async () => (await app.call(users.sessions, { params: { id } }, { as: 'banca' })).body.data
    expect(await open()).toHaveLength(2)
    const end = (query: object) => app.call(users.endSessions, { params: { id }, query }, { as: 'banca' })
    const [last] = await open()
    expect((await end({ session_id: last!.id })).body).toEqual({ ended: 1 })
    expect((await open()).map((left) => left.id)).not.toContain(last!.id)
    expect((await end({})).body).toEqual({ ended: 1 })
    expect((await end({})).body).toEqual({ ended: 0 })
    for (const { body } of [one, other])
      expect((await app.call(crossDb.enabled, {}, { token: body.access_token! })).status).toBe(401)
  })

  it('ends sessions of nobody else: a session is named with its user', async () => {
    const [one, other] = [await made(), await made()]
    await signIn(one.username, one.one_time_password)
    const [open] = (await app.call(users.sessions, { params: { id: one.id } }, { as: 'banca' })).body.data
    const query = { session_id: open!.id }
    expect((await app.call(users.endSessions, { params: { id: other.id }, query }, { as: 'banca' })).body.ended).toBe(0)
  })

  it('removes who never entered and switches off who did, who is out at once', async () => {
    const fresh = await made()
    const remove = (id: number) => app.call(users.remove, { params: { id } }, { as: 'banca' })
    expect((await remove(fresh.id)).body.result).toBe('eliminado')
    expect((await app.call(users.show, { params: { id: fresh.id } }, { as: 'banca' })).status).toBe(404)
    const used = await made()
    const { body } = await signIn(used.username, used.one_time_password)
    expect((await show(used.id)).actions).not.toContain('remove')
    expect((await remove(used.id)).body.result).toBe('desactivado')
    expect((await app.call(crossDb.enabled, {}, { token: body.access_token! })).status).toBe(401)
    expect((await signIn(used.username, used.one_time_password)).status).toBe(401)
    expect((await switchTo(used.id, 'activo')).body.actions).toContain('deactivate')
  })

  it('finds people by name, role, state and whom they sit under', async () => {
    const found = async (query: object, as = 'banca') =>
      (await app.call(users.list, { query: { per_page: 500, ...query } as never }, { as })).body.data
    expect((await found({ q: 'TAQUILLA' })).map(({ username }) => username)).toContain('taquilla')
    const sellers = await found({ role: 'VEND_TAQUILLA', partner_id: world.partner.agencia1 })
    expect(new Set(sellers.map(({ partner_id }) => partner_id))).toEqual(
      new Set([world.partner.taquilla1, world.partner.taquilla2]),
    )
    expect((await found({ status: 'inactivo' })).every(({ status }) => status === 'inactivo')).toBe(true)
    const foreign = await app.call(users.list, { query: { partner_id: world.partner.banca } }, { as: 'distribuidor' })
    expect(foreign.problem.code).toBe('not_found')
  })

  it('sees how often somebody was refused, and what they did', async () => {
    const user = await made()
    for (let n = 0; n < 3; n++) await signIn(user.username, 'no-es-esta-clave')
    await signIn(user.username, user.one_time_password)
    const { body } = await app.call(users.metrics, { params: { id: user.id } }, { as: 'banca' })
    expect(body).toMatchObject({ refused: 3, last_refused_at: expect.any(String), last_sign_in_at: expect.any(String) })
    expect(body.spans.map(({ days, sold, operations }) => [days, sold, operations])).toEqual([
      [7, [], 0],
      [30, [], 0],
    ])
  })

  it('of two who save at once the second is told what the first one saved', async () => {
    const { id } = await made()
    const body = stripUnknown(users.update.body!, await show(id)) as object
    const save = (name: string) =>
      app.call(users.update, { params: { id }, body: { ...body, name } as never }, { as: 'banca' })
    const replies = await Promise.all([save('Primera'), save('Segunda')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = replies.find(({ status }) => status === 409)!
    expect(refused.problem).toMatchObject({ code: 'changed_meanwhile', current: { id } })
  })
})

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge en Windows',
  ],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome en Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari en iOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox en Linux'],
  ['terminal/2.1', 'terminal/2.1'],
  ['', 'Sin nombre'],
])('%j is %s', (user_agent, words) => {
  expect(deviceWords(user_agent)).toBe(words)
})
