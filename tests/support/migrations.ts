/** The migrations as another version of the product has them, and databases that were brought to it. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { migrationsFolder } from '../../server/migrations/files.ts'
import { createPool, executor } from '../../server/platform/db/connect.ts'
import { createDatabase, type TestDatabase } from './postgres.ts'

interface Entry {
  idx: number
  when: number
  tag: string
}

export interface Version {
  folder: string
  remove(): void
}

/** The migrations with a number up to `last`, and behind them `more`: texts by name. */
export function versionWith({ last = 9_999, more = {} }: { last?: number; more?: Record<string, string> }): Version {
  const folder = mkdtempSync(join(tmpdir(), 'sorteo-migrations-'))
  cpSync(migrationsFolder, folder, { recursive: true })
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: Entry[] }
  journal.entries = journal.entries.filter(({ tag }) => Number(tag.slice(0, 4)) <= last)
  for (const [tag, text] of Object.entries(more)) {
    const { idx, when } = journal.entries.at(-1)!
    journal.entries.push({ idx: idx + 1, when: when + 1, tag })
    writeFileSync(join(folder, `${tag}.sql`), text)
  }
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A new database without any table. */
export async function createBareDatabase(): Promise<TestDatabase> {
  const database = await createDatabase()
  const pool = createPool(database.url, { max: 1 })
  await executor(pool).run(sql`DROP SCHEMA public, drizzle CASCADE`)
  await executor(pool).run(sql`CREATE SCHEMA public`)
  await pool.end()
  return database
}
