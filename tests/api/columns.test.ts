/** Rows that go in as an array a column come out as they went in, whatever is written in them. */
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unnested } from '../../server/platform/db/columns.ts'
import { createPool, executor, type Pool } from '../../server/platform/db/connect.ts'
import { modelRuns } from '../support/length.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createDatabase()
  pool = createPool(database.url, { max: 2 })
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

/** What an array of the database reads otherwise than it stands, where it is not quoted. */
const odd = ['', ' ', 'NULL', 'null', '{', '}', ',', '"', '\\', '{a,b}', "O'Neill", 'bs', '1', '-infinity', 'añil\n']
const memo = fc.oneof(
  fc.constantFrom(...odd),
  fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
)
const row = fc.record({
  amount: fc.bigInt(-(10n ** 14n), 10n ** 14n).map((cents) => `${cents}.25`),
  memo: fc.option(memo, { nil: undefined }),
  at: fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
})

it('rows come out as they went in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
      const found = await executor(pool).rows(sql`
        SELECT given.n, given.amount::text AS amount, given.memo, given.at
        FROM ${unnested('given', {
          n: ['int', rows.map((_, n) => n)],
          amount: ['numeric', rows.map(({ amount }) => amount)],
          memo: ['text', rows.map((one) => one.memo)],
          at: ['timestamptz', rows.map(({ at }) => at)],
        })} ORDER BY given.n`)
      expect(found).toEqual(rows.map(({ amount, memo = null, at }, n) => ({ n, amount, memo, at: at.toISOString() })))
    }),
    modelRuns(150),
  )
})
