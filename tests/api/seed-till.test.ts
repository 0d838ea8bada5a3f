/** The demo's till: every register's sums by tickets and movements alone, and rows for every screen of it. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool, executor, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { seedDemo, seedPanama, type SeedOptions } from '../../server/seed/demo.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, createSeededDatabase, type TestDatabase } from '../support/postgres.ts'

let database: TestDatabase
let pool: Pool
let db: Executor

beforeAll(async () => {
  database = await createSeededDatabase()
  pool = createPool(database.url, { max: 4 })
  db = executor(pool)
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

describe('the demo', () => {
  it('keeps its books', async () => {
    await expectBooksHold(db)
    console.log(await db.rows(sql`SELECT office.name, register.day::text, register.state, sums.currency::text, opening, expected, counted FROM cash_registers register JOIN partners office ON office.id = office_id LEFT JOIN cash_sums sums ON sums.register_id = register.id ORDER BY 1,2,4`))
  })
})
