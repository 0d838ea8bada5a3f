/**
 * The migrations as they lie in this folder: `meta/_journal.json` names them in their order, with the instant each was
 * written, which is what a database keeps of those it has.
 *
 * A file is one transaction. Where that would hold up sales for long (an index on a large table, rows of years that are
 * written anew) it is cut by lines `--> statement-breakpoint` into parts, each a transaction of its own; and a part says
 * on its first line how else it runs:
 *
 * - `-- alone`: one statement without a transaction, as `CREATE INDEX CONCURRENTLY` wants it. One that was interrupted
 *   leaves an invalid index, so `DROP INDEX CONCURRENTLY IF EXISTS` comes before it, a part of its own;
 * - `-- until done`: one statement, a transaction each time, again and again until it touches no row.
 *
 * A file in parts that was interrupted is begun anew, so each part must bear being done twice.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../platform/repository.ts'

export interface MigrationPart {
  text: string
  /** The file's line it begins on, from 1. */
  line: number
  runs: 'once' | 'alone' | 'until done'
}

export interface Migration {
  name: string
  /** When it was written, in ms since 1970. */
  when: number
  hash: string
  parts: readonly MigrationPart[]
}

export const migrationsFolder = join(repository, 'server/migrations')
const breakpoint = '--> statement-breakpoint'

function partsOf(text: string): MigrationPart[] {
  let line = 1
  return text.split(breakpoint).map((part) => {
    const begins = line + /^\s*/.exec(part)![0].split('\n').length - 1
    line += part.split('\n').length - 1
    const how = /^\s*-- (alone|until done)\s*$/m.exec(part.trimStart().split('\n', 1)[0]!)?.[1]
    return { text: part.trim(), line: begins, runs: (how as MigrationPart['runs'] | undefined) ?? 'once' }
  })
}

export function readMigrations(folder = migrationsFolder): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8')
    return { name: tag, when, hash: createHash('sha256').update(text).digest('hex'), parts: partsOf(text) }
  })
}

/** Read once, when it is first asked for. */
let newest: number | undefined

/** When the newest migration of this version was written, in ms since 1970. */
export function newestMigration(): number {
  return (newest ??= Math.max(...readMigrations().map(({ when }) => when)))
}
