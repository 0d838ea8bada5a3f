/** The schema that one reads is the one that the migrations make. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createPool, executor } from '../../server/platform/db/connect.ts'
import { repository } from '../../server/platform/repository.ts'
import { createDatabase } from '../support/postgres.ts'
import { schemaText } from '../support/schema.ts'

it('is written down as it is', async () => {
  const database = await createDatabase()
  const pool = createPool(database.url, { max: 1 })
  try {
    await expect(await schemaText(executor(pool))).toMatchFileSnapshot(join(repository, 'server/migrations/schema.sql'))
  } finally {
    await pool.end()
    await database.drop()
  }
})
