/**
 * Something breaks in the running server that nobody was waiting for. It is told, the calls under way are
 * answered, the database is left, and the process ends as one that failed: never half alive.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { session } from '../../contract/session.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, password, type World } from '../support/world.ts'

/** What the server's sessions are called, beside the test's own. */
const NAME = 'faulty'

let database: TestDatabase
let world: World
let server: ChildProcess | undefined
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
})
afterEach(() => void server?.kill('SIGKILL'))
afterAll(async () => {
  await world?.close()
  await database?.drop()
})

/** The server as `npm start` runs it, in which something breaks when it is sent a signal. */
async function start() {
  const main = new URL('../../server/main.ts', import.meta.url).href
  const program = `
    import { main } from ${JSON.stringify(main)}
    await main()
    process.on('SIGUSR2', () => void Promise.reject(new Error('roto')))`
  const address = new URL(database.url)
  address.searchParams.set('application_name', NAME)
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, DATABASE_URL: address.href, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  server = child
  const said: string[] = []
  const lines = createInterface({ input: child.stdout })
  const url = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      said.push(line)
      const [found] = /http:\/\/localhost:\d+/.exec(line) ?? []
      if (found) resolve(found.replace('localhost', '127.0.0.1'))
    })
  })
  const ended = once(child, 'close')
  return { child, said, ended, url: await Promise.race([url, ended.then(() => Promise.reject(new Error('it ended')))]) }
}

const count = async (what: string) => (await world.db.one<{ count: number }>(sql.raw(what)))!.count
const waiting = () =>
  count(
    'SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND database = ' +
      '(SELECT oid FROM pg_database WHERE datname = current_database())',
  )
const sessions = () =>
  count(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${NAME}'`,
  )

it('answers the call under way, lets the database go and ends as failed', async () => {
  const { child, said, ended, url } = await start()
  const signIn = () =>
    fetch(url + session.open.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'banca', password }),
    })
  const answer = await world.run(async (tx) => {
    await tx.run(sql`LOCK TABLE users IN ACCESS EXCLUSIVE MODE`)
    const held = signIn()
    await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThan(0)
    child.kill('SIGUSR2')
    await expect.poll(() => said.some((line) => line.includes('roto')), { timeout: 60_000 }).toBe(true)
    return { held }
  })
  expect((await answer.held).status).toBe(200)
  expect(await ended).toEqual([1, null])
  const told = said.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as object)
  expect(told).toEqual([
    expect.objectContaining({
      level: 60,
      msg: 'unhandledRejection',
      err: expect.objectContaining({ message: 'roto' }),
    }),
  ])
  await expect.poll(sessions, { timeout: 60_000 }).toBe(0)
})
