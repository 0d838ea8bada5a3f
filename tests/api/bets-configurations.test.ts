/** Bets configuration: what is own, what is inherited and from whom, and what a save must not say. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { betsConfigurations, type BetsConfiguration } from '../../contract/bets-configurations.ts'
import { tickets } from '../../contract/tickets.ts'
import { betTypeId } from '../support/world.ts'
import { openRegistry, outcome, refusal, type Registry } from './agencies-setup.ts'

let registry: Registry
let { world, app } = {} as Registry
/** An agency of the distributor Norte, a new one for each test. */
let agency: number
let lotto: number
const animal = betTypeId('ANIMALITO')

beforeAll(async () => {
  registry = await openRegistry()
  ;({ world, app } = registry)
  lotto = world.product('LOTTO_ACTIVO')
  const { banca, norte } = world.partner
  await world.db.run(
    sql`
      INSERT INTO partner_settings (partner_id, annul_minutes, prize_days, max_lines)
      VALUES (${banca}, 5, 30, 60), (${norte}, 3, NULL, NULL)`,
  )
  await world.db.run(
    sql`
      INSERT INTO partner_limits
      VALUES (${banca}, 'BS', 1, 5000, 9000), (${banca}, 'USD', 1, NULL, NULL), (${norte}, 'BS', NULL, 4000, NULL)`,
  )
  await world.db.run(sql`INSERT INTO partner_products VALUES (${norte}, ${world.product('SELVA_PLUS')}, false)`)
  await world.db.run(
    sql`INSERT INTO partner_multipliers VALUES (${norte}, ${world.product('LA_GRANJITA')}, ${animal}, 28)`,
  )
})
afterAll(() => registry?.close())
beforeEach(async () => {
  agency = (await registry.created()).id
})

type Form = { agency_id: number; version: number; [field: string]: unknown }
const empty = (): Form => ({
  agency_id: agency,
  version: 1,
  annul_minutes: null,
  prize_days: null,
  max_lines: null,
  pays_other_agencies: null,
  limits: [],
  products: [],
  multipliers: [],
})
const save = (more: object, as = 'banca') =>
  app.call(betsConfigurations.save, { body: { ...empty(), ...more } as never }, { as })
const show = async (id = agency, as = 'banca') =>
  (await app.call(betsConfigurations.show, { params: { agencyId: id } }, { as })).body
const limit = (currency: string, min_stake: string | null, max_stake: string | null, max_ticket: string | null) => ({
  currency,
  min_stake,
  max_stake,
  max_ticket,
})
const product = (configuration: BetsConfiguration, code: string) =>
  configuration.products.find((one) => one.product_id === world.product(code))!
const multiplier = (value: string | null, product_id = lotto, bet_type_id = animal) => ({
  product_id,
  bet_type_id,
  multiplier: value,
})

describe('show', () => {
  it('tells of each value what is own, what is inherited and from whom', async () => {
    const body = await show()
    expect(body).toMatchObject({
      agency_id: agency,
      version: 1,
      annul_minutes: { own: null, inherited: 3, from: 'Distribuidor Norte' },
      prize_days: { own: null, inherited: 30, from: 'Banca de Prueba' },
      pays_other_agencies: { own: null, inherited: null, from: null },
    })
    expect(body.limits).toEqual([
      {
        currency: 'BS',
        min_stake: { own: null, inherited: '1.00', from: 'Banca de Prueba' },
        max_stake: { own: null, inherited: '4000.00', from: 'Distribuidor Norte' },
        max_ticket: { own: null, inherited: '9000.00', from: 'Banca de Prueba' },
      },
      {
        currency: 'USD',
        min_stake: { own: null, inherited: '1.00', from: 'Banca de Prueba' },
        max_stake: { own: null, inherited: null, from: null },
        max_ticket: { own: null, inherited: null, from: null },
      },
    ])
    expect(product(body, 'SELVA_PLUS').enabled).toEqual({ own: null, inherited: false, from: 'Distribuidor Norte' })
    expect(product(body, 'LOTTO_ACTIVO').enabled).toEqual({ own: null, inherited: true, from: 'Producto' })
    expect(product(body, 'LOTTO_ACTIVO').bet_types[0]).toEqual({
      bet_type_id: animal,
      name: 'Animalito',
      multiplier: { own: null, inherited: '30.00', from: 'Producto' },
    })
    expect(product(body, 'LA_GRANJITA').bet_types[0]!.multiplier).toEqual({
      own: null,
      inherited: '28.00',
      from: 'Distribuidor Norte',
    })
  })

  it('shows a distributor what it inherits from above its own reach', async () => {
    expect((await show(agency, 'distribuidor')).prize_days).toEqual({
      own: null,
      inherited: 30,
      from: 'Banca de Prueba',
    })
  })

  it.each([
    [
      'an agency out of reach',
      async () => (await registry.created({ father_id: world.partner.banca })).id,
      'distribuidor',
    ],
    ['nobody', async () => 999_999, 'banca'],
  ])('does not find %s', async (_, id, as) => {
    const agencyId = await id()
    expect(refusal(await app.call(betsConfigurations.show, { params: { agencyId } }, { as }))).toEqual([
      404,
      'not_found',
      undefined,
    ])
    expect(refusal(await save({ agency_id: agencyId }, as))).toEqual([404, 'not_found', undefined])
  })
})

