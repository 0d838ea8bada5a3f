/** The dashboards' figures against the tickets and the ledger, to the cent. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kpis } from '../../contract/kpis.ts'
import { addDays } from '../../contract/values/dates.ts'
import { add, subtract } from '../../contract/values/money.ts'
import { kpisRoutes } from '../../server/entities/kpis/routes.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId } from '../support/world.ts'
import { createPast, type Past } from './figures.ts'
import { addPartner } from '../support/factories.ts'

let database: TestDatabase
let app: TestApp
let past: Past

const result = (number: string) => [{ place: '', number, sign: null }]
const [animals, others] = ['LOTTO_ACTIVO', 'LA_GRANJITA']

/** Two days a week apart with sales around midnight and 14:05, some annulled, some won. */
async function fill({ world, day, before, sell, annul, prize }: Past): Promise<void> {
  for (const on of [before, day]) {
    const morning = await world.draw(animals)
    const noon = await world.draw(others)
    const evening = await world.draw(animals)
    const bets = (n: number) => [
      { draw: morning, number: String(n), stake: `${10 + n}.05` },
      { draw: noon, number: String(n + 1), stake: `${3 * n + 1}.33` },
    ]
    await sell(addDays(on, -1), '23:59', 'taquilla1', 'BS', bets(1), 59_999)
    await sell(on, '00:00', 'taquilla1', 'BS', bets(2))
    await sell(on, '09:30', 'taquilla2', 'BS', bets(3))
    await sell(on, '14:00', 'taquilla3', 'BS', bets(4))
    await sell(on, '14:04', 'taquilla1', 'BS', bets(5), 59_999)
    await sell(on, '14:05', 'taquilla1', 'BS', bets(6))
    await sell(on, '14:40', 'taquilla2', 'BS', [{ draw: evening, number: '7', stake: '100.00' }])
    await sell(on, '23:59', 'taquilla3', 'BS', [{ draw: evening, number: '8', stake: '77.77' }], 59_999)
    await sell(addDays(on, 1), '00:00', 'taquilla3', 'BS', [{ draw: evening, number: '9', stake: '12.12' }])
    await sell(on, '14:02', 'taquilla2', 'USD', [{ draw: evening, number: '10', stake: '5.00' }])
    await annul(await sell(on, '14:03', 'taquilla1', 'BS', [{ draw: evening, number: '11', stake: '999.00' }]))
    await prize(morning, on, '10:00', result('3'))
    await prize(noon, on, '14:05', result('5'))
    await prize(evening, on, '19:00', result('8'))
  }
}

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  await fill(past)
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

type Key = keyof Past['world']['partner']
const series = (partner: Key, query: object, now = new Date()) => {
  const partner_id = past.world.partner[partner]
  const asked = { from: past.day, to: past.day, currency: 'BS', compare: 'mismo-dia-semana', step: 'day', ...query }
  return kpisRoutes.lossProfit(past.contextOf(partner_id, now), { params: {}, body: {}, query: asked as never })
}

