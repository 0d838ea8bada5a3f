/** Lookups for selects: every value once, in the words that screens show. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { general } from '../../contract/general.ts'
import { openCatalogue, type Catalogue } from './products-setup.ts'

let catalogue: Catalogue
let { world, app, tomorrow } = {} as Catalogue

beforeAll(async () => {
  catalogue = await openCatalogue()
  ;({ world, app, tomorrow } = catalogue)
})
afterAll(() => catalogue?.close())

describe('lookups', () => {
  const constant = [
    'typesDraw',
    'playTypes',
    'typesProduct',
    'ticketStatus',
    'times',
    'categories',
    'status',
    'paymentTypes',
  ] as const

  it.each(constant)('%s: each choice has its own id, code and name', async (name) => {
    const { status, body } = await app.call(general[name], {}, { as: 'taquilla' })
    expect(status).toBe(200)
    expect(body.data.length).toBeGreaterThan(1)
    for (const key of ['id', 'code', 'name'] as const)
      expect(new Set(body.data.map((one) => one[key])).size).toBe(body.data.length)
    expect(body.data.every((one) => one.name.length > 0)).toBe(true)
  })

  it('times are the three turns of the day, without a gap', async () => {
    const { body } = await app.call(general.times, {}, { as: 'taquilla' })
    expect(body.data.map(({ id, name, from, to }) => [id, name, from, to])).toEqual([
      [1, 'Mañana', '00:00', '12:00'],
      [2, 'Tarde', '12:00', '18:00'],
      [3, 'Noche', '18:00', '24:00'],
    ])
  })

  it('bet types and lotteries come from the catalogue, the inactive ones too', async () => {
    await world.db.run(sql`UPDATE products SET status = 'inactivo' WHERE code = 'TRIPLE_ZULIA'`)
    const bets = (await app.call(general.typesBet, {}, { as: 'taquilla' })).body.data
    expect(bets).toHaveLength(15)
    expect(bets[2]).toEqual({ id: 3, code: 'TRIPLE_B', name: 'Triple B', kind: 'triple', place: 'B' })
    const lotteries = (await app.call(general.lotteries, {}, { as: 'taquilla' })).body.data
    expect(lotteries).toHaveLength(14)
    expect(lotteries.at(-1)).toMatchObject({ code: 'TRIPLE_ZULIA', kind: 'triples', zone: 'America/Caracas' })
    await world.db.run(sql`UPDATE products SET status = 'activo' WHERE code = 'TRIPLE_ZULIA'`)
  })

  it('draws are those of a day and product, named by their hour in the banca', async () => {
    const draws = async (query: object) => (await app.call(general.draws, { query }, { as: 'taquilla' })).body.data
    const own = await draws({ day: tomorrow, product_id: world.product('TRIPLE_CARACAS') })
    expect(own.map(({ name, state }) => [name, state])).toEqual([
      ['Triple Caracas 13:00', 'programado'],
      ['Triple Caracas 16:30', 'programado'],
      ['Triple Caracas 19:10', 'programado'],
    ])
    await world.db.run(sql`UPDATE draws SET state = 'suspendido' WHERE id = ${own[0]!.id}`)
    expect((await draws({ day: tomorrow, product_id: world.product('TRIPLE_CARACAS') }))[0]!.state).toBe('suspendido')
    expect((await draws({ day: tomorrow })).length).toBeGreaterThan(own.length)
    const open = await world.draw('LA_GRANJITA')
    expect((await draws({})).find((draw) => draw.id === open)).toMatchObject({ state: 'abierto' })
  })

  it('external systems are the configured sources of results, without their addresses', async () => {
    const systems = async () => (await app.call(general.externalSystems, {}, { as: 'banca' })).body.data
    vi.stubEnv('RESULT_SOURCES', '')
    expect(await systems()).toEqual([])
    vi.stubEnv('RESULT_SOURCES', 'oficial=https://resultados.example/{day}?clave=secreta;Respaldo=https://otra.example')
    expect(await systems()).toEqual([
      { id: 'oficial', code: 'OFICIAL', name: 'oficial' },
      { id: 'Respaldo', code: 'RESPALDO', name: 'Respaldo' },
    ])
    vi.unstubAllEnvs()
  })
})
