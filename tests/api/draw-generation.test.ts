/** Draws made from schedules, and what becomes of them when a product changes. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { tickets } from '../../contract/tickets.ts'
import { ensureDraws } from '../../server/rules/draws/generate.ts'
import { sell } from '../../server/rules/sale/sell.ts'
import { betTypeId } from '../support/world.ts'
import { everyDay, openCatalogue, type Catalogue } from './products-setup.ts'
import { addDraw, addSchedule, addSymbol } from '../support/factories.ts'
import { expectBooksHold } from '../support/holds.ts'

let catalogue: Catalogue
let { world, app, tomorrow } = {} as Catalogue

beforeAll(async () => {
  catalogue = await openCatalogue()
  ;({ world, app, tomorrow } = catalogue)
})
afterAll(() => catalogue?.close())
afterEach(() => expectBooksHold(world.db))

const hours = async (code: string, day: string) =>
  (await catalogue.draws(world.product(code), day)).map((draw) => draw.at)
/** Midnight of a day in Caracas. */
const midnight = (day: string) => `${day}T04:00:00.000Z`
const make = (from: string, to = from) => world.run((tx) => ensureDraws(tx, from, to))

describe('made from schedules', () => {
  it('open at the midnight of as many days before as the product says', async () => {
    await world.db.run(
      sql`UPDATE products SET settings = settings || '{"sale_days_before": 3}' WHERE code = 'SELVA_PLUS'`,
    )
    await make('2031-03-03')
    expect((await catalogue.draws(world.product('SELVA_PLUS'), '2031-03-03')).map((draw) => draw.opens)).toEqual(
      Array(12).fill(midnight('2031-02-28')),
    )
    expect((await catalogue.draws(world.product('LOTTO_ACTIVO'), '2031-03-03'))[0]!.opens).toBe(midnight('2031-03-03'))
  })

  it('close when their hour says, not another hour of the product', async () => {
    const product = await catalogue.show('TRIPLE_CARACAS')
    await catalogue.updated(product, {
      schedules: [everyDay('13:00', { close_minutes: 10 }), everyDay('16:30', { close_minutes: 0 })],
    })
    await make('2031-03-03')
    expect((await catalogue.draws(product.id, '2031-03-03')).map(({ at, minutes }) => [at, minutes])).toEqual([
      ['13:00', 10],
      ['16:30', 0],
    ])
  })

  it('fall on the weekdays of the mask, Sunday being its last bit', async () => {
    const product = await catalogue.show('TRIPLE_CHANCE')
    await catalogue.updated(product, {
      schedules: [
        everyDay('09:00', { weekday_mask: 64 }),
        everyDay('10:00', { weekday_mask: 1 }),
        everyDay('11:00', { weekday_mask: 63 }),
      ],
    })
    await make('2031-03-02', '2031-03-08')
    // A Sunday to the Saturday after it.
    const week = await Promise.all(
      Array.from({ length: 7 }, (_, at) => hours('TRIPLE_CHANCE', addDays('2031-03-02', at))),
    )
    expect(week).toEqual([['09:00'], ['10:00', '11:00'], ['11:00'], ['11:00'], ['11:00'], ['11:00'], ['11:00']])
  })

  it('stand at the same instant whether Caracas or Panama says it', async () => {
    const caracas = await catalogue.create({ schedules: [everyDay('16:00')] })
    const panama = await catalogue.create({ zone: 'America/Panama', schedules: [everyDay('15:00')] })
    await make('2031-03-03')
    const at = (id: number) =>
      world.db.rows(
        sql`SELECT day, scheduled_at, opens_at, closes_at FROM draws WHERE product_id = ${id} AND day = '2031-03-03'`,
      )
    expect(await at(panama.body.id)).toEqual(await at(caracas.body.id))
    expect(await at(panama.body.id)).toHaveLength(1)
  })

  it('belong to the day on which they fall in the banca, though the product says another', async () => {
    const late = await catalogue.create({ zone: 'America/Panama', schedules: [everyDay('23:30', { weekday_mask: 1 })] })
    await make('2031-03-01', '2031-03-07')
    expect(
      await world.db.rows(
        sql`SELECT day, scheduled_at FROM draws WHERE product_id = ${late.body.id} AND day BETWEEN '2031-03-01' AND '2031-03-07'`,
      ),
    ).toEqual([{ day: '2031-03-04', scheduled_at: '2031-03-04T04:30:00.000Z' }])
  })

  it('sell on the day before when they fall at midnight', async () => {
    const late = await catalogue.create({ zone: 'America/Panama', schedules: [everyDay('23:00', { weekday_mask: 1 })] })
    await make('2031-03-01', '2031-03-07')
    const drawn = await catalogue.draws(late.body.id, '2031-03-04')
    expect(drawn.map(({ minutes, opens }) => [minutes, opens])).toEqual([[5, midnight('2031-03-03')]])
  })

  it('know the 29th of February, and the years without one', async () => {
    await make('2032-02-28', '2032-03-01')
    expect(await hours('LA_GRANJITA', '2032-02-29')).toHaveLength(12)
    expect(weekday('2032-02-29')).toBe(7)
    await make('2033-02-28', '2033-03-01')
    expect(
      await world.db.rows(
        sql`
          SELECT DISTINCT day
          FROM draws
          WHERE product_id = ${world.product('LA_GRANJITA')} AND day BETWEEN '2033-02-27' AND '2033-03-02'
          ORDER BY day`,
      ),
    ).toEqual([{ day: '2033-02-28' }, { day: '2033-03-01' }])
  })

  it('begin and end with their schedule', async () => {
    const product = await catalogue.create({
      schedules: [
        everyDay('10:00', { valid_from: '2031-04-02', valid_to: '2031-04-03' }),
        everyDay('12:00', { valid_to: '2031-04-01' }),
      ],
    })
    await make('2031-04-01', '2031-04-04')
    const days = await world.db.rows(
      sql`
        SELECT day, to_char(scheduled_at AT TIME ZONE 'America/Caracas', 'HH24:MI') AS at
        FROM draws
        WHERE product_id = ${product.body.id} AND day >= '2031-04-01'
        ORDER BY scheduled_at`,
    )
    expect(days).toEqual([
      { day: '2031-04-01', at: '12:00' },
      { day: '2031-04-02', at: '10:00' },
      { day: '2031-04-03', at: '10:00' },
    ])
  })

  it('skip a day or an hour without draw, and add an extra one', async () => {
    const product = await catalogue.create({
      schedules: [everyDay('10:00', { close_minutes: 15 }), everyDay('12:00')],
      exceptions: [
        { day: '2031-05-01', local_time: null, kind: 'sin_sorteo' },
        { day: '2031-05-02', local_time: '10:00', kind: 'sin_sorteo' },
        { day: '2031-05-03', local_time: '18:00', kind: 'extra' },
        { day: '2031-05-01', local_time: '20:00', kind: 'extra' },
      ],
    })
    await make('2031-05-01', '2031-05-04')
    const at = async (day: string) =>
      (await catalogue.draws(product.body.id, day)).map((draw) => `${draw.at}-${draw.minutes}`)
    expect(await at('2031-05-01')).toEqual(['20:00-15'])
    expect(await at('2031-05-02')).toEqual(['12:00-5'])
    expect(await at('2031-05-03')).toEqual(['10:00-15', '12:00-5', '18:00-15'])
    expect(await at('2031-05-04')).toEqual(['10:00-15', '12:00-5'])
  })

  it('are not made twice, nor for a polla by its own hours', async () => {
    await addSchedule(world.db, { product_id: world.product('MICRO_POLLA'), local_time: '10:00' })
    expect(await make('2031-06-01')).toBeGreaterThan(0)
    expect(await make('2031-06-01')).toBe(0)
    expect(await catalogue.draws(world.product('MICRO_POLLA'), '2031-06-01')).toEqual([])
    await world.db.run(sql`DELETE FROM product_schedules WHERE product_id = ${world.product('MICRO_POLLA')}`)
  })

  it('are one each when two instances make them at once', async () => {
    const made = await Promise.all([make('2031-07-01', '2031-07-03'), make('2031-07-01', '2031-07-03')])
    const there = await world.db.one<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM draws WHERE day BETWEEN '2031-07-01' AND '2031-07-03'`,
    )
    expect(made[0]! + made[1]!).toBe(there!.n)
  })
})

describe('followed when a product changes', () => {
  const buy = async (draw_id: number, number: string) => {
    const reply = await app.call(
      tickets.sell,
      {
        body: {
          currency: 'BS',
          lines: [{ draw_id, bet_type_id: betTypeId('ANIMALITO'), number, stake: '10.00' }],
          confirm_repeated: true,
        },
      },
      { as: 'taquilla' },
    )
    expect([reply.status, reply.problem.title]).toEqual([201, undefined])
  }

  it('are retimed, removed and made, but those with a sold line stay as they were sold', async () => {
    const early = await catalogue.updated(await catalogue.show('GUACHARO_ACTIVO'), {
      settings: { sale_days_before: 1, tripleta_draws: 11, polla: null },
    })
    const [first, second, third] = await catalogue.draws(early.id, tomorrow)
    expect(first).toMatchObject({ at: '08:00', opens: midnight(world.today), minutes: 5 })
    await buy(first!.id, '75')
    await catalogue.updated(early, { schedules: [everyDay('09:00', { close_minutes: 20 }), everyDay('21:15')] })
    const after = await catalogue.draws(early.id, tomorrow)
    expect(after.map(({ at, minutes }) => [at, minutes])).toEqual([
      ['08:00', 5],
      ['09:00', 20],
      ['21:15', 5],
    ])
    expect(after.slice(0, 2).map((draw) => draw.id)).toEqual([first!.id, second!.id])
    expect(await world.db.rows(sql`SELECT 1 FROM draws WHERE id = ${third!.id}`)).toEqual([])
    expect(await hours('GUACHARO_ACTIVO', addDays(tomorrow, 1))).toEqual(['09:00', '21:15'])
  })

  it('go with a product that is deactivated and come back with it', async () => {
    const product = await catalogue.show('LOTTO_ACTIVO_RD')
    const inactive = await catalogue.updated(product, { status: 'inactivo' })
    expect(await hours('LOTTO_ACTIVO_RD', tomorrow)).toEqual([])
    expect(inactive).toMatchObject({ status: 'inactivo', next_draw_at: null })
    await catalogue.updated(inactive, { status: 'activo' })
    expect(await hours('LOTTO_ACTIVO_RD', tomorrow)).toHaveLength(12)
  })

  it('leave past draws and other products alone', async () => {
    const product = await catalogue.show('TRIPLE_TACHIRA')
    const aDay = 86_400
    await addDraw(world.db, {
      product_id: product.id,
      day: addDays(world.today, -1),
      opens_in: -2 * aDay,
      closes_in: -aDay,
      drawn_in: -aDay,
    })
    const others = () =>
      world.db.rows(
        sql`
          SELECT id, opens_at, closes_at
          FROM draws
          WHERE product_id <> ${product.id} AND product_id NOT IN (SELECT id FROM products WHERE kind = 'polla')
          ORDER BY id`,
      )
    const before = await others()
    await catalogue.updated(product, { schedules: [everyDay('22:10', { close_minutes: 30 })] })
    expect(await others()).toEqual(before)
    expect(await catalogue.draws(product.id, addDays(world.today, -1))).toHaveLength(1)
    expect(await hours('TRIPLE_TACHIRA', tomorrow)).toEqual(['22:10'])
  })

  it('keep a draw somebody suspended or blocked a number in', async () => {
    const product = await catalogue.show('TRIPLE_ZULIA')
    const [first, second] = await catalogue.draws(product.id, tomorrow)
    await world.db.run(sql`UPDATE draws SET state = 'suspendido' WHERE id = ${first!.id}`)
    await world.db.run(
      sql`
        INSERT INTO blocked_numbers (partner_id, product_id, number, draw_id)
        VALUES (${world.partner.banca}, ${product.id}, '123', ${second!.id})`,
    )
    await catalogue.updated(product, { schedules: [everyDay('20:00')] })
    expect(await hours('TRIPLE_ZULIA', tomorrow)).toEqual(['12:45', '16:45', '20:00'])
  })

  it('have the polla rounds that list them made anew, unless one is sold', async () => {
    const rounds = () =>
      world.db.rows<{ day: string; closes: string; draws: number }>(sql`
      SELECT d.day, to_char(d.closes_at AT TIME ZONE 'America/Caracas', 'HH24:MI') AS closes,
        (SELECT count(*)::int FROM polla_draws o WHERE o.polla_draw_id = d.id) AS draws
      FROM draws d WHERE d.product_id = ${world.product('POLLA_DEL_DIA')} AND d.day = ${tomorrow}::date`)
    const granjita = await catalogue.updated(await catalogue.show('LA_GRANJITA'), { schedules: [everyDay('07:30')] })
    expect(await rounds()).toEqual([{ day: tomorrow, closes: '07:25', draws: 13 }])
    await catalogue.updated(granjita, { schedules: [everyDay('10:00'), everyDay('11:00')] })
    expect(await rounds()).toEqual([{ day: tomorrow, closes: '07:55', draws: 14 }])
    const round = (await catalogue.draws(world.product('POLLA_DEL_DIA'), tomorrow))[0]!
    await world.run((tx) =>
      sell(tx, {
        office_id: world.partner.taquilla1,
        seller_id: world.user['polla']!,
        currency: 'BS',
        polla: true,
        at: new Date(),
        day: world.today,
        lines: [{ draw_id: round.id, bet_type_id: betTypeId('POLLA'), number: '1-2-3-4-5-6', stake: '100.00' }],
      }),
    )
    await catalogue.updated(await catalogue.show('LOTTO_ACTIVO'), { schedules: [everyDay('23:00')] })
    expect(await rounds()).toEqual([{ day: tomorrow, closes: '07:55', draws: 14 }])
    // What the sold polla does not count is free to go, the day after.
    expect(await hours('LOTTO_ACTIVO', addDays(tomorrow, 1))).toEqual(['23:00'])
    expect(await hours('LOTTO_ACTIVO', tomorrow)).toHaveLength(13)
  })

  it('either see a sale that arrives with the change, or leave it no draw to sell', async () => {
    const animal = betTypeId('ANIMALITO')
    const { body } = await catalogue.create({
      settings: { sale_days_before: 1, tripleta_draws: 11, polla: null },
      offers: [{ bet_type_id: animal, multiplier: '30', place_multipliers: null, enabled: true }],
    })
    await addSymbol(world.db, { product_id: body.id, code: '1', name: 'Uno' })
    let product = body
    for (let trial = 0; trial < 30; trial++) {
      const minute = String(trial).padStart(2, '0')
      product = await catalogue.updated(product, { schedules: [everyDay(`22:${minute}`)] })
      const draw = (await catalogue.draws(body.id, tomorrow)).find((one) => one.at === `22:${minute}`)!
      const ask = (as: string) =>
        app.call(
          tickets.sell,
          {
            body: {
              currency: 'BS',
              lines: [{ draw_id: draw.id, bet_type_id: animal, number: '1', stake: '1.00' }],
              confirm_repeated: true,
            },
          },
          { as },
        )
      const [changed, ...sales] = await Promise.all([
        catalogue.updated(product, { schedules: [] }),
        ask('taquilla'),
        ask('vecina'),
        ask('lejana'),
      ])
      product = changed
      const sold = sales.filter((sale) => sale.status === 201).length
      const lines = await world.db.rows(sql`SELECT 1 FROM ticket_lines WHERE draw_id = ${draw.id}`)
      const there = await world.db.rows(sql`SELECT 1 FROM draws WHERE id = ${draw.id}`)
      expect([lines.length, there.length]).toEqual([sold, sold > 0 ? 1 : 0])
    }
  })
})
