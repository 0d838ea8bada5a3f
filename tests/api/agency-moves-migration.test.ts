/** A database from before moves took past days along: those of agencies that had moved come to where they hang now. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { addDays } from '../../contract/values/dates.ts'
import { repository } from '../../server/platform/repository.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { formOf } from './agencies-setup.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let past: Past
let app: TestApp

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const { world, before, day, sell, prize } = past
  for (const on of [before, day]) {
    const draw = await world.draw('LOTTO_ACTIVO')
    for (const [n, office] of (['taquilla1', 'taquilla2', 'taquilla3'] as const).entries())
      await sell(on, '11:00', office, 'BS', [{ draw, number: String(n), stake: `${n + 5}.45` }])
    await prize(draw, on, '19:00', [{ place: '', number: '1', sign: null }])
  }
  await world.settle()
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

const levels = ['draw_sales', 'number_days', 'sales_hours', 'product_days'] as const
const soldOf = async (partner_id: number) =>
  (await past.world.db.one<{ sold: string }>(
    sql`SELECT coalesce(sum(sold), 0.00) AS sold FROM sales_hours WHERE partner_id = ${partner_id}`,
  ))!.sold
const migrate = async () => {
  const text = readFileSync(join(repository, 'server/migrations/0009_moved_agencies.sql'), 'utf8')
  await past.world.run((tx) => tx.run(sql.raw(text)))
}
const corrected = async () => {
  const { run, today } = past.world
  return (await run((tx) => rebuildDays(tx, addDays(today, -40), addDays(today, 20)))).corrected
}

it('adds the levels up anew that agencies came to or left, and only those', async () => {
  const { db, partner } = past.world
  const { agencia1, banca, norte, sur } = partner
  for (const table of levels) await db.run(sql.raw(`CREATE TABLE old_${table} AS SELECT * FROM ${table}`))
  const { body: row } = await app.call(agencies.show, { params: { id: agencia1 } }, { as: 'banca' })
  const body = { ...formOf(row), father_id: banca }
  expect((await app.call(agencies.update, { params: { id: agencia1 }, body }, { as: 'banca' })).status).toBe(200)
  const [right, top] = [await soldOf(norte), await soldOf(banca)]
  for (const table of levels) {
    await db.run(sql.raw(`TRUNCATE ${table}`))
    await db.run(sql.raw(`INSERT INTO ${table} SELECT * FROM old_${table}`))
  }
  expect([await soldOf(sur), await soldOf(norte)]).not.toEqual(['0.00', right])
  await migrate()
  expect([await soldOf(sur), await soldOf(norte), await soldOf(banca)]).toEqual(['0.00', right, top])
  expect(await corrected()).toBe(0)
  await expectBooksHold(db)
})

it('touches nothing where no agency ever moved', async () => {
  const { db } = past.world
  await db.run(sql`TRUNCATE audit_chain, audit_log`)
  const state = () => db.rows(sql`SELECT xmin::text AS by, * FROM product_days ORDER BY 2, 3, 4, 5, 6, 7`)
  const before = await state()
  await migrate()
  expect(await state()).toEqual(before)
})
