/**
 * Brings a database to the current schema while others sell. Safe to run from several instances at once: one migrates,
 * under a lock that a connection of its own holds, and the others wait for it.
 *
 * Whoever waits for a table's lock stops all who come to that table after it. So a migration waits for a lock as long as
 * a sale can bear, gives back what it holds, lets the others pass and tries again, until it gets through or gives up.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createPool, executor, type Pool } from '../platform/db/connect.ts'
import { EmbeddedError } from '../platform/db/embedded.ts'
import { locks } from '../platform/db/locks.ts'
import { isLost } from '../platform/db/lost.ts'
import { migrationsFolder, readMigrations, type Migration, type MigrationPart } from './files.ts'
import { completeIndexes } from './indexes.ts'
import { ensurePartitions } from './partitions.ts'

/** Why a database is not brought to this version: one Spanish sentence for whoever starts the server. */
export class MigrationError extends EmbeddedError {
  override name = 'MigrationError'
}

interface Patience {
  /** How long a lock is waited for, and with it whoever comes after. */
  lock_ms: number
  /** Times that a migration is tried before it is given up. */
  attempts: number
  /** Time for the others after the first of them; twice as long after each, up to `longest_pause_ms`. */
  pause_ms: number
  longest_pause_ms: number
}

/** About five minutes in all: longer than any report, shorter than a copy of everything, which whoever starts should know of. */
const patience: Patience = { lock_ms: 2_000, attempts: 45, pause_ms: 500, longest_pause_ms: 5_000 }
/** What waits without a transaction stops nobody. */
const aloneLock = '10min'
const lookAgainMs = 200
const oldestServer = 15

export interface MigrateOptions {
  /** What has to follow before anybody else finds the database migrated. */
  follow?: (pool: Pool) => Promise<void>
  /** Hears in Spanish what is waited for. */
  log?: (message: string) => void
  patience?: Partial<Patience>
  folder?: string
}

interface Work {
  client: pg.PoolClient
  log: (message: string) => void
  patience: Patience
}

/**
 * Applies pending migrations, one after the other, creates the months' partitions around today and completes the
 * indexes of those that were there. What was applied stays, whatever happens to the next one: the next start goes on
 * there. Throws a MigrationError where one fails or
 * cannot get its locks, where the database has migrations that this version does not know, and for a server too old.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<void> {
  const { follow, log = console.log, folder = migrationsFolder } = options
  const pool = createPool(databaseUrl, { max: 2, statement_timeout_ms: 0 })
  const keeper = await pool.connect().catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  try {
    await expectServer(keeper)
    await takeTurn(keeper, log)
    const client = await pool.connect()
    try {
      // Whoever is gone does not go on holding locks; not every system can tell.
      await client.query(`SET client_connection_check_interval = '1s'`).catch(() => undefined)
      const work = { client, log, patience: { ...patience, ...options.patience } }
      await applyPending(work, readMigrations(folder))
      await patiently(work, 'La preparación de los meses', undefined, () =>
        ensurePartitions(executor(client), new Date(), { months_back: 3, months_ahead: 3 }),
      )
      await patiently(work, 'La preparación de los índices', undefined, () => completeIndexes(executor(client)))
    } finally {
      client.release()
    }
    await follow?.(pool)
  } finally {
    await keeper.query('SELECT pg_advisory_unlock($1)', [locks.migrate]).catch(() => undefined)
    keeper.release()
    await pool.end()
  }
}

async function expectServer(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
  )
  const { number, version } = rows[0]!
  if (number >= oldestServer * 10_000) return
  throw new MigrationError(
    `La base de datos es PostgreSQL ${version}: hace falta la versión ${oldestServer} o una posterior.`,
  )
}

/** Asks again and again instead of waiting: a statement that waits is a transaction, and an index that is made alone waits for those. */
async function takeTurn(client: pg.PoolClient, log: (message: string) => void): Promise<void> {
  for (let looks = 0; ; looks++) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [locks.migrate])
    if (rows[0]!.taken) return
    if (looks === 10) log('Otra instancia está actualizando la base de datos: se espera a que termine.')
    await sleep(lookAgainMs)
  }
}

