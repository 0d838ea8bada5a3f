/** Draws of a day: state by the clock, result in words, what the caller's subtree sold. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draws } from '../../contract/draws.ts'
import { kpis } from '../../contract/kpis.ts'
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

describe('draws that wait for a person', () => {
  const pending = async (query: object = {}) => (await app.call(draws.pending, { query }, { as: 'banca' })).body
  const yesterday = () => addDays(world.today, -1)
  async function soldIn(product: 'LOTTO_ACTIVO' | 'LA_GRANJITA'): Promise<number> {
    const id = await world.draw(product)
    const line = { draw_id: id, bet_type_id: betTypeId('ANIMALITO'), number: '7', stake: '10.00' }
    const sold = await app.call(tickets.sell, { body: { currency: 'BS', lines: [line] } }, { as: 'taquilla' })
    expect(sold.status).toBe(201)
    return id
  }
  /** A draw of yesterday, with what stands on it. */
  async function past(played: 'sold' | 'nothing'): Promise<number> {
    const id = played === 'sold' ? await soldIn('LOTTO_ACTIVO') : await world.draw('LOTTO_ACTIVO')
    await world.db.run(sql`
      UPDATE draws SET day = ${yesterday()}::date, scheduled_at = scheduled_at - interval '2 days' + ${id} * interval '1 second',
        opens_at = opens_at - interval '3 days', closes_at = closes_at - interval '2 days' WHERE id = ${id}`)
    return id
  }

  it('are those of any day on which somebody’s money stands, the oldest first, until they are awarded', async () => {
    await world.db.run(sql`UPDATE draws SET state = 'suspendido' WHERE state = 'activo' AND closes_at <= now()`)
    const before = await pending()
    expect(before.count).toBe(0)
    const [empty, sold] = [await past('nothing'), await past('sold')]
    const today = await soldIn('LA_GRANJITA')
    const unplayed = await world.draw('SELVA_PLUS')
    await world.db.run(
      sql`
        UPDATE draws
        SET closes_at = now() - interval '40 minutes', scheduled_at = now() - interval '30 minutes'
        WHERE id IN (${today}, ${unplayed})`,
    )
    const { count, data } = await pending()
    expect([count, data.map(({ id }) => id)]).toEqual([2, [sold, today]])
    expect(data.map(({ id }) => id)).not.toContain(empty)
    // Nobody played in it: it is there to be awarded, rings no one and is late for no one.
    const { body } = await app.call(draws.list, {}, { as: 'banca' })
    const of = (id: number) => body.data.find((draw) => draw.id === id)!
    expect([of(unplayed).state, of(unplayed).played, of(unplayed).late]).toEqual(['cerrado', false, false])
    expect([of(today).state, of(today).played, of(today).late]).toEqual(['cerrado', true, true])
    expect((await pending({ limit: 0 })).data).toEqual([])
    expect((await pending({ limit: 1 })).data.map(({ id }) => id)).toEqual([sold])
    expect((await pending({ product_id: world.product('LA_GRANJITA') })).data.map(({ id }) => id)).toEqual([today])
    await world.db.run(sql`
      INSERT INTO result_entries (draw_id, kind, numbers, source, entered_at) VALUES (${empty}, 'resultado', '[]', 'prueba', now())`)
    expect((await pending()).count).toBe(3)
    await world.run((tx) =>
      award(tx, {
        draw_id: sold,
        numbers: [{ place: '', number: '8', sign: null }],
        entered_by: null,
        confirmed_by: null,
        source: 'prueba',
        at: new Date(),
      }),
    )
    expect((await pending()).data.map(({ id }) => id)).not.toContain(sold)
  })

  it('keep their risk after midnight', async () => {
    const id = await past('sold')
    const query = { from: world.today, to: world.today, currency: 'BS' as const }
    const risky = async (only_open: boolean) =>
      (await app.call(kpis.topRisk, { query: { ...query, only_open } }, { as: 'banca' })).body.data
    expect((await risky(false)).find((row) => row.draw_id === id)).toMatchObject({ sold: '10.00', number: '7' })
    expect((await risky(true)).map((row) => row.draw_id)).not.toContain(id)
  })
})

describe('sales of a draw', () => {
  it('are those of the partner that is asked for', async () => {
    const id = await world.draw('LOTTO_ACTIVO')
    const line = { draw_id: id, bet_type_id: betTypeId('ANIMALITO'), number: '9', stake: '12.00' }
    await app.call(tickets.sell, { body: { currency: 'BS', lines: [line] } }, { as: 'taquilla' })
    const soldBy = async (partner_id: number) =>
      (await list({ partner_id })).body.data.find((draw) => draw.id === id)?.sold
    expect(await soldBy(world.partner.agencia1)).toEqual([{ currency: 'BS', amount: '12.00' }])
    expect(await soldBy(world.partner.agencia2)).toEqual([])
    expect((await list({ partner_id: world.partner.agencia2 }, 'agencia')).problem.code).toBe('not_found')
  })
})
