/** A database that is away, or that goes away with a commit on its way: never a refusal, never a fault of the server's. */
import { randomUUID } from 'node:crypto'
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Server, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tickets } from '../../contract/tickets.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'
import { line } from '../races/rush.ts'

let database: TestDatabase
let world: World
let proxy: Server
let app: TestApp
/** How the way to the database behaves: open, without the answer to the next commit, or closed. */
let way: 'open' | 'deaf' | 'closed' = 'open'
const open = new Set<Socket>()

/** The server behind a database's address: a socket's path, or a host and a port. */
function behind(url: string): NetConnectOpts {
  const { hostname, port, searchParams } = new URL(url)
  const folder = searchParams.get('host')
  return folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: hostname, port: Number(port) }
}

function pass(client: Socket): void {
  const server = connect(behind(database.url))
  for (const one of [client, server]) {
    open.add(one)
    one.on('error', () => undefined)
    one.on('close', () => {
      open.delete(one)
      client.destroy()
      server.destroy()
    })
  }
  if (way === 'closed') return void client.destroy()
  let isCommitting = false
  client.on('data', (bytes) => {
    if (way === 'deaf' && bytes.includes('COMMIT')) isCommitting = true
    server.write(bytes)
  })
  server.on('data', (bytes) => {
    if (!isCommitting) return client.write(bytes)
    // The database has done it and says so, to nobody.
    if (bytes.includes('COMMIT\0')) {
      way = 'open'
      client.destroy()
    }
    return true
  })
}

beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  proxy = createServer(pass)
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const url = new URL(database.url)
  url.search = ''
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  app = await startApp(url.href)
})
afterAll(async () => {
  await app?.close()
  for (const one of open) one.destroy()
  await new Promise((done) => proxy?.close(done))
  await world?.close()
  await database?.drop()
})

const sale = async (key: string, draw: number) =>
  app.call(
    tickets.sell,
    { body: { currency: 'BS', confirm_repeated: true, lines: [line(draw, '8')] } },
    { as: 'taquilla', key },
  )
const sold = async () => (await world.db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM tickets`))!.n

it('a commit whose answer was lost is not refused, and repeating it finds the answer', async () => {
  const draw = await world.draw('LOTTO_ACTIVO')
  await app.signInAs('taquilla')
  const key = randomUUID()
  way = 'deaf'
  const lost = await sale(key, draw)
  expect([lost.status, lost.problem.code, lost.headers['retry-after']]).toEqual([503, 'unavailable', '2'])
  expect(lost.problem.detail).toContain('no se sabe si la operación se hizo')
  expect(await sold()).toBe(1)
  const again = await sale(key, draw)
  expect(again.status).toBe(201)
  expect([await sold(), await world.db.one(sql`SELECT serial FROM tickets`)]).toEqual([
    1,
    { serial: again.body.serial },
  ])
})

it('while it is away every call says so and for how long; when it is back, they go on', async () => {
  const draw = await world.draw('LOTTO_ACTIVO')
  way = 'closed'
  for (const one of open) one.destroy()
  const before = await sold()
  const away = [
    await sale(randomUUID(), draw),
    await app.call(tickets.bySerial, { params: { serial: '0' } }, { as: 'taquilla' }),
  ]
  const health = await app.app.inject('/api/health')
  expect(away.map((reply) => [reply.status, reply.problem.code, reply.headers['retry-after']])).toEqual([
    [503, 'unavailable', '2'],
    [503, 'unavailable', '2'],
  ])
  expect(health.statusCode).toBe(503)
  way = 'open'
  expect((await sale(randomUUID(), draw)).status).toBe(201)
  expect(await sold()).toBe(before + 1)
})
