/** Lookups: products on offer, and currencies with the rate that rules a partner. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { general } from '../../contract/general.ts'
import { openRegistry, refusal, type Registry } from './agencies-setup.ts'

let registry: Registry
let { world, app } = {} as Registry

beforeAll(async () => {
  registry = await openRegistry()
  ;({ world, app } = registry)
})
afterAll(() => registry?.close())

describe('products', () => {
  it('are the active ones, with the bet types they offer', async () => {
    const { body } = await app.call(general.products, {}, { as: 'polla' })
    const chance = body.data.find((product) => product.code === 'TRIPLE_CHANCE')!
    expect(chance).toMatchObject({ kind: 'triples', name: 'Triple Chance' })
    expect(chance.bet_types.slice(0, 3).map(({ code, kind }) => [code, kind])).toEqual([
      ['TRIPLE_A', 'triple'],
      ['TRIPLE_B', 'triple'],
      ['TRIPLE_C', 'triple'],
    ])
    expect(body.data.find((product) => product.code === 'LOTTO_ACTIVO')!.bet_types.map((one) => one.code)).toEqual([
      'ANIMALITO',
      'TRIPLETA',
    ])
  })

  it('leave out what is switched off', async () => {
    await world.db.run(sql`UPDATE products SET status = 'inactivo' WHERE code = 'SELVA_PLUS'`)
    await world.db.run(
      sql`UPDATE product_bet_types SET enabled = false WHERE product_id = ${world.product('TRIPLE_ZULIA')}`,
    )
    const { body } = await app.call(general.products, {}, { as: 'banca' })
    expect(body.data.map((product) => product.code)).not.toContain('SELVA_PLUS')
    expect(body.data.find((product) => product.code === 'TRIPLE_ZULIA')!.bet_types).toEqual([])
  })
})

describe('currencies', () => {
  const rates = async (as: string) =>
    Object.fromEntries((await app.call(general.currencies, {}, { as })).body.data.map(({ code, rate }) => [code, rate]))

  it('have no rate before one is set', async () => {
    await world.db.run(sql`DELETE FROM rates`)
    const { body } = await app.call(general.currencies, {}, { as: 'taquilla' })
    expect(body.data).toEqual([
      { code: 'BS', name: 'Bolívares', symbol: 'Bs', decimals: 2, rate: null, rate_at: null },
      { code: 'USD', name: 'Dólares', symbol: '$', decimals: 2, rate: null, rate_at: null },
      { code: 'COP', name: 'Pesos Colombianos', symbol: '$', decimals: 0, rate: null, rate_at: null },
    ])
  })

  it('carry the newest rate already in force, of the type that the nearest ancestor works with', async () => {
    await world.db.run(sql`DELETE FROM rates`)
    await world.db.run(sql`UPDATE partner_settings SET rate_type_id = NULL`)
    await world.db.run(
      sql`INSERT INTO rate_types (id, codigo, nombre) VALUES (901, 'UNA', 'Una'), (902, 'OTRA', 'Otra')`,
    )
    await world.db.run(sql`
      INSERT INTO rates (rate_type_id, currency, rate, valid_from) VALUES
      (901, 'USD', 100.5, now() - interval '2 days'), (901, 'USD', 110.25, now() - interval '1 hour'),
      (901, 'USD', 999, now() + interval '1 hour'),
      (902, 'USD', 150, now() - interval '1 day'), (902, 'COP', 0.03, now() - interval '1 day')`)
    await world.db.run(
      sql`
        INSERT INTO partner_settings (partner_id, rate_type_id)
        VALUES (${world.partner.banca}, 901), (${world.partner.sur}, 902)
        ON CONFLICT (partner_id) DO UPDATE SET rate_type_id = excluded.rate_type_id`,
    )
    expect(await rates('lejana')).toEqual({ BS: null, USD: '110.250000', COP: null })
    expect(await rates('taquilla')).toEqual({ BS: null, USD: '150.000000', COP: '0.030000' })
  })

  it('are those of the banca', async () => {
    await world.db.run(sql`UPDATE banca SET currencies = '{COP,BS}'`)
    expect(Object.keys(await rates('banca'))).toEqual(['BS', 'COP'])
  })
})

it('asks who is asking', async () => {
  expect(refusal(await app.call(general.products, {}))).toEqual([401, 'unauthenticated', undefined])
  expect(refusal(await app.call(general.currencies, {}))).toEqual([401, 'unauthenticated', undefined])
})
