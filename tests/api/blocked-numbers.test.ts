/** Blocks: what they stop, for whom, when, and that lifting them is enough. */
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { blockedNumbers } from '../../contract/blocked-numbers.ts'
import { addDays } from '../../contract/values/dates.ts'
import { betTypeId } from '../support/world.ts'
import { animal, line, openCounter, tripleta } from './sale-setup.ts'

const counter = openCounter((world) =>
  world.db.run(sql`UPDATE products SET settings = settings || '{"tripleta_draws": 2}'`),
)
afterEach(() => counter.world.db.run(sql`UPDATE blocked_numbers SET lifted_at = now() WHERE lifted_at IS NULL`))

const block = (body: { numbers: string[]; [more: string]: unknown }, as = 'supervisor') =>
  counter.app.call(
    blockedNumbers.create,
    { body: { product_id: counter.world.product('LOTTO_ACTIVO'), ...body } },
    { as },
  )
const list = async (query: object = {}) =>
  (await counter.app.call(blockedNumbers.list, { query }, { as: 'supervisor' })).body
const refusedAt = async (lines: Parameters<typeof counter.ask>[0], as?: string) => {
  const reply = await counter.ask(lines, as)
  return reply.status === 201 ? [] : reply.problem.errors?.map((fault) => [fault.path, fault.code])
}

