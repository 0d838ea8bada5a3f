/** Pots paid by hand, and what each caller and anybody may read of the polla. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { polla } from '../../contract/polla.ts'
import type { Jackpot } from '../../contract/jackpots.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'
import { expectBooks, openPolla, potsOf, settle, type Polla, type Round } from './polla-setup.ts'
import { addUser } from '../support/factories.ts'

let database: TestDatabase
let world: World
let app: TestApp
let game: Polla
let round: Round

beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
  await world.db.run(sql`UPDATE products SET status = 'inactivo' WHERE kind = 'polla'`)
  game = await openPolla(world)
  round = await game.round(world.today)
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})
afterEach(async () => {
  await expectBooks(world)
})

async function jackpot(kind: Jackpot['kind'], as = 'banca', of = round): Promise<Jackpot> {
  const { body } = await app.call(polla.jackpots, { query: { day: of.day, product_id: game.product_id } }, { as })
  return body.data.find((one) => one.kind === kind && one.currency === 'BS')!
}
const sell = async (as = 'polla', symbols = ['1', '2', '3'], of = round) =>
  (await app.call(polla.sell, { body: { round_id: of.id, currency: 'BS', symbols, confirm_repeated: true } }, { as }))
    .body
const payDaily = async (body: object, as = 'banca') =>
  app.call(polla.payDaily, { body: { pote_diario_id: (await jackpot('diario')).id, ...body } as never }, { as })
const payWeekly = async (body: object, as = 'banca') =>
  app.call(polla.payWeekly, { body: { pote_semanal_id: (await jackpot('semanal')).id, ...body } as never }, { as })

describe('paying into a pot and out of it', () => {
  it('moves both amounts of a day and the one of a week; what is missing is zero', async () => {
    const paid = await payDaily({
      primer_acu_abono: '100.50',
      segundo_acu_abono: 20,
      tipo: 'INGRESO',
      reason: 'Apertura',
    })
    expect([paid.status, paid.body.pots]).toEqual([
      201,
      [
        { pot: 'primero', amount: '100.50' },
        { pot: 'segundo', amount: '20.00' },
      ],
    ])
    expect((await payDaily({ segundo_acu_abono: '5', tipo: 'EGRESO' })).body.pots).toEqual([
      { pot: 'primero', amount: '100.50' },
      { pot: 'segundo', amount: '15.00' },
    ])
    expect((await payWeekly({ monto_acu_abono: '30', tipo: 'INGRESO' })).body.pots).toEqual([
      { pot: 'semanal', amount: '30.00' },
    ])
    expect((await payWeekly({ monto_acu_abono: '30.00', tipo: 'EGRESO' })).body.pots).toEqual([
      { pot: 'semanal', amount: '0.00' },
    ])
    expect(await potsOf(app, game.product_id, round.day)).toMatchObject({
      primero: '100.50',
      segundo: '15.00',
      semanal: '0.00',
    })
  })

  it.each([
    ['another word', { primer_acu_abono: '1', tipo: 'ingreso' }, 'invalid', 'tipo'],
    ['no type', { primer_acu_abono: '1' }, 'invalid', 'tipo'],
    [
      'an id that is a word',
      { primer_acu_abono: '1', tipo: 'INGRESO', pote_diario_id: 'uno' },
      'invalid',
      'pote_diario_id',
    ],
    ['an amount that is a word', { primer_acu_abono: 'diez', tipo: 'INGRESO' }, 'invalid', 'primer_acu_abono'],
    ['a negative amount', { primer_acu_abono: -1, tipo: 'INGRESO' }, 'invalid', 'primer_acu_abono'],
    ['three decimals', { primer_acu_abono: 1.001, tipo: 'INGRESO' }, 'invalid', 'primer_acu_abono'],
    ['nothing', { tipo: 'INGRESO' }, 'jackpot_zero', 'primer_acu_abono'],
    ['more than there is', { segundo_acu_abono: '15.01', tipo: 'EGRESO' }, 'jackpot_too_small', 'segundo_acu_abono'],
  ])('refuses %s', async (_, body, code, path) => {
    const before = await potsOf(app, game.product_id, round.day)
    const reply = await payDaily(body)
    expect(reply.problem).toMatchObject({ code, errors: expect.arrayContaining([expect.objectContaining({ path })]) })
    expect(await potsOf(app, game.product_id, round.day)).toEqual(before)
  })

  it('refuses a pot of the other kind, and an unknown one', async () => {
    const weekly = await jackpot('semanal')
    expect((await payDaily({ pote_diario_id: weekly.id, primer_acu_abono: '1', tipo: 'INGRESO' })).problem.code).toBe(
      'not_found',
    )
    expect((await payWeekly({ pote_semanal_id: 99_999_999, monto_acu_abono: '1', tipo: 'INGRESO' })).problem.code).toBe(
      'not_found',
    )
    expect((await payWeekly({ tipo: 'INGRESO' })).problem).toMatchObject({
      code: 'invalid',
      errors: [{ path: 'monto_acu_abono' }],
    })
  })

  it('is written down as a significant event, with what the pots held before and after', async () => {
    const { id } = await jackpot('diario')
    await payDaily({ primer_acu_abono: '1', tipo: 'INGRESO', reason: 'Promoción' })
    const row = await world.db.one(
      sql`SELECT action, entity_id, before, after, reason, significant FROM audit_log WHERE entity = 'polla' ORDER BY id DESC LIMIT 1`,
    )
    expect(row).toEqual({
      action: 'polla.payDaily',
      entity_id: String(id),
      reason: 'Promoción',
      significant: true,
      before: { 'Primer pote': '100.50', 'Segundo pote': '15.00' },
      after: { tipo: 'INGRESO', 'Primer pote': '101.50', 'Segundo pote': '15.00' },
    })
  })

  it('tells counters what moved, and only the banca who moved it', async () => {
    await sell()
    const by = async (as: string) =>
      (await jackpot('diario', as)).movements.map(({ kind, created_by_name }) => [kind, created_by_name])
    expect(await by('supervisor')).toEqual([
      ['ticket', null],
      ['ticket', null],
      ['INGRESO', 'Banca'],
      ['EGRESO', 'Banca'],
      ['INGRESO', 'Banca'],
      ['INGRESO', 'Banca'],
    ])
    for (const as of ['polla', 'agencia', 'distribuidor'])
      expect(new Set((await by(as)).map(([, name]) => name))).toEqual(new Set([null]))
  })

  it('after its settlement is closed', async () => {
    const past = await game.round(addDays(world.today, -8))
    const closed = await jackpot('diario', 'banca', past)
    await game.finish(past, ['4', '5', '6'])
    await settle(world)
    expect((await payDaily({ pote_diario_id: closed.id, primer_acu_abono: '1', tipo: 'INGRESO' })).problem.code).toBe(
      'jackpot_closed',
    )
  })

  it('a pot that was emptied by hand gives an annulled ticket back no more than it holds', async () => {
    const own = await openPolla(world)
    const day = await own.round(world.today)
    const { body } = await app.call(
      polla.jackpots,
      { query: { day: day.day, product_id: own.product_id } },
      { as: 'banca' },
    )
    const id = body.data.find((one) => one.kind === 'diario' && one.currency === 'BS')!.id
    const [ticket] = [await sell('polla', ['1', '2', '3'], day), await sell('polla', ['4', '5', '6'], day)]
    await app.call(
      polla.payDaily,
      { body: { pote_diario_id: id, primer_acu_abono: '6.00', tipo: 'EGRESO' } },
      { as: 'banca' },
    )
    expect((await app.call(polla.annul, { params: { id: ticket.serial } }, { as: 'polla' })).status).toBe(200)
    expect(await potsOf(app, own.product_id, day.day)).toMatchObject({ primero: '0.00', segundo: '2.40' })
    await own.end()
  })
})

describe('reading', () => {
  it("lists the own office's tickets with the rounds that sell", async () => {
    const ticket = await sell()
    const { body } = await app.call(
      polla.list,
      { query: { product_id: game.product_id, per_page: 1 } },
      { as: 'polla' },
    )
    expect(body).toMatchObject({
      page: 1,
      per_page: 1,
      total: 2,
      data: [
        {
          serial: ticket.serial,
          office_name: 'Taquilla Uno',
          agency_name: 'Agencia Uno',
          banca_name: 'Banca de Prueba',
          draws_from: expect.any(String),
          closes_at: expect.any(String),
        },
      ],
    })
    expect(body.rounds.find((one) => one.id === round.id)).toMatchObject({
      state: 'abierto',
      symbols_needed: 3,
      prices: [
        { currency: 'BS', amount: '10.00' },
        { currency: 'USD', amount: '1.00' },
      ],
      day: round.day,
    })
    expect(body.rounds.find((one) => one.id === round.id)!.symbols).toHaveLength(38)
    expect(body.rounds.find((one) => one.id === round.id)!.draws.map((one) => [one.id, one.state, one.result])).toEqual(
      round.draws.map((id) => [id, 'abierto', null]),
    )
    const by = async (query: object, as = 'polla') =>
      (await app.call(polla.list, { query }, { as })).body.data.map((one) => one.serial)
    expect(await by({ q: ticket.serial.slice(0, 8).toLowerCase() })).toContain(ticket.serial)
    expect(await by({ q: '%' })).toEqual([])
    expect(await by({ from: addDays(world.today, 1), to: addDays(world.today, 2) })).toEqual([])
    expect(await by({ state: 'anulado', product_id: game.product_id })).toEqual([])
    expect(await by({ product_id: game.product_id }, 'agencia')).toHaveLength(2)
    expect(
      (await app.call(polla.list, { query: { from: world.today, to: addDays(world.today, -1) } }, { as: 'polla' }))
        .problem.code,
    ).toBe('range_backwards')
    const far = { from: addDays(world.today, -2000), to: world.today }
    for (const endpoint of [polla.list, polla.export, polla.prizes, polla.prizesExport]) {
      const turned = { from: world.today, to: addDays(world.today, -1) }
      expect((await app.call(endpoint, { query: turned }, { as: 'polla' })).problem.code).toBe('range_backwards')
      expect((await app.call(endpoint, { query: far }, { as: 'polla' })).problem.code).toBe('range_too_long')
    }
    const file = await app.call(
      polla.export,
      { query: { product_id: game.product_id, format: 'csv' } },
      { as: 'polla' },
    )
    expect(file.headers['x-row-count']).toBe('2')
    expect(file.raw.toString('utf8')).toMatch(new RegExp(`${ticket.serial};Vendido;.*1 Carnero, 2 Toro, 3 Ciempiés`))
    expect((await app.call(polla.list, { query: { sort: 'code' as never } }, { as: 'polla' })).problem.code).toBe(
      'invalid',
    )
  })

  it("shows and annuls nobody else's tickets", async () => {
    await addUser(world.db, { username: 'polla3', role: 'VEND_TAQUILLA_POLLA', partner_id: world.partner.taquilla3 })
    const ticket = await sell()
    for (const [endpoint, params] of [
      [polla.show, { serial: ticket.serial }],
      [polla.annul, { id: ticket.serial }],
    ] as const) {
      expect((await app.call(endpoint, { params }, { as: 'polla3' })).problem.code).toBe('not_found')
    }
    expect((await app.call(polla.prizes, { query: {} }, { as: 'polla3' })).body.total).toBe(0)
    expect((await app.call(polla.show, { params: { serial: '2TR0000000' } }, { as: 'polla' })).problem.code).toBe(
      'not_found',
    )
    expect((await app.call(polla.annul, { params: { id: ticket.serial } }, { as: 'agencia' })).body.state).toBe(
      'anulado',
    )
  })
})

describe('public results', () => {
  it('need no session, follow the day, and tell nothing of tickets or offices', async () => {
    const sunday = addDays(world.today, -weekday(world.today) - 14)
    const [past, next] = [await game.round(sunday), await game.round(addDays(sunday, 1))]
    await sell('polla', ['1', '2', '3'], past)
    await sell('polla', ['1', '2', '3'], past)
    await game.close(past)
    await game.draw(past.draws[0]!, '2')
    const read = async (day: string) =>
      (await app.call(polla.publicResults, { query: { day } })).body.rounds.find((one) =>
        one.product_name.startsWith('POLLA'),
      )!
    const before = await read(past.day)
    expect(before).toMatchObject({
      day: past.day,
      state: 'cerrado',
      drawn: [{ code: '2', name: 'Toro' }],
      draws: [{ result: { code: '2' } }, { result: null }, { result: null }],
    })
    const pots = (of: typeof before) =>
      of.pots
        .filter((one) => one.currency === 'BS')
        .map(({ pot, amount, winners, share }) => [pot, amount, winners, share])
    expect(pots(before)).toEqual([
      ['primero', '9.60', null, null],
      ['segundo', '4.80', null, null],
      ['semanal', '1.60', null, null],
    ])
    await game.draw(past.draws[1]!, '1')
    await game.draw(past.draws[2]!, '3')
    await settle(world)
    const after = await read(past.day)
    expect([after.state, after.drawn.map((one) => one.code)]).toEqual(['premiado', ['1', '2', '3']])
    expect(pots(after)).toEqual([
      ['primero', '9.60', 2, '4.80'],
      ['segundo', '4.80', 0, null],
      ['semanal', '1.60', 2, '0.80'],
    ])
    expect(pots(await read(next.day))).toEqual([
      ['primero', '0.00', null, null],
      ['segundo', '4.80', null, null],
      ['semanal', '0.00', null, null],
    ])
    expect(JSON.stringify(after)).not.toMatch(/serial|office|ticket|seller|Taquilla|result_id/)
    const today = await app.call(polla.publicResults, {})
    expect(today.body).toMatchObject({
      day: world.today,
      rounds: expect.arrayContaining([expect.objectContaining({ state: 'abierto', drawn: [] })]),
    })
    expect((await app.call(polla.publicResults, { query: { day: '2026-02-30' } })).problem.code).toBe('invalid')
  })
})
