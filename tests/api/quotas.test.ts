/** Quotas of partners: what a filter names, what is own and what inherited, saving over nobody, and one change over all. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { quotas, type QuotaChange, type QuotaRow } from '../../contract/quotas.ts'
import { tickets } from '../../contract/tickets.ts'
import { catalogueProducts } from '../../server/seed/catalogue.ts'
import { headingOf, tableOf } from '../support/csv.ts'
import { betTypeId } from '../support/world.ts'
import { openRegistry, outcome, refusal, type Registry } from './agencies-setup.ts'

let registry: Registry
let { world, app } = {} as Registry
let lotto: number
let granjita: number
const animal = betTypeId('ANIMALITO')
const offers = catalogueProducts.reduce((sum, product) => sum + product.offers.length, 0)
const currencies = 3
const partnersBelow = { banca: 8, norte: 7, sur: 4 }

beforeAll(async () => {
  registry = await openRegistry()
  ;({ world, app } = registry)
  lotto = world.product('LOTTO_ACTIVO')
  granjita = world.product('LA_GRANJITA')
})
afterAll(() => registry?.close())
beforeEach(async () => {
  await world.db.run(sql`DELETE FROM regular_quotas`)
  await world.db.run(sql`DELETE FROM top_quotas`)
})

type Place = keyof Registry['world']['partner']
const quota = (place: Place, amount: string, product_id = lotto, currency = 'BS') =>
  world.db.run(
    sql`INSERT INTO regular_quotas VALUES (${world.partner[place]}, ${product_id}, ${animal}, ${currency}::currency, ${amount})`,
  )
const own = async (place: Place, product_id = lotto, currency = 'BS') =>
  (
    await world.db.one<{ amount: string }>(
      sql`
        SELECT amount
        FROM regular_quotas
        WHERE partner_id = ${world.partner[place]} AND product_id = ${product_id} AND bet_type_id = ${animal}
          AND currency = ${currency}::currency`,
    )
  )?.amount ?? null
const all = () => world.db.rows(sql`SELECT * FROM regular_quotas ORDER BY 1, 2, 3, 4`)
const list = (filter: object = {}, as = 'banca') =>
  app.call(quotas.list, { body: { per_page: 500, ...filter } }, { as })
const row = (place: Place, amount: string | null, before: string | null, more: object = {}) => ({
  partner_id: world.partner[place],
  product_id: lotto,
  bet_type_id: animal,
  currency: 'BS' as const,
  amount,
  before,
  ...more,
})
const save = (rows: object[], as = 'banca') => app.call(quotas.save, { body: { rows: rows as never } }, { as })
const global = (filter: object, change: QuotaChange, expected: number, as = 'banca') =>
  app.call(quotas.global, { query: { expected_matched_rows: expected }, body: { filter, change } }, { as })
const lottoBs = () => ({ product_ids: [lotto], bet_type_ids: [animal], currencies: ['BS'] })
const audits = (action: string) =>
  world.db.rows<{
    entity_id: string | null
    before: unknown
    after: Record<string, unknown>
    significant: boolean
  }>(sql`
  SELECT entity_id, before, after, significant FROM audit_log WHERE action = ${`quotas.${action}`} ORDER BY id DESC LIMIT 3`)

describe('list', () => {
  it('has a row per partner, offer and currency of the subtree, and only of what is asked', async () => {
    expect((await list()).body.total).toBe(partnersBelow.banca * offers * currencies)
    expect((await list({ partner_id: world.partner.sur })).body.total).toBe(partnersBelow.sur * offers * currencies)
    expect((await list({}, 'distribuidor')).body.total).toBe(partnersBelow.norte * offers * currencies)
    expect((await list({ types: ['agencia'], product_ids: [lotto], currencies: ['BS', 'COP'] })).body.total).toBe(
      2 * 2 * 2,
    )
    expect((await list({ ...lottoBs(), q: 'agencia' })).body.data.map((one) => one.partner_name)).toEqual([
      'Agencia Dos',
      'Agencia Uno',
    ])
  })

  it('tells what is own, what is inherited from the nearest that sets it, and the ceiling', async () => {
    await quota('banca', '1000')
    await quota('sur', '300')
    await quota('agencia1', '50')
    await world.db.run(sql`INSERT INTO top_quotas VALUES (${lotto}, ${animal}, 'BS', 900)`)
    const { body } = await list(lottoBs())
    const byName = Object.fromEntries(
      body.data.map(({ partner_name, own: set, inherited, from, top }) => [partner_name, [set, inherited, from, top]]),
    )
    expect(byName).toEqual({
      'Banca de Prueba': ['1000.00', null, null, '900.00'],
      'Distribuidor Norte': [null, '1000.00', 'Banca de Prueba', '900.00'],
      'Distribuidor Sur': ['300.00', '1000.00', 'Banca de Prueba', '900.00'],
      'Agencia Uno': ['50.00', '300.00', 'Distribuidor Sur', '900.00'],
      'Agencia Dos': [null, '1000.00', 'Banca de Prueba', '900.00'],
      'Taquilla Uno': [null, '50.00', 'Agencia Uno', '900.00'],
      'Taquilla Dos': [null, '50.00', 'Agencia Uno', '900.00'],
      'Taquilla Tres': [null, '1000.00', 'Banca de Prueba', '900.00'],
    })
    const set = await list({ ...lottoBs(), own_only: true })
    expect([set.body.total, set.body.data.map((one) => one.partner_name)]).toEqual([
      3,
      ['Agencia Uno', 'Banca de Prueba', 'Distribuidor Sur'],
    ])
    expect((await list({ ...lottoBs(), own_only: true, types: ['taquilla'] })).body).toMatchObject({
      total: 0,
      data: [],
    })
  })

  it.each([1, 7, 83, 500])('walked by pages of %i shows every row once, in one order', async (per_page) => {
    await quota('agencia1', '50')
    const filter = {
      partner_id: world.partner.sur,
      currencies: ['BS', 'USD'],
      product_ids: [lotto, granjita, world.product('TRIPLE_ZULIA')],
    }
    const whole = (await list(filter)).body.data
    const walked: QuotaRow[] = []
    for (let page = 1; walked.length < whole.length; page++) {
      const { body } = await list({ ...filter, page, per_page })
      expect(body.total).toBe(whole.length)
      expect(body.data.length).toBeGreaterThan(0)
      walked.push(...body.data)
    }
    expect(walked).toEqual(whole)
    expect(
      new Set(whole.map((one) => `${one.partner_id}:${one.product_id}:${one.bet_type_id}:${one.currency}`)).size,
    ).toBe(whole.length)
  })

  it('goes away as a file: the rows of the filter in the same order, with whose each value is', async () => {
    await quota('norte', '200.00')
    await quota('agencia1', '40.00')
    await world.db.run(sql`INSERT INTO top_quotas VALUES (${lotto}, ${animal}, 'BS', 900)`)
    const filter = { ...lottoBs(), types: ['agencia' as const], q: 'agencia' }
    const { body } = await list(filter)
    const query = { format: 'csv', csv_style: 'international' } as const
    const file = await app.call(quotas.export, { query, body: filter as never }, { as: 'banca' })
    expect(file.headers['x-row-count']).toBe(String(body.total))
    expect(headingOf(file.raw)).toMatchObject({
      Tipo: 'Agencia',
      Producto: 'Lotto Activo',
      Jugada: 'Animalito',
      Búsqueda: 'agencia',
    })
    const { titles, rows } = tableOf(file.raw, 'Afiliado,Tipo')
    expect(titles).toEqual([
      'Afiliado',
      'Tipo',
      'Producto',
      'Jugada',
      'Moneda',
      'Cupo propio',
      'Heredado',
      'Heredado de',
      'Cupo máximo',
    ])
    expect(rows).toEqual(
      body.data.map((one) => [
        one.partner_name,
        'Agencia',
        'Lotto Activo',
        'Animalito',
        'BS',
        ...[one.own, one.inherited, one.from, one.top].map((value) => value ?? ''),
      ]),
    )
    expect(rows.some((one) => one[5] === '40.00' && one[6] === '200.00')).toBe(true)
    const foreign = { query, body: { partner_id: world.partner.banca } }
    expect(outcome(await app.call(quotas.export, foreign, { as: 'distribuidor' }))).toBe('not_found')
  })

  it('leaves out what is not offered: an inactive product, a bet type switched off, a currency not sold', async () => {
    const agency = await registry.created({ currencies: ['USD'] })
    const only = { partner_id: agency.id, product_ids: [lotto] }
    expect((await list(only)).body.data.map((one) => [one.bet_type_name, one.currency])).toEqual([
      ['Animalito', 'USD'],
      ['Tripleta', 'USD'],
    ])
    await world.db.run(
      sql`UPDATE product_bet_types SET enabled = false WHERE product_id = ${lotto} AND bet_type_id = ${betTypeId('TRIPLETA')}`,
    )
    expect((await list(only)).body.total).toBe(1)
    await world.db.run(sql`UPDATE products SET status = 'inactivo' WHERE id = ${lotto}`)
    expect((await list(only)).body.total).toBe(0)
    await world.db.run(sql`UPDATE product_bet_types SET enabled = true`)
    await world.db.run(sql`UPDATE products SET status = 'activo'`)
    await app.call(agencies.remove, { params: { id: agency.id } }, { as: 'banca' })
  })

  it('does not find a partner out of reach', async () => {
    for (const place of ['banca', 'agencia2'] as const) {
      await world.db.run(sql`UPDATE users SET partner_id = ${world.partner.sur} WHERE username = 'distribuidor'`)
      expect(outcome(await list({ partner_id: world.partner[place] }, 'distribuidor'))).toBe('not_found')
      expect(
        outcome(await app.call(quotas.show, { params: { id: world.partner[place] } }, { as: 'distribuidor' })),
      ).toBe('not_found')
      expect(outcome(await global({ partner_id: world.partner[place] }, { kind: 'inherit' }, 0, 'distribuidor'))).toBe(
        'not_found',
      )
      expect(outcome(await save([row('agencia1', '5', null), row(place, '5', null)], 'distribuidor'))).toBe('not_found')
      expect(await all()).toEqual([])
      await world.db.run(sql`UPDATE users SET partner_id = ${world.partner.norte} WHERE username = 'distribuidor'`)
    }
  })
})

describe('show', () => {
  it("is one partner's whole sheet, with a version that follows its own values", async () => {
    await quota('norte', '100')
    const sheet = async () =>
      (await app.call(quotas.show, { params: { id: world.partner.norte } }, { as: 'supervisor' })).body
    const first = await sheet()
    expect(first).toMatchObject({ partner_id: world.partner.norte, partner_name: 'Distribuidor Norte' })
    expect(first.rows).toEqual((await list({ q: 'norte' })).body.data)
    expect(first.rows).toHaveLength(offers * currencies)
    expect((await sheet()).version).toBe(first.version)
    await save([row('norte', '101', '100')])
    expect((await sheet()).version).not.toBe(first.version)
  })
})

describe('save', () => {
  it('sets, changes and lifts, audits each partner before and after, and rules the next sale', async () => {
    await quota('agencia1', '50')
    const reply = await save([
      row('agencia1', '20.00', '50.00'),
      row('sur', '30', null),
      row('agencia1', '7', null, { currency: 'USD' }),
    ])
    expect([reply.status, reply.body]).toEqual([200, { saved: 3 }])
    expect([await own('agencia1'), await own('sur'), await own('agencia1', lotto, 'USD')]).toEqual([
      '20.00',
      '30.00',
      '7.00',
    ])
    const [second, first] = await audits('save')
    expect([first, second].map((one) => Number(one!.entity_id)).sort()).toEqual(
      [world.partner.sur, world.partner.agencia1].sort(),
    )
    expect([first, second].find((one) => Number(one!.entity_id) === world.partner.agencia1)).toMatchObject({
      significant: true,
      before: [
        { currency: 'BS', amount: '50.00', name: 'Lotto Activo · Animalito' },
        { currency: 'USD', amount: null },
      ],
      after: [
        { currency: 'BS', amount: '20.00' },
        { currency: 'USD', amount: '7' },
      ],
    })
    const draw = await world.draw('LOTTO_ACTIVO')
    const sell = (stake: string) =>
      app.call(
        tickets.sell,
        { body: { currency: 'BS', lines: [{ draw_id: draw, bet_type_id: animal, number: '5', stake }] } },
        { as: 'taquilla' },
      )
    expect(outcome(await sell('20.01'))).toBe('quota_exceeded')
    expect(outcome(await sell('20.00'))).toBe(201)
    expect((await save([row('agencia1', null, '20')])).body).toEqual({ saved: 1 })
    expect(await own('agencia1')).toBeNull()
    expect(outcome(await sell('10.01'))).toBe('quota_exceeded')
    expect(outcome(await sell('10.00'))).toBe(201)
  })

  it('writes over nobody: a value that moved meanwhile refuses the whole set, telling which', async () => {
    await quota('agencia1', '60')
    await quota('agencia2', '10')
    const before = await all()
    const reply = await save([row('agencia1', '70', '50'), row('agencia2', '11', '10'), row('norte', null, '5')])
    expect(refusal(reply)).toEqual([409, 'changed_meanwhile', undefined])
    expect(reply.problem['rows']).toEqual([
      {
        partner_id: world.partner.agencia1,
        product_id: lotto,
        bet_type_id: animal,
        currency: 'BS',
        before: '50',
        own: '60.00',
      },
      {
        partner_id: world.partner.norte,
        product_id: lotto,
        bet_type_id: animal,
        currency: 'BS',
        before: '5',
        own: null,
      },
    ])
    expect(await all()).toEqual(before)
  })

  it('of two who start from the same value, one saves', async () => {
    await quota('agencia1', '60')
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => save([row('agencia1', String(61 + n), '60')])),
    )
    expect(replies.map(outcome).sort()).toEqual([200, ...Array<string>(7).fill('changed_meanwhile')])
    const fresh = await Promise.all(Array.from({ length: 8 }, (_, n) => save([row('agencia2', String(61 + n), null)])))
    expect(fresh.map(outcome).sort()).toEqual([200, ...Array<string>(7).fill('changed_meanwhile')])
  })

  it.each<[string, () => object[], string, string, string?]>([
    ['a row twice', () => [row('agencia1', '5', null), row('agencia1', '6', null)], 'invalid', 'rows.1'],
    [
      'a bet type the product does not offer',
      () => [row('agencia1', '5', null), row('sur', '5', null, { bet_type_id: betTypeId('TRIPLE_A') })],
      'bet_type_not_offered',
      'rows.1.amount',
    ],
    [
      'a product that does not exist',
      () => [row('agencia1', '5', null, { product_id: 9_999 })],
      'bet_type_not_offered',
      'rows.0.amount',
    ],
    ['an amount below zero', () => [row('agencia1', '-5', null)], 'invalid', 'rows.0.amount'],
    ['nothing', () => [], 'invalid', 'rows'],
    [
      'more rows than a save takes',
      () => Array.from({ length: 2_001 }, () => row('agencia1', '5', null)),
      'invalid',
      'rows',
    ],
  ])('refuses %s and keeps everything', async (_, rows, code, path) => {
    const reply = await save(rows())
    expect([reply.problem.code, reply.problem.errors?.[0]?.path]).toEqual([code, path])
    expect(await all()).toEqual([])
  })

  it('refuses a currency in which the partner does not sell, and keeps everything', async () => {
    const sellsIn = (currencies: string) =>
      world.db.run(sql`UPDATE partners SET currencies = ${currencies}::currency[] WHERE id = ${world.partner.agencia2}`)
    await sellsIn('{BS}')
    const reply = await save([row('agencia1', '5', null), row('agencia2', '5', null, { currency: 'COP' })])
    await sellsIn('{BS,USD,COP}')
    expect([reply.problem.code, reply.problem.errors?.[0]?.path]).toEqual(['currency_not_sold', 'rows.1.amount'])
    expect(await all()).toEqual([])
  })

  it('a distributor rules what hangs below and never raises what it was granted itself', async () => {
    await quota('banca', '1000')
    await quota('norte', '100')
    expect(outcome(await save([row('norte', '100.01', '100')], 'distribuidor'))).toBe('setting_above_father')
    expect(outcome(await save([row('norte', null, '100')], 'distribuidor'))).toBe('setting_above_father')
    expect(
      outcome(
        await global({ ...lottoBs(), types: ['distribuidor'] }, { kind: 'percent', percent: '1' }, 2, 'distribuidor'),
      ),
    ).toBe('setting_above_father')
    expect(outcome(await global({ ...lottoBs(), own_only: true }, { kind: 'inherit' }, 1, 'distribuidor'))).toBe(
      'setting_above_father',
    )
    expect([await own('norte'), await own('sur')]).toEqual(['100.00', null])
    expect(outcome(await save([row('norte', '90', '100'), row('sur', '5000', null)], 'distribuidor'))).toBe(200)
    expect(
      outcome(await global({ ...lottoBs(), types: ['agencia'] }, { kind: 'set', amount: '7' }, 2, 'distribuidor')),
    ).toBe(200)
    expect(outcome(await save([row('norte', '500', '90')], 'banca'))).toBe(200)
  })

  it('what the banca set below a distributor is lowered there, and neither raised nor lifted, one or many', async () => {
    expect(outcome(await save([row('agencia1', '50', null), row('sur', '80', null)], 'banca'))).toBe(200)
    expect(refusal(await save([row('agencia1', '60', '50')], 'distribuidor'))).toEqual([
      422,
      'setting_above_father',
      'rows.0.amount',
    ])
    expect(outcome(await save([row('agencia1', null, '50')], 'distribuidor'))).toBe('setting_above_father')
    expect(outcome(await save([row('agencia1', '30', '50')], 'distribuidor'))).toBe(200)
    // Lowered, it still is the banca's.
    expect(outcome(await save([row('agencia1', '40', '30')], 'distribuidor'))).toBe('setting_above_father')
    const below = { ...lottoBs(), own_only: true }
    expect((await global(below, { kind: 'inherit' }, 2, 'distribuidor')).problem.detail).toContain('2 cupos los fijó')
    expect(outcome(await global(below, { kind: 'percent', percent: '10' }, 2, 'distribuidor'))).toBe(
      'setting_above_father',
    )
    expect(outcome(await global(below, { kind: 'percent', percent: '-10' }, 2, 'distribuidor'))).toBe(200)
    expect([await own('agencia1'), await own('sur')]).toEqual(['27.00', '72.00'])
    // What its own people set is theirs, and the banca may all.
    expect(outcome(await save([row('agencia2', '10', null)], 'distribuidor'))).toBe(200)
    expect(outcome(await save([row('agencia2', null, '10')], 'distribuidor'))).toBe(200)
    expect(outcome(await save([row('agencia1', null, '27'), row('sur', '500', '72')], 'banca'))).toBe(200)
  })
})

describe('one change over a filter', () => {
  it('sets exactly the rows the list has, and says how many it changed', async () => {
    await quota('agencia1', '50')
    await quota('sur', '40')
    const filter = { ...lottoBs(), types: ['agencia', 'distribuidor'] }
    const { total } = (await list(filter)).body
    const reply = await global(filter, { kind: 'set', amount: '50' }, total)
    expect([reply.status, reply.body]).toEqual([200, { matched: 4, changed: 3 }])
    expect((await list({ ...lottoBs(), own_only: true })).body.data.map((one) => [one.partner_name, one.own])).toEqual([
      ['Agencia Dos', '50.00'],
      ['Agencia Uno', '50.00'],
      ['Distribuidor Norte', '50.00'],
      ['Distribuidor Sur', '50.00'],
    ])
    expect((await audits('global'))[0]).toMatchObject({
      significant: true,
      after: {
        matched: 4,
        changed: 3,
        change: { kind: 'set', amount: '50' },
        rows: expect.arrayContaining([
          {
            partner_id: world.partner.sur,
            product_id: lotto,
            bet_type_id: animal,
            currency: 'BS',
            before: '40.00',
            after: '50.00',
          },
        ]),
      },
    })
  })

  it('takes a percentage of the value in force, halves of a cent away from zero; what has none stays without', async () => {
    await quota('banca', '100.05')
    await quota('agencia1', '0.05')
    await quota('agencia2', '33.33', granjita)
    const filter = {
      product_ids: [lotto, granjita],
      bet_type_ids: [animal],
      currencies: ['BS'],
      types: ['banca', 'agencia'],
    }
    expect((await global(filter, { kind: 'percent', percent: '-50' }, 6)).body).toEqual({ matched: 6, changed: 4 })
    expect([
      await own('banca'),
      await own('agencia1'),
      await own('agencia2'),
      await own('agencia2', granjita),
      await own('agencia1', granjita),
    ]).toEqual(['50.03', '0.03', '50.03', '16.67', null])
    expect((await global(filter, { kind: 'percent', percent: '10.25' }, 6)).body.changed).toBe(3)
    expect([await own('banca'), await own('agencia1'), await own('agencia2', granjita)]).toEqual([
      '55.16',
      '0.03',
      '18.38',
    ])
    expect((await global(filter, { kind: 'percent', percent: '-100' }, 6)).body.changed).toBe(4)
    expect(await own('banca')).toBe('0.00')
  })

  it('inherits again: own values go, and only those of the filter', async () => {
    await quota('banca', '100')
    await quota('agencia1', '50')
    await quota('agencia2', '60')
    expect((await global({ ...lottoBs(), own_only: true, types: ['agencia'] }, { kind: 'inherit' }, 2)).body).toEqual({
      matched: 2,
      changed: 2,
    })
    expect([await own('banca'), await own('agencia1'), await own('agencia2')]).toEqual(['100.00', null, null])
  })

  it.each([0, 1, 3, 1_000])(
    'refuses when %i rows were expected and two match, and touches nothing',
    async (expected) => {
      await quota('agencia1', '50')
      const before = await all()
      const reply = await global({ ...lottoBs(), types: ['agencia'] }, { kind: 'set', amount: '1' }, expected)
      expect([reply.status, reply.problem.code, reply.problem['matched']]).toEqual([409, 'matched_rows_changed', 2])
      expect(await all()).toEqual(before)
    },
  )

  it.each<[string, QuotaChange]>([
    ['below nothing', { kind: 'percent', percent: '-100.01' }],
    ['above the largest amount', { kind: 'percent', percent: '999' }],
    ['by more than three digits', { kind: 'percent', percent: '1000' }],
  ])('refuses a percentage that goes %s', async (_, change) => {
    await quota('agencia1', '999999999999.99')
    const before = await all()
    expect(outcome(await global({ ...lottoBs(), types: ['agencia'] }, change, 2))).toBe('invalid')
    expect(await all()).toEqual(before)
  })

  it('is for who may write', async () => {
    expect(outcome(await global(lottoBs(), { kind: 'inherit' }, 8, 'supervisor'))).toBe('forbidden')
    expect(outcome(await save([row('agencia1', '5', null)], 'supervisor'))).toBe('forbidden')
    expect((await list({}, 'supervisor')).status).toBe(200)
  })
})