describe('a block', () => {
  it('stops its numbers for every bet they are valid for; 0 is not 00, and lines sold before stay', async () => {
    const draw = await counter.world.draw('LOTTO_ACTIVO')
    const sold = await counter.sell([line(draw, '0')])
    expect((await block({ numbers: ['0', '7'], reason: 'Muy jugados' })).body).toEqual({ blocked: 2, already: 0 })
    expect((await block({ numbers: ['7', '7', '8'] })).body).toEqual({ blocked: 1, already: 1 })
    expect(await refusedAt([line(draw, '5'), line(draw, '0'), line(draw, '00'), line(draw, '8')])).toEqual([
      ['lines.1.number', 'number_blocked'],
      ['lines.3.number', 'number_blocked'],
    ])
    expect((await counter.look(sold.serial)).state).toBe('vendido')
    const page = await list({ product_id: counter.world.product('LOTTO_ACTIVO') })
    expect([
      page.total,
      page.data.map((row) => [row.number, row.symbol_name, row.reason, row.partner_name, row.created_by_name]).sort(),
    ]).toEqual([
      3,
      [
        ['0', 'Delfín', 'Muy jugados', 'Banca de Prueba', 'Supervisor'],
        ['7', 'Perico', 'Muy jugados', 'Banca de Prueba', 'Supervisor'],
        ['8', 'Ratón', '', 'Banca de Prueba', 'Supervisor'],
      ],
    ])
    for (const row of page.data)
      expect((await counter.app.call(blockedNumbers.remove, { params: { id: row.id } }, { as: 'banca' })).status).toBe(
        200,
      )
    expect(
      (await counter.app.call(blockedNumbers.remove, { params: { id: page.data[0]!.id } }, { as: 'banca' })).problem
        .code,
    ).toBe('not_found')
    expect(await refusedAt([line(draw, '0'), line(draw, '8')])).toEqual([])
  })

  it('of a partner holds below it and nowhere else; of a draw or of days, only there', async () => {
    const [first, second] = await counter.draws('LOTTO_ACTIVO', 2)
    await block({ numbers: ['1'], partner_id: counter.world.partner.agencia1 })
    expect([await refusedAt([line(first!, '1')], 'vecina'), await refusedAt([line(first!, '1')], 'lejana')]).toEqual([
      [['lines.0.number', 'number_blocked']],
      [],
    ])
    await block({ numbers: ['2'], draw_id: first })
    expect([await refusedAt([line(first!, '2')]), await refusedAt([line(second!, '2')])]).toEqual([
      [['lines.0.number', 'number_blocked']],
      [],
    ])
    const { today } = counter.world
    await block({ numbers: ['3'], from_day: addDays(today, 1) })
    await block({ numbers: ['4'], from_day: addDays(today, -3), to_day: today })
    await block({ numbers: ['5'], to_day: addDays(today, -1) })
    expect(await refusedAt(['3', '4', '5'].map((number) => line(first!, number)))).toEqual([
      ['lines.1.number', 'number_blocked'],
    ])
    expect((await list({ draw_id: first! })).data.map((row) => row.number).sort()).toEqual(['1', '2', '4'])
    expect((await list({ draw_id: second!, numbers: '1,2' })).data.map((row) => row.number)).toEqual(['1'])
  })

  it('of one bet leaves the others; symbols of a tripleta are blocked in any order', async () => {
    const [draw] = await counter.draws('LOTTO_ACTIVO', 2)
    expect((await block({ numbers: ['9-2-5', '2-5-9'], bet_type_id: tripleta })).body).toEqual({
      blocked: 1,
      already: 0,
    })
    expect(await refusedAt([line(draw!, '5-9-2', '1.00', tripleta)])).toEqual([['lines.0.number', 'number_blocked']])
    expect(await refusedAt([line(draw!, '5'), line(draw!, '5-9-3', '1.00', tripleta)])).toEqual([])
    const zulia = await counter.world.draw('TRIPLE_ZULIA')
    await block({
      product_id: counter.world.product('TRIPLE_ZULIA'),
      numbers: ['007'],
      bet_type_id: betTypeId('TRIPLE_A'),
    })
    expect(
      await refusedAt([
        line(zulia, '007', '1.00', betTypeId('TRIPLE_A')),
        line(zulia, '007', '1.00', betTypeId('TRIPLE_B')),
      ]),
    ).toEqual([['lines.0.number', 'number_blocked']])
    expect((await list({ bet_type_id: animal })).total).toBe(0)
  })

  it.each<[string, Parameters<typeof block>[0], string, string]>([
    ['a number of no bet', { numbers: ['5', '37'] }, 'number_invalid', 'numbers.1'],
    ['a number of another bet', { numbers: ['5'], bet_type_id: betTypeId('TRIPLETA') }, 'number_invalid', 'numbers.0'],
    [
      'a bet the product has not',
      { numbers: ['5'], bet_type_id: betTypeId('TRIPLE_A') },
      'bet_type_not_offered',
      'bet_type_id',
    ],
    [
      'days that go backwards',
      { numbers: ['5'], from_day: '2026-11-02', to_day: '2026-11-01' },
      'range_backwards',
      'to_day',
    ],
    ['a day that does not exist', { numbers: ['5'], from_day: '2026-02-29' }, 'invalid', 'from_day'],
    ['no number', { numbers: [] }, 'invalid', 'numbers'],
    ['a product that does not exist', { product_id: 9_999, numbers: ['5'] }, 'invalid', 'product_id'],
  ])('refuses %s', async (_, body, code, path) => {
    expect((await block(body)).problem).toMatchObject({ code, errors: [{ path }] })
    expect((await list()).total).toBe(0)
  })

  it('refuses a draw of another product, and who may not supervise', async () => {
    const other = await counter.world.draw('LA_GRANJITA')
    expect((await block({ numbers: ['5'], draw_id: other })).problem).toMatchObject({
      code: 'draw_unknown',
      errors: [{ path: 'draw_id' }],
    })
    expect((await block({ numbers: ['5'], partner_id: 99_999 })).problem.code).toBe('not_found')
    expect((await block({ numbers: ['5'] }, 'distribuidor')).status).toBe(403)
  })

  it('are read as a file, as the list filters and orders them', async () => {
    await block({ numbers: ['7', '0'], reason: 'Muy jugados' })
    await block({ numbers: ['3'] })
    const { headers, raw } = await counter.app.call(
      blockedNumbers.export,
      { query: { numbers: ['0', '7'], sort: '-number', format: 'csv' } },
      { as: 'supervisor' },
    )
    expect(headers['x-row-count']).toBe('2')
    expect(raw.toString('utf8')).toMatch(/7;Perico;Lotto Activo;.*Muy jugados.*\r\n0;Delfín;Lotto Activo;/)
  })

  it('is found by its number, its symbol or its motive, as one types them', async () => {
    await block({ numbers: ['30'], reason: 'Corrupción en el sorteo' })
    for (const q of ['corrupcion', 'CORRUPCIÓN EN', 'sorteo'])
      expect([q, (await list({ q })).data.map((row) => row.number)]).toEqual([q, ['30']])
    expect((await list({ q: 'caiman' })).data.map((row) => row.number)).toEqual(['30'])
    expect((await list({ q: 'otro motivo' })).data).toEqual([])
  })

  it('twice at once blocks once', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => block({ numbers: ['11', '12'] })))
    expect(replies.reduce((sum, reply) => sum + reply.body.blocked, 0)).toBe(2)
    expect((await list()).total).toBe(2)
  })
})