async function applyPending(work: Work, known: readonly Migration[]): Promise<void> {
  const { client } = work
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS drizzle;
    CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`)
  const { rows } = await client.query<{ at: number }>(
    'SELECT created_at::float8 AS at FROM drizzle.__drizzle_migrations',
  )
  const applied = new Set(rows.map(({ at }) => at))
  const times = new Set(known.map(({ when }) => when))
  if ([...applied].some((at) => !times.has(at)))
    throw new MigrationError(
      'La base de datos es de una versión más nueva de Sorteo, con migraciones que esta no conoce: actualice el programa.',
    )
  for (const migration of known) {
    if (applied.has(migration.when)) continue
    const { name, parts } = migration
    const [first, ...more] = parts
    if (more.length === 0 && first!.runs === 'once') {
      await patiently(work, nameOf(name), first, () => applyWhole(work, migration))
    } else await applyInParts(work, migration)
  }
}

const nameOf = (name: string) => `La migración ${name}`

async function applyWhole(work: Work, migration: Migration): Promise<void> {
  await inTransaction(work, async (client) => {
    if (await isNoted(client, migration)) return
    await client.query(migration.parts[0]!.text)
    await note(client, migration)
  })
}

async function applyInParts(work: Work, migration: Migration): Promise<void> {
  const { client } = work
  for (const part of migration.parts) {
    /** How many rows it touched. */
    const run = async () => (await client.query(part.text)).rowCount ?? 0
    const once = () =>
      patiently(work, nameOf(migration.name), part, () =>
        part.runs === 'alone' ? alone(client, run) : inTransaction(work, run),
      )
    while ((await once()) > 0 && part.runs === 'until done') continue
  }
  await patiently(work, nameOf(migration.name), undefined, () =>
    inTransaction(work, async () => {
      if (!(await isNoted(client, migration))) await note(client, migration)
    }),
  )
}

/** Locks the list of migrations until the transaction ends: what a killed instance left running is waited for here. */
async function isNoted(client: pg.PoolClient, { when }: Migration): Promise<boolean> {
  await client.query('LOCK TABLE drizzle.__drizzle_migrations IN SHARE ROW EXCLUSIVE MODE')
  const found = await client.query('SELECT 1 FROM drizzle.__drizzle_migrations WHERE created_at = $1', [when])
  return found.rows.length > 0
}

async function note(client: pg.PoolClient, { hash, when }: Migration): Promise<void> {
  await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [hash, when])
}

async function inTransaction<T>(
  { client, patience: { lock_ms } }: Work,
  run: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${lock_ms}`)
    const result = await run(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function alone<T>(client: pg.PoolClient, run: () => Promise<T>): Promise<T> {
  await client.query(`SET lock_timeout = '${aloneLock}'`)
  try {
    return await run()
  } finally {
    await client.query('RESET lock_timeout').catch(() => undefined)
  }
}

/** Somebody holds what it wants: a lock that was not had in time, or a deadlock. */
const isPassing = (error: unknown) => ['55P03', '40P01', '40001'].includes((error as { code?: string }).code ?? '')

/** Does `work`, and again where others held what it wants. Throws a MigrationError in the end; `part` tells the line of a fault. */
async function patiently<T>(
  { log, patience: { attempts, pause_ms, longest_pause_ms } }: Work,
  name: string,
  part: MigrationPart | undefined,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error)) throw failed(name, part, error)
      if (attempt >= attempts)
        throw new MigrationError(
          `${name} no consiguió en ${attempts} intentos las tablas que cambia, que otros ` +
            `tienen en uso (${(error as Error).message}): inicie otra vez cuando terminen.`,
        )
      if (attempt % 10 === 1)
        log(`${name} espera a que otros dejen las tablas que cambia (intento ${attempt} de ${attempts}).`)
    }
    await sleep(Math.min(longest_pause_ms, pause_ms * 2 ** (attempt - 1)))
  }
}

/** What the database says, and where. */
function failed(name: string, part: MigrationPart | undefined, error: unknown): MigrationError {
  const { code, position, message } = error as pg.DatabaseError
  if (isLost(error))
    return new MigrationError(`${name} perdió la conexión con la base de datos (${message}): inicie otra vez.`)
  const line = part && position && part.line + part.text.slice(0, Number(position) - 1).split('\n').length - 1
  return new MigrationError(
    `${name} no pudo aplicarse: ${message} (${[line && `línea ${line}`, code].filter(Boolean).join(', ')}).`,
  )
}
