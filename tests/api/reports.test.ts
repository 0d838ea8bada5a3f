/** The general settlement: every level against the ledger, pages that hold together, and the recalculation. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kpis } from '../../contract/kpis.ts'
import { generalLevels, reports, type GeneralLevel } from '../../contract/reports.ts'
import { addDays } from '../../contract/values/dates.ts'
import { add, compare } from '../../contract/values/money.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let app: TestApp
let past: Past

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const { world, day, sell, prize, annul } = past
  // An agency right under the banca: its sales have no distributor.
  await world.db.run(
    sql`
      DELETE FROM partner_ancestors
      WHERE ancestor_id = ${world.partner.norte} AND partner_id IN (${world.partner.agencia2}, ${world.partner.taquilla3})`,
  )
  await world.db.run(sql`UPDATE partners SET father_id = ${world.partner.banca} WHERE id = ${world.partner.agencia2}`)
  const draw = await world.draw('LOTTO_ACTIVO')
  const other = await world.draw('LA_GRANJITA')
  const bets = (n: number) => [
    { draw, number: String(n), stake: `${n * 7}.15` },
    { draw: other, number: String(n + 1), stake: `${n}.35` },
  ]
  await sell(addDays(day, -1), '23:59', 'taquilla1', 'BS', bets(1), 59_999)
  for (const [n, office] of (['taquilla1', 'taquilla2', 'taquilla3'] as const).entries()) {
    await sell(day, '00:00', office, 'BS', bets(n + 2))
    await sell(day, '12:00', office, 'USD', bets(n + 5))
    await annul(await sell(day, '13:00', office, 'BS', bets(n + 10)))
  }
  await prize(draw, day, '19:00', [{ place: '', number: '3', sign: null }])
  await prize(other, day, '19:00', [{ place: '', number: '3', sign: null }])
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

const general = async (query: object, as = 'banca') => {
  const reply = await app.call(
    reports.general,
    { query: { from: addDays(past.day, -1), to: past.day, ...query } },
    { as },
  )
  expect(reply.status, JSON.stringify(reply.problem)).toBe(200)
  return reply.body
}
const sum = (rows: readonly { sold: string }[]) => add('0', ...rows.map(({ sold }) => sold))

describe('totals', () => {
  it.each(generalLevels)('by %s equal the ledger and the card, whatever is listed', async (level) => {
    for (const currency of ['BS', 'USD'] as const) {
      for (const [as, partner] of [
        ['banca', 'banca'],
        ['distribuidor', 'norte'],
        ['agencia', 'agencia1'],
      ] as const) {
        const { totals, data } = await general({ level, currency }, as)
        const asked = { partner_id: past.world.partner[partner], currency, from: addDays(past.day, -1), to: past.day }
        expect(totals).toHaveLength(1)
        expect(totals[0]).toMatchObject(await past.ledger(asked))
        const card = await app.call(
          kpis.lossProfit,
          { query: { from: asked.from, to: asked.to, currency, compare: 'ninguna' } },
          { as },
        )
        const { sold, prizes, commission, profit } = card.body.totals
        expect(totals[0]).toMatchObject({ sold, prizes, commission, profit })
        if (level !== 'distribuidor') expect(sum(data)).toBe(sold)
      }
    }
  })

  it('do not count a distributor inside another twice, and lose no sale without one', async () => {
    const { data, totals } = await general({ level: 'distribuidor', currency: 'BS' })
    expect(data.map(({ name, has_children }) => [name, has_children]).sort()).toEqual([
      ['Distribuidor Norte', true],
      ['Distribuidor Sur', true],
      ['Sin distribuidor', false],
    ])
    const by = Object.fromEntries(data.map((row) => [row.name, row.sold]))
    expect(by['Distribuidor Sur']).toBe(by['Distribuidor Norte'])
    expect(add(by['Distribuidor Norte']!, by['Sin distribuidor']!)).toBe(totals[0]!.sold)
  })

  it('are of what is filtered, each member once', async () => {
    const { data, totals } = await general({ level: 'distribuidor', q: 'DISTRIBUIDOR', currency: 'BS' })
    expect(data).toHaveLength(3)
    const two = await general({ level: 'distribuidor', q: 'norte uidor', currency: 'BS' })
    expect(two.data.map(({ name }) => name)).toEqual(['Distribuidor Norte'])
    expect(two.totals[0]).toMatchObject({ sold: two.data[0]!.sold, rows: 1 })
    expect(compare(totals[0]!.sold, two.totals[0]!.sold)).toBe(1)
    expect(await general({ q: '%' })).toMatchObject({ data: [], totals: [], total: 0 })
  })

  it('follow from sales, prizes and rates as the domain says', async () => {
    const { totals } = await general({ currency: 'BS' })
    const { sold, prizes, commission, profit, participation, total } = totals[0]!
    expect(add(profit, prizes, commission)).toBe(sold)
    expect(add(total, participation)).toBe(profit)
    expect(compare(prizes, '0')).toBe(1)
  })
})

describe('rows', () => {
  it('name a partner, its kind and whether it goes deeper; an office shows itself', async () => {
    const { partner } = past.world
    const { data } = await general({ partner_id: partner.banca, currency: 'BS' })
    expect(data.map(({ key, name, type, has_children }) => [key, name, type, has_children]).sort()).toEqual(
      [
        [String(partner.norte), 'Distribuidor Norte', 'distribuidor', true],
        [String(partner.agencia2), 'Agencia Dos', 'agencia', true],
      ].sort(),
    )
    for (const level of ['directos', 'distribuidor', 'agencia', 'taquilla'] as const) {
      expect((await general({ level, partner_id: partner.taquilla2, currency: 'BS' })).data).toMatchObject([
        { key: String(partner.taquilla2), type: 'taquilla', has_children: false, tickets: 1 },
      ])
    }
  })

  it('keep currencies apart and count tickets and annulled amounts', async () => {
    const { data, total } = await general({ level: 'taquilla' })
    expect(total).toBe(6)
    const row = data.find(({ name, currency }) => name === 'Taquilla Tres' && currency === 'BS')!
    expect(row).toMatchObject({ tickets: 1, sold: '32.50', annulled: '96.50' })
  })

  it('by product, or of one product, have no tickets', async () => {
    const { world } = past
    const { data } = await general({ level: 'producto', currency: 'BS' })
    expect(data.map(({ name, type, tickets, annulled }) => [name, type, tickets, annulled])).toEqual([
      ['Lotto Activo', 'producto', null, null],
      ['La Granjita', 'producto', null, null],
    ])
    const one = await general({ level: 'taquilla', product_id: world.product('LA_GRANJITA'), currency: 'BS' })
    expect(one.totals[0]!.sold).toBe(data[1]!.sold)
    expect(sum(one.data)).toBe(data[1]!.sold)
  })

  it('by day are in order, a sale at 23:59:59.999 on its own day', async () => {
    const { data } = await general({ level: 'dia', currency: 'BS' })
    expect(data.map(({ key, tickets }) => [key, tickets])).toEqual([
      [addDays(past.day, -1), 1],
      [past.day, 3],
    ])
    expect(data[0]!.name).toBe(data[0]!.key.split('-').reverse().join('/'))
  })

  it.each([
    'name',
    'code',
    'type',
    'currency',
    'tickets',
    'sold',
    'prizes',
    'commission',
    'profit',
    'participation',
    'total',
    'annulled',
    'payout_percent',
  ])('walk page by page by %s without repeating or losing one', async (field) => {
    for (const sort of [field, `-${field}`]) {
      const seen: string[] = []
      for (let page = 1; page <= 3; page++)
        seen.push(
          ...(await general({ level: 'taquilla', sort, page, per_page: 2 })).data.map(
            ({ key, currency }) => `${key} ${currency}`,
          ),
        )
      expect(new Set(seen).size).toBe(6)
      const whole = (await general({ level: 'taquilla', sort })).data.map(({ key, currency }) => `${key} ${currency}`)
      expect(seen).toEqual(whole)
    }
  })

  it('sort amounts as numbers and refuse what is no column', async () => {
    const { data } = await general({ level: 'taquilla', sort: '-sold' })
    const sold = data.map((row) => row.sold)
    expect(sold).toEqual([...sold].sort((a, b) => compare(b, a)))
    const reply = await app.call(
      reports.general,
      { query: { from: past.day, to: past.day, sort: 'password_hash' as 'sold' } },
      { as: 'banca' },
    )
    expect(reply.problem).toMatchObject({ status: 400, code: 'invalid', errors: [{ path: 'sort' }] })
  })
})

describe('reach', () => {
  it.each(generalLevels)("by %s stays inside the caller's subtree", async (level: GeneralLevel) => {
    const { partner } = past.world
    const outside = await app.call(
      reports.general,
      { query: { from: past.day, to: past.day, level, partner_id: partner.agencia2 } },
      { as: 'distribuidor' },
    )
    expect(outside.problem.code).toBe('not_found')
    const above = await app.call(
      reports.general,
      { query: { from: past.day, to: past.day, level, partner_id: partner.banca } },
      { as: 'agencia' },
    )
    expect(above.problem.code).toBe('not_found')
  })

  it('refuses a range backwards or longer than a year', async () => {
    const code = async (from: string, to: string) =>
      (await app.call(reports.general, { query: { from, to } }, { as: 'banca' })).problem.code
    expect(await code(past.day, addDays(past.day, -1))).toBe('range_backwards')
    expect(await code(addDays(past.day, -366), past.day)).toBe('range_too_long')
  })
})
