/**
 * A database from before names were ordered as people count, and before rates were set in parts: nothing it holds is another
 * after the upgrade, its lists stand in the new order, and a part of a rate may be set.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../server/migrations/migrate.ts'
import { createPool, executor, type Executor } from '../../server/platform/db/connect.ts'
import { createBareDatabase, versionWith } from '../support/migrations.ts'
import type { TestDatabase } from '../support/postgres.ts'

const silent = { log: () => undefined }
let database: TestDatabase
let pool: ReturnType<typeof createPool>
let db: Executor

beforeAll(async () => {
  database = await createBareDatabase()
  const before = versionWith({ last: 34 })
  await migrate(database.url, { folder: before.folder, ...silent })
  before.remove()
  pool = createPool(database.url, { max: 2 })
  db = executor(pool)
  await db.run(sql`
    INSERT INTO partners (id, father_id, type, code, name, name_key, country_iso2, currencies)
    SELECT 1, NULL::int, 'banca'::partner_type, 'BANCA', 'Banca', 'banca', 'VE', '{BS,USD}'::currency[]
    UNION ALL SELECT n + 1, 1, 'agencia', 'A-' || n, 'Zona Ñandú ' || n, 'zona nandu ' || n, 'VE', '{BS}' FROM generate_series(1, 300) n`)
  await db.run(sql`
    INSERT INTO commissions (
      partner_id, currency, commission_kind, commission_percent, participation_kind, participation_percent, starts_at
    )
    SELECT n, 'BS'::currency, 'VENTA', n % 50, 'COMPARTIDA', 0, '-infinity'::timestamptz FROM generate_series(1, 200) n
    UNION ALL SELECT n, 'BS', NULL, NULL, NULL, NULL, now() - interval '1 day' FROM generate_series(1, 20) n`)
}, 120_000)
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

it('keeps what it holds, orders as people count, and takes a part of a rate', async () => {
  const names = () => db.rows(sql`SELECT id, code, name, name_key, search_key FROM partners ORDER BY id`)
  const rates = () =>
    db.rows(sql`
      SELECT p.id, r.commission_kind, r.commission_percent, r.participation_kind, r.participation_percent
      FROM partners p LEFT JOIN commissions_at(now()) r ON r.partner_id = p.id ORDER BY p.id`)
  const before = [await names(), await rates()]
  await pool.end()
  await migrate(database.url, silent)
  pool = createPool(database.url, { max: 2 })
  db = executor(pool)
  expect([await names(), await rates()]).toEqual(before)
  const ordered = await db.rows<{ name: string }>(
    sql`SELECT name FROM partners WHERE type = 'agencia' ORDER BY name, id`,
  )
  expect(ordered.map(({ name }) => name)).toEqual(Array.from({ length: 300 }, (_, n) => `Zona Ñandú ${n + 1}`))
  const plan = await db.rows<{ 'QUERY PLAN': string }>(sql`
    EXPLAIN SELECT id, name FROM partners WHERE name > 'Zona' ORDER BY name, id LIMIT 10`)
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('partners_name')

  await db.run(sql`
    INSERT INTO commissions (partner_id, currency, commission_percent, starts_at)
    VALUES (1, 'BS', 7, now() - interval '1 minute'), (250, 'BS', 9, now() - interval '1 minute')`)
  expect(
    await db.rows(sql`
      SELECT partner_id, commission_kind, commission_percent::text AS percent
      FROM commissions_at(now())
      WHERE partner_id IN (1, 250)
      ORDER BY 1`),
  ).toEqual([
    { partner_id: 1, commission_kind: 'VENTA', percent: '7.0000' },
    { partner_id: 250, commission_kind: 'VENTA', percent: '9.0000' },
  ])
})
