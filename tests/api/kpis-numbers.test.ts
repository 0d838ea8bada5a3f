/** The most sold numbers, when there are more of them than are looked at: the same as counting every one. And the quotas most used. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../contract/values/dates.ts'
import { coldestNumbers, topRisk } from '../../server/entities/kpis/numbers.ts'
import { topNumbers } from '../../server/entities/kpis/top-numbers.ts'
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
  await fc.assert(
    fc.asyncProperty(banca, async ({ days, limit, taste, live, seed }) => {
      await db.run(sql`DELETE FROM number_days`)
      await db.run(sql`DELETE FROM draw_sales`)
      const stake = sql`(1 + abs(hashint4(n * 31 + d * 7 + ${seed}::int)) % 50 + ${taste}::int * greatest(0, 20 - n) * 3)`
      await db.run(sql`
      INSERT INTO number_days (day, partner_id, currency, product_id, bet_type_id, number, sold, lines)
      SELECT ${from}::date + d, ${subject.id}::int, 'BS', ${product_id}::int, ${bet_type_id}::int + n % 2,
        lpad(n::text, 3, '0'), ${stake}, 1 + n % 3
      FROM generate_series(0, ${days - 1}::int) d, generate_series(0, 699) n WHERE abs(hashint4(n + d * 1000 + ${seed}::int)) % 10 > 0`)
      if (live) {
        const draw = await world.draw('TRIPLE_ZULIA')
        await db.run(sql`UPDATE draws SET day = ${from} WHERE id = ${draw}`)
        await db.run(
          sql`
            INSERT INTO draw_sales
            SELECT ${draw}::int, ${subject.id}::int, ${bet_type_id}::int + n % 2, lpad(n::text, 3, '0'), 'BS', ${stake}, 0, 1
            FROM generate_series(0, 699) n, (SELECT 99 AS d) once`,
        )
      }
      const rows = await topNumbers(db, subject, { currency: 'BS' }, { from, to: addDays(from, days - 1) }, limit)
      const { all } = (await db.one<{ all: object[] }>(sql`
      SELECT coalesce(jsonb_agg(x), '[]') AS all FROM (
        SELECT number, bet_type_id, sum(sold)::text AS sold, sum(lines)::int AS lines
        FROM (
          SELECT number, bet_type_id, sold, lines
          FROM number_days
          UNION ALL
          SELECT number, bet_type_id, sold, lines
          FROM draw_sales
        ) every
        GROUP BY 1, 2 ORDER BY sum(sold) DESC, bet_type_id, number LIMIT ${limit}) x`))!
      expect(
        rows.map(({ number, bet_type_id: type, sold, lines }) => ({ number, bet_type_id: type, sold, lines })),
      ).toEqual(all)
    }),
    { numRuns: 40 },
  )
})

it('finds when each symbol came as far back as there are draws, and looks no further than it must', async () => {
  const { db } = world
  const product_id = world.product('LOTTO_ACTIVO')
  // A draw an hour: one symbol came last 430 of them ago, one never, the others lately.
  await db.run(sql`
    WITH planned AS (SELECT n, (${world.today}::date - 1)::timestamptz - n * interval '1 hour' AS at FROM generate_series(0, 449) n),
    drawn AS (
      INSERT INTO draws (product_id, day, scheduled_at, opens_at, closes_at, state)
      SELECT ${product_id}::int, at::date, at, at - interval '1 hour', at - interval '5 minutes', 'premiado'
      FROM planned
      RETURNING id, scheduled_at
    ),
    given AS (INSERT INTO results (draw_id, product_id) SELECT id, ${product_id}::int FROM drawn RETURNING id, draw_id)
    INSERT INTO result_numbers (result_id, place, number)
    SELECT g.id, '', CASE WHEN p.n IN (430, 440) THEN '1' ELSE (3 + p.n * 7 % 34)::text END
    FROM given g JOIN drawn d ON d.id = g.draw_id JOIN planned p ON p.at = d.scheduled_at`)
  await db.run(
    sql`UPDATE draws d SET result_id = r.id FROM results r WHERE r.draw_id = d.id AND d.product_id = ${product_id}`,
  )
  const coldest = async (to: string) => {
    const rows = await coldestNumbers(db, { from: to, to }, product_id, 100)
    return new Map(rows.map(({ number, draws_since, last_drawn_at }) => [number, [draws_since, last_drawn_at]]))
  }
  const now = await coldest(world.today)
  const last = await db.one<{ at: string }>(
    sql`
      SELECT max(d.scheduled_at) AS at
      FROM draws d
      JOIN result_numbers n ON n.result_id = d.result_id
      WHERE d.product_id = ${product_id} AND n.number = '1'`,
  )
  expect(now.get('1')).toEqual([430, last!.at])
  expect(now.get('2')).toEqual([450, null])
  expect(Math.max(...[...now].flatMap(([number, [since]]) => (Number(number) > 2 ? [since as number] : [])))).toBe(33)
  // Seen from an earlier day, the draws after it have not passed.
  expect((await coldest(addDays(world.today, -12))).get('2')).toEqual([209, null])
  expect(await coldest(addDays(world.today, -60))).toEqual(new Map())
})

describe('top risk by quota', () => {
  const range = () => ({ from: world.today, to: addDays(world.today, 1) })
  const asked = (
    key: 'banca' | 'agencia1',
    order: 'risk' | 'quota',
    by: { product_id?: number; bet_type_id?: number } = {},
    limit = 10,
  ) =>
    topRisk(world.db, { id: world.partner[key], name: '', type: 'banca' }, { currency: 'BS', ...by }, range(), {
      limit,
      order,
      only_open: true,
      at: { now: new Date(), today: world.today },
    })
  const sold = (
    draw: number,
    partner: number,
    bet_type_id: number,
    number: string,
    amount: string,
    liability: string,
  ) =>
    world.db.run(
      sql`INSERT INTO draw_sales VALUES (${draw}, ${partner}, ${bet_type_id}, ${number}, 'BS', ${amount}, ${liability}, 1)`,
    )

  it('lists only numbers with a quota, the fullest first, whatever they would cost', async () => {
    const { db, partner } = world
    await db.run(sql`DELETE FROM draw_sales`)
    const [animals, triples] = [world.product('LOTTO_ACTIVO'), world.product('TRIPLE_ZULIA')]
    const [animal, triple, terminal] = [betTypeId('ANIMALITO'), betTypeId('TRIPLE_A'), betTypeId('TERMINAL_A')]
    await db.run(
      sql`
        INSERT INTO top_quotas
        VALUES (${animals}, ${animal}, 'BS', 200), (${triples}, ${triple}, 'BS', 1000),
          (${triples}, ${betTypeId('TRIPLE_B')}, 'BS', 0), (${triples}, ${triple}, 'USD', 1)`,
    )
    const [first, second, closed] = [
      await world.draw('LOTTO_ACTIVO'),
      await world.draw('TRIPLE_ZULIA'),
      await world.draw('LOTTO_ACTIVO'),
    ]
    await sold(first, partner.banca, animal, '0', '190.00', '5700.00')
    await sold(first, partner.banca, animal, '00', '20.00', '600.00')
    await sold(second, partner.banca, triple, '007', '500.00', '300000.00')
    await sold(second, partner.banca, terminal, '07', '900.00', '54000.00')
    await sold(second, partner.banca, betTypeId('TRIPLE_B'), '008', '10.00', '6000.00')
    await sold(closed, partner.banca, animal, '1', '200.00', '6000.00')
    await world.closeDraw(closed)
    const rows = await asked('banca', 'quota')
    expect(rows.map(({ draw_id, number, quota, used_percent }) => [draw_id, number, quota, used_percent])).toEqual([
      [first, '0', '200.00', '95.0'],
      [second, '007', '1000.00', '50.0'],
      [first, '00', '200.00', '10.0'],
    ])
    expect(rows[0]).toMatchObject({ symbol_name: 'Delfín', draw_sold: '210.00', risk: '5490.00' })
    expect((await asked('banca', 'risk')).map(({ number, quota }) => [number, quota])).toEqual([
      ['007', '1000.00'],
      ['07', null],
      ['0', '200.00'],
      ['008', '0.00'],
      ['00', '200.00'],
    ])
    expect((await asked('banca', 'quota', {}, 1)).map(({ number }) => number)).toEqual(['0'])
    expect((await asked('banca', 'quota', { product_id: triples })).map(({ number }) => number)).toEqual(['007'])
    expect(await asked('banca', 'quota', { bet_type_id: terminal })).toEqual([])
  })

  it('measures a partner against the smallest quota above it', async () => {
    const { db, partner } = world
    const animals = world.product('LOTTO_ACTIVO')
    await db.run(
      sql`
        INSERT INTO regular_quotas
        VALUES (${partner.norte}, ${animals}, ${betTypeId('ANIMALITO')}, 'BS', 50),
          (${partner.agencia2}, ${animals}, ${betTypeId('ANIMALITO')}, 'BS', 1)`,
    )
    const draw = await world.draw('LOTTO_ACTIVO')
    await sold(draw, partner.agencia1, betTypeId('ANIMALITO'), '5', '45.00', '1350.00')
    expect(
      (await asked('agencia1', 'quota')).map(({ draw_id, quota, used_percent }) => [draw_id, quota, used_percent]),
    ).toEqual([[draw, '50.00', '90.0']])
  })
})
