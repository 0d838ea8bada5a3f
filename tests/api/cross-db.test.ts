/** Other bancas' databases: registering one, passing to it and back, and ending it from either side. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { banking } from '../../contract/banking.ts'
import { crossDb } from '../../contract/cross-db.ts'
import { homeCookie, refreshCookie, session } from '../../contract/session.ts'
import { users } from '../../contract/users.ts'
import { Browser, openTwoBancas, type TwoBancas } from './cross-db-setup.ts'

let two: TwoBancas
beforeAll(async () => {
  two = await openTwoBancas()
})
afterAll(() => two?.close())

/** Somebody signed in here with a user there, registered. */
async function registered(roles: { here?: 'ADMIN_BANCA'; there?: 'ADMIN_BANCA' } = {}) {
  const [own, remote] = [await two.person(two.here, roles.here), await two.person(two.there, roles.there)]
  const browser = new Browser(two.app)
  await browser.enter(own.username)
  const { body, status } = await browser.register(remote.username)
  expect(status).toBe(201)
  return { own, remote, browser, id: body.id }
}
const outcome = ({ status, problem }: { status: number; problem?: { code?: string } }) =>
  status < 300 ? status : problem?.code
const titles = async (db: TwoBancas['here']['db'], user_id: number) =>
  (await db.rows<{ title: string }>(sql`SELECT title FROM notifications WHERE user_id = ${user_id}`)).map(
    (one) => one.title,
  )
const deeds = (db: TwoBancas['here']['db'], action: string, id: string) =>
  db.rows<{ username: string | null; significant: boolean }>(
    sql`SELECT username, significant FROM audit_log WHERE action = ${action} AND entity_id = ${id}`,
  )

describe('a registration', () => {
  it('is made with the password of there, told to both bancas and written in both logs', async () => {
    const { own, remote, browser, id } = await registered()
    const { home, data, guests } = (await browser.call(crossDb.conns)).body
    expect(home).toEqual({ database: 'principal', banca_name: 'Banca de Prueba', current: true })
    expect(data).toMatchObject([
      { id, database: 'otra', banca_name: 'La Otra', username: remote.username, state: 'disponible', current: false },
    ])
    expect(guests).toEqual([])
    expect((await browser.me()).body.user).toMatchObject({ cross_db: true, many_bancas: true, home: null })
    const [admin, adminThere] = [two.here.user['banca']!, two.there.user['banca']!]
    expect(await titles(two.here.db, admin)).toContain(`${own.username} registró otra banca`)
    expect(await titles(two.there.db, adminThere)).toContain(`${remote.username} entra desde otra banca`)
    expect(await deeds(two.here.db, 'crossDb.register', id)).toEqual([{ username: own.username, significant: true }])
    expect(await deeds(two.there.db, 'crossDb.register', id)).toEqual([
      { username: remote.username, significant: true },
    ])
    const written = await two.here.db.rows<{ text: string }>(
      sql`SELECT coalesce(before::text, '') || coalesce(after::text, '') AS text FROM audit_log WHERE entity = 'crossDb'`,
    )
    expect(written.filter(({ text }) => text.includes('una-clave'))).toEqual([])
  })

  it('opens a session there as the user there, which comes back to the one it came from', async () => {
    const { own, remote, browser } = await registered()
    const before = browser.token
    const away = await browser.change('otra')
    expect(away.body.user).toMatchObject({
      username: remote.username,
      database: 'otra',
      many_bancas: true,
      home: { database: 'principal', banca_name: 'Banca de Prueba' },
    })
    expect((await browser.me()).body.user.username).toBe(remote.username)
    expect((await browser.renew()).body.user).toMatchObject({
      username: remote.username,
      home: { database: 'principal' },
    })
    const { home, data, guests } = (await browser.call(crossDb.conns)).body
    expect([home.current, data[0]!.current, guests[0]!.username]).toEqual([false, true, own.username])
    expect(guests[0]!.last_used_at).not.toBeNull()
    const there = browser.token
    expect((await browser.change('principal')).body.user).toMatchObject({ username: own.username, home: null })
    expect(browser.cookies.has(homeCookie)).toBe(false)
    expect((await two.app.call(session.open, {}, { token: there })).problem.code).toBe('session_expired')
    expect((await two.app.call(session.open, {}, { token: before })).status).toBe(200)
    expect((await browser.renew()).body.user.username).toBe(own.username)
    expect(outcome(await browser.change('principal'))).toBe(200)
    expect((await browser.renew()).body.user.username).toBe(own.username)
  })

  it('ends from either side, and whoever is in by it is out at the next call', async () => {
    for (const side of ['owner', 'user', 'admin there', 'admin here'] as const) {
      const { own, remote, browser, id } = await registered()
      const staying = new Browser(two.app)
      await staying.enter(own.username)
      await browser.change('otra')
      const ender = new Browser(two.app)
      await ender.enter(
        { owner: own.username, user: remote.username, 'admin there': 'o-banca', 'admin here': 'banca' }[side],
      )
      expect([side, outcome(await ender.call(crossDb.end, { params: { id } }))]).toEqual([side, 200])
      expect([side, outcome(await browser.me())]).toEqual([side, 'session_expired'])
      expect([side, outcome(await browser.renew())]).toEqual([side, 'session_expired'])
      const left = (await staying.call(crossDb.conns)).body.data.map(({ state }) => state)
      expect([side, left]).toEqual([side, side === 'owner' || side === 'admin here' ? [] : ['terminada']])
      expect(outcome(await staying.change('otra'))).toBe(left.length > 0 ? 'connection_ended' : 'foreign_database')
      expect(outcome(await staying.register(remote.username))).toBe(201)
      expect(outcome(await staying.change('otra'))).toBe(200)
    }
  })

  it('is ended by nobody else', async () => {
    const { id } = await registered()
    const [colleague, stranger] = [await two.person(two.here), await two.person(two.there)]
    for (const { username } of [colleague, stranger]) {
      const other = new Browser(two.app)
      await other.enter(username)
      expect(outcome(await other.call(crossDb.end, { params: { id } }))).toBe('not_found')
    }
  })

  it('is ended from within: by whoever came in by it, here and there', async () => {
    const { own, browser, id } = await registered()
    await browser.change('otra')
    expect(outcome(await browser.call(crossDb.end, { params: { id } }))).toBe(200)
    expect(outcome(await browser.me())).toBe('session_expired')
    await browser.enter(own.username)
    expect((await browser.call(crossDb.conns)).body.data).toEqual([])
  })
})