describe('loss-profit', () => {
  it.each(['banca', 'norte', 'agencia1', 'taquilla3'] as const)(
    'of %s equals its tickets and its ledger, day by day',
    async (partner) => {
      const { day, before, world } = past
      const answer = await series(partner, { from: addDays(before, -1), to: addDays(day, 1), compare: 'ninguna' })
      expect(answer.points).toHaveLength(10)
      expect(answer.previous).toBeNull()
      for (const point of answer.points) {
        const asked = { partner_id: world.partner[partner], currency: 'BS' as const, from: point.day, to: point.day }
        const { sold, prizes, commission, tickets } = point
        expect({ day: point.day, sold, prizes, tickets }).toEqual({ day: point.day, ...(await past.counted(asked)) })
        expect({ sold, prizes, commission }).toEqual(await past.ledger(asked))
        expect(point.profit).toBe(subtract(subtract(sold, prizes), commission))
      }
      expect(answer.totals.sold).toBe(add(...answer.points.map(({ sold }) => sold)))
      expect(answer.totals.sold).not.toBe('0.00')
    },
  )

  it('puts a sale on the day that Caracas had, to the millisecond', async () => {
    const answer = await series('taquilla1', { from: addDays(past.day, -1), to: past.day })
    expect(answer.points.map(({ tickets }) => tickets)).toEqual([1, 3])
    expect(answer.stretch).toMatchObject({
      from_at: `${addDays(past.day, -1)}T04:00:00.000Z`,
      to_at: `${addDays(past.day, 1)}T04:00:00.000Z`,
      running: false,
    })
  })

  it('never adds two currencies', async () => {
    expect((await series('banca', { currency: 'USD' })).totals).toMatchObject({
      sold: '5.00',
      tickets: 1,
      average_ticket: '5.00',
    })
  })

  it.each([
    ['every product', {}],
    ['one product', { product: animals }],
  ])('by hours adds up to the day, for %s', async (_, { product }: { product?: string }) => {
    const product_id = product && past.world.product(product)
    const days = await series('banca', { product_id })
    const hours = await series('banca', { product_id, step: 'hour' })
    expect(hours.points.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (__, hour) => hour))
    expect(hours.totals).toEqual(days.totals)
    expect(hours.points[14]!.sold).not.toBe('0.00')
  })

  it('counts lines of one product, and has no base where nothing was sold', async () => {
    const product_id = past.world.product(animals)
    const { totals } = await series('banca', { product_id })
    expect(totals).toMatchObject(
      await past.counted({
        partner_id: past.world.partner.banca,
        currency: 'BS',
        from: past.day,
        to: past.day,
        product_id,
      }),
    )
    const empty = await series('banca', { from: addDays(past.before, -20), to: addDays(past.before, -20) })
    expect(empty.totals).toEqual({
      sold: '0.00',
      prizes: '0.00',
      commission: '0.00',
      profit: '0.00',
      tickets: 0,
      average_ticket: null,
      payout_percent: null,
    })
    expect(empty.points).toHaveLength(1)
  })
})

describe('a running range', () => {
  const now = () => past.at(past.day, '14:05', 30_000)

  it.each([
    ['every product', undefined],
    ['one product', others],
  ])('is compared with the same minute a week before, for %s', async (_, product) => {
    const product_id = product && past.world.product(product)
    for (const partner of ['banca', 'norte', 'agencia1', 'taquilla1'] as const) {
      const until = past.at(past.before, '14:05')
      const { previous, stretch } = await series(partner, { product_id }, now())
      expect(stretch).toMatchObject({ running: true, to_at: now().toISOString() })
      expect(previous!.stretch).toMatchObject({ from: past.before, to: past.before, to_at: until.toISOString() })
      const { sold, prizes, tickets } = previous!.totals
      expect({ sold, prizes, tickets }).toEqual(
        await past.counted({
          partner_id: past.world.partner[partner],
          currency: 'BS',
          from: past.before,
          to: past.before,
          until,
          ...(product_id && { product_id: Number(product_id) }),
        }),
      )
      const hours = await series(partner, { product_id, step: 'hour' }, now())
      expect(hours.previous!.totals).toEqual(previous!.totals)
      // The hour under way is a point already; the next is not.
      expect(hours.previous!.points.at(-1)!.hour).toBe(14)
    }
  })

  it('stops the week before at the day that stands where today stands', async () => {
    const monday = addDays(past.day, -2)
    const { previous } = await series('banca', { from: monday, to: addDays(past.day, 3) }, now())
    expect(previous!.stretch).toMatchObject({
      from: addDays(monday, -7),
      to: past.before,
      to_at: past.at(past.before, '14:05').toISOString(),
    })
    expect(previous!.points).toHaveLength(3)
  })

  it('leaves out lines that a suspended draw gave back, in the divided hour too', async () => {
    const { world, before, at } = past
    const draw = await world.draw(animals)
    const kept = await world.draw(animals)
    await past.sell(before, '14:01', 'taquilla2', 'COP', [
      { draw, number: '1', stake: '40.00' },
      { draw: kept, number: '2', stake: '3.00' },
    ])
    await world.db.run(sql`UPDATE ticket_lines SET state = 'devuelta' WHERE draw_id = ${draw}`)
    await world.db.run(sql`UPDATE draws SET state = 'suspendido', suspended_reason = 'prueba' WHERE id = ${draw}`)
    await world.run((tx) => rebuildDays(tx, before, before))
    const { previous } = await series('banca', { currency: 'COP' }, at(past.day, '14:05'))
    expect(previous!.totals).toMatchObject({ sold: '3.00', tickets: 1 })
    expect((await series('banca', { currency: 'COP', from: before, to: before })).totals).toMatchObject({
      sold: '3.00',
      tickets: 1,
    })
  })

  it('gives every breakdown the same minute', async () => {
    const context = past.contextOf(past.world.partner.norte, now())
    const query = { from: past.day, to: past.day, currency: 'BS', compare: 'mismo-dia-semana' } as never
    const until = past.at(past.before, '14:05')
    const expected = await past.counted({
      partner_id: past.world.partner.norte,
      currency: 'BS',
      from: past.before,
      to: past.before,
      until,
    })
    const whole = (await series('norte', {})).totals
    for (const answer of [
      await kpisRoutes.salesByPartner(context, { params: {}, body: {}, query }),
      await kpisRoutes.salesByProduct(context, { params: {}, body: {}, query }),
      await kpisRoutes.salesByBetTypes(context, { params: {}, body: {}, query }),
    ]) {
      expect(add(...answer.data.map((row) => row.previous_sold ?? '0'))).toBe(expected.sold)
      for (const key of ['sold', 'prizes', 'commission', 'profit'] as const)
        expect(add(...answer.data.map((row) => row[key]))).toBe(whole[key])
    }
  })
})

