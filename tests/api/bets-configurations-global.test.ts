/** The bets configuration of many partners: the list, one setting for all of a filter, and partners that are no agencies. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { betsConfigurations } from '../../contract/bets-configurations.ts'
import { headingOf, tableOf } from '../support/csv.ts'
import { betTypeId } from '../support/world.ts'
import { openRegistry, outcome, refusal, type Registry } from './agencies-setup.ts'

let registry: Registry
let { world, app } = {} as Registry
let lotto: number
const animal = betTypeId('ANIMALITO')
type Place = keyof Registry['world']['partner']

beforeAll(async () => {
  registry = await openRegistry()
  ;({ world, app } = registry)
  lotto = world.product('LOTTO_ACTIVO')
})
afterAll(() => registry?.close())
beforeEach(async () => {
  for (const table of ['partner_settings', 'partner_limits', 'partner_products', 'partner_multipliers'])
    await world.db.run(sql`DELETE FROM ${sql.raw(table)}`)
  await world.db.run(
    sql`INSERT INTO partner_settings (partner_id, annul_minutes) VALUES (${world.partner.banca}, 5), (${world.partner.sur}, 3)`,
  )
  await world.db.run(
    sql`INSERT INTO partner_limits VALUES (${world.partner.banca}, 'BS', 1, 5000, 9000), (${world.partner.agencia1}, 'BS', 20, NULL, NULL)`,
  )
})

const list = (query: object = {}, as = 'banca') => app.call(betsConfigurations.list, { query }, { as })
const global = (filter: object, change: object, expected: number, as = 'banca') =>
  app.call(
    betsConfigurations.global,
    { query: { expected_matched_rows: expected }, body: { filter, change: change as never } },
    { as },
  )
const show = async (place: Place) =>
  (await app.call(betsConfigurations.show, { params: { agencyId: world.partner[place] } }, { as: 'banca' })).body
const save = async (place: Place, more: object, as = 'banca') => {
  const { version } = await show(place)
  const body = {
    agency_id: world.partner[place],
    version,
    annul_minutes: null,
    prize_days: null,
    max_lines: null,
    pays_other_agencies: null,
    limits: [],
    products: [],
    multipliers: [],
    ...more,
  }
  return app.call(betsConfigurations.save, { body: body as never }, { as })
}
const state = async () =>
  Promise.all(
    ['partner_settings', 'partner_limits', 'partner_products', 'partner_multipliers'].map((table) =>
      world.db.rows(sql`SELECT * FROM ${sql.raw(table)} ORDER BY 1, 2`),
    ),
  )
const limitOf = async (place: Place) => (await show(place)).limits.find((one) => one.currency === 'BS')!

describe('list', () => {
  it('has the agencies, each with its rules, whose they are, and how much it sets itself', async () => {
    await world.db.run(sql`INSERT INTO partner_products VALUES (${world.partner.agencia2}, ${lotto}, false)`)
    const { body } = await list()
    expect(
      body.data.map((row) => [
        row.partner_name,
        row.annul_minutes,
        row.own_limits,
        row.own_products,
        row.own_multipliers,
      ]),
    ).toEqual([
      ['Agencia Dos', { own: null, inherited: 5, from: 'Banca de Prueba' }, 0, 1, 0],
      ['Agencia Uno', { own: null, inherited: 3, from: 'Distribuidor Sur' }, 1, 0, 0],
    ])
    expect(
      (await list({ type: 'distribuidor', sort: '-partner_name' })).body.data.map((row) => [
        row.partner_name,
        row.annul_minutes.own,
      ]),
    ).toEqual([
      ['Distribuidor Sur', 3],
      ['Distribuidor Norte', null],
    ])
    expect((await list({ partner_id: world.partner.sur })).body).toMatchObject({
      total: 1,
      data: [{ partner_name: 'Agencia Uno' }],
    })
    expect((await list({ q: 'dos' })).body.total).toBe(1)
    expect((await list({ type: 'taquilla', per_page: 2, page: 2 })).body).toMatchObject({
      total: 3,
      data: [{ partner_name: 'Taquilla Uno' }],
    })
  })

  it('goes away as a file: each rule with whose it is', async () => {
    const query = { q: 'agencia', sort: '-partner_name' as const }
    const { data, total } = (await list(query)).body
    const file = await app.call(
      betsConfigurations.export,
      { query: { ...query, format: 'csv', csv_style: 'international' } },
      { as: 'banca' },
    )
    expect(file.headers['x-row-count']).toBe(String(total))
    expect(headingOf(file.raw)).toMatchObject({ 'Tipo de afiliado': 'Agencia', Búsqueda: 'agencia' })
    const { titles, rows } = tableOf(file.raw, 'Afiliado,Tipo')
    expect(titles.slice(0, 3)).toEqual(['Afiliado', 'Tipo', 'Minutos para anular'])
    expect(rows.map(([name, type, minutes]) => [name, type, minutes])).toEqual(
      data.map(({ partner_name, annul_minutes: { own, inherited, from } }) => [
        partner_name,
        'Agencia',
        own === null ? `${inherited} (de ${from})` : String(own),
      ]),
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.map((one) => one[titles.indexOf('Límites propios')])).toContain('1')
  })

  it("is the caller's subtree", async () => {
    expect((await list({ type: 'banca' }, 'distribuidor')).body.total).toBe(0)
    expect(outcome(await list({ partner_id: world.partner.banca }, 'distribuidor'))).toBe('not_found')
    expect(
      outcome(await global({ partner_id: world.partner.banca }, { field: 'max_lines', value: 1 }, 2, 'distribuidor')),
    ).toBe('not_found')
  })
})

describe('one setting over a filter', () => {
  it.each<[string, () => object, (place: Place) => Promise<unknown>, unknown]>([
    [
      'minutes',
      () => ({ field: 'annul_minutes', value: 2 }),
      async (place) => (await show(place)).annul_minutes.own,
      2,
    ],
    ['days', () => ({ field: 'prize_days', value: 8 }), async (place) => (await show(place)).prize_days.own, 8],
    ['lines', () => ({ field: 'max_lines', value: 40 }), async (place) => (await show(place)).max_lines.own, 40],
    [
      'a flag',
      () => ({ field: 'pays_other_agencies', value: false }),
      async (place) => (await show(place)).pays_other_agencies.own,
      false,
    ],
    [
      'a limit',
      () => ({ field: 'max_stake', currency: 'BS', value: '300.5' }),
      async (place) => (await limitOf(place)).max_stake.own,
      '300.50',
    ],
    [
      'a product',
      () => ({ field: 'enabled', product_id: lotto, value: false }),
      async (place) => (await show(place)).products.find((one) => one.product_id === lotto)!.enabled.own,
      false,
    ],
    [
      'a multiplier',
      () => ({ field: 'multiplier', product_id: lotto, bet_type_id: animal, value: '28' }),
      async (place) =>
        (await show(place)).products.find((one) => one.product_id === lotto)!.bet_types[0]!.multiplier.own,
      '28.00',
    ],
  ])('%s: set on all of them, said again changes nothing, and inherited again', async (_, change, read, value) => {
    const before = await state()
    const versions = [(await show('agencia1')).version, (await show('norte')).version]
    expect((await global({}, change(), 2)).body).toEqual({ matched: 2, changed: 2 })
    expect([await read('agencia1'), await read('agencia2'), await read('sur')]).toEqual([
      value,
      value,
      expect.not.toSatisfy((own) => own === value),
    ])
    expect([(await show('agencia1')).version, (await show('norte')).version]).toEqual([versions[0]! + 1, versions[1]])
    expect((await global({}, change(), 2)).body).toEqual({ matched: 2, changed: 0 })
    expect((await global({}, { ...change(), value: null }, 2)).body).toEqual({ matched: 2, changed: 2 })
    expect(await read('agencia1')).toBeNull()
    expect((await state()).slice(1)).toEqual(before.slice(1))
  })

  it('is audited as significant, with what each had', async () => {
    await global({ types: ['distribuidor'] }, { field: 'annul_minutes', value: 1 }, 2)
    expect(
      await world.db.one(
        sql`SELECT before, after, significant FROM audit_log WHERE action = 'betsConfigurations.global' ORDER BY id DESC LIMIT 1`,
      ),
    ).toMatchObject({
      significant: true,
      before: {
        partners: [
          { name: 'Distribuidor Norte', value: null },
          { name: 'Distribuidor Sur', value: 3 },
        ],
      },
      after: { matched: 2, changed: 2, change: { field: 'annul_minutes', value: 1 } },
    })
  })

  it('leaves alone who does not sell in the currency', async () => {
    await world.db.run(sql`UPDATE partners SET currencies = '{USD}' WHERE id = ${world.partner.agencia2}`)
    expect((await global({}, { field: 'max_stake', currency: 'BS', value: '100' }, 2)).body).toEqual({
      matched: 2,
      changed: 1,
    })
    await world.db.run(sql`UPDATE partners SET currencies = '{BS,USD,COP}' WHERE id = ${world.partner.agencia2}`)
  })

  it.each<[string, object, object, number, string]>([
    ['another number of partners than expected', {}, { field: 'max_lines', value: 9 }, 3, 'matched_rows_changed'],
    [
      'a maximum below what one of them asks at least',
      {},
      { field: 'max_stake', currency: 'BS', value: '19.99' },
      2,
      'limit_contradiction',
    ],
    [
      'a maximum that contradicts somebody below',
      { types: ['distribuidor'] },
      { field: 'max_stake', currency: 'BS', value: '15' },
      2,
      'limit_contradiction',
    ],
    ['lines beyond the largest', {}, { field: 'max_lines', value: 501 }, 2, 'invalid'],
    ['a product that there is not', {}, { field: 'enabled', product_id: 9_999, value: true }, 2, 'invalid'],
    [
      'a bet the product does not offer',
      {},
      { field: 'multiplier', product_id: 1, bet_type_id: betTypeId('TRIPLE_A'), value: '5' },
      2,
      'bet_type_not_offered',
    ],
    ['a multiplier of zero', {}, { field: 'multiplier', product_id: 1, bet_type_id: animal, value: '0' }, 2, 'invalid'],
    ['a field that there is not', {}, { field: 'name', value: 'x' }, 2, 'invalid'],
  ])('refuses %s, and nothing changes', async (_, filter, change, expected, code) => {
    const before = await state()
    expect(outcome(await global(filter, change, expected))).toBe(code)
    expect(await state()).toEqual(before)
  })

  it('names whose limits it would contradict, and how many match', async () => {
    const reply = await global({ types: ['distribuidor'] }, { field: 'max_stake', currency: 'BS', value: '15' }, 2)
    expect(reply.problem.detail).toBe(
      'Los límites de Agencia Uno en Bolívares se contradirían: mínimo Bs 20,00, máximo ' +
        'por jugada Bs 15,00, máximo por ticket Bs 9.000,00. No se modificó nada.',
    )
    expect(reply.problem['partner_id']).toBe(world.partner.agencia1)
    expect((await global({}, { field: 'max_lines', value: 9 }, 5)).problem['matched']).toBe(2)
  })

  it('who is so already is not held against another change', async () => {
    await world.db.run(sql`UPDATE partner_limits SET min_stake = 6000 WHERE partner_id = ${world.partner.agencia1}`)
    expect(
      (await global({ types: ['distribuidor'] }, { field: 'max_ticket', currency: 'BS', value: '8000' }, 2)).status,
    ).toBe(200)
  })

  it('holds a distributor to what its father allows, father and son changed together included', async () => {
    expect(refusal(await global({}, { field: 'annul_minutes', value: 4 }, 2, 'distribuidor'))).toEqual([
      422,
      'setting_above_father',
      'change.value',
    ])
    expect((await global({}, { field: 'annul_minutes', value: 4 }, 2, 'distribuidor')).problem.detail).toMatch(
      /^Agencia Uno:/,
    )
    expect(
      (
        await global(
          { partner_id: world.partner.sur, types: ['distribuidor', 'agencia'] },
          { field: 'annul_minutes', value: 5 },
          2,
          'distribuidor',
        )
      ).status,
    ).toBe(200)
    expect(
      (await global({ types: ['distribuidor'] }, { field: 'annul_minutes', value: 6 }, 2, 'distribuidor')).status,
    ).toBe(422)
    expect((await global({}, { field: 'min_stake', currency: 'BS', value: '30' }, 2, 'distribuidor')).status).toBe(200)
    expect(outcome(await global({}, { field: 'max_lines', value: 9 }, 2, 'supervisor'))).toBe('forbidden')
  })

  it('two at once: each whole', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => global({}, { field: 'max_lines', value: n + 10 }, 2)),
    )
    expect(replies.map(outcome)).toEqual(Array(8).fill(200))
    expect((await show('agencia1')).max_lines.own).toBe((await show('agencia2')).max_lines.own)
  })
})

describe('partners that are no agencies', () => {
  it('have a configuration of their own, inherited below', async () => {
    expect(
      (
        await save('norte', {
          annul_minutes: 4,
          multipliers: [{ product_id: lotto, bet_type_id: animal, multiplier: '29' }],
        })
      ).status,
    ).toBe(200)
    expect((await show('agencia2')).annul_minutes).toEqual({ own: null, inherited: 4, from: 'Distribuidor Norte' })
    expect((await save('taquilla1', { max_lines: 3 })).body.max_lines).toEqual({ own: 3, inherited: null, from: null })
    expect((await save('banca', { annul_minutes: 7 })).status).toBe(200)
    expect((await show('norte')).annul_minutes).toEqual({ own: 4, inherited: 7, from: 'Banca de Prueba' })
  })

  it('cannot contradict what is set below', async () => {
    const reply = await save('sur', {
      annul_minutes: 3,
      limits: [{ currency: 'BS', min_stake: null, max_stake: '10', max_ticket: null }],
    })
    expect([outcome(reply), reply.problem['partner_id']]).toEqual(['limit_contradiction', world.partner.agencia1])
    expect((await limitOf('sur')).max_stake.own).toBeNull()
  })

  it('a distributor lowers what it was granted itself and never raises or lifts it', async () => {
    await world.db.run(
      sql`INSERT INTO partner_settings (partner_id, annul_minutes, max_lines) VALUES (${world.partner.norte}, 2, NULL)`,
    )
    await world.db.run(sql`INSERT INTO partner_limits VALUES (${world.partner.norte}, 'BS', NULL, 4000, NULL)`)
    const limits = [{ currency: 'BS', min_stake: null, max_stake: '4000', max_ticket: null }]
    expect(refusal(await save('norte', { annul_minutes: 3, limits }, 'distribuidor'))).toEqual([
      422,
      'setting_above_father',
      'annul_minutes',
    ])
    expect(refusal(await save('norte', { limits }, 'distribuidor'))).toEqual([
      422,
      'setting_above_father',
      'annul_minutes',
    ])
    expect(refusal(await save('norte', { annul_minutes: 2 }, 'distribuidor'))).toEqual([
      422,
      'setting_above_father',
      'limits.0.max_stake',
    ])
    expect(
      refusal(await save('norte', { annul_minutes: 2, limits: [{ ...limits[0], max_stake: '4500' }] }, 'distribuidor')),
    ).toEqual([422, 'setting_above_father', 'limits.0.max_stake'])
    expect(
      outcome(await save('norte', { annul_minutes: 1, limits: [{ ...limits[0], max_stake: '3500' }] }, 'distribuidor')),
    ).toBe(200)
    expect(
      outcome(await global({ types: ['distribuidor'] }, { field: 'annul_minutes', value: null }, 2, 'distribuidor')),
    ).toBe('setting_above_father')
    expect((await show('norte')).annul_minutes.own).toBe(1)
  })
})
