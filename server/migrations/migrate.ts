/** Brings a database to the current schema. Safe to run from several instances at once. */
import { drizzle } from 'drizzle-orm/node-postgres'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import { join } from 'node:path'
import { createPool, executor, type Pool } from '../platform/db/connect.ts'
import { locks } from '../platform/db/locks.ts'
import { ensurePartitions } from './partitions.ts'
import { repository } from '../platform/repository.ts'

const folder = join(repository, 'server/migrations')

/**
 * Applies pending migrations and creates the months' partitions around today. `then` is what has to follow
 * before anybody else finds the database migrated.
 */
export async function migrate(databaseUrl: string, then: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = createPool(databaseUrl, { max: 2, statement_timeout_ms: 0 })
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [locks.migrate])
    await applyMigrations(drizzle(client), { migrationsFolder: folder })
    await ensurePartitions(executor(client), new Date(), { months_back: 3, months_ahead: 3 })
    await then(pool)
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [locks.migrate]).catch(() => undefined)
    client.release()
    await pool.end()
  }
}

/** When the newest migration of this version was written, in ms since 1970: a database keeps it of those it has. */
export function newestMigration(): number {
  return readMigrationFiles({ migrationsFolder: folder }).at(-1)!.folderMillis
}