describe('breakdowns', () => {
  const ask = async (endpoint: 'salesByPartner' | 'salesByProduct', query: object, as = 'banca') =>
    (await app.call(kpis[endpoint], { query: { from: past.day, to: past.day, ...query } }, { as })).body

  it('by partner: direct dependants, the largest first, each with whether it goes deeper; an office shows itself', async () => {
    const { partner } = past.world
    const norte = (await ask('salesByPartner', { partner_id: partner.norte })) as {
      data: { partner_id: number; has_children: boolean; tickets: number }[]
    }
    expect(norte.data.map(({ partner_id, has_children, tickets }) => [partner_id, has_children, tickets])).toEqual([
      [partner.sur, true, 5],
      [partner.agencia2, true, 2],
    ])
    const office = (await ask('salesByPartner', { partner_id: partner.taquilla3 })) as {
      data: { partner_id: number; has_children: boolean }[]
    }
    expect(office.data).toMatchObject([{ partner_id: partner.taquilla3, has_children: false }])
  })

  it('by partner of one product counts that product only', async () => {
    const product_id = past.world.product(others)
    const answer = (await ask('salesByPartner', { product_id, compare: 'ninguna' })) as {
      data: { sold: string; tickets: number; previous_sold: string | null }[]
    }
    const counted = await past.counted({
      partner_id: past.world.partner.banca,
      currency: 'BS',
      from: past.day,
      to: past.day,
      product_id,
    })
    expect(answer.data).toMatchObject([{ sold: counted.sold, tickets: counted.tickets, previous_sold: null }])
  })

  it('tickets by day tell every state, annulled ones included, and narrow to a product', async () => {
    const all = await app.call(kpis.ticketsByDay, { query: { from: past.day, to: past.day } }, { as: 'banca' })
    expect(all.body.data).toEqual([
      { day: past.day, vendido: 0, anulado: 1, ganador: 3, pagado: 0, perdedor: 4, devuelto: 0, vencido: 0, total: 8 },
    ])
    const one = await app.call(
      kpis.ticketsByDay,
      { query: { from: past.day, to: past.day, product_id: past.world.product(others) } },
      { as: 'banca' },
    )
    expect(one.body.data).toMatchObject([{ anulado: 0, total: 5 }])
  })
})

