/**
 * The oldest PostgreSQL that the product promises to run on ends with the same tables as the newest; where it is not
 * installed this is not run.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool, executor, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { ensureDatabase } from '../../server/platform/db/embedded.ts'
import { upgrade } from '../../server/upgrade.ts'
import { startOldest } from '../support/oldest.ts'
import { oldestPrograms, oldestVersion } from '../support/oldest-place.mjs'
import { createDatabase, temporaryFolder, type TestDatabase } from '../support/postgres.ts'

const isInstalled = oldestPrograms() !== undefined
let server: Awaited<ReturnType<typeof startOldest>> | undefined
let database: TestDatabase | undefined
const pools: Pool[] = []
const dbOf = (url: string): Executor => {
  const pool = createPool(url, { max: 2 })
  pools.push(pool)
  return executor(pool)
}

beforeAll(async () => {
  if (!isInstalled) return
  server = await startOldest(temporaryFolder())
  await ensureDatabase(server.adminUrl, 'banca')
})
afterAll(async () => {
  for (const pool of pools) await pool.end()
  await server?.stop()
  await database?.drop()
})

/**
 * What a database is made of, in the words of its own catalogue. What a newer one notes besides (a constraint for NOT
 * NULL) is in the columns.
 */
const kinds = {
  tables: sql`
    SELECT c.relname AS name, c.relkind::text AS kind, c.reloptions, pg_get_partkeydef(c.oid) AS key,
      pg_get_expr(c.relpartbound, c.oid) AS bound
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S') ORDER BY 1`,
  columns: sql`
    SELECT c.relname AS of, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS needed,
      pg_get_expr(d.adbin, d.adrelid) AS value,
      a.attgenerated::text AS generated, a.attidentity::text AS identity, a.attstorage::text AS storage,
      a.attcompression::text AS compression, l.collname AS collation
    FROM pg_attribute a
    JOIN pg_class c ON c.oid = a.attrelid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    LEFT JOIN pg_collation l ON l.oid = a.attcollation
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0
      AND NOT a.attisdropped
    ORDER BY 1, a.attnum`,
  indexes: sql`
    SELECT pg_get_indexdef(i.indexrelid) AS text, i.indisvalid AS valid, c.reloptions
    FROM pg_index i
    JOIN pg_class c ON c.oid = i.indexrelid
    WHERE c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  constraints: sql`
    SELECT conrelid::regclass::text AS of, conname AS name, pg_get_constraintdef(oid) AS text, conislocal AS own FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype <> 'n' ORDER BY 1, 2`,
  functions: sql`
    SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind <> 'a' ORDER BY 1`,
  aggregates: sql`
    SELECT a.aggfnoid::regprocedure::text AS name, a.aggtransfn::text AS adds, a.aggcombinefn::text AS combines,
      p.proparallel::text AS parallel
    FROM pg_aggregate a JOIN pg_proc p ON p.oid = a.aggfnoid WHERE p.pronamespace = 'public'::regnamespace ORDER BY 1`,
  triggers: sql`SELECT pg_get_triggerdef(oid) AS text, tgenabled::text AS state FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`,
  types: sql`
    SELECT t.typname AS name, array(SELECT e.enumlabel::text FROM pg_enum e WHERE e.enumtypid = t.oid ORDER BY e.enumsortorder) AS labels
    FROM pg_type t WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('e', 'd') ORDER BY 1`,
  sequences: sql`
    SELECT seqrelid::regclass::text AS name, format_type(seqtypid, NULL) AS type, seqstart, seqincrement, seqcache, seqcycle
    FROM pg_sequence
    ORDER BY 1`,
}

it.runIf(isInstalled)('has the same tables, storage, indexes and functions after all migrations', async () => {
  const url = new URL(server!.adminUrl)
  url.pathname = '/banca'
  await upgrade(url.href)
  database = await createDatabase()
  const [old, recent] = [dbOf(url.href), dbOf(database.url)]
  const versionOf = async (db: Executor) =>
    Math.trunc((await db.one<{ n: number }>(sql`SELECT current_setting('server_version_num')::int AS n`))!.n / 10_000)
  expect(await versionOf(old)).toBe(oldestVersion)
  for (const [kind, query] of Object.entries(kinds)) {
    const rows = await old.rows(query)
    expect(rows.length, kind).toBeGreaterThan(0)
    expect(rows, kind).toEqual(await recent.rows(query))
  }
  const outside = await old.rows(sql`
    SELECT attrelid::regclass::text AS table, attname AS column FROM pg_attribute
    WHERE attrelid::regclass::text IN ('file_parts', 'network_imports') AND attstorage = 'e' ORDER BY 1`)
  expect(outside).toEqual([
    { table: 'file_parts', column: 'bytes' },
    { table: 'network_imports', column: 'file' },
  ])
})
