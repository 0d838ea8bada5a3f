/**
 * A database that is brought to another version while its counters sell, while others read, while an instance dies, and
 * by several at once.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { migrate, MigrationError } from '../../server/migrations/migrate.ts'
import { ensurePartitions } from '../../server/migrations/partitions.ts'
import { createPool, executor, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createBareDatabase, versionWith, type Version } from '../support/migrations.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { startOf } from '../support/programs.ts'
import { line, openRush, sellerAt } from './rush.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

function version(last: number | undefined, more: Record<string, string>): Version {
  const made = versionWith({ ...(last !== undefined && { last }), more })
  ends.push(made.remove)
  return made
}

/** Holds what a statement locks until it is let go, as a report or a copy does. */
async function hold(pool: Pool, statement: string): Promise<() => Promise<void>> {
  const client = await pool.connect()
  await client.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0')
  await client.query(statement)
  return async () => {
    await client.query('COMMIT')
    client.release()
  }
}

/** Does it again and again until it is told to end, and answers how often, and how long the slowest took. */
async function again(isOver: () => boolean, work: () => Promise<void>): Promise<{ times: number; slowest_ms: number }> {
  const done = { times: 0, slowest_ms: 0 }
  while (!isOver()) {
    const begin = performance.now()
    await work()
    done.times += 1
    done.slowest_ms = Math.max(done.slowest_ms, performance.now() - begin)
  }
  return done
}

describe('beside counters that sell', () => {
  it('sales go on while it waits for a reader, none of them for longer than a lock is waited for, and it gets through', async () => {
    const rush = await openRush()
    const pool = createPool(rush.url, { max: 2 })
    try {
      const draw = await rush.world.draw('LOTTO_ACTIVO')
      const { folder } = version(undefined, {
        '9000_grown': `ALTER TABLE ledger_accounts ADD COLUMN grown int;
          ALTER TABLE tickets ADD COLUMN grown int;
          ALTER TABLE ticket_lines ADD COLUMN grown int`,
      })
      const statuses = new Set<number>()
      let over = false
      const selling = Array.from({ length: 6 }, (_, n) =>
        again(
          () => over,
          async () => void statuses.add((await rush.sell([line(draw, String(n))], sellerAt(n))).status),
        ),
      )
      const release = await hold(pool, 'SELECT count(*) FROM tickets')
      const said: string[] = []
      let until: number | undefined
      const upgrading = migrate(rush.url, { folder, log: (text) => said.push(text) }).then(() => {
        until = performance.now()
      })
      await sleep(8_000)
      expect(until).toBeUndefined()
      await release()
      await upgrading
      await sleep(500)
      over = true
      const sellers = await Promise.all(selling)
      expect([...statuses]).toEqual([201])
      expect(said).toEqual([
        expect.stringMatching(
          /^La migración 9000_grown espera a que otros dejen las tablas que cambia \(intento 1 de \d+\)\.$/,
        ),
      ])
      // Two seconds, and what a busy machine takes for the rest. Behind a lock that is waited for without end they were eight.
      expect(Math.max(...sellers.map(({ slowest_ms }) => slowest_ms))).toBeLessThan(5_000)
      expect(sellers.reduce((sum, { times }) => sum + times, 0)).toBeGreaterThan(60)
      expect(await rush.world.db.one(sql`SELECT count(*)::int AS n, count(grown)::int AS grown FROM tickets`)).toEqual({
        n: sellers.reduce((sum, { times }) => sum + times, 0),
        grown: 0,
      })
      await expectBooksHold(rush.world.db)
    } finally {
      await pool.end()
      await rush.finish()
    }
  })
})

