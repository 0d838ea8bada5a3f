/** The schema that one reads is the one that the migrations make. */
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createPool, executor } from '../../server/platform/db/connect.ts'
import { repository } from '../../server/platform/repository.ts'
import { createDatabase } from '../support/postgres.ts'
import { schemaText } from '../support/schema.ts'

it('is written down as it is', async ({ skip }) => {
  const database = await createDatabase()
  const pool = createPool(database.url, { max: 1 })
  try {
    const db = executor(pool)
    const server = await db.one<{ n: number }>(sql`SELECT current_setting('server_version_num')::int AS n`)
    // Another server words the same schema otherwise.
    skip(server!.n < 180_000, 'PostgreSQL 18 wrote it')
    await expect(await schemaText(db)).toMatchFileSnapshot(join(repository, 'server/migrations/schema.sql'))
  } finally {
    await pool.end()
    await database.drop()
  }
})