describe('what is refused', () => {
  it('says why, on its field', async () => {
    const own = await two.person(two.here)
    const browser = new Browser(two.app)
    await browser.enter(own.username)
    const seller = await two.person(two.there, 'VEND_TAQUILLA', 'taquilla1')
    const remote = await two.person(two.there)
    const faults = async (username: string, given?: string, database?: string) => {
      const { status, problem } = await browser.register(username, given, database)
      return [status, ...(problem.errors ?? []).flatMap(({ path, code }) => [path, code])]
    }
    expect(await faults(remote.username, undefined, 'ninguna')).toEqual([422, 'database', 'database_unknown'])
    expect(await faults(own.username, undefined, 'principal')).toEqual([422, 'database', 'database_own'])
    expect(await faults(remote.username, 'otra-clave')).toEqual([422, 'password', 'database_credentials'])
    expect(await faults('nadie.asi')).toEqual([422, 'password', 'database_credentials'])
    expect(await faults(seller.username, 'otra-clave')).toEqual([422, 'password', 'database_credentials'])
    expect(await faults(seller.username)).toEqual([422, 'username', 'database_role'])
    await two.there.db.run(sql`UPDATE users SET password_must_change = true WHERE id = ${remote.id}`)
    expect(await faults(remote.username)).toEqual([422, 'password', 'database_password_borrowed'])
    await two.there.db.run(
      sql`UPDATE users SET password_must_change = false, status = 'inactivo' WHERE id = ${remote.id}`,
    )
    expect(await faults(remote.username)).toEqual([422, 'password', 'database_credentials'])
    await two.there.db.run(sql`UPDATE users SET status = 'activo' WHERE id = ${remote.id}`)
    expect(await faults(remote.username)).toEqual([201])
    expect(await faults(remote.username)).toEqual([409, 'database', 'database_registered'])
    for (const { db } of [two.here, two.there])
      expect(
        (
          await db.rows(
            sql`SELECT 1 FROM audit_log WHERE action = 'crossDb.refused' AND after ->> 'username' = 'nadie.asi'`,
          )
        ).length,
      ).toBe(1)
  })

  it('what is not filled in is said by its field', async () => {
    const { browser } = await registered()
    const fields = (reply: { problem: { errors?: { path: string }[] } }) =>
      reply.problem.errors?.map(({ path }) => path)
    const body = { database: '', username: ' ', password: '' }
    expect(fields(await browser.call(crossDb.register, { body }))).toEqual(['database', 'username', 'password'])
    expect(fields(await browser.call(crossDb.change, { body: { database: '' } }))).toEqual(['database'])
    expect(outcome(await browser.call(crossDb.change, { body: { database: 'ninguna' } }))).toBe('foreign_database')
  })

  it('both bancas must work with others, and be of one version', async () => {
    const { browser, remote, own } = await registered()
    const fresh = new Browser(two.app)
    await fresh.enter((await two.person(two.here)).username)
    const set = (world: TwoBancas['here'], on: boolean) => world.db.run(sql`UPDATE banca SET cross_db = ${on}`)
    await set(two.here, false)
    expect(outcome(await fresh.register(remote.username))).toBe('cross_db_off')
    expect(outcome(await browser.change('otra'))).toBe('cross_db_off')
    expect((await browser.call(crossDb.conns)).body.data[0]!.state).toBe('no_permitida')
    expect((await browser.call(crossDb.enabled)).body).toMatchObject({ enabled: false, data: [{ id: 'principal' }] })
    await set(two.here, true)
    await set(two.there, false)
    expect(outcome(await fresh.register(remote.username))).toBe('cross_db_off_there')
    expect(outcome(await browser.change('otra'))).toBe('cross_db_off_there')
    await set(two.there, true)
    expect(outcome(await browser.change('otra'))).toBe(200)
    await set(two.there, false)
    expect(outcome(await browser.me())).toBe('session_expired')
    await set(two.there, true)
    await browser.enter(own.username)
    const shift = (by: number) =>
      two.there.db.run(sql`UPDATE drizzle.__drizzle_migrations SET created_at = created_at + ${by}`)
    await shift(1)
    expect(outcome(await fresh.register(remote.username))).toBe('database_version')
    expect(outcome(await browser.change('otra'))).toBe('database_version')
    expect((await browser.call(crossDb.conns)).body.data[0]!.state).toBe('otra_version')
    await shift(-1)
    expect(outcome(await browser.change('otra'))).toBe(200)
    expect((await browser.call(crossDb.enabled)).body).toMatchObject({
      enabled: true,
      current: 'otra',
      data: [{ id: 'principal' }, { id: 'otra', name: 'La Otra' }],
    })
  })

  it('a password that changed, a user that is out and one of another role come in no more', async () => {
    const { browser, remote } = await registered()
    const at = (change: ReturnType<typeof sql>) =>
      two.there.db.run(sql`UPDATE users SET ${change} WHERE id = ${remote.id}`)
    const seen = async () => [
      (await browser.call(crossDb.conns)).body.data[0]!.state,
      outcome(
        await two.app.call(users.list, { query: { 'db-identifier': 'otra' } as never }, { token: browser.token }),
      ),
      outcome(await browser.change('otra')),
    ]
    await at(sql`password_changed_at = password_changed_at + interval '1 second'`)
    expect(await seen()).toEqual(['clave_cambiada', 'foreign_database', 'connection_password'])
    expect(outcome(await browser.register(remote.username))).toBe(201)
    await at(sql`status = 'inactivo'`)
    expect(await seen()).toEqual(['sin_acceso', 'foreign_database', 'connection_user'])
    await at(sql`status = 'activo', role = 'DISTRIBUIDOR'`)
    expect(await seen()).toEqual(['sin_acceso', 'foreign_database', 'connection_user'])
    await at(sql`role = 'SUPERV_BANCA'`)
    expect((await seen()).at(-1)).toBe(200)
  })

  it('only so many are registered', async () => {
    const { browser, remote, own, id } = await registered()
    await browser.call(crossDb.end, { params: { id } })
    await two.here.db.run(sql`
      INSERT INTO user_databases (id, user_id, database, banca_name, remote_user_id, remote_username, registered_at)
      SELECT gen_random_uuid(), ${own.id}, 'de-antes-' || n, 'De antes', 1, 'x', now() FROM generate_series(1, 20) n`)
    expect(outcome(await browser.register(remote.username))).toBe('database_too_many')
    const states = (await browser.call(crossDb.conns)).body.data.map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['no_responde']))
  })

  it('guesses are slowed as at signing in, and a good one of another banca forgets none of them', async () => {
    const browser = new Browser(two.app)
    await browser.enter((await two.person(two.here)).username)
    const remote = await two.person(two.there)
    const known = await two.person(two.there)
    for (let n = 0; n < 5; n++)
      expect(outcome(await browser.register(remote.username, `no-es-${n}`))).toBe('database_credentials')
    expect(outcome(await browser.register(remote.username))).toBe('too_many_requests')
    expect(outcome(await browser.register(known.username))).toBe(201)
    expect(outcome(await new Browser(two.app).enter(remote.username))).toBe('too_many_requests')
  })
})

