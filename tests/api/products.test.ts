/** Products: what a form may say, who saved first, what a change does to bets already sold. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { products, type PollaSettings, type ProductForm } from '../../contract/products.ts'
import { tickets } from '../../contract/tickets.ts'
import { award } from '../../server/rules/award/award.ts'
import { expectBooksHold } from '../support/holds.ts'
import { betTypeId } from '../support/world.ts'
import { refusal } from './agencies-setup.ts'
import { everyDay, formOf, openCatalogue, type Catalogue, type Product } from './products-setup.ts'

let catalogue: Catalogue
let { world, app } = {} as Catalogue

beforeAll(async () => {
  catalogue = await openCatalogue()
  ;({ world, app } = catalogue)
})
afterAll(() => catalogue?.close())
afterEach(() => expectBooksHold(world.db))

const animal = betTypeId('ANIMALITO')
const offer = (bet_type_id: number, multiplier: string, more: Partial<ProductForm['offers'][number]> = {}) => ({
  bet_type_id,
  multiplier,
  place_multipliers: null,
  enabled: true,
  ...more,
})

describe('list', () => {
  const list = async (query: object = {}) => (await app.call(products.list, { query }, { as: 'banca' })).body

  it('shows every product with what it offers and draws', async () => {
    const { data, total } = await list()
    expect(total).toBe(14)
    expect(data.map((row) => row.position)).toEqual(data.map((row) => row.position).sort((a, b) => a - b))
    expect(data[0]).toMatchObject({
      code: 'LOTTO_ACTIVO',
      kind: 'animalitos',
      bet_types: 2,
      symbols: 38,
      has_sales: false,
      actions: ['update', 'deactivate', 'remove'],
    })
    expect(data[0]!.next_draw_at).toMatch(/^\d{4}-.*Z$/)
  })

  it.each([
    ['kind', { kind: 'panama' }, ['PANAMA_DOMINICAL', 'PANAMA_MIERCOLITO']],
    ['a name without its accents', { q: 'tachira' }, ['TRIPLE_TACHIRA']],
    ['a piece of the code', { q: 'micro_' }, ['MICRO_POLLA']],
    ['nothing that is a pattern', { q: '%' }, []],
    [
      'an order',
      { kind: 'animalitos', sort: '-symbols' },
      ['SELVA_PLUS', 'GUACHARO_ACTIVO', 'LOTTO_ACTIVO', 'LA_GRANJITA', 'LOTTO_ACTIVO_RD'],
    ],
  ])('finds by %s', async (_what, query, codes) => {
    expect((await list(query)).data.map((row) => row.code)).toEqual(codes)
  })

  it('refuses an order it does not have', async () => {
    expect(refusal(await app.call(products.list, { query: { sort: 'settings' as 'name' } }, { as: 'banca' }))).toEqual([
      400,
      'invalid',
      'sort',
    ])
  })
})

describe('a form', () => {
  it('comes back as it was sent, every possible bet beside those on offer', async () => {
    const reply = await catalogue.create({
      name: 'Ruleta',
      code: 'ruleta ',
      schedules: [everyDay('09:00', { weekday_mask: 65, close_minutes: 7, valid_from: '2030-01-01' })],
      exceptions: [{ day: '2030-12-25', local_time: null, kind: 'sin_sorteo' }],
      offers: [offer(animal, '32.50')],
    })
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      code: 'RULETA',
      version: 1,
      schedules: [everyDay('09:00', { weekday_mask: 65, close_minutes: 7, valid_from: '2030-01-01' })],
      wildcards: [],
    })
    expect(reply.body.exceptions).toEqual([{ day: '2030-12-25', local_time: null, kind: 'sin_sorteo' }])
    expect(reply.body.offers.map(({ code, multiplier, enabled }) => [code, multiplier, enabled])).toEqual([
      ['ANIMALITO', '32.5', true],
      ['TRIPLETA', '50', false],
    ])
    expect(await catalogue.lastAudit(reply.body.id)).toMatchObject({
      action: 'products.create',
      before: null,
      after: { code: 'RULETA' },
      significant: true,
    })
  })

  const pa = betTypeId('TERMINAL_PA')
  let made = 0
  it.each<[string, Partial<ProductForm>, string, string]>([
    ['a code in use', { code: 'LOTTO_ACTIVO' }, 'code_taken', 'code'],
    ['a name in use but for its accents', { name: 'LOTTÓ activo' }, 'name_taken', 'name'],
    ['a zone that is none', { zone: 'America/Maracaibo' }, 'unknown_timezone', 'zone'],
    [
      'two hours that coincide',
      { schedules: [everyDay('10:00', { weekday_mask: 3 }), everyDay('10:00', { weekday_mask: 6 })] },
      'schedule_repeated',
      'schedules.1.local_time',
    ],
    [
      'a schedule that ends before it begins',
      { schedules: [everyDay('10:00', { valid_from: '2030-02-01', valid_to: '2030-01-01' })] },
      'range_backwards',
      'schedules.0.valid_to',
    ],
    [
      'an exception said twice',
      {
        exceptions: [
          { day: '2030-01-01', local_time: null, kind: 'sin_sorteo' },
          { day: '2030-01-01', local_time: null, kind: 'sin_sorteo' },
        ],
      },
      'schedule_repeated',
      'exceptions.1.day',
    ],
    [
      'an extra draw without its hour',
      { exceptions: [{ day: '2030-01-01', local_time: null, kind: 'extra' }] },
      'invalid',
      'exceptions.0.local_time',
    ],
    [
      'a bet of another kind',
      { offers: [offer(betTypeId('TRIPLE_A'), '600')] },
      'bet_type_not_offered',
      'offers.0.bet_type_id',
    ],
    ['a bet twice', { offers: [offer(animal, '30'), offer(animal, '31')] }, 'invalid', 'offers.1.bet_type_id'],
    ['a multiplier of zero', { offers: [offer(animal, '0')] }, 'invalid', 'offers.0.multiplier'],
    [
      'places for a bet that wins once',
      { offers: [offer(animal, '30', { place_multipliers: ['3', '2', '1'] })] },
      'invalid',
      'offers.0.place_multipliers',
    ],
    [
      'a Panama bet without its places',
      { kind: 'panama', offers: [offer(pa, '56')] },
      'invalid',
      'offers.0.place_multipliers',
    ],
    [
      'a wildcard that is no number',
      {
        kind: 'triples',
        wildcards: [
          { bet_type_id: betTypeId('TRIPLE_A'), number: '12', multiplier: '700', from_day: null, to_day: null },
        ],
      },
      'number_invalid',
      'wildcards.0.number',
    ],
    [
      'a wildcard of another kind',
      { wildcards: [{ bet_type_id: pa, number: '12', multiplier: '70', from_day: null, to_day: null }] },
      'bet_type_not_offered',
      'wildcards.0.bet_type_id',
    ],
    ['an active polla without its split', { kind: 'polla' }, 'invalid', 'settings.polla'],
    [
      'a polla with hours',
      { kind: 'polla', status: 'inactivo', schedules: [everyDay('10:00')] },
      'invalid',
      'schedules',
    ],
  ])('refuses %s, of a new one and of one that is changed', async (_what, more, code, path) => {
    made += 1
    const kept = (await catalogue.create({ code: `CAMBIA_${made}`, name: `Cambia ${made}` })).body
    for (const reply of [await catalogue.create(more), await catalogue.update(kept, more)])
      expect([reply.problem.code, reply.problem.errors?.[0]?.path]).toEqual([code, path])
  })

  it('says all its faults at once', async () => {
    const reply = await catalogue.create({ code: 'LOTTO_ACTIVO', name: 'Lotto Activo', zone: 'Luna/Cráter' })
    expect(reply.problem.errors?.map((one) => one.path)).toEqual(['code', 'name', 'zone'])
  })

  it('lets the same minute stand on other weekdays or after the other ended', async () => {
    const reply = await catalogue.create({
      schedules: [
        everyDay('10:00', { weekday_mask: 1, valid_to: '2030-01-31' }),
        everyDay('10:00', { weekday_mask: 2 }),
        everyDay('10:00', { weekday_mask: 1, valid_from: '2030-02-01' }),
      ],
    })
    expect(reply.status).toBe(201)
  })

  it('takes a first prize as the multiplier where a number may win several', async () => {
    const dominical = await catalogue.show('PANAMA_DOMINICAL')
    const saved = await catalogue.updated(dominical, {
      offers: [offer(pa, '1', { place_multipliers: ['60', '13.5', '9'] })],
    })
    expect(saved.offers).toEqual([
      {
        bet_type_id: pa,
        code: 'TERMINAL_PA',
        name: 'Terminal Panamá',
        kind: 'terminal_pa',
        enabled: true,
        multiplier: '60',
        place_multipliers: ['60', '13.5', '9'],
      },
    ])
  })

  it('keeps wildcards in one spelling', async () => {
    const tripleta = betTypeId('TRIPLETA')
    const granjita = await catalogue.show('LA_GRANJITA')
    const wildcard = (number: string, bet_type_id = animal) => ({
      bet_type_id,
      number,
      multiplier: '100',
      from_day: null,
      to_day: null,
    })
    const saved = await catalogue.updated(granjita, { wildcards: [wildcard('00'), wildcard('30-12-5', tripleta)] })
    expect(saved.wildcards.map((one) => one.number)).toEqual(['00', '5-12-30'])
    expect(
      refusal(
        await catalogue.update(saved, { wildcards: [wildcard('30-12-5', tripleta), wildcard('12-5-30', tripleta)] }),
      ),
    ).toEqual([400, 'invalid', 'wildcards.1.number'])
    expect(refusal(await catalogue.update(saved, { wildcards: [wildcard('37')] }))).toEqual([
      422,
      'number_invalid',
      'wildcards.0.number',
    ])
  })
})

describe('a polla', () => {
  const split: PollaSettings = {
    symbols: 6,
    price: { BS: '100.00' },
    prize_percent: '80',
    first_percent: '60',
    second_percent: '30',
    weekly_percent: '10',
    source_products: [1, 2],
  }
  const polla = (more: Partial<PollaSettings>) =>
    catalogue.create({
      kind: 'polla',
      settings: { sale_days_before: 1, tripleta_draws: 11, polla: { ...split, ...more } },
    })

  it('shares all of what is for prizes, to the ten thousandth', async () => {
    expect(refusal(await polla({ weekly_percent: '9.9999' }))).toEqual([
      422,
      'split_not_whole',
      'settings.polla.weekly_percent',
    ])
    const whole = (await polla({})).body
    const halved = { ...whole.settings, polla: { ...split, weekly_percent: '5' } }
    expect(refusal(await catalogue.update(whole, { settings: halved }))).toEqual([
      422,
      'split_not_whole',
      'settings.polla.weekly_percent',
    ])
    expect(
      (await polla({ first_percent: '33.3333', second_percent: '33.3333', weekly_percent: '33.3334' })).status,
    ).toBe(201)
  })

  it.each<[string, Partial<PollaSettings>, string]>([
    ['more than everything', { prize_percent: '100.5' }, 'settings.polla.prize_percent'],
    ['draws of digits', { source_products: [6] }, 'settings.polla.source_products.0'],
    ['one product twice', { source_products: [1, 1] }, 'settings.polla.source_products'],
    ['no price', { price: {} }, 'settings.polla.price'],
    ['a price in a currency nobody sells', { price: { EUR: '1.00' } }, 'settings.polla.price.EUR'],
  ])('refuses %s, of a new one and of one that is changed', async (_what, more, path) => {
    const whole = (await polla({})).body
    const changed = { settings: { ...whole.settings, polla: { ...split, ...more } } }
    for (const { problem } of [await polla(more), await catalogue.update(whole, changed)])
      expect(problem.errors?.[0]?.path).toBe(path)
  })

  it('is the only one that keeps such settings', async () => {
    const reply = await catalogue.create({ settings: { sale_days_before: 2, tripleta_draws: 5, polla: split } })
    expect(reply.body.settings).toEqual({ sale_days_before: 2, tripleta_draws: 5, polla: null })
  })
})

describe('two people', () => {
  it('the second is told what the first saved', async () => {
    const read = await catalogue.show('TRIPLE_CHANCE')
    const first = await catalogue.updated(read, { name: 'Triple Chance Nuevo' })
    const second = await catalogue.update(read, { position: 5 })
    expect(refusal(second)).toEqual([409, 'changed_meanwhile', undefined])
    expect(second.problem['current']).toMatchObject({ version: first.version, name: 'Triple Chance Nuevo' })
    expect((await catalogue.show('TRIPLE_CHANCE')).position).toBe(read.position)
  })

  it('one of ten at once wins', async () => {
    const read = await catalogue.show('TRIPLE_ZAMORANO')
    const replies = await Promise.all(Array.from({ length: 10 }, (_, at) => catalogue.update(read, { position: at })))
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect((await catalogue.show('TRIPLE_ZAMORANO')).version).toBe(read.version + 1)
  })

  it('cannot take one name at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, at) => catalogue.create({ name: 'Carrera', code: `CARRERA_${at}` })),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 422, 422, 422, 422, 422])
  })
})

describe('with open bets', () => {
  async function sold(
    code: string,
    bet_type_id: number,
    number: string,
  ): Promise<{ product: Product; draw: number; serial: string }> {
    const draw = await world.draw(code)
    const reply = await app.call(
      tickets.sell,
      {
        body: {
          currency: 'BS',
          lines: [{ draw_id: draw, bet_type_id, number, stake: '10.00' }],
          confirm_repeated: true,
        },
      },
      { as: 'taquilla' },
    )
    expect(reply.status).toBe(201)
    return { product: await catalogue.show(code), draw, serial: reply.body.serial }
  }
  const lineOf = (draw: number) =>
    world.db.one<{ multiplier: string; state: string; prize: string }>(
      sql`SELECT multiplier, state, prize FROM ticket_lines WHERE draw_id = ${draw}`,
    )

  it('a new multiplier does not alter what was sold, and says so in the log', async () => {
    const { product, draw } = await sold('LOTTO_ACTIVO', animal, '5')
    const saved = await catalogue.updated(product, {
      offers: [offer(animal, '90')],
      wildcards: [{ bet_type_id: animal, number: '5', multiplier: '200', from_day: null, to_day: null }],
    })
    expect(saved.offers[0]).toMatchObject({ multiplier: '90', enabled: true })
    expect(await lineOf(draw)).toMatchObject({ multiplier: '30.00' })
    expect(await catalogue.lastAudit(product.id)).toMatchObject({
      significant: true,
      before: { offers: [{ multiplier: '30' }, { name: 'Tripleta' }] },
      after: { offers: [{ multiplier: '90' }] },
    })
    await world.closeDraw(draw)
    await world.run((tx) =>
      award(tx, {
        draw_id: draw,
        numbers: [{ place: '', number: '5', sign: null }],
        entered_by: null,
        confirmed_by: null,
        source: 'prueba',
        at: new Date(),
      }),
    )
    expect(await lineOf(draw)).toMatchObject({ state: 'ganadora', prize: '300.00' })
  })

  it('a bet type that is switched off stops selling, and what was sold of it is still settled', async () => {
    const { product, draw } = await sold('TRIPLE_ZULIA', betTypeId('TERMINAL_B'), '42')
    await catalogue.updated(product, {
      offers: formOf(product).offers.filter((one) => one.bet_type_id !== betTypeId('TERMINAL_B')),
    })
    const refused = await app.call(
      tickets.sell,
      {
        body: {
          currency: 'BS',
          lines: [{ draw_id: draw, bet_type_id: betTypeId('TERMINAL_B'), number: '43', stake: '10.00' }],
        },
      },
      { as: 'taquilla' },
    )
    expect(refusal(refused)).toEqual([422, 'bet_type_not_offered', 'lines.0.bet_type_id'])
    await world.closeDraw(draw)
    const numbers = ['A', 'B', 'C'].map((place) => ({ place, number: '142', sign: place === 'C' ? 'LEO' : null }))
    await world.run((tx) =>
      award(tx, { draw_id: draw, numbers, entered_by: null, confirmed_by: null, source: 'prueba', at: new Date() }),
    )
    expect(await lineOf(draw)).toMatchObject({ state: 'ganadora', prize: '600.00' })
  })

  it('the kind stays until they are settled', async () => {
    const { product, draw } = await sold('TRIPLE_TACHIRA', betTypeId('TRIPLE_A'), '123')
    expect(refusal(await catalogue.update(product, { kind: 'animalitos', offers: [] }))).toEqual([
      409,
      'product_in_use',
      'kind',
    ])
    await world.db.run(sql`DELETE FROM product_wildcards`)
    expect(await lineOf(draw)).toMatchObject({ state: 'pendiente' })
  })

  it('the kind of a product that a polla counts stays too', async () => {
    expect(
      refusal(
        await catalogue.update(await catalogue.show('LA_GRANJITA'), { kind: 'triples', offers: [], wildcards: [] }),
      ),
    ).toEqual([409, 'product_in_use', 'kind'])
  })

  it('a product is deactivated where it would be removed, and sells no more', async () => {
    const { product, draw } = await sold('SELVA_PLUS', animal, '99')
    expect(product).toMatchObject({ has_sales: true, actions: ['update', 'deactivate'] })
    expect((await app.call(products.remove, { params: { id: product.id } }, { as: 'banca' })).body).toEqual({
      id: product.id,
      result: 'desactivado',
    })
    expect(await catalogue.show('SELVA_PLUS')).toMatchObject({
      status: 'inactivo',
      actions: ['update', 'activate'],
      version: product.version + 1,
    })
    expect(await world.db.rows(sql`SELECT 1 FROM draws WHERE id = ${draw}`)).toHaveLength(1)
    expect(await catalogue.draws(product.id, catalogue.tomorrow)).toEqual([])
    const refused = await app.call(
      tickets.sell,
      { body: { currency: 'BS', lines: [{ draw_id: draw, bet_type_id: animal, number: '98', stake: '10.00' }] } },
      { as: 'taquilla' },
    )
    expect(refusal(refused)).toEqual([422, 'bet_type_not_offered', 'lines.0.bet_type_id'])
  })
})

describe('removal', () => {
  it('takes a product that nothing speaks of, its draws with it', async () => {
    const { body } = await catalogue.create({ schedules: [everyDay('10:00')], offers: [offer(animal, '30')] })
    expect(await catalogue.draws(body.id, catalogue.tomorrow)).toHaveLength(1)
    expect((await app.call(products.remove, { params: { id: body.id } }, { as: 'banca' })).body).toEqual({
      id: body.id,
      result: 'eliminado',
    })
    expect(refusal(await app.call(products.show, { params: { id: body.id } }, { as: 'banca' }))).toEqual([
      404,
      'not_found',
      undefined,
    ])
    expect(await catalogue.lastAudit(body.id)).toMatchObject({
      action: 'products.remove',
      after: null,
      significant: true,
    })
  })

  it('deactivates one that a quota, a commission or a polla names', async () => {
    const { body } = await catalogue.create({ offers: [offer(animal, '30')] })
    await world.db.run(
      sql`INSERT INTO top_quotas (product_id, bet_type_id, currency, amount) VALUES (${body.id}, ${animal}, 'BS', 100)`,
    )
    expect((await app.call(products.remove, { params: { id: body.id } }, { as: 'banca' })).body.result).toBe(
      'desactivado',
    )
    expect(
      (await app.call(products.remove, { params: { id: world.product('LA_GRANJITA') } }, { as: 'banca' })).body.result,
    ).toBe('desactivado')
  })

  it('knows no product that is not there', async () => {
    for (const endpoint of [products.show, products.remove, products.symbols]) {
      expect(refusal(await app.call(endpoint, { params: { id: 9999 } }, { as: 'banca' }))).toEqual([
        404,
        'not_found',
        undefined,
      ])
    }
    expect(refusal(await app.call(products.show, { params: { id: 2_147_483_647 } }, { as: 'banca' }))).toEqual([
      404,
      'not_found',
      undefined,
    ])
  })
})
