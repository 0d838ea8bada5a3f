/** Statements: whatever is asked, they begin and end with the debts of the balance of accounts, and each row with the next. */
import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { read, utils } from 'xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { movementReports } from '../../contract/movement-reports.ts'
import { addDays } from '../../contract/values/dates.ts'
import { add, subtract } from '../../contract/values/money.ts'
import { createPool, executor, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { modelRuns } from '../support/length.ts'
import { createSeededDatabase, type TestDatabase } from '../support/postgres.ts'

let database: TestDatabase
let pool: Pool
let db: Executor
let app: TestApp
let today: string
let partners: { id: number; type: string }[]

beforeAll(async () => {
  database = await createSeededDatabase()
  pool = createPool(database.url, { max: 2 })
  db = executor(pool)
  app = await startApp(database.url, { password: demoPassword })
  today = (await db.one<{ day: string }>(sql`SELECT (now() AT TIME ZONE zone)::date::text AS day FROM banca`))!.day
  partners = await db.rows(
    sql`SELECT id, type::text AS type FROM partners WHERE type IN ('agencia', 'distribuidor') ORDER BY id`,
  )
})
afterAll(async () => {
  await app?.close()
  await pool?.end()
  await database?.drop()
})

type Currency = 'BS' | 'USD' | 'COP'
async function statement(partner_id: number, currency: Currency, from: string, to: string) {
  const { status, body } = await app.call(
    movementReports.list,
    { query: { partner_id, currency, from, to, per_page: 200 } },
    { as: 'banca' },
  )
  expect(status).toBe(200)
  return { rows: body.data, sums: body.totals[0]!, total: body.total }
}
async function owed(partner_id: number, type: string, currency: Currency, from: string, to: string) {
  const body = { partner_id, currency, from, to, level: type as 'agencia' | 'distribuidor', per_page: 100 }
  const answer = await app.call(accountBalance.report, { body }, { as: 'banca' })
  const row = answer.body.data.find(({ key }) => key === String(partner_id))
  return { before: row?.before ?? '0.00', debt: row?.debt ?? '0.00' }
}

describe('a statement', () => {
  it('begins and ends with what the balance says, leads from row to row, and goes on where it ended', {
    timeout: 30 * 60_000,
  }, async () => {
    const asked = fc.record({
      who: fc.nat(1_000),
      currency: fc.constantFrom<Currency>('BS', 'USD', 'COP'),
      back: fc.integer({ min: 0, max: 24 }),
      days: fc.integer({ min: 1, max: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ who, currency, back, days }) => {
        const { id, type } = partners[who % partners.length]!
        const to = addDays(today, -back)
        const from = addDays(to, 1 - days)
        const { rows, sums, total } = await statement(id, currency, from, to)
        expect([sums.opening, sums.closing]).toEqual(Object.values(await owed(id, type, currency, from, to)))
        expect([total, sums.rows]).toEqual([rows.length, rows.length])
        let balance = sums.opening
        for (const row of rows) {
          balance = subtract(add(balance, row.debit), row.credit)
          expect([row.key, row.balance]).toEqual([row.key, balance])
        }
        expect(balance).toBe(sums.closing)
        const before = await statement(id, currency, addDays(from, -5), addDays(from, -1))
        expect(before.sums.closing).toBe(sums.opening)
      }),
      modelRuns(40),
    )
  })

  it('has the balance of a closing in the row of its Sunday', async () => {
    const closings = await db.rows<{ partner_id: number; currency: Currency; week: string; closing: string }>(sql`
      SELECT closing.partner_id, closing.currency::text AS currency, closing.week::text AS week, closing.closing::text AS closing
      FROM closings closing JOIN partners partner ON partner.id = closing.partner_id
      WHERE partner.type = 'agencia' ORDER BY closing.sold DESC LIMIT 12`)
    expect(closings).toHaveLength(12)
    for (const { partner_id, currency, week, closing } of closings) {
      const { rows } = await statement(partner_id, currency, week, week)
      const closed = rows.filter(({ concept }) => concept === 'cierre')
      expect(closed.map(({ balance, told }) => [balance, told])).toEqual([[closing, closing]])
      expect(rows.filter(({ told, concept }) => told !== null && concept !== 'cierre')).toEqual([])
    }
  })

  it('is a file with the same rows, narrowed to who asks', async () => {
    const own = await app.call(
      movementReports.list,
      { query: { from: addDays(today, -6), to: today, per_page: 100 } },
      { as: 'agencia' },
    )
    const file = await app.call(
      movementReports.listExport,
      { query: { from: addDays(today, -6), to: today } },
      { as: 'agencia' },
    )
    expect([own.status, file.status]).toEqual([200, 200])
    const book = read(file.raw)
    const cells = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
    const column = cells[0]!.findIndex((title) => String(title).startsWith('Saldo'))
    expect(own.body.data.length).toBeGreaterThan(3)
    expect(cells.slice(1, own.body.data.length + 1).map((row) => row[column])).toEqual(
      own.body.data.map(({ balance }) => Number(balance)),
    )
    const banca = (await db.one<{ id: number }>(sql`SELECT id FROM partners WHERE type = 'banca'`))!.id
    const above = await app.call(
      movementReports.list,
      { query: { from: today, to: today, partner_id: banca } },
      { as: 'agencia' },
    )
    expect(above.status).toBe(404)
    const backwards = await app.call(
      movementReports.list,
      { query: { from: today, to: addDays(today, -1) } },
      { as: 'agencia' },
    )
    expect(backwards.problem.code).toBe('range_backwards')
  })

  it('is a file that is called by whose it is and by its days', async () => {
    const days = { from: addDays(today, -6), to: today }
    const agency = await db.one<{ id: number; name: string }>(
      sql`SELECT id, name FROM partners WHERE type = 'agencia' ORDER BY id LIMIT 1`,
    )
    const nameOf = async (query: object) => {
      const file = await app.call(movementReports.listExport, { query: { ...days, ...query } }, { as: 'banca' })
      return decodeURIComponent(String(file.headers['content-disposition']).split("UTF-8''")[1]!)
    }
    expect(await nameOf({ partner_id: agency!.id })).toBe(`Movimientos, ${agency!.name} ${days.from} a ${days.to}.xlsx`)
    expect(await nameOf({})).toBe(`Movimientos ${days.from} a ${days.to}.xlsx`)
  })
})