describe('save', () => {
  it('keeps own values beside inherited ones, and audits both states', async () => {
    const reply = await save({
      annul_minutes: 2,
      pays_other_agencies: false,
      limits: [limit('BS', null, '3000', null)],
      products: [{ product_id: lotto, enabled: false }],
      multipliers: [multiplier('25.5')],
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      version: 2,
      annul_minutes: { own: 2, inherited: 3 },
      pays_other_agencies: { own: false, inherited: null },
    })
    expect(reply.body.limits[0]).toMatchObject({
      min_stake: { own: null, inherited: '1.00' },
      max_stake: { own: '3000.00', inherited: '4000.00' },
    })
    expect(product(reply.body, 'LOTTO_ACTIVO')).toMatchObject({
      enabled: { own: false, inherited: true },
      bet_types: [{ multiplier: { own: '25.50', inherited: '30.00' } }, { name: 'Tripleta' }],
    })
    expect(await show()).toEqual(reply.body)
    const audited = await world.db.one<{ before: object; after: object; significant: boolean }>(
      sql`SELECT before, after, significant FROM audit_log WHERE entity = 'betsConfigurations' AND entity_id = ${String(agency)}`,
    )
    expect(audited).toMatchObject({
      significant: true,
      before: { annul_minutes: null, multipliers: [] },
      after: { annul_minutes: 2, multipliers: [{ name: 'Lotto Activo · Animalito', multiplier: '25.50' }] },
    })
  })

  it('replaces: what the form leaves out is inherited again', async () => {
    await save({
      annul_minutes: 2,
      limits: [limit('BS', '2', null, null)],
      products: [{ product_id: lotto, enabled: false }],
      multipliers: [multiplier('25')],
    })
    const { body } = await save({ version: 2, multipliers: [multiplier(null)] })
    expect(body).toMatchObject({ version: 3, annul_minutes: { own: null }, limits: [{ min_stake: { own: null } }, {}] })
    expect(product(body, 'LOTTO_ACTIVO')).toMatchObject({
      enabled: { own: null },
      bet_types: [{ multiplier: { own: null } }, { name: 'Tripleta' }],
    })
  })

  it('sets the type of rates, which inherits the first there is where nobody says', async () => {
    await world.db.run(sql`
      INSERT INTO rate_types (id, codigo, nombre, by_offices) VALUES (940, 'UNO', 'Uno', false), (941, 'MOS', 'De mostrador', true)
      ON CONFLICT DO NOTHING`)
    const at = world.partner.agencia2
    const choose = async (rate_type_id: number | null) =>
      save({ agency_id: at, version: (await show(at)).version, rate_type_id })
    const { rate_types, rate_type_id } = await show(at)
    const first = rate_types[0]!
    expect(rate_type_id).toEqual({ own: null, inherited: first.id, from: 'Tasas' })
    expect(rate_types).toContainEqual({ id: 941, name: 'De mostrador', by_offices: true })
    expect((await choose(941)).body.rate_type_id).toMatchObject({ own: 941, inherited: first.id })
    const office = await show(world.partner.taquilla3)
    expect(office.rate_type_id).toEqual({ own: null, inherited: 941, from: 'Agencia Dos' })
    const query = { type: 'taquilla' as const, partner_id: at }
    const { body } = await app.call(betsConfigurations.list, { query }, { as: 'banca' })
    expect(body.data.map((row) => row.rate_type)).toEqual([
      { own: null, inherited: 'De mostrador', from: 'Agencia Dos' },
    ])
    expect((await choose(999_999)).problem).toMatchObject({ code: 'invalid', errors: [{ path: 'rate_type_id' }] })
    expect((await choose(null)).body.rate_type_id.own).toBeNull()
  })

  it('leaves alone what it does not show, or was not told: an inactive product, the rate type', async () => {
    await world.db.run(sql`INSERT INTO rate_types (id, codigo, nombre) VALUES (950, 'X', 'X') ON CONFLICT DO NOTHING`)
    await world.db.run(sql`INSERT INTO partner_settings (partner_id, rate_type_id) VALUES (${agency}, 950)`)
    const hidden = world.product('TRIPLE_TACHIRA')
    await world.db.run(
      sql`INSERT INTO partner_multipliers VALUES (${agency}, ${hidden}, ${betTypeId('TRIPLE_A')}, 400)`,
    )
    await world.db.run(sql`UPDATE products SET status = 'inactivo' WHERE id = ${hidden}`)
    expect((await save({})).status).toBe(200)
    await world.db.run(sql`UPDATE products SET status = 'activo' WHERE id = ${hidden}`)
    expect(
      product(await show(), 'TRIPLE_TACHIRA').bet_types.find((one) => one.bet_type_id === betTypeId('TRIPLE_A'))!
        .multiplier.own,
    ).toBe('400.00')
    expect(
      (await world.db.one<{ rate_type_id: number }>(
        sql`SELECT rate_type_id FROM partner_settings WHERE partner_id = ${agency}`,
      ))!.rate_type_id,
    ).toBe(950)
  })

  it('rules the next sale', async () => {
    const own = world.partner.agencia1
    const { version } = await show(own)
    expect((await save({ agency_id: own, version, limits: [limit('BS', null, '20', null)] })).status).toBe(200)
    const draw = await world.draw('LOTTO_ACTIVO')
    const sell = (stake: string) =>
      app.call(
        tickets.sell,
        { body: { currency: 'BS', lines: [{ draw_id: draw, bet_type_id: animal, number: '5', stake }] } },
        { as: 'taquilla' },
      )
    expect((await sell('20.01')).problem.code).toBe('stake_too_large')
    expect((await sell('20.00')).status).toBe(201)
  })

  it.each<[string, () => object, number, string, string]>([
    [
      'a minimum above its maximum',
      () => ({ limits: [limit('BS', '200', '100', null)] }),
      422,
      'limit_contradiction',
      'limits.0.min_stake',
    ],
    [
      'a minimum above the inherited maximum',
      () => ({ limits: [limit('BS', '4000.01', null, null)] }),
      422,
      'limit_contradiction',
      'limits.0.min_stake',
    ],
    [
      'a maximum below the inherited minimum',
      () => ({ limits: [limit('BS', null, '0.99', null)] }),
      422,
      'limit_contradiction',
      'limits.0.min_stake',
    ],
    [
      'a maximum above its ticket',
      () => ({ limits: [limit('USD', null, '60', '50')] }),
      422,
      'limit_contradiction',
      'limits.0.max_stake',
    ],
    [
      'a ticket below the inherited maximum',
      () => ({ limits: [limit('BS', null, null, '3999')] }),
      422,
      'limit_contradiction',
      'limits.0.max_stake',
    ],
    [
      'a minimum above the ticket where nothing limits the stake',
      () => ({ limits: [limit('USD', '60', null, '50')] }),
      422,
      'limit_contradiction',
      'limits.0.min_stake',
    ],
    [
      'a currency that the agency does not sell',
      () => ({ limits: [limit('COP', '1', null, null)] }),
      422,
      'currency_not_sold',
      'limits.0.currency',
    ],
    [
      'a currency twice',
      () => ({ limits: [limit('BS', '1', null, null), limit('BS', '2', null, null)] }),
      400,
      'invalid',
      'limits.1.currency',
    ],
    [
      'a product twice',
      () => ({
        products: [
          { product_id: lotto, enabled: true },
          { product_id: lotto, enabled: false },
        ],
      }),
      400,
      'invalid',
      'products.1.product_id',
    ],
    [
      'a product that there is not',
      () => ({ products: [{ product_id: 30_000, enabled: true }] }),
      400,
      'invalid',
      'products.0.product_id',
    ],
    [
      'a bet that the product does not offer',
      () => ({ multipliers: [multiplier('60', lotto, betTypeId('TRIPLE_A'))] }),
      422,
      'bet_type_not_offered',
      'multipliers.0.bet_type_id',
    ],
    ['a multiplier of zero', () => ({ multipliers: [multiplier('0.00')] }), 400, 'invalid', 'multipliers.0.multiplier'],
    [
      'a multiplier with three decimals',
      () => ({ multipliers: [multiplier('1.234')] }),
      400,
      'invalid',
      'multipliers.0.multiplier',
    ],
    ['a stake of zero', () => ({ limits: [limit('BS', '0', null, null)] }), 400, 'invalid', 'limits.0.min_stake'],
    [
      'an amount as a number',
      () => ({ limits: [{ ...limit('BS', null, null, null), min_stake: 5 }] }),
      400,
      'invalid',
      'limits.0.min_stake',
    ],
    ['too many minutes', () => ({ annul_minutes: 1441 }), 400, 'invalid', 'annul_minutes'],
  ])('refuses %s, and changes nothing', async (_, more, status, code, path) => {
    const before = await show()
    expect(refusal(await save(more()))).toEqual([status, code, path])
    expect(await show()).toEqual(before)
  })

  it('answers every fault at once', async () => {
    const reply = await save({
      limits: [limit('BS', '200', '100', null), limit('USD', null, '60', '50')],
      multipliers: [multiplier('0')],
    })
    expect(reply.problem.errors?.map((one) => one.path)).toEqual([
      'multipliers.0.multiplier',
      'limits.0.min_stake',
      'limits.1.max_stake',
    ])
  })
})

