/** Sessions: sign-in, refetch, rotation with reuse detection, sign-out, guessing, and what a forged or foreign token gets. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { session } from '../../contract/session.ts'
import { cookieOf, startApp, type Reply, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, password, type World } from '../support/world.ts'
import { addUserDatabase } from '../support/factories.ts'

let databases: TestDatabase[]
let world: World
let elsewhere: World
let app: TestApp

beforeAll(async () => {
  databases = [await createDatabase(), await createDatabase()]
  world = await createWorld(databases[0]!.url)
  elsewhere = await createWorld(databases[1]!.url, { country: 'PA' })
  await elsewhere.db.run(sql`UPDATE users SET username = 'pa-' || username`)
  app = await startApp(databases[0]!.url, { more: [{ key: 'otra', url: databases[1]!.url }] })
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await elsewhere?.close()
  for (const database of databases ?? []) await database.drop()
})

const pairOf = (reply: Reply<typeof session.open> | Reply<typeof session.refresh>) => ({
  access_token: reply.body.access_token!,
  refresh_token: cookieOf(reply, 'sorteo_refresh'),
})
const open = async (username = 'banca') => pairOf(await app.call(session.open, { body: { username, password } }))
const me = (token?: string) => app.call(session.open, {}, { ...(token && { token }) })
const refresh = (refresh_token: string, headers: Record<string, string> = {}) =>
  app.call(session.refresh, {}, { headers: { cookie: `sorteo_refresh=${refresh_token}`, ...headers } })
const age = (interval: string) =>
  world.db.run(sql`UPDATE session_tokens SET replaced_at = replaced_at - ${interval}::interval`)

describe('sign-in', () => {
  it('answers a pair and the user, and keeps the refresh token from script', async () => {
    const reply = await app.call(session.open, { body: { username: ' BANCA ', password } })
    expect(reply.status).toBe(200)
    expect(reply.body.user).toMatchObject({
      username: 'banca',
      role: 'ADMIN_BANCA',
      manage_childs: true,
      country_iso2: 'VE',
      zone: 'America/Caracas',
      currency: 'BS',
      database: 'principal',
    })
    expect(reply.headers['set-cookie']).toContainEqual(
      expect.stringMatching(
        /^sorteo_refresh=principal\.[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/api\/v2\/auth\/refresh; Max-Age=259200$/,
      ),
    )
    expect(reply.raw.toString()).not.toContain(cookieOf(reply, 'sorteo_refresh'))
    expect(JSON.stringify(reply.body.user)).not.toContain('scrypt')
  })

  it('with a token and no body answers the user again', async () => {
    const { access_token } = await open()
    const reply = await me(access_token)
    expect([reply.status, reply.body.user.username, reply.body.access_token]).toEqual([200, 'banca', undefined])
  })

  it.each([
    ['a wrong password', { username: 'supervisor', password: 'otra' }, 401, 'bad_credentials'],
    ['an unknown user', { username: 'nadie', password }, 401, 'bad_credentials'],
    ['no password', { username: 'banca' }, 400, 'invalid'],
    ['nothing at all', undefined, 401, 'unauthenticated'],
    ['a user that is not text', { username: { $ne: null } as never, password }, 400, 'invalid'],
  ])('refuses %s in a Spanish sentence', async (_, body, status, code) => {
    const reply = await app.call(session.open, { body } as object)
    expect(reply.problem).toMatchObject({ status, code, detail: expect.stringMatching(/^[A-ZÁÉÍÓÚ].*\.$/) })
  })

  it('an inactive user is out at once', async () => {
    const { access_token } = await open('vecina')
    await world.db.run(sql`UPDATE users SET status = 'inactivo' WHERE username = 'vecina'`)
    expect((await me(access_token)).problem.code).toBe('session_expired')
    expect((await app.call(session.open, { body: { username: 'vecina', password } })).problem.code).toBe(
      'bad_credentials',
    )
    await world.db.run(sql`UPDATE users SET status = 'activo' WHERE username = 'vecina'`)
  })

  it('guessing is slowed for that account and address, and the right user gets in after the wait', async () => {
    const guess = (given: string) => app.call(session.open, { body: { username: 'lejana', password: given } })
    const codes: string[] = []
    for (let n = 0; n < 8; n++) codes.push((await guess('mala')).problem.code)
    expect(codes.slice(0, 5)).toEqual(Array(5).fill('bad_credentials'))
    expect(codes).toContain('too_many_requests')
    const waiting = await guess(password)
    expect([waiting.status, waiting.headers['retry-after']]).toEqual([429, '60'])
    expect((await open('banca')).access_token).toBeTruthy()
    await world.db.run(sql`UPDATE sign_in_failures SET last_at = last_at - interval '61 seconds'`)
    expect((await guess(password)).status).toBe(200)
  })

  it('guesses side by side are counted too', async () => {
    const replies = await Promise.all(
      Array.from({ length: 16 }, () => app.call(session.open, { body: { username: 'polla', password: 'mala' } })),
    )
    expect(replies.filter((reply) => reply.status === 401).length).toBeLessThanOrEqual(6)
    await world.db.run(sql`DELETE FROM sign_in_failures`)
  })
})

describe('tokens', () => {
  it.each([
    ['none', {}, 'unauthenticated'],
    ['a forged one', { token: `principal.${'x'.repeat(43)}` }, 'session_expired'],
    ['one of a database that does not exist', { token: `ninguna.${'x'.repeat(43)}` }, 'session_expired'],
    ['rubbish', { token: "' OR 1=1 --" }, 'session_expired'],
  ])('%s is refused', async (_, options, code) => {
    const reply = await app.call(agencies.list, {}, options)
    expect([reply.status, reply.problem.code]).toEqual([401, code])
  })

  it('lives 15 minutes on the server', async () => {
    const { access_token } = await open()
    await world.db.run(sql`UPDATE session_tokens SET access_expires_at = access_expires_at - interval '15 minutes'`)
    expect((await me(access_token)).problem.code).toBe('session_expired')
  })

  it('rotates; both tabs that refresh at once get the same pair', async () => {
    const first = await open()
    const [one, two] = await Promise.all([refresh(first.refresh_token), refresh(first.refresh_token)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(pairOf(one)).toEqual(pairOf(two))
    expect(pairOf(one).refresh_token).not.toBe(first.refresh_token)
    expect((await me(one.body.access_token)).status).toBe(200)
  })

  it('an old refresh token used after its grace ends the family, the new tokens with it', async () => {
    const first = await open()
    const second = pairOf(await refresh(first.refresh_token))
    await age('31 seconds')
    expect((await refresh(first.refresh_token)).problem.code).toBe('session_expired')
    expect((await me(second.access_token)).problem.code).toBe('session_expired')
    expect((await refresh(second.refresh_token)).problem.code).toBe('session_expired')
  })

  it('takes a refresh token from the cookie alone, and not for a page of another site', async () => {
    const { refresh_token } = await open()
    const inBody = await app.call(session.refresh, { body: { refresh_token } } as object)
    expect(inBody.problem.code).toBe('session_expired')
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://otro.example' },
      { origin: 'null' },
    ] as Record<string, string>[]) {
      const foreign = await refresh(refresh_token, headers)
      expect([foreign.status, foreign.problem.code]).toEqual([403, 'forbidden'])
    }
    const reply = await refresh(refresh_token, { origin: 'http://localhost', host: 'localhost' })
    expect(reply.status).toBe(200)
    expect(Object.keys(reply.body).sort()).toEqual(['access_token', 'user'])
    expect((await refresh(pairOf(reply).refresh_token, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  it.each([
    ['a user', sql`users SET status`, sql`username = 'vecina'`],
    ['an agency', sql`partners SET status`, sql`name = 'Agencia Uno'`],
  ])('of %s that was taken out stay ended when it is let in again', async (_what, set, where) => {
    const before = await open('vecina')
    for (const status of ['inactivo', 'activo'])
      await world.db.run(sql`UPDATE ${set} = ${status}::active_status WHERE ${where}`)
    expect((await me(before.access_token)).problem.code).toBe('session_expired')
    expect((await refresh(before.refresh_token)).problem.code).toBe('session_expired')
    expect((await me((await open('vecina')).access_token)).status).toBe(200)
  })

  it('sixteen refreshes at once make one successor', async () => {
    const first = await open()
    const replies = await Promise.all(Array.from({ length: 16 }, () => refresh(first.refresh_token)))
    expect(new Set(replies.map((reply) => reply.body.access_token)).size).toBe(1)
  })

  it('signing out ends the whole family', async () => {
    const first = await open()
    const second = pairOf(await refresh(first.refresh_token))
    expect((await app.call(session.close, {}, { token: second.access_token })).body).toEqual({ ended: true })
    expect((await me(first.access_token)).status).toBe(401)
    expect((await refresh(second.refresh_token)).status).toBe(401)
  })

  it('only hashes are kept', async () => {
    const { access_token, refresh_token } = await open()
    const rows = await world.db.rows<{ text: string }>(sql`SELECT row_to_json(t)::text AS text FROM session_tokens t`)
    const secrets = [access_token, refresh_token].map((token) => token.split('.')[1]!)
    expect(
      rows.some(({ text }) =>
        secrets.some((secret) => text.includes(secret) || text.includes(Buffer.from(secret).toString('hex'))),
      ),
    ).toBe(false)
  })
})

describe('own password', () => {
  it('asks for the current one, ends the other sessions and goes on with this', async () => {
    const [mine, other] = [await open('premiador'), await open('premiador')]
    const change = (current_password: string, new_password: string) =>
      app.call(session.changePassword, { body: { current_password, new_password } }, { token: mine.access_token })
    expect((await change('mala', 'una-clave-nueva-larga')).problem).toMatchObject({
      code: 'wrong_password',
      errors: [{ path: 'current_password' }],
    })
    expect((await change(password, 'corta')).problem).toMatchObject({
      code: 'invalid',
      errors: [{ path: 'new_password' }],
    })
    for (const [weak, message] of [
      ['Contraseña-2026', 'Esa contraseña es de las más usadas; elija otra'],
      ['el-premiador-de-hoy', 'La contraseña no puede contener el nombre de usuario'],
    ])
      expect((await change(password, weak!)).problem).toMatchObject({
        code: 'invalid',
        errors: [{ path: 'new_password', message }],
      })
    expect((await change(password, 'una-clave-nueva-larga')).body).toEqual({ changed: true })
    expect((await me(mine.access_token)).status).toBe(200)
    expect((await me(other.access_token)).status).toBe(401)
    expect((await app.call(session.open, { body: { username: 'premiador', password } })).status).toBe(401)
  })
})

describe('databases and headers', () => {
  it('a user of another banca signs in with its own name and sees only its own', async () => {
    const { access_token } = await open('pa-agencia')
    expect((await me(access_token)).body.user).toMatchObject({ database: 'otra', country_iso2: 'PA' })
  })

  it('a database that is not registered is refused; a registered one is read as its own user there', async () => {
    const { access_token } = await open()
    const ask = (database: string) =>
      app.call(agencies.list, { query: { 'db-identifier': database } as object }, { token: access_token })
    expect((await ask('principal')).status).toBe(200)
    for (const database of ['otra', 'ninguna', ''])
      expect([(await ask(database)).status, (await ask(database)).problem.code]).toEqual([403, 'foreign_database'])
    await addUserDatabase(
      { db: world.db, user_id: world.user['banca']! },
      { db: elsewhere.db, database: 'otra', user_id: elsewhere.user['supervisor']! },
    )
    const there = await ask('otra')
    expect(there.status).toBe(200)
    await elsewhere.db.run(sql`UPDATE users SET status = 'inactivo' WHERE id = ${elsewhere.user['supervisor']!}`)
    expect((await ask('otra')).problem.code).toBe('foreign_database')
  })

  it.each([
    ['Marte/Olympus', 400],
    ['America/Panama', 200],
    ['../../etc/passwd', 400],
    ['', 400],
  ])('time zone %s answers %i', async (timezone, status) => {
    const { access_token } = await open()
    const reply = await app.call(agencies.list, {}, { token: access_token, headers: { timezone } })
    expect(reply.status).toBe(status)
    if (status === 400) expect(reply.problem.code).toBe('unknown_timezone')
  })

  it.each([
    ['broken JSON', '{"username": ', 'application/json', 400, 'malformed'],
    ['a poisoned key', '{"__proto__": {"role": "ADMIN_BANCA"}}', 'application/json', 400, 'malformed'],
    ['another format', 'a=1', 'application/x-www-form-urlencoded', 415, 'unsupported_media'],
    ['an oversized body', JSON.stringify({ username: 'x'.repeat(600_000) }), 'application/json', 413, 'too_large'],
    ['a NUL byte', JSON.stringify({ username: 'a\u0000b', password: 'x' }), 'application/json', 400, 'malformed'],
  ])('refuses %s', async (_, payload, type, status, code) => {
    const reply = await app.app.inject({
      method: 'POST',
      url: session.open.path,
      payload,
      headers: { 'content-type': type },
    })
    expect([reply.statusCode, reply.json().code, reply.headers['content-type']]).toEqual([
      status,
      code,
      'application/problem+json',
    ])
    expect(reply.body).not.toMatch(/at .*\.ts|node_modules|SELECT|FST_/)
  })

  it('an unknown call is a problem too, and says nothing of the inside', async () => {
    const reply = await app.app.inject({ method: 'GET', url: '/api/v2/nada' })
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found'])
    expect(reply.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' })
  })

  it('describes itself from the same declarations', async () => {
    const document = (await app.app.inject({ method: 'GET', url: '/api/openapi.json' })).json()
    expect(document.paths['/api/v2/admin/registry/agencies/{id}'].put.operationId).toBe('agencies.update')
    expect(document.paths['/api/v2/auth/session'].post.security).toEqual([])
    // Two calls that fail alike name one answer.
    const { responses } = document.paths['/api/v2/admin/registry/agencies/create'].post
    const named = (responses['422'].$ref ?? '').split('/').at(-1)
    const refused = document.components.responses[named] ?? responses['422']
    expect(Object.keys(responses).join(' ')).toBe('201 400 401 403 408 409 413 415 422 429 431 500 503 507')
    expect(refused.description).toContain('`name_taken`: ')
  })
})
