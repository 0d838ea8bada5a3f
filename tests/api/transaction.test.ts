/** What a transaction sends ahead of its commit: all of it is there or none, and whoever failed first is heard. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createPool, executor, transaction, type Pool, type Tx } from '../../server/platform/db/connect.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createDatabase()
  pool = createPool(database.url, { max: 4 })
  await executor(pool).run(sql`CREATE TABLE kept (n int PRIMARY KEY)`)
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})
beforeEach(async () => {
  await executor(pool).run(sql`DELETE FROM kept`)
})

const keep = (tx: Tx, n: number) => tx.behind('keep', sql`INSERT INTO kept (n) VALUES (${n})`)
const last = (tx: Tx, n: number) =>
  tx.last({
    name: 'keep-last',
    query: sql`INSERT INTO kept (n) VALUES (${n})`,
    refused: () => Promise.reject(new Error('refused')),
  })
const rows = async () =>
  (await executor(pool).rows<{ n: number }>(sql`SELECT n FROM kept ORDER BY n`)).map(({ n }) => n)

it('commits what was sent behind, before and with the last statement', async () => {
  await transaction(pool, async (tx) => {
    keep(tx, 1)
    await tx.run(sql`INSERT INTO kept VALUES (2)`)
    keep(tx, 3)
    last(tx, 4)
    last(tx, 5)
  })
  expect(await rows()).toEqual([1, 2, 3, 4, 5])
})

it.each([
  ['alone', (tx: Tx) => keep(tx, 1)],
  ['before the last statement', (tx: Tx) => (keep(tx, 1), last(tx, 7))],
  ['before several of them', (tx: Tx) => (keep(tx, 1), last(tx, 7), last(tx, 8))],
])('throws the fault of one that was sent behind, %s, and keeps nothing', async (_, fail) => {
  const work = transaction(pool, async (tx) => {
    keep(tx, 1)
    fail(tx)
  })
  await expect(work).rejects.toMatchObject({ code: '23505', constraint: 'kept_pkey' })
  expect(await rows()).toEqual([])
  // Its connection serves on.
  await transaction(pool, async (tx) => keep(tx, 9))
  expect(await rows()).toEqual([9])
})

it('throws what the work threw, whatever was sent behind', async () => {
  const work = transaction(pool, async (tx) => {
    keep(tx, 1)
    keep(tx, 1)
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await rows()).toEqual([])
})

it('does the work again where what was sent behind met a passing fault that a later statement only ran into', async () => {
  await executor(pool).run(sql`CREATE TABLE serials (serial text CONSTRAINT serials_day_serial_key UNIQUE)`)
  await executor(pool).run(sql`INSERT INTO serials VALUES ('1')`)
  const attempts: number[] = []
  const read = await transaction(pool, async (tx) => {
    attempts.push(tx.attempt)
    tx.behind('serial', sql`INSERT INTO serials VALUES (${String(tx.attempt)})`)
    return tx.one<{ count: string }>(sql`SELECT count(*) FROM serials`)
  })
  expect([attempts, read]).toEqual([[1, 2], { count: '2' }])
})

it('begins and ends with what it sends, and asks nothing of the server for work that asks nothing', async () => {
  const own = createPool(database.url, { max: 1 })
  const sent: string[] = []
  own.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      sent.push(typeof given[0] === 'string' ? given[0] : (given[0] as { text: string }).text)
      return query(...given)
    }) as typeof client.query
  })
  expect(await transaction(own, () => Promise.resolve(7))).toBe(7)
  await expect(transaction(own, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(sent).toEqual([])
  await transaction(own, async (tx) => last(tx, 1))
  expect(sent).toEqual(['BEGIN', expect.stringContaining('INSERT'), 'COMMIT'])
  expect(await rows()).toEqual([1])
  await own.end()
})

it('plans once for all values within the transaction alone', async () => {
  const mode = sql`SELECT current_setting('plan_cache_mode') AS mode`
  const inside = await transaction(pool, async (tx) => {
    tx.planOnce()
    return tx.one<{ mode: string }>(mode)
  })
  const after = await Promise.all(Array.from({ length: 8 }, () => executor(pool).one<{ mode: string }>(mode)))
  expect([inside!.mode, ...new Set(after.map((one) => one!.mode))]).toEqual(['force_generic_plan', 'auto'])
})

it('compiles no statement, whatever its server does by itself', async () => {
  const name = new URL(database.url).pathname.slice(1)
  await executor(pool).run(sql.raw(`ALTER DATABASE "${name}" SET jit = on`))
  const own = createPool(database.url, { max: 1 })
  expect(await executor(own).one(sql`SELECT current_setting('jit') AS jit`)).toEqual({ jit: 'off' })
  await own.end()
})