describe('numbers', () => {
  it('top numbers are those of the draws of the range, awarded or not', async () => {
    const { world, day } = past
    const open = await world.draw(animals)
    await past.sell(world.today, '00:00', 'taquilla1', 'BS', [
      { draw: open, number: '0', stake: '500.00' },
      { draw: open, number: '00', stake: '1.00' },
    ])
    const range = await app.call(kpis.topNumbers, { query: { from: day, to: day, limit: 2 } }, { as: 'banca' })
    expect(range.body.data.map(({ number, symbol_name, sold, lines }) => [number, symbol_name, sold, lines])).toEqual([
      ['7', 'Perico', '100.00', 1],
      ['8', 'Ratón', '77.77', 1],
    ])
    const today = await app.call(kpis.topNumbers, { query: { from: world.today, to: world.today } }, { as: 'banca' })
    expect(today.body.data[0]).toMatchObject({ number: '0', symbol_name: 'Delfín', sold: '500.00' })
    expect(today.body.data.find(({ number }) => number === '00')).toMatchObject({
      symbol_name: 'Ballena',
      sold: '1.00',
    })
  })

  it('top risk: liability less the sales of the draw, beside the smallest quota', async () => {
    const { world } = past
    const draw = await world.draw(others)
    await world.db.run(
      sql`INSERT INTO top_quotas VALUES (${world.product(others)}, ${betTypeId('ANIMALITO')}, 'BS', 1000)`,
    )
    await world.db.run(
      sql`INSERT INTO regular_quotas VALUES (${world.partner.norte}, ${world.product(others)}, ${betTypeId('ANIMALITO')}, 'BS', 400)`,
    )
    await past.sell(world.today, '00:00', 'taquilla1', 'BS', [
      { draw, number: '20', stake: '100.00' },
      { draw, number: '21', stake: '50.00' },
    ])
    await past.sell(world.today, '00:00', 'taquilla3', 'BS', [{ draw, number: '20', stake: '40.00' }])
    const query = { from: world.today, to: addDays(world.today, 1), product_id: world.product(others) }
    const banca = await app.call(kpis.topRisk, { query }, { as: 'banca' })
    expect(banca.body.data[0]).toMatchObject({
      draw_id: draw,
      number: '20',
      symbol_name: 'Cochino',
      sold: '140.00',
      liability: '4200.00',
      draw_sold: '190.00',
      risk: '4010.00',
      quota: '1000.00',
      used_percent: '14.0',
    })
    const agency = await app.call(kpis.topRisk, { query }, { as: 'agencia' })
    expect(agency.body.data[0]).toMatchObject({
      number: '20',
      sold: '100.00',
      draw_sold: '150.00',
      risk: '2850.00',
      quota: '400.00',
      used_percent: '25.0',
    })
    await world.closeDraw(draw)
    expect(
      (await app.call(kpis.topRisk, { query }, { as: 'banca' })).body.data.filter(({ draw_id }) => draw_id === draw),
    ).toEqual([])
    expect(
      (await app.call(kpis.topRisk, { query: { ...query, only_open: false } }, { as: 'banca' })).body.data[0],
    ).toMatchObject({ draw_id: draw })
  })

  it('coldest numbers count the awarded draws since each symbol came', async () => {
    const { data } = (
      await app.call(
        kpis.coldestNumbers,
        { query: { from: past.day, to: past.day, product_id: past.world.product(animals), limit: 100 } },
        { as: 'banca' },
      )
    ).body
    expect(data).toHaveLength(38)
    expect(data.find(({ number }) => number === '1')).toMatchObject({ draws_since: 4, last_drawn_at: null })
    expect(data.find(({ number }) => number === '3')).toMatchObject({ draws_since: 1 })
    expect(data.at(-1)).toMatchObject({
      number: '8',
      draws_since: 0,
      last_drawn_at: past.at(past.day, '19:00').toISOString(),
    })
    const earlier = (
      await app.call(
        kpis.coldestNumbers,
        { query: { from: past.before, to: past.before, product_id: past.world.product(animals), limit: 100 } },
        { as: 'banca' },
      )
    ).body.data
    expect(earlier.find(({ number }) => number === '1')).toMatchObject({ draws_since: 2 })
  })
})

