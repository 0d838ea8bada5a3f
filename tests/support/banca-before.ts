/**
 * A whole banca as the version before the books left it: two distributors, one under the other, four agencies' worth of
 * everything that was there then, in the tables of then (`tests/fixtures/banca-before-the-books.jsonl`, written by that
 * version: a line says a table and its columns, those after it are its rows). Its days are moved by whole weeks, so that
 * its last one, a Monday, is that of the week that runs.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { addDays, daysBetween, inZone, weekday } from '../../contract/values/dates.ts'
import { migrate } from '../../server/migrations/migrate.ts'
import { ensurePartitions } from '../../server/migrations/partitions.ts'
import {
  createPool,
  executor,
  json,
  transaction,
  type Executor,
  type Pool,
  type Tx,
} from '../../server/platform/db/connect.ts'
import { repository } from '../../server/platform/repository.ts'
import { createBareDatabase, versionWith } from './migrations.ts'
import type { TestDatabase } from './postgres.ts'
import { zone } from './world.ts'

const fixture = join(repository, 'tests/fixtures/banca-before-the-books.jsonl')
/** The number of the last migration of that version. */
export const lastBefore = 41

export interface BancaBefore {
  database: TestDatabase
  pool: Pool
  db: Executor
  /** The Monday of the week that runs, its last day. */
  monday: string
  close(): Promise<void>
}

export async function openBancaBefore(): Promise<BancaBefore> {
  const database = await createBareDatabase()
  const { folder, remove } = versionWith({ last: lastBefore })
  await migrate(database.url, { folder, log: () => undefined })
  remove()
  const pool = createPool(database.url, { max: 8 })
  const db = executor(pool)
  const { day } = inZone(new Date(), zone)
  const monday = addDays(day, 1 - weekday(day))
  await ensurePartitions(db, new Date(`${monday}T12:00:00Z`), { months_back: 2, months_ahead: 3 })
  await transaction(pool, (tx) => fill(tx, monday))
  return {
    database,
    pool,
    db,
    monday,
    close: async () => {
      await pool.end()
      await database.drop()
    },
  }
}

async function fill(tx: Tx, monday: string): Promise<void> {
  // What that version's own start was through with.
  await tx.run(sql`DROP TABLE IF EXISTS settlement_before, prizes_before`)
  // Neither its triggers nor its references ask anything of rows that were there.
  await tx.run(sql`SET LOCAL session_replication_role = replica`)
  const [head, ...lines] = readFileSync(fixture, 'utf8').trimEnd().split('\n')
  const days = daysBetween((JSON.parse(head!) as { monday: string }).monday, monday) - 1
  let columns: string[] = []
  const tables = new Map<string, { columns: string[]; rows: Record<string, unknown>[] }>()
  let rows: Record<string, unknown>[] = []
  for (const line of lines) {
    const said = JSON.parse(line) as { table: string; columns: string[] } | unknown[]
    if (Array.isArray(said)) rows.push(Object.fromEntries(said.map((value, n) => [columns[n]!, value])))
    else {
      columns = said.columns
      rows = []
      tables.set(said.table, { columns, rows })
    }
  }
  for (const [table, { columns: names, rows: all }] of tables) await insert(tx, table, names, all, days)
  await countOn(tx)
}

async function insert(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: readonly unknown[],
  days: number,
): Promise<void> {
  const types = await tx.rows<{ name: string; type: string }>(sql`
    SELECT attname AS name, atttypid::regtype::text AS type FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0`)
  const typeOf = new Map(types.map(({ name, type }) => [name, type]))
  const moved = columns.map((name) => {
    const column = sql`row.${sql.identifier(name)}`
    if (typeOf.get(name) === 'date') return sql`${column} + ${days}::int`
    if (typeOf.get(name) === 'timestamp with time zone') return sql`${column} + make_interval(days => ${days}::int)`
    return column
  })
  const names = sql.join(
    columns.map((name) => sql.identifier(name)),
    sql`, `,
  )
  await tx.run(sql`
    INSERT INTO ${sql.identifier(table)} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${sql.join(moved, sql`, `)}
    FROM jsonb_populate_recordset(NULL::${sql.identifier(table)}, ${json(rows)}) row ON CONFLICT DO NOTHING`)
}

/** Numbers go on behind those that are there. */
async function countOn(tx: Tx): Promise<void> {
  const counted = await tx.rows<{ table: string; column: string; sequence: string }>(sql`
    SELECT c.relname AS table, a.attname AS column, pg_get_serial_sequence(c.relname, a.attname) AS sequence
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attidentity <> '' AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition`)
  const named = [
    { table: 'ledger_entries', column: 'id', sequence: 'ledger_entry_ids' },
    { table: 'tickets', column: 'id', sequence: 'ticket_ids' },
  ]
  for (const { table, column, sequence } of [...counted, ...named])
    await tx.run(sql`
      SELECT setval(${sequence}, (SELECT coalesce(max(${sql.identifier(column)}), 0) + 1 FROM ${sql.identifier(table)}))`)
}
