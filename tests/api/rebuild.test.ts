/** What selling, annulling, awarding and paying counted one by one is what a rebuild finds; what was spoilt it puts right. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Currency } from '../../contract/values/currency.ts'
import { award } from '../../server/rules/award/award.ts'
import { ensureDraws } from '../../server/rules/draws/generate.ts'
import { pay } from '../../server/rules/pay/pay.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { annul } from '../../server/rules/sale/annul.ts'
import { sell, type SaleKeys } from '../../server/rules/sale/sell.ts'
import { Random } from '../../server/seed/random.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId, createWorld, type World } from '../support/world.ts'
import { addCommission, addSchedule } from '../support/factories.ts'

let database: TestDatabase
let world: World

beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  await world.db.run(
    sql`INSERT INTO partner_settings (partner_id, annul_minutes) VALUES (${world.partner.banca}, 1440)`,
  )
})

afterAll(async () => {
  await world?.close()
  await database?.drop()
})

const offices = ['taquilla1', 'taquilla2', 'taquilla3'] as const
const rebuild = () => world.run((tx) => rebuildDays(tx, world.today, world.today))

async function sellOne(
  random: Random,
  draws: Record<'animals' | 'other' | 'triples' | 'panama', number>,
): Promise<SaleKeys> {
  const currency: Currency = random.pick(['BS', 'USD', 'COP'])
  const cents = () => (currency === 'COP' ? '00' : String(random.between(10, 99)))
  const animal = () => ({
    draw_id: random.pick([draws.animals, draws.other]),
    bet_type_id: betTypeId('ANIMALITO'),
    number: String(random.between(5, 14)),
    stake: `${random.between(1, 40)}.${cents()}`,
  })
  const triple = () => ({
    draw_id: draws.triples,
    bet_type_id: betTypeId(random.pick(['TRIPLE_A', 'TRIPLE_B'])),
    number: random.digits(3),
    stake: `${random.between(1, 9)}.${cents()}`,
  })
  const terminal = () => ({
    draw_id: draws.panama,
    bet_type_id: betTypeId('TERMINAL_PA'),
    number: random.digits(2),
    stake: '5.00',
  })
  const lines = Array.from({ length: random.between(1, 5) }, () => random.pick([animal, animal, triple, terminal])())
  // At any minute since midnight, so that several hours are counted.
  const now = Date.now()
  const at = new Date(now - random.unit() * (now - Date.parse(`${world.today}T04:00:00Z`)))
  return world.run((tx) =>
    sell(tx, {
      office_id: world.partner[random.pick(offices)],
      seller_id: world.user['taquilla']!,
      currency,
      lines,
      confirm_repeated: true,
      at,
      day: world.today,
    }),
  )
}

describe('a day lived through the rules', () => {
  it('needs no correction', async () => {
    const random = new Random(7)
    await addCommission(world.db, {
      partner_id: world.partner.banca,
      product_id: world.product('GUACHARO_ACTIVO'),
      kind: 'UTILIDAD',
      commission_percent: 17.35,
      participation_percent: 12.5,
    })
    const draws = {
      animals: await world.draw('LOTTO_ACTIVO'),
      other: await world.draw('GUACHARO_ACTIVO'),
      triples: await world.draw('TRIPLE_ZULIA'),
      panama: await world.draw('PANAMA_DOMINICAL'),
    }
    const sold: SaleKeys[] = []
    for (let n = 0; n < 200; n++) sold.push(await sellOne(random, draws))
    for (const { day, id } of sold.filter((_, at) => at % 11 === 0))
      await world.run((tx) => annul(tx, { day, id, by: world.user['taquilla']!, at: new Date() }))
    expect(await rebuild()).toMatchObject({ days: 1, corrected: 0 })
    expect((await world.db.one<{ n: number }>(sql`SELECT count(DISTINCT state)::int AS n FROM tickets`))!.n).toBe(2)

    const results = [
      [draws.animals, [{ place: '', number: '12', sign: null }]],
      [draws.other, [{ place: '', number: '7', sign: null }]],
      [
        draws.triples,
        [
          { place: 'A', number: '123', sign: null },
          { place: 'B', number: '007', sign: null },
          { place: 'C', number: '555', sign: 'ARI' },
        ],
      ],
      [draws.panama, ['1', '2', '3'].map((place) => ({ place, number: place === '3' ? '9921' : '1021', sign: null }))],
    ] as const
    for (const [draw_id, numbers] of results) {
      await world.closeDraw(draw_id)
      await world.run((tx) =>
        award(tx, { draw_id, numbers, entered_by: null, confirmed_by: null, source: 'prueba', at: new Date() }),
      )
    }
    const winners = await world.db.rows<{ day: string; id: string; code: string; office_id: number }>(
      sql`SELECT day, id, code, office_id FROM tickets WHERE state = 'ganador' ORDER BY id`,
    )
    expect(winners.length).toBeGreaterThan(5)
    for (const winner of winners.filter((_, at) => at % 2 === 0)) {
      await world.run((tx) => pay(tx, { ...winner, by: world.user['taquilla']!, at: new Date(), today: world.today }))
    }
    const rebuilt = await rebuild()
    expect(rebuilt).toMatchObject({ days: 1, corrected: 0 })
    expect(rebuilt.rows).toBeGreaterThan(1_000)
    await world.settle()
    expect(await rebuild()).toMatchObject({ days: 1, corrected: 0 })
    await expectBooksHold(world.db)
  })

  it.each([
    ['sales_days', 'UPDATE sales_days SET sold = sold + 0.01, n_pagado = n_pagado + 1'],
    ['settlement_hours', 'UPDATE settlement_hours SET prizes = prizes + 1 WHERE bet_type_id = 1'],
    ['settled_hours', 'UPDATE settled_hours SET commission = commission + 0.01'],
    ['settlement_weeks', 'UPDATE settlement_weeks SET participation = participation + 0.01'],
    ['sales_hours', 'DELETE FROM sales_hours WHERE shard % 2 = 0'],
    ['product_days', 'UPDATE product_days SET lines = lines - 1'],
    ['draw_sales', 'DELETE FROM draw_sales WHERE bet_type_id = 1'],
    ['draw_totals', 'UPDATE draw_totals SET prizes = prizes + 1, sold = sold - 0.01'],
    ['draw_totals', 'DELETE FROM draw_totals'],
    ['number_days', "UPDATE number_days SET sold = 0 WHERE number = '12'"],
    [
      'number_days',
      "INSERT INTO number_days SELECT day, partner_id, currency, product_id, bet_type_id, 'XX', 5, 1 FROM number_days LIMIT 1",
    ],
  ])('puts %s right: %s', async (table, damage) => {
    const sound = sql`
      SELECT to_jsonb(t) AS row
      FROM ${sql.raw(table)} t
      WHERE
        ${sql.raw(table === 'number_days' || table === 'draw_sales' ? 'lines' : table === 'settled_hours' ? 'commission' : 'sold')}
        <> 0
      ORDER BY 1`
    const before = await world.db.rows(sound)
    const damaged = await world.db.run(sql.raw(damage))
    expect(damaged).toBeGreaterThan(0)
    expect(await world.db.rows(sound)).not.toEqual(before)
    expect((await rebuild()).corrected).toBeGreaterThanOrEqual(Math.min(damaged, 1))
    expect(await world.db.rows(sound)).toEqual(before)
    expect(await rebuild()).toMatchObject({ corrected: 0 })
  })

  it('corrects nothing wrongly while sales go on', async () => {
    const random = new Random(8)
    const draws = {
      animals: await world.draw('LA_GRANJITA'),
      other: await world.draw('SELVA_PLUS'),
      triples: await world.draw('TRIPLE_ZULIA'),
      panama: await world.draw('PANAMA_DOMINICAL'),
    }
    let over = false
    const selling = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!over) await sellOne(random, draws)
      }),
    )
    for (let n = 0; n < 6; n++) expect(await rebuild()).toMatchObject({ corrected: 0 })
    await world.db.run(sql`UPDATE sales_days SET sold = sold + 1`)
    expect((await rebuild()).corrected).toBeGreaterThan(0)
    over = true
    await selling
    expect(await rebuild()).toMatchObject({ corrected: 0 })
    await world.settle()
    expect(await rebuild()).toMatchObject({ corrected: 0 })
    await expectBooksHold(world.db)
  })
})

describe('draws from schedules', () => {
  const made = () =>
    world.db.rows<{ code: string; day: string; at: string; opens: string; minutes: number }>(sql`
    SELECT p.code, d.day, d.scheduled_at AS at, d.opens_at AS opens, (extract(epoch FROM d.scheduled_at - d.closes_at) / 60)::int AS minutes
    FROM draws d JOIN products p ON p.id = d.product_id WHERE d.day BETWEEN '2030-06-02' AND '2030-06-05' ORDER BY d.scheduled_at, p.code`)

  it('keeps weekdays, exceptions and zones, and makes nothing twice', async () => {
    const product = (code: string) => world.product(code)
    await world.db.run(sql`INSERT INTO schedule_exceptions (product_id, day, local_time, kind) VALUES
      (${product('LA_GRANJITA')}, '2030-06-04', NULL, 'sin_sorteo'),
      (${product('LOTTO_ACTIVO')}, '2030-06-04', '08:00', 'sin_sorteo'),
      (${product('TRIPLE_ZULIA')}, '2030-06-04', '20:30', 'extra')`)
    // Sunday to Wednesday.
    const first = await world.run((tx) => ensureDraws(tx, '2030-06-02', '2030-06-05'))
    const draws = await made()
    expect(first).toBe(draws.length)
    expect(await world.run((tx) => ensureDraws(tx, '2030-06-02', '2030-06-05'))).toBe(0)
    const of = (code: string, day: string) => draws.filter((draw) => draw.code === code && draw.day === day)
    expect(of('LOTTO_ACTIVO', '2030-06-03').map((draw) => draw.at.slice(11, 16))).toEqual(
      Array.from({ length: 12 }, (_, hour) => `${String(hour + 12).padStart(2, '0')}:00`),
    )
    expect(of('LOTTO_ACTIVO', '2030-06-04')).toHaveLength(11)
    expect(of('LA_GRANJITA', '2030-06-04')).toEqual([])
    expect(of('TRIPLE_ZULIA', '2030-06-04').at(-1)).toEqual({
      code: 'TRIPLE_ZULIA',
      day: '2030-06-04',
      at: '2030-06-05T00:30:00.000Z',
      opens: '2030-06-04T04:00:00.000Z',
      minutes: 5,
    })
    expect(of('TRIPLE_ZAMORANO', '2030-06-02')).toHaveLength(1)
    expect(of('TRIPLE_ZAMORANO', '2030-06-03')).toHaveLength(5)
    expect(draws.filter((draw) => draw.code.startsWith('PANAMA')).map(({ code, day, at }) => [code, day, at])).toEqual([
      ['PANAMA_DOMINICAL', '2030-06-02', '2030-06-02T20:00:00.000Z'],
      ['PANAMA_MIERCOLITO', '2030-06-05', '2030-06-05T20:00:00.000Z'],
    ])
  })

  it('leaves out products that are not active; what falls minutes after midnight sells on the day before', async () => {
    await world.db.run(sql`UPDATE products SET status = 'inactivo' WHERE code = 'SELVA_PLUS'`)
    await addSchedule(world.db, { product_id: world.product('TRIPLE_CARACAS'), local_time: '00:03' })
    await world.run((tx) => ensureDraws(tx, '2030-07-01', '2030-07-01'))
    expect(
      await world.db.rows(
        sql`
          SELECT p.code, d.opens_at, d.closes_at
          FROM draws d
          JOIN products p ON p.id = d.product_id
          WHERE d.day = '2030-07-01' AND (p.code = 'SELVA_PLUS' OR d.scheduled_at < '2030-07-01T05:00:00Z')`,
      ),
    ).toEqual([{ code: 'TRIPLE_CARACAS', opens_at: '2030-06-30T04:00:00.000Z', closes_at: '2030-07-01T03:58:00.000Z' }])
  })
})
