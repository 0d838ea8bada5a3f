/** The banca's ceilings: a row per offer and currency with what open draws have used, saved over nobody, changed all at once. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QuotaChange } from '../../contract/quotas.ts'
import { topQuotas } from '../../contract/top-quotas.ts'
import { tickets } from '../../contract/tickets.ts'
import { catalogueProducts } from '../../server/seed/catalogue.ts'
import { headingOf, tableOf } from '../support/csv.ts'
import { betTypeId } from '../support/world.ts'
import { openRegistry, outcome, type Registry } from './agencies-setup.ts'

let registry: Registry
let { world, app } = {} as Registry
let lotto: number
const animal = betTypeId('ANIMALITO')
const offers = catalogueProducts.reduce((sum, product) => sum + product.offers.length, 0)

beforeAll(async () => {
  registry = await openRegistry()
  ;({ world, app } = registry)
  lotto = world.product('LOTTO_ACTIVO')
})
afterAll(() => registry?.close())
beforeEach(() => world.db.run(sql`DELETE FROM top_quotas`))

const set = (amount: string, product_id = lotto, currency = 'BS') =>
  world.db.run(sql`INSERT INTO top_quotas VALUES (${product_id}, ${animal}, ${currency}::currency, ${amount})`)
const list = async () => (await app.call(topQuotas.list, {}, { as: 'banca' })).body.data
const one = async (product_id = lotto, currency = 'BS') =>
  (await list()).find(
    (row) => row.product_id === product_id && row.bet_type_id === animal && row.currency === currency,
  )!
const all = () => world.db.rows(sql`SELECT * FROM top_quotas ORDER BY 1, 2, 3`)
const row = (amount: string | null, before: string | null, more: object = {}) => ({
  product_id: lotto,
  bet_type_id: animal,
  currency: 'BS' as const,
  amount,
  before,
  ...more,
})
const save = (rows: object[], as = 'banca') => app.call(topQuotas.save, { body: { rows: rows as never } }, { as })
const global = (filter: object, change: QuotaChange, expected: number) =>
  app.call(topQuotas.global, { query: { expected_matched_rows: expected }, body: { filter, change } }, { as: 'banca' })
const sell = (draw_id: number, number: string, stake: string, as = 'taquilla', currency = 'BS') =>
  app.call(
    tickets.sell,
    {
      body: {
        currency: currency as 'BS',
        confirm_repeated: true,
        lines: [{ draw_id, bet_type_id: animal, number, stake }],
      },
    },
    { as },
  )

describe('list', () => {
  it('has a row per offer and currency of the banca, in the order of the products', async () => {
    await set('500')
    const rows = await list()
    expect(rows).toHaveLength(offers * 3)
    expect(
      rows.slice(0, 3).map((found) => [found.product_name, found.bet_type_name, found.currency, found.amount]),
    ).toEqual([
      ['Lotto Activo', 'Animalito', 'BS', '500.00'],
      ['Lotto Activo', 'Animalito', 'USD', null],
      ['Lotto Activo', 'Animalito', 'COP', null],
    ])
  })

  it('is narrowed by the filter of a change, and goes away whole as a file', async () => {
    await set('250.00')
    const filter = { product_ids: [lotto], currencies: ['BS' as const] }
    const asked = { product_ids: String(lotto), currencies: 'BS' } as never
    const { data } = (await app.call(topQuotas.list, { query: asked }, { as: 'banca' })).body
    expect(data).toEqual(
      (await list()).filter(
        (found) => found.product_id === lotto && filter.currencies.includes(found.currency as 'BS'),
      ),
    )
    const query = { ...(asked as object), format: 'csv', csv_style: 'international' } as never
    const file = await app.call(topQuotas.export, { query }, { as: 'banca' })
    expect(file.headers['x-row-count']).toBe(String(data.length))
    expect(headingOf(file.raw)).toMatchObject({ Reporte: 'Cupos máximos', Producto: 'Lotto Activo', Moneda: 'BS' })
    const { titles, rows } = tableOf(file.raw, 'Producto,Jugada')
    expect(titles).toEqual(['Producto', 'Jugada', 'Moneda', 'Cupo máximo', 'Mayor venta abierta', 'Número más vendido'])
    expect(rows.map(([, bet, code, amount]) => [bet, code, amount])).toEqual(
      data.map((found) => [found.bet_type_name, found.currency, found.amount ?? '']),
    )
    expect(rows.some(([, , , amount]) => amount === '250.00')).toBe(true)
  })

  it('tells the most sold of one number among the draws that are open, over the whole banca', async () => {
    expect(await one()).toMatchObject({ used: null, used_number: null })
    const [first, second, closed] = [
      await world.draw('LOTTO_ACTIVO'),
      await world.draw('LOTTO_ACTIVO'),
      await world.draw('LOTTO_ACTIVO'),
    ]
    await sell(first, '5', '30.00')
    await sell(first, '5', '12.50', 'lejana')
    await sell(second, '5', '10.00')
    await sell(second, '7', '40.00')
    await sell(closed, '9', '99.00')
    await sell(second, '7', '3.00', 'taquilla', 'USD')
    await world.closeDraw(closed)
    expect(await one()).toMatchObject({ used: '42.50', used_number: '5' })
    expect(await one(lotto, 'USD')).toMatchObject({ used: '3.00', used_number: '7' })
    expect(await one(world.product('LA_GRANJITA'))).toMatchObject({ used: null })
    await world.db.run(sql`UPDATE draws SET state = 'suspendido' WHERE id = ${first}`)
    expect(await one()).toMatchObject({ used: '40.00', used_number: '7' })
  })
})

describe('save', () => {
  it('sets and lifts, audited, and rules the next sale', async () => {
    await set('70', lotto, 'USD')
    const reply = await save([row('20.00', null), row(null, '70', { currency: 'USD' })])
    expect([reply.status, reply.body]).toEqual([200, { saved: 2 }])
    expect([(await one()).amount, (await one(lotto, 'USD')).amount]).toEqual(['20.00', null])
    expect(
      await world.db.one(
        sql`SELECT before, after, significant FROM audit_log WHERE action = 'topQuotas.save' ORDER BY id DESC LIMIT 1`,
      ),
    ).toMatchObject({
      significant: true,
      before: [
        { amount: null, name: 'Lotto Activo · Animalito' },
        { amount: '70.00', currency: 'USD' },
      ],
      after: [{ amount: '20.00' }, { amount: null }],
    })
    const draw = await world.draw('LOTTO_ACTIVO')
    expect(outcome(await sell(draw, '5', '20.01'))).toBe('quota_exceeded')
    expect(outcome(await sell(draw, '5', '15.00'))).toBe(201)
    expect(outcome(await sell(draw, '5', '5.01', 'lejana'))).toBe('quota_exceeded')
    expect(outcome(await save([row('10', '20')]))).toBe(200)
    expect(outcome(await sell(draw, '5', '1.00'))).toBe('quota_exceeded')
  })

  it('writes over nobody', async () => {
    await set('60')
    const reply = await save([row('70', '50'), row('5', null, { currency: 'USD' })])
    expect([reply.status, reply.problem.code, reply.problem['rows']]).toEqual([
      409,
      'changed_meanwhile',
      [{ product_id: lotto, bet_type_id: animal, currency: 'BS', before: '50', own: '60.00' }],
    ])
    expect(await all()).toHaveLength(1)
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => save([row(String(n), null, { currency: 'COP' })])),
    )
    expect(replies.map(outcome).sort()).toEqual([200, ...Array<string>(7).fill('changed_meanwhile')])
  })

  it.each<[string, () => object[], string]>([
    ['a row twice', () => [row('5', null), row('6', null)], 'invalid'],
    [
      'what the product does not offer',
      () => [row('5', null, { bet_type_id: betTypeId('TRIPLE_A') })],
      'bet_type_not_offered',
    ],
    ['a currency the banca does not sell in', () => [row('5', null, { currency: 'COP' })], 'currency_not_sold'],
    ['nothing', () => [], 'invalid'],
  ])('refuses %s', async (_, rows, code) => {
    await world.db.run(sql`UPDATE partners SET currencies = '{BS,USD}' WHERE id = ${world.partner.banca}`)
    expect(outcome(await save(rows()))).toBe(code)
    expect(await all()).toEqual([])
    await world.db.run(sql`UPDATE partners SET currencies = '{BS,USD,COP}' WHERE id = ${world.partner.banca}`)
  })

  it("is for the banca's administrator", async () => {
    for (const as of ['supervisor', 'distribuidor']) expect(outcome(await save([row('5', null)], as))).toBe('forbidden')
  })
})

describe('one change over a filter', () => {
  it('sets, takes a percentage and lifts; what has no ceiling gets none by a percentage', async () => {
    const filter = { bet_type_ids: [animal], currencies: ['BS', 'USD'] }
    const matched = (await list()).filter((found) => found.bet_type_id === animal && found.currency !== 'COP').length
    await set('0.05')
    expect((await global(filter, { kind: 'percent', percent: '50' }, matched)).body).toEqual({ matched, changed: 1 })
    expect((await one()).amount).toBe('0.08')
    expect((await global(filter, { kind: 'set', amount: '0.08' }, matched)).body).toEqual({
      matched,
      changed: matched - 1,
    })
    expect(await all()).toHaveLength(matched)
    expect((await global({ ...filter, currencies: ['USD'] }, { kind: 'inherit' }, matched / 2)).body).toEqual({
      matched: matched / 2,
      changed: matched / 2,
    })
    expect(await all()).toHaveLength(matched / 2)
  })

  it('refuses another number of rows than expected, and a percentage that does not fit', async () => {
    await set('999999999999')
    const before = await all()
    const reply = await global({ product_ids: [lotto] }, { kind: 'set', amount: '1' }, 5)
    expect([reply.status, reply.problem.code, reply.problem['matched']]).toEqual([409, 'matched_rows_changed', 6])
    expect(outcome(await global({ product_ids: [lotto] }, { kind: 'percent', percent: '50' }, 6))).toBe('invalid')
    expect(outcome(await global({ product_ids: [lotto] }, { kind: 'percent', percent: '-101' }, 6))).toBe('invalid')
    expect(await all()).toEqual(before)
  })
})
