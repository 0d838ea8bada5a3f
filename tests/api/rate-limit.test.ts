/** How many calls an address may make in a minute: by what it asks for, however that is written, and over all instances. */
import { connect, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build, type ServerApp } from '../../server/app.ts'
import { session } from '../../contract/session.ts'
import { createPool, executor, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { CallCounts } from '../../server/platform/http/call-counts.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, password } from '../support/world.ts'

let database: TestDatabase
let pool: Pool
let db: Executor
const apps: ServerApp[] = []
beforeAll(async () => {
  database = await createDatabase()
  pool = createPool(database.url, { max: 2 })
  db = executor(pool)
})
afterAll(async () => {
  for (const app of apps) await app.close()
  await pool?.end()
  await database?.drop()
})

async function start(rate_per_minute: number): Promise<ServerApp> {
  const app = await build({
    databases: [{ key: 'principal', url: database.url }],
    rate_per_minute,
    trust_proxy: () => true,
  })
  apps.push(app)
  return app
}
/** A status by address, asked for from an address of this test's own. */
let callers = 0
const caller = () => `198.51.100.${++callers}`

describe('a limit', () => {
  it.each(['/api/v2/general/times', '/%61pi/v2/general/times', '/api/openapi.json', '/images/x.png'])(
    'counts %s',
    async (url) => {
      const app = await start(3)
      const from = caller()
      const asked = async () => (await app.inject({ url, headers: { 'x-forwarded-for': from } })).statusCode
      // A minute may end between two of them.
      const statuses = [
        await asked(),
        await asked(),
        await asked(),
        await asked(),
        await asked(),
        await asked(),
        await asked(),
      ]
      expect(statuses).toContain(429)
      expect(statuses[0]).not.toBe(429)
    },
  )

  it('counts a whole address as the target of the request line', async () => {
    const app = await start(3)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (bytes) => (text += bytes.toString()))
    const line = `GET http://127.0.0.1:${port}/api/openapi.json HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${caller()}\r\n`
    socket.write(`${line}\r\n`.repeat(6) + `${line}Connection: close\r\n\r\n`)
    await once(socket, 'close')
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1])
    expect(statuses).toContain('429')
  })

  it('counts neither health nor pages of the console', async () => {
    const app = await start(2)
    const from = { 'x-forwarded-for': caller() }
    for (let n = 0; n < 8; n++) {
      expect((await app.inject({ url: '/api/health', headers: from })).statusCode).toBe(200)
      expect((await app.inject({ url: '/none', headers: from })).statusCode).toBe(404)
    }
  })
})

describe('people behind one address', () => {
  it('have a limit each: what one asks for ends no sale of another', async () => {
    const world = await createWorld(database.url)
    try {
      const app = await start(40)
      const from = { 'x-forwarded-for': caller() }
      const signIn = async (username: string) =>
        (
          await app.inject({ method: 'POST', url: session.open.path, headers: from, payload: { username, password } })
        ).json<{
          access_token: string
        }>().access_token
      const asks = async (token: string) =>
        (await app.inject({ url: '/api/v2/general/times', headers: { ...from, authorization: `Bearer ${token}` } }))
          .statusCode
      const [one, other] = [await signIn('banca'), await signIn('taquilla')]
      expect([await asks(one), await asks(other)]).toEqual([200, 200])
      const statuses: number[] = []
      // More than two minutes' worth, since a minute may end between them.
      for (let n = 0; n < 90; n++) statuses.push(await asks(one))
      expect(statuses).toContain(429)
      expect(await asks(other)).toBe(200)
      // A token that opens nothing is its address's.
      const made: number[] = []
      for (let n = 0; n < 90; n++) made.push(await asks(`principal.${n}`))
      expect([made[0], new Set(made)]).toEqual([401, new Set([401, 429])])
      expect(await asks(other)).toBe(200)
    } finally {
      await world.close()
    }
  })
})

describe('counts', () => {
  it('are of all instances together, a second later, and begin anew each minute', async () => {
    let now = Date.parse('2026-11-20T14:00:30Z')
    const [one, other] = [new CallCounts(db, () => now), new CallCounts(db, () => now)]
    try {
      expect([one.count('a'), one.count('a'), other.count('a')]).toEqual([
        { current: 1, ttl: 30_000 },
        { current: 2, ttl: 30_000 },
        { current: 1, ttl: 30_000 },
      ])
      await one.tell()
      await other.tell()
      expect([other.count('a').current, one.count('b').current]).toEqual([4, 1])
      await other.tell()
      await one.tell()
      expect(one.count('a').current).toBe(3)
      await one.tell()
      expect(one.count('a').current).toBe(6)
      expect(await db.rows(sql`SELECT address, calls FROM call_counts WHERE address IN ('a', 'b') ORDER BY 1`)).toEqual(
        [
          { address: 'a', calls: 5 },
          { address: 'b', calls: 1 },
        ],
      )
      now += 30_000
      expect(one.count('a')).toEqual({ current: 1, ttl: 60_000 })
    } finally {
      one.close()
      other.close()
    }
  })

  it('go on alone while the database is away, and are told afterwards', async () => {
    let away = true
    const counts = new CallCounts(
      {
        ...db,
        rows: async <T>(query: Parameters<Executor['rows']>[0]): Promise<T[]> => {
          if (away) throw new Error('away')
          return db.rows<T>(query)
        },
      },
      () => Date.parse('2026-11-20T15:00:00Z'),
    )
    try {
      counts.count('c')
      await expect(counts.tell()).rejects.toThrow('away')
      expect(counts.count('c').current).toBe(2)
      away = false
      await counts.tell()
      expect(await db.rows(sql`SELECT calls FROM call_counts WHERE address = 'c'`)).toEqual([{ calls: 2 }])
    } finally {
      counts.close()
    }
  })
})
