/** The most sold numbers, when there are more of them than are looked at: the same as counting every one. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '../../contract/values/dates.ts'
import { topNumbers } from '../../server/kpis/top-numbers.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId, createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let world: World

beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
})
afterAll(async () => {
  await world?.close()
  await database?.drop()
})

/** More numbers a day than the 300 looked at, of two bet types; `taste` says how much some are preferred. */
const banca = fc.record({
  days: fc.integer({ min: 1, max: 4 }),
  limit: fc.constantFrom(1, 5, 20),
  taste: fc.constantFrom(0, 1, 3),
  live: fc.boolean(),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
})

it('is exact, whether few numbers stand out or none does', async () => {
  const { db, partner } = world
  const subject = { id: partner.banca, name: '', type: 'banca' } as const
  const from = addDays(world.today, -20)
  const [product_id, bet_type_id] = [world.product('TRIPLE_ZULIA'), betTypeId('TRIPLE_A')]
  await fc.assert(fc.asyncProperty(banca, async ({ days, limit, taste, live, seed }) => {
    await db.run(sql`DELETE FROM number_days`)
    await db.run(sql`DELETE FROM draw_sales`)
    const stake = sql`(1 + abs(hashint4(n * 31 + d * 7 + ${seed}::int)) % 50 + ${taste}::int * greatest(0, 20 - n) * 3)`
    await db.run(sql`
      INSERT INTO number_days (day, partner_id, currency, product_id, bet_type_id, number, sold, lines)
      SELECT ${from}::date + d, ${subject.id}::int, 'BS', ${product_id}::int, ${bet_type_id}::int + n % 2, lpad(n::text, 3, '0'), ${stake}, 1 + n % 3
      FROM generate_series(0, ${days - 1}::int) d, generate_series(0, 699) n WHERE abs(hashint4(n + d * 1000 + ${seed}::int)) % 10 > 0`)
    if (live) {
      const draw = await world.draw('TRIPLE_ZULIA')
      await db.run(sql`UPDATE draws SET day = ${from} WHERE id = ${draw}`)
      await db.run(sql`INSERT INTO draw_sales SELECT ${draw}::int, ${subject.id}::int, ${bet_type_id}::int + n % 2, lpad(n::text, 3, '0'), 'BS', ${stake}, 0, 1 FROM generate_series(0, 699) n, (SELECT 99 AS d) once`)
    }
    const rows = await topNumbers(db, subject, { currency: 'BS' }, { from, to: addDays(from, days - 1) }, limit)
    const { all } = (await db.one<{ all: object[] }>(sql`
      SELECT coalesce(jsonb_agg(x), '[]') AS all FROM (
        SELECT number, bet_type_id, sum(sold)::text AS sold, sum(lines)::int AS lines
        FROM (SELECT number, bet_type_id, sold, lines FROM number_days UNION ALL SELECT number, bet_type_id, sold, lines FROM draw_sales) every
        GROUP BY 1, 2 ORDER BY sum(sold) DESC, bet_type_id, number LIMIT ${limit}) x`))!
    expect(rows.map(({ number, bet_type_id: type, sold, lines }) => ({ number, bet_type_id: type, sold, lines }))).toEqual(all)
  }), { numRuns: 40 })
})