describe('the father’s values', () => {
  const more: [string, () => object, string][] = [
    ['a larger stake', () => ({ limits: [limit('BS', null, '4000.01', null)] }), 'limits.0.max_stake'],
    ['a larger ticket', () => ({ limits: [limit('BS', null, null, '9000.01')] }), 'limits.0.max_ticket'],
    [
      'a higher multiplier than the product’s',
      () => ({ multipliers: [multiplier('30.01')] }),
      'multipliers.0.multiplier',
    ],
    [
      'a higher multiplier than the distributor’s',
      () => ({ multipliers: [multiplier('28.01', world.product('LA_GRANJITA'))] }),
      'multipliers.0.multiplier',
    ],
    [
      'a product switched off above',
      () => ({ products: [{ product_id: world.product('SELVA_PLUS'), enabled: true }] }),
      'products.0.enabled',
    ],
    ['more minutes to annul', () => ({ annul_minutes: 4 }), 'annul_minutes'],
    ['more days to collect', () => ({ prize_days: 31 }), 'prize_days'],
    ['more lines', () => ({ max_lines: 61 }), 'max_lines'],
  ]
  it.each(more)('hold a distributor back from %s', async (_, form, path) => {
    expect(refusal(await save(form(), 'distribuidor'))).toEqual([422, 'setting_above_father', path])
  })
  it.each(more)('do not hold the banca back from %s', async (_, form) => {
    expect((await save(form(), 'banca')).status).toBe(200)
  })

  it('may be reached, and what the banca granted may stay', async () => {
    expect(
      (
        await save(
          { annul_minutes: 3, limits: [limit('BS', null, '4000', '9000')], multipliers: [multiplier('30')] },
          'distribuidor',
        )
      ).status,
    ).toBe(200)
    expect((await save({ version: 2, multipliers: [multiplier('35')] }, 'banca')).status).toBe(200)
    expect(
      (await save({ version: 3, annul_minutes: 1, multipliers: [multiplier('35.00')] }, 'distribuidor')).status,
    ).toBe(200)
    expect(refusal(await save({ version: 4, multipliers: [multiplier('36')] }, 'distribuidor'))[1]).toBe(
      'setting_above_father',
    )
  })
})

describe('two people at once', () => {
  it('answers what holds now to whoever began with an older version', async () => {
    await save({ annul_minutes: 2 })
    const reply = await save({ annul_minutes: 1 })
    expect(refusal(reply)).toEqual([409, 'changed_meanwhile', undefined])
    expect(reply.problem.current).toMatchObject({ version: 2, annul_minutes: { own: 2 } })
  })

  it('saves one of 16 forms sent at once, whole', async () => {
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        save({ annul_minutes: n, limits: [limit('BS', String(n + 1), null, null)] }),
      ),
    )
    expect(replies.map(outcome).sort()).toEqual([200, ...Array(15).fill('changed_meanwhile')])
    const saved = replies.findIndex((reply) => reply.status === 200)
    expect(await show()).toMatchObject({
      version: 2,
      annul_minutes: { own: saved },
      limits: [{ min_stake: { own: `${saved + 1}.00` } }, {}],
    })
  })
})
