/** Draws of a day: state by the clock, result in words, what the caller's subtree sold. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draws } from '../../contract/draws.ts'
import { tickets } from '../../contract/tickets.ts'
import { addDays } from '../../contract/values/dates.ts'
import { award } from '../../server/rules/award/award.ts'
import { betTypeId } from '../support/world.ts'
import { openRegistry, refusal, type Registry } from './agencies-setup.ts'

let registry: Registry
let { world, app } = {} as Registry

beforeAll(async () => {
  registry = await openRegistry()
  ;({ world, app } = registry)
})
afterAll(() => registry?.close())

const list = (query: object = {}, as = 'banca') => app.call(draws.list, { query }, { as })
const shown = async (id: number, as = 'banca') => (await list({}, as)).body.data.find((draw) => draw.id === id)!
type Numbers = { place: string; number: string; sign: string | null }[]
async function awarded(product: string, numbers: Numbers): Promise<number> {
  const id = await world.draw(product)
  await world.closeDraw(id)
  await world.run((tx) =>
    award(tx, { draw_id: id, numbers, entered_by: null, confirmed_by: null, source: 'prueba', at: new Date() }),
  )
  return id
}

describe('state', () => {
  it.each([
    ['programado', sql`opens_at = now() + interval '1 minute'`],
    ['abierto', sql`opens_at = now() - interval '1 minute'`],
    ['cerrado', sql`closes_at = now() - interval '1 second'`],
    ['suspendido', sql`state = 'suspendido'`],
  ])('is %s', async (state, change) => {
    const id = await world.draw('LOTTO_ACTIVO')
    await world.db.run(sql`UPDATE draws SET ${change} WHERE id = ${id}`)
    expect(await shown(id)).toMatchObject({ state, result: null, product_name: 'Lotto Activo', day: world.today })
    const filtered = await list({ state })
    expect(filtered.body.data.map((draw) => draw.id)).toContain(id)
    expect(new Set(filtered.body.data.map((draw) => draw.state))).toEqual(new Set([state]))
  })
})

describe('result', () => {
  it.each<[string, string, Numbers, string]>([
    ['an animal by its name', 'LOTTO_ACTIVO', [{ place: '', number: '23', sign: null }], '23 Cebra'],
    ['two animals that are not one', 'LA_GRANJITA', [{ place: '', number: '00', sign: null }], '00 Ballena'],
    [
      'columns and sign',
      'TRIPLE_CHANCE',
      [
        { place: 'C', number: '789', sign: 'LEO' },
        { place: 'A', number: '123', sign: null },
        { place: 'B', number: '056', sign: null },
      ],
      'A 123 · B 056 · C 789 LEO',
    ],
  ])('says %s', async (_, product, numbers, text) => {
    expect(await shown(await awarded(product, numbers))).toMatchObject({ state: 'premiado', result: text })
  })
})

describe('sold', () => {
  it('is what the caller’s subtree sold, by currency', async () => {
    const id = await world.draw('LOTTO_ACTIVO')
    const sell = async (as: string, currency: 'BS' | 'USD', stake: string) => {
      const reply = await app.call(
        tickets.sell,
        {
          body: {
            currency,
            lines: [{ draw_id: id, bet_type_id: betTypeId('ANIMALITO'), number: '5', stake }],
            confirm_repeated: true,
          },
        },
        { as },
      )
      expect(reply.status).toBe(201)
    }
    await sell('taquilla', 'BS', '10.00')
    await sell('vecina', 'BS', '2.50')
    await sell('lejana', 'BS', '100.00')
    await sell('lejana', 'USD', '1.00')
    expect((await shown(id, 'agencia')).sold).toEqual([{ currency: 'BS', amount: '12.50' }])
    expect((await shown(id, 'distribuidor')).sold).toEqual([
      { currency: 'BS', amount: '112.50' },
      { currency: 'USD', amount: '1.00' },
    ])
  })
})

describe('list', () => {
  it('is today’s in the banca’s zone, in order of time, with the server’s clock', async () => {
    const { body } = await list()
    expect(new Set(body.data.map((draw) => draw.day))).toEqual(new Set([world.today]))
    const times = body.data.map((draw) => draw.scheduled_at)
    expect(times).toEqual([...times].sort())
    expect(Math.abs(Date.parse(body.server_time) - Date.now())).toBeLessThan(60_000)
  })

  it('takes another day and a product', async () => {
    const id = await world.draw('TRIPLE_CARACAS')
    const tomorrow = addDays(world.today, 1)
    await world.db.run(sql`UPDATE draws SET day = ${tomorrow} WHERE id = ${id}`)
    expect((await list({ day: tomorrow })).body.data.map((draw) => draw.id)).toEqual([id])
    expect((await list({ day: tomorrow, product_id: world.product('LOTTO_ACTIVO') })).body.data).toEqual([])
    expect(
      (await list({ product_id: world.product('TRIPLE_CARACAS') })).body.data.map((draw) => draw.id),
    ).not.toContain(id)
  })

  it.each([
    ['2026-02-30', 'day'],
    ['ayer', 'day'],
  ])('refuses the day %s', async (day, path) => {
    expect(refusal(await list({ day }))).toEqual([400, 'invalid', path])
  })
  it('refuses a state that there is not', async () => {
    expect(refusal(await list({ state: 'activo' }))).toEqual([400, 'invalid', 'state'])
  })
})