describe('the session one came from', () => {
  it('ends with signing out from elsewhere, and with it the way back', async () => {
    const { browser } = await registered()
    const before = browser.token
    await browser.change('otra')
    const away = browser.token
    expect((await browser.call(session.close)).body).toEqual({ ended: true })
    expect([...browser.cookies]).toEqual([])
    for (const token of [before, away])
      expect(outcome(await two.app.call(session.open, {}, { token }))).toBe('session_expired')
  })

  it('is gone back to although the registration was ended, once, and by nobody without its cookie', async () => {
    const { browser, own, remote, id } = await registered()
    await browser.change('otra')
    const parked = browser.cookies.get(homeCookie)!
    const there = new Browser(two.app)
    await there.enter(remote.username)
    expect((await there.call(crossDb.end, { params: { id } })).body).toEqual({ ended: true })
    expect(outcome(await browser.change('principal'))).toBe('session_expired')
    expect(outcome(await there.renew(true))).toBe('session_expired')
    expect(outcome(await two.app.call(session.refresh, { query: { home: 'no' } } as never))).toBe('invalid')
    expect(outcome(await browser.renew(true))).toBe(200)
    expect([browser.cookies.has(homeCookie), (await browser.me()).body.user]).toMatchObject([
      false,
      { id: own.id, database: 'principal', home: null },
    ])
    await two.here.db.run(
      sql`UPDATE session_tokens SET replaced_at = replaced_at - interval '31 seconds' WHERE replaced_at IS NOT NULL`,
    )
    browser.cookies.set(homeCookie, parked)
    expect(outcome(await browser.renew(true))).toBe('session_expired')
  })

  it('is forgotten by signing in anew', async () => {
    const { browser, own } = await registered()
    await browser.change('otra')
    await browser.enter(own.username)
    expect(browser.cookies.has(homeCookie)).toBe(false)
  })

  it.each(['ended', 'user out', 'password'] as const)('is no way back once over: %s', async (how) => {
    const { browser, own, remote } = await registered()
    await browser.change('otra')
    if (how === 'ended')
      await two.here.db.run(
        sql`UPDATE session_families SET ended_at = now(), ended_why = 'usuario' WHERE user_id = ${own.id}`,
      )
    if (how === 'user out') await two.here.db.run(sql`UPDATE users SET status = 'inactivo' WHERE id = ${own.id}`)
    if (how === 'password')
      expect((await two.app.call(users.password, { params: { id: own.id } }, { as: 'banca' })).status).toBe(200)
    for (const reply of [
      await browser.change('principal'),
      await browser.change('otra'),
      await browser.call(crossDb.conns),
      await browser.call(crossDb.figures),
      await browser.register(remote.username),
    ])
      expect(outcome(reply)).toBe('home_session_over')
    expect(outcome(await browser.renew(true))).toBe('session_expired')
    expect(browser.cookies.has(homeCookie)).toBe(false)
  })

  it('is nobody else’s way back', async () => {
    const [mine, other] = [await registered(), await registered()]
    await mine.browser.change('otra')
    await other.browser.change('otra')
    mine.browser.cookies.set(homeCookie, other.browser.cookies.get(homeCookie)!)
    expect(outcome(await mine.browser.change('principal'))).toBe('home_session_over')
    mine.browser.cookies.set(homeCookie, other.browser.cookies.get(refreshCookie)!)
    expect(outcome(await mine.browser.change('principal'))).toBe('home_session_over')
    expect(outcome(await other.browser.change('principal'))).toBe(200)
  })

  it('a parked session that was gone back to is no way back twice, but within the moment of two tabs', async () => {
    const { browser } = await registered()
    await browser.change('otra')
    const parked = browser.cookies.get(homeCookie)!
    await browser.change('principal')
    await two.here.db.run(
      sql`UPDATE session_tokens SET replaced_at = replaced_at - interval '31 seconds' WHERE replaced_at IS NOT NULL`,
    )
    await browser.change('otra')
    browser.cookies.set(homeCookie, parked)
    expect(outcome(await browser.change('principal'))).toBe('home_session_over')
  })

  it('has no rights there but those of the user there, and leads nowhere else by them', async () => {
    const { browser, remote } = await registered({ here: 'ADMIN_BANCA' })
    const back = await two.person(two.here)
    const native = new Browser(two.app)
    await native.enter(remote.username)
    expect(outcome(await native.register(back.username, undefined, 'principal'))).toBe(201)
    await browser.change('otra')
    expect(outcome(await two.app.call(banking.config, {}, { token: browser.token }))).toBe('forbidden')
    const chained = await two.app.call(
      users.list,
      { query: { 'db-identifier': 'principal' } as never },
      { token: browser.token },
    )
    expect(outcome(chained)).toBe('foreign_database')
    expect((await browser.call(crossDb.conns)).body.data.map(({ username }) => username)).toEqual([remote.username])
  })
})
