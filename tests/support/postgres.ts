/**
 * Databases for tests: one server per run, and each test file its own copy of a migrated template,
 * so that files run side by side and none sees another's rows.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, escapeIdentifier } from 'pg'
import { createPool, executor } from '../../server/platform/db/connect.ts'
import { ensureDatabase, startEmbedded } from '../../server/platform/db/embedded.ts'
import { processIdentity } from '../../server/platform/db/embedded/lock.ts'
import { inZone } from '../../contract/values/dates.ts'
import { oldestPrograms, oldestVariable } from './oldest-place.mjs'
import { startOldest } from './oldest.ts'
import { cheapenPasswords } from './passwords.ts'

/** How many tickets the seeded template holds: enough for every screen to have rows, few enough to wait for. */
const SEEDED_TICKETS = 3_000
const SEEDED_DAYS = 60
/** How the workers, which are other processes, learn of the server. */
const VARIABLE = 'SORTEO_TEST_DATABASES'
const FOLDER = /^sorteo-tests-(\d+)-/

export interface TestDatabase {
  url: string
  /** Ends whoever is still connected and removes the database. */
  drop(): Promise<void>
}

interface Run {
  /** Leads to the maintenance database, as somebody who may create others. */
  adminUrl: string
  /** Begins the name of every database of this run. */
  prefix: string
}

function currentRun(): Run {
  const text = process.env[VARIABLE]
  if (!text) throw new Error('no test server: the project needs tests/support/global-setup.ts')
  return JSON.parse(text) as Run
}

function urlOf(run: Run, name: string): string {
  const url = new URL(run.adminUrl)
  url.pathname = `/${name}`
  return url.href
}

async function asAdmin<T>(run: Run, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: run.adminUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** No connection may enter a template: a single one would make every copy fail. */
async function close(client: Client, name: string): Promise<void> {
  await client.query(`ALTER DATABASE ${escapeIdentifier(name)} ALLOW_CONNECTIONS false`)
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
}

async function copy(run: Run, template: string): Promise<TestDatabase> {
  const name = `${run.prefix}_${randomBytes(6).toString('hex')}`
  await asAdmin(run, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`))
  return {
    url: urlOf(run, name),
    drop: () =>
      asAdmin(run, async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  }
}

/** A new database with all the tables and no rows but those the migrations bring. */
export function createDatabase(): Promise<TestDatabase> {
  const run = currentRun()
  return copy(run, `${run.prefix}_template`)
}

/**
 * A new database with the demo banca in it. Its template is made at the first call of the run,
 * by one worker while the others wait, so a run that never asks does not pay for it. A run that goes past midnight
 * makes another: what the demo calls today is the day it was made.
 */
export async function createSeededDatabase(): Promise<TestDatabase> {
  const run = currentRun()
  const today = inZone(new Date(), 'America/Caracas').day
  const seeded = `${run.prefix}_seeded_${today.replaceAll('-', '')}`
  await asAdmin(run, async (client) => {
    const key = createHash('sha256').update(seeded).digest().readInt32BE()
    await client.query('SELECT pg_advisory_lock($1)', [key])
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [seeded])
    if (found.rowCount) return
    const [{ seedDemo }, { demoPassword }] = await Promise.all([
      import('../../server/seed/demo.ts'),
      import('../../server/seed/plan.ts'),
    ])
    // Made under another name: a seed that fails half-way leaves nothing that looks finished.
    const unfinished = await createDatabase()
    await seedDemo(unfinished.url, { tickets: SEEDED_TICKETS, days: SEEDED_DAYS })
    const pool = createPool(unfinished.url, { max: 1 })
    await cheapenPasswords(executor(pool), demoPassword)
    await pool.end()
    const name = new URL(unfinished.url).pathname.slice(1)
    await close(client, name)
    await client.query(`ALTER DATABASE ${name} RENAME TO ${seeded}`)
  })
  return copy(run, seeded)
}

/** Memory, where there is plenty: a copy of a database is some thousand small files. */
export function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize > 2 * 2 ** 30 && freemem() > 4 * 2 ** 30) return '/dev/shm'
  } catch {
    // Not a Linux with shared memory.
  }
  return tmpdir()
}

/** What runs that were killed left behind. */
function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = FOLDER.exec(name)?.[1]
    if (pid && !processIdentity(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

async function startServer(prefix: string): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  const isOldest = process.env[oldestVariable] !== undefined && oldestPrograms() !== undefined
  if (given && !isOldest) return { adminUrl: given, stop: () => removeAll({ adminUrl: given, prefix }) }
  const folder = temporaryFolder()
  sweep(folder)
  if (isOldest) return startOldest(folder)
  const dataDir = join(folder, `sorteo-tests-${process.pid}-${randomBytes(4).toString('hex')}`)
  const server = await startEmbedded({
    dataDir,
    settings: {
      // Nothing here is meant to survive a power cut.
      fsync: 'off',
      full_page_writes: 'off',
      max_connections: 300,
      max_wal_size: '512MB',
      // Of tables that nobody analyzed yet it takes an empty one for large: two processes more for each such question.
      max_parallel_workers_per_gather: '0',
    },
  })
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
  return { adminUrl: server.url('postgres'), stop }
}

async function removeAll(run: Run): Promise<void> {
  await asAdmin(run, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [run.prefix],
    )
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
  })
}

/**
 * Starts the run's server (the oldest that is promised, where the run asks for it), or uses the one of
 * TEST_DATABASE_URL, and makes the migrated template.
 * Returns what ends it: the server and its folder are gone, a given server is left as it was.
 */
export async function startTestServer(): Promise<() => Promise<void>> {
  const prefix = `sorteo_test_${randomBytes(4).toString('hex')}`
  const { adminUrl, stop } = await startServer(prefix)
  const run: Run = { adminUrl, prefix }
  const template = `${prefix}_template`
  try {
    const { upgrade } = await import('../../server/upgrade.ts')
    await ensureDatabase(adminUrl, template)
    await upgrade(urlOf(run, template))
    await asAdmin(run, (client) => close(client, template))
  } catch (error) {
    await stop()
    throw error
  }
  process.env[VARIABLE] = JSON.stringify(run)
  return async () => {
    delete process.env[VARIABLE]
    await stop()
  }
}
