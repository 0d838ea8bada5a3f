/** Signing in while others guess: who is kept waiting, who never is, and what a device that was here before is spared. */
import { request } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { session } from '../../contract/session.ts'
import { build, type ServerApp } from '../../server/app.ts'
import { cookieOf } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { costOfPasswords } from '../support/passwords.ts'
import { createWorld, password, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let app: ServerApp
/** Looking at the password of a stranger takes until then. */
let looked: Promise<void> | undefined
/** How many more are looked at in no time. */
let quick = 0
/** Ends the wait of strangers who are held. */
let letGo = () => {}
beforeAll(async () => {
  costOfPasswords(() => (quick-- > 0 ? undefined : looked))
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await build({
    databases: [{ key: 'principal', url: database.url }],
    rate_per_minute: 1_000_000,
    trust_proxy: () => true,
  })
})
afterAll(async () => {
  costOfPasswords()
  await app?.close()
  await world?.close()
  await database?.drop()
})
afterEach(async () => {
  // A test that failed keeps nobody waiting after it.
  letGo()
  await world.db.run(sql`DELETE FROM sign_in_failures`)
})

interface From {
  ip?: string
  cookie?: string
  proto?: string
}
async function signIn(username: string, given: string, { ip = '192.0.2.1', cookie, proto }: From = {}) {
  const response = await app.inject({
    method: 'POST',
    url: session.open.path,
    payload: { username, password: given },
    headers: {
      'x-forwarded-for': ip,
      ...(cookie && { cookie: `sorteo_device=${cookie}` }),
      ...(proto && { 'x-forwarded-proto': proto }),
    },
  })
  return { status: response.statusCode, headers: response.headers, code: response.json().code as string | undefined }
}
const deviceOf = async (username: string, from?: From) =>
  cookieOf(await signIn(username, password, from), 'sorteo_device')
const address = (n: number) => `198.51.${Math.floor(n / 200)}.${(n % 200) + 1}`

/** Strangers are looked at, all `but` the first so many, until `letGo`. */
function holdStrangers({ but }: { but: number }): void {
  looked = new Promise((resolve) => (letGo = resolve))
  quick = but
}

describe('a flood of wrong passwords', () => {
  it('is turned away past a short queue, while others sign in', async () => {
    const device = await deviceOf('agencia', { ip: '192.0.2.9' })
    holdStrangers({ but: 0 })
    let refused = 0
    const flood = Array.from({ length: 240 }, async (_, n) => {
      const reply = await signIn(`nadie${n}`, 'mala', { ip: '192.0.2.7' })
      if (reply.status === 429) refused += 1
      return reply
    })
    const clean = signIn('banca', password, { ip: '192.0.2.8' })
    // While those that are looked at go on being looked at.
    expect((await signIn('agencia', password, { ip: '192.0.2.7', cookie: device })).status).toBe(200)
    // Two at work and 24 waiting are one address's share, some of which wait too long where the machine is busy.
    await expect.poll(() => refused).toBeGreaterThanOrEqual(240 - 26)
    letGo()
    expect((await clean).status).toBe(200)
    const replies = await Promise.all(flood)
    const away = replies.filter((reply) => reply.status === 429)
    const heard = replies.filter((reply) => reply.status === 401).length
    expect([away.length + heard, heard > 0, heard <= 26]).toEqual([240, true, true])
    expect(new Set(away.map((reply) => reply.headers['retry-after']))).toEqual(new Set(['5']))
  })

  it('ends with its callers: those that wait are not looked at any more', async () => {
    const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}${session.open.path}`
    const headers = { 'content-type': 'application/json' }
    const tried = async () =>
      (await world.db.one<{ n: number }>(
        sql`SELECT count(*)::int AS n FROM sign_in_failures WHERE key LIKE 'user:ido%'`,
      ))!.n
    holdStrangers({ but: 1 })
    // Each by a connection of its own that ends with it: one that is kept for the next would never be gone.
    const calls = Array.from({ length: 20 }, (_, n) =>
      request(url, { method: 'POST', headers, agent: false })
        .on('error', () => undefined)
        .end(JSON.stringify({ username: `ido${n}`, password: 'mala' })),
    )
    await expect.poll(tried, { timeout: 30_000 }).toBeGreaterThan(0)
    for (const call of calls) call.destroy()
    const connected = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))
    // The connection of the one that was answered is kept for the next.
    await expect.poll(connected).toBeLessThanOrEqual(1)
    letGo()
    // Behind them in the queue: when it is answered, they would have been.
    expect((await signIn('banca', password, { ip: '127.0.0.1' })).status).toBe(200)
    expect(await tried()).toBeLessThan(20)
  })
})

describe('guesses from many addresses', () => {
  it('keep nobody out who has the password, and leave each address fewer of them', async () => {
    for (let n = 0; n < 60; n += 20)
      await Promise.all(Array.from({ length: 20 }, (_, k) => signIn('lejana', 'mala', { ip: address(n + k) })))
    expect((await signIn('lejana', password, { ip: '203.0.113.5' })).status).toBe(200)
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 3; n++) codes.push((await signIn('lejana', 'mala', { ip: '203.0.113.6' })).code)
    expect(codes).toEqual(['bad_credentials', 'bad_credentials', 'too_many_requests'])
  })

  it('of one network of the sixth version are one caller’s', async () => {
    const codes: (string | undefined)[] = []
    for (let n = 1; n < 8; n++) codes.push((await signIn('lejana', 'mala', { ip: `2001:db8:1:2::${n}` })).code)
    expect(codes.slice(0, 5)).toEqual(Array(5).fill('bad_credentials'))
    expect(codes).toContain('too_many_requests')
  })
})

describe('a device that signed in before', () => {
  it('has an allowance of its own, for its own users alone', async () => {
    const cookie = await deviceOf('vecina')
    for (let n = 0; n < 8; n++) await signIn('vecina', 'mala')
    expect((await signIn('vecina', password)).code).toBe('too_many_requests')
    expect((await signIn('vecina', password, { cookie })).status).toBe(200)
    for (let n = 0; n < 8; n++) await signIn('taquilla', 'mala', { cookie })
    expect((await signIn('taquilla', password, { cookie })).code).toBe('too_many_requests')
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 7; n++) codes.push((await signIn('vecina', 'mala', { cookie })).code)
    expect(codes).toContain('too_many_requests')
  })

  it('remembers its users, and none that it did not sign for', async () => {
    const first = await deviceOf('vecina')
    const both = await deviceOf('polla', { cookie: first })
    expect(both.split('.')[0]).toBe(first.split('.')[0])
    for (let n = 0; n < 8; n++) await signIn('vecina', 'mala')
    expect((await signIn('vecina', password, { cookie: both })).status).toBe(200)
    const [id, ...rest] = both.split('.')
    for (const forged of [
      both.slice(0, -2),
      `${id}.${rest[1]}.${rest[0]}.${rest[2]}`,
      `${'x'.repeat(22)}.${rest.join('.')}`,
      'x',
      `${both}.`,
    ])
      expect((await signIn('vecina', password, { cookie: forged })).code).toBe('too_many_requests')
  })
})

describe('cookies', () => {
  it.each([
    ['https', '; Secure', 'max-age=31536000'],
    ['http', '', undefined],
  ])('over %s', async (proto, secure, transport) => {
    const { headers } = await signIn('banca', password, { proto })
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        new RegExp(
          `^sorteo_device=[\\w.-]+; HttpOnly; SameSite=Strict; Path=/api/v2/auth/session; Max-Age=34560000${secure}$`,
        ),
      ),
      expect.stringMatching(new RegExp(`^sorteo_refresh=.*; Max-Age=259200${secure}$`)),
    ])
    expect(headers['strict-transport-security']).toBe(transport)
  })
})