describe('tickets and partners', () => {
  it.each(['banca', 'distribuidor', 'agencia'])('%s sees the largest tickets of its own offices', async (as) => {
    const { data } = (await app.call(kpis.topTickets, { query: { from: past.before, to: past.day, limit: 3 } }, { as }))
      .body
    expect(data.map(({ total }) => total)).toEqual(
      as === 'agencia' ? ['100.00', '100.00', '35.38'] : ['100.00', '100.00', '77.77'],
    )
    expect(data.every(({ state }) => state !== 'anulado')).toBe(true)
  })

  it('a small subtree and a large one agree on the largest prizes', async () => {
    const { world, day, before } = past
    // Enough offices elsewhere to make one of them a small share of all.
    for (let n = 1; n <= 120; n++)
      await addPartner(world.db, {
        father_id: world.partner.agencia2,
        type: 'taquilla',
        code: `X${n}`,
        name: `Ajena ${n}`,
        currencies: ['BS'],
      })
    const query = { from: before, to: day, by: 'potential', limit: 100 } as const
    const mine = (
      await app.call(kpis.topTickets, { query: { ...query, partner_id: world.partner.taquilla3 } }, { as: 'banca' })
    ).body.data
    const all = (await app.call(kpis.topTickets, { query }, { as: 'banca' })).body.data
    expect(mine.length).toBeGreaterThan(3)
    expect(mine).toEqual(all.filter(({ office_name }) => office_name === 'Taquilla Tres'))
  })

  it('latest partners: agencies by their last sale, of one product too', async () => {
    const query = { from: past.day, to: past.day }
    const all = (await app.call(kpis.latestPartners, { query }, { as: 'banca' })).body.data
    expect(all).toMatchObject([
      {
        name: 'Agencia Dos',
        father_name: 'Distribuidor Norte',
        last_sale_at: past.at(past.day, '23:59', 59_999).toISOString(),
        tickets: 2,
      },
      {
        name: 'Agencia Uno',
        father_name: 'Distribuidor Sur',
        last_sale_at: past.at(past.day, '14:40').toISOString(),
        tickets: 5,
      },
    ])
    const one = (
      await app.call(
        kpis.latestPartners,
        { query: { ...query, product_id: past.world.product(others) } },
        { as: 'banca' },
      )
    ).body.data
    expect(one).toMatchObject([
      { name: 'Agencia Uno', last_sale_at: past.at(past.day, '14:05').toISOString(), tickets: 4 },
      { name: 'Agencia Dos', last_sale_at: past.at(past.day, '14:00').toISOString(), tickets: 1 },
    ])
  })
})

describe('every call', () => {
  const calls = Object.entries(kpis.endpoints)

  it.each(calls)('%s answers the same from six time zones, inside its schema', async (_, endpoint) => {
    const answers = []
    for (const timezone of [
      'America/Caracas',
      'UTC',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'Asia/Kolkata',
      'America/Panama',
    ]) {
      const reply = await app.call(
        endpoint,
        { query: { from: past.before, to: past.day } },
        { as: 'banca', headers: { timezone } },
      )
      expect(reply.status).toBe(200)
      expect(endpoint.response.safeParse(reply.body).success).toBe(true)
      answers.push(reply.body)
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it.each(calls)('%s keeps a caller inside its subtree and its range inside a year', async (_, endpoint) => {
    const { day, world } = past
    const status = (query: object, as = 'agencia') =>
      app
        .call(endpoint, { query: { from: day, to: day, ...query } }, { as })
        .then(({ status: code, problem }) => (code === 200 ? 200 : problem.code))
    expect(await status({ partner_id: world.partner.taquilla2 })).toBe(200)
    expect(await status({ partner_id: world.partner.agencia2 })).toBe('not_found')
    expect(await status({ partner_id: world.partner.banca })).toBe('not_found')
    expect(await status({ partner_id: 2_000_000_000 })).toBe('not_found')
    expect(await status({ from: day, to: addDays(day, -1) })).toBe('range_backwards')
    expect(await status({ from: addDays(day, -366), to: day })).toBe('range_too_long')
    expect(await status({ from: addDays(day, -365), to: day })).toBe(200)
    expect(await status({ from: '2026-02-30' })).toBe('invalid')
    expect(await status({}, 'taquilla')).toBe('forbidden')
  })
})