describe('of a database', () => {
  let database: TestDatabase
  let pool: Pool
  let db: Executor
  const open = async (made: TestDatabase) => {
    database = made
    pool = createPool(database.url, { max: 4 })
    db = executor(pool)
    ends.push(database.drop, () => pool.end())
  }
  const applied = async () =>
    (
      await db.rows<{ at: number }>(sql`SELECT created_at::float8 AS at FROM drizzle.__drizzle_migrations ORDER BY 1`)
    ).map(({ at }) => at)
  const isThere = async (table: string) =>
    (await db.one<{ there: boolean }>(sql`SELECT to_regclass(${table}) IS NOT NULL AS there`))!.there
  const quick = { lock_ms: 100, attempts: 3, pause_ms: 50 }

  it('of another year its indexes are made beside those who write, however long somebody reads', async () => {
    await open(await createBareDatabase())
    await migrate(database.url, { folder: version(28, {}).folder, log: () => undefined })
    const release = await hold(
      pool,
      'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM changed_rows, audit_log',
    )
    let over = false
    const writing = again(
      () => over,
      async () => {
        await db.run(sql`INSERT INTO changed_rows (change_id, partner_id) VALUES (1, 1)`)
        await sleep(5)
      },
    )
    const upgrading = migrate(database.url, { folder: version(29, {}).folder, log: () => undefined })
    await sleep(2_500)
    const waiting = await applied()
    await release()
    await upgrading
    over = true
    const { times, slowest_ms } = await writing
    expect(await applied()).toHaveLength(waiting.length + 1)
    expect(times).toBeGreaterThan(50)
    expect(slowest_ms).toBeLessThan(1_500)
    expect(
      await db.rows(sql`
        SELECT c.relname AS name, i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE c.relname IN ('changed_rows_partner', 'audit_log_change') ORDER BY 1`),
    ).toEqual([
      { name: 'audit_log_change', valid: true },
      { name: 'changed_rows_partner', valid: true },
    ])
  })

  it('that nobody leaves alone it gives up with one sentence, and nothing of the migration is there', async () => {
    await open(await createDatabase())
    const { folder } = version(undefined, {
      '9000_before': 'CREATE TABLE made_before (n int)',
      '9001_grown': 'CREATE TABLE made_beside (n int); ALTER TABLE tickets ADD COLUMN grown int',
    })
    const before = await applied()
    const release = await hold(pool, 'SELECT count(*) FROM tickets')
    const upgrading = migrate(database.url, { folder, patience: quick, log: () => undefined })
    await expect(upgrading).rejects.toThrow(MigrationError)
    await expect(upgrading).rejects.toThrow(
      'La migración 9001_grown no consiguió en 3 intentos las tablas que cambia, que otros ' +
        'tienen en uso (canceling statement due to lock timeout): inicie otra vez cuando ' +
        'terminen.',
    )
    expect([await isThere('made_before'), await isThere('made_beside')]).toEqual([true, false])
    expect(await applied()).toHaveLength(before.length + 1)
    await release()
    await migrate(database.url, { folder })
    expect([await isThere('made_beside'), (await applied()).length]).toEqual([true, before.length + 2])
  })

  it('that an instance was killed over goes on where it was', async () => {
    await open(await createDatabase())
    const { folder } = version(undefined, {
      '9000_first': 'CREATE TABLE made_first (n int)',
      '9001_second': 'CREATE TABLE made_second (n int); SELECT pg_sleep(3)',
      '9002_third': 'CREATE TABLE made_third (n int)',
    })
    const before = await applied()
    const child = spawn(process.execPath, startOf('tests/support/upgrade.ts'), {
      cwd: root,
      env: { ...process.env, DATABASE_URL: database.url, MIGRATIONS: folder },
      stdio: 'inherit',
    })
    const sleeping = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`
    await expect.poll(() => db.one(sleeping), { timeout: 60_000 }).toBeDefined()
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    expect([await isThere('made_first'), await isThere('made_second')]).toEqual([true, false])
    await migrate(database.url, { folder })
    expect(await Promise.all(['made_first', 'made_second', 'made_third'].map(isThere))).toEqual([true, true, true])
    const after = await applied()
    expect([after.length, new Set(after).size]).toEqual([before.length + 3, before.length + 3])
  })

  it('without a table is made by one of four that start at once, and the others wait', async () => {
    await open(await createBareDatabase())
    const known = version(undefined, {}).folder
    let working = 0
    let most = 0
    const follow = async () => {
      most = Math.max(most, ++working)
      await sleep(300)
      working -= 1
    }
    await Promise.all(Array.from({ length: 4 }, () => migrate(database.url, { folder: known, follow })))
    const times = await applied()
    expect([most, new Set(times).size]).toEqual([1, times.length])
    expect(times.length).toBeGreaterThan(29)
  })

  it('in parts each stays that was done, and the whole is begun anew', async () => {
    await open(await createDatabase())
    const cut = '\n--> statement-breakpoint\n'
    const { folder } = version(undefined, {
      '9000_parts': [
        `CREATE TABLE IF NOT EXISTS moved (n int PRIMARY KEY, is_done boolean);
         INSERT INTO moved SELECT n, false FROM generate_series(1, 1000) n ON CONFLICT DO NOTHING`,
        '-- until done\nUPDATE moved SET is_done = true WHERE n IN (SELECT n FROM moved WHERE NOT is_done ORDER BY n LIMIT 100)',
        '-- alone\nDROP INDEX CONCURRENTLY IF EXISTS moved_done',
        '-- alone\nCREATE INDEX CONCURRENTLY moved_done ON moved (is_done)',
        '-- As it was said before.\nALTER TABLE moved ALTER COLUMN is_done SET NOT NULL;\nINSERT INTO not_yet_there VALUES (1)',
      ].join(cut),
    })
    const before = await applied()
    await expect(migrate(database.url, { folder })).rejects.toThrow(
      'La migración 9000_parts no pudo aplicarse: relation "not_yet_there" does not exist (línea 15, 42P01).',
    )
    expect(await applied()).toEqual(before)
    const state = sql`SELECT count(DISTINCT xmin::text)::int AS transactions, bool_and(is_done) AS all_done FROM moved`
    expect(await db.one(state)).toEqual({ transactions: 10, all_done: true })
    await db.run(sql`CREATE TABLE not_yet_there (n int)`)
    await migrate(database.url, { folder })
    await migrate(database.url, { folder })
    expect(await applied()).toHaveLength(before.length + 1)
    expect(await db.rows(sql`SELECT n FROM not_yet_there`)).toEqual([{ n: 1 }])
    expect(await db.one(state)).toEqual({ transactions: 10, all_done: true })
  })

  it('months are made ahead beside readers and sellers, and not waited for where nobody else gets in', async () => {
    await open(await createDatabase())
    const around = new Date('2031-05-15T12:00:00Z')
    const one = { months_back: 0, months_ahead: 0 }
    const readers = await hold(pool, 'SELECT count(*) FROM tickets, ledger_postings')
    const sellers = await hold(
      pool,
      'LOCK TABLE tickets, ticket_lines, ledger_entries, ledger_postings IN ROW EXCLUSIVE MODE',
    )
    await Promise.all([ensurePartitions(db, around, one), ensurePartitions(db, around, one)])
    await readers()
    await sellers()
    const of = (month: string) => sql`
      SELECT replace(c.relname, ${month}, '') AS name, c.reloptions, array(
        SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i WHERE i.indrelid = c.oid ORDER BY 1) AS indexes,
        (SELECT count(*)::int FROM pg_constraint o WHERE o.conrelid = c.oid) AS constraints,
        (SELECT count(*)::int FROM pg_trigger t WHERE t.tgrelid = c.oid) AS triggers,
        (SELECT bool_or(a.attislocal) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0) AS own_columns
      FROM pg_class c WHERE c.relispartition AND c.relkind = 'r' AND c.relname LIKE ${`%${month}`} ORDER BY 1`
    const [now] = new Date().toISOString().slice(0, 7).split('T')
    const without = async (month: string) =>
      JSON.parse(JSON.stringify(await db.rows(of(month))).replaceAll(month, 'MONTH')) as { name: string }[]
    const made = await without('2031_05')
    expect(made.map(({ name }) => name)).toEqual(['ledger_entries_', 'ledger_postings_', 'ticket_lines_', 'tickets_'])
    expect(made).toEqual(await without(now!.replace('-', '_')))
    const release = await hold(pool, 'LOCK TABLE tickets IN ACCESS EXCLUSIVE MODE')
    const begin = performance.now()
    await expect(ensurePartitions(db, new Date('2031-06-15T12:00:00Z'), one)).rejects.toMatchObject({ code: '55P03' })
    expect(performance.now() - begin).toBeLessThan(10_000)
    await release()
    await ensurePartitions(db, new Date('2031-06-15T12:00:00Z'), one)
    expect(await without('2031_06')).toEqual(made)
  })
})

describe('a start', () => {
  let database: TestDatabase
  let pool: Pool
  beforeAll(async () => {
    database = await createBareDatabase()
    await migrate(database.url, { folder: versionWith({ last: 28 }).folder, log: () => undefined })
    pool = createPool(database.url, { max: 1 })
  })
  afterAll(async () => {
    await pool?.end()
    await database?.drop()
  })

  /** The product itself, as `npm start` runs it: how it ended and all it said. */
  async function start(): Promise<{ code: number; said: string }> {
    const child: ChildProcess = spawn(process.execPath, startOf('server/dev.ts'), {
      cwd: root,
      env: { ...process.env, DATABASE_URL: database.url, PORT: '0', HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (bytes) => (said += String(bytes)))
    const [code] = (await once(child, 'close')) as [number]
    return { code, said }
  }

  it('whose migration fails says which one and what the database says, in one sentence, and ends', async () => {
    await executor(pool).run(sql`CREATE TABLE changed_rows_partner (n int)`)
    expect(await start()).toEqual({
      code: 1,
      said: 'La migración 0029_changes_of_affiliate no pudo aplicarse: "changed_rows_partner" is not an index (42809).\n',
    })
  })

  it('of a version older than the database says so, and ends', async () => {
    const db = executor(pool)
    await db.run(sql`DROP TABLE changed_rows_partner`)
    await db.run(
      sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('of a version to come', 1999999999999)`,
    )
    expect(await start()).toEqual({
      code: 1,
      said: 'La base de datos es de una versión más nueva de Sorteo, con migraciones que esta no conoce: actualice el programa.\n',
    })
  })
})
