/** What watches over the server hears: whether it lives, whether it is to be sent calls, and what is not there. */
import { sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { build, type ServerApp } from '../../server/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let folder: string
let app: ServerApp
const nowhere = 'postgres://nadie:nada@127.0.0.1:1/nada'

const open = async (more: { key: string; url: string }[] = [], url = database.url) =>
  (app = await build({ databases: [{ key: 'principal', url }, ...more], console_dir: folder }))
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  folder = await mkdtemp(join(tmpdir(), 'sorteo-console-'))
  await writeFile(join(folder, 'index.html'), '<title>Sorteo</title>')
})
afterEach(() => app?.close())
afterAll(async () => {
  await world?.close()
  await rm(folder, { recursive: true, force: true })
})

async function ask(url: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: told, payload } = await app.inject({ url, headers })
  const type = String(told['content-type']).split(';')[0]
  return { status: statusCode, type, payload, body: type?.includes('json') ? JSON.parse(payload) : null, told }
}
const unavailable = { status: 503, type: 'application/problem+json', body: { code: 'unavailable' } }

describe('whether it is ready', () => {
  it('is said while its database is there, whatever another banca does', async () => {
    await open([{ key: 'panama', url: nowhere }])
    app.databases.all[1]!.presence.lose()
    expect(await ask('/livez')).toMatchObject({ status: 200, body: { alive: true } })
    expect(await ask('/readyz')).toMatchObject({
      status: 200,
      body: { ready: true, bancas: { principal: 'there', panama: 'away' } },
    })
  })

  it('is denied while its database is away, and it lives', async () => {
    await open([], nowhere)
    expect(await ask('/readyz')).toMatchObject(unavailable)
    expect(await ask('/livez')).toMatchObject({ status: 200 })
  })

  it('is denied by a database of an older version', async () => {
    await open()
    const newest = sql`(SELECT max(created_at) FROM drizzle.__drizzle_migrations)`
    await world.db.run(
      sql`UPDATE drizzle.__drizzle_migrations SET created_at = -created_at WHERE created_at = ${newest}`,
    )
    expect(await ask('/readyz')).toMatchObject(unavailable)
    const changed = sql`(SELECT min(created_at) FROM drizzle.__drizzle_migrations)`
    await world.db.run(
      sql`UPDATE drizzle.__drizzle_migrations SET created_at = -created_at WHERE created_at = ${changed}`,
    )
    expect(await ask('/readyz')).toMatchObject({ status: 200 })
  })
})

describe('a server that leaves', () => {
  it('says so first, answers while calls are sent elsewhere, then refuses in words', async () => {
    await open()
    const gone = app.leave(300)
    expect(await ask('/readyz')).toMatchObject(unavailable)
    expect(await ask('/api/nada')).toMatchObject({ status: 404 })
    await sleep(400)
    const refused = await ask('/api/nada')
    expect(refused).toMatchObject(unavailable)
    expect(Number(refused.told['retry-after'])).toBeGreaterThan(0)
    expect(await ask('/livez')).toMatchObject({ status: 200 })
    await gone
  })
})

describe('an address that is not there', () => {
  it.each(['/metrics', '/healthz', '/api/nada', '/x'])('is not found by a program: %s', async (url) => {
    await open()
    expect(await ask(url, { accept: '*/*' })).toMatchObject({
      status: 404,
      type: 'application/problem+json',
      body: { code: 'not_found' },
    })
  })

  it('is the console where a browser opens a page, and never one of the API', async () => {
    await open()
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    expect(await ask('/admin/sorteos', { accept })).toMatchObject({ status: 200, type: 'text/html' })
    expect(await ask('/api/nada', { accept })).toMatchObject({ status: 404, type: 'application/problem+json' })
  })
})
