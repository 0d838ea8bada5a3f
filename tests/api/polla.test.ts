/** The polla by its rules: what a ticket adds to the pots, who wins them, and what passes on. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { suspendedDraws } from '../../contract/suspended-draws.ts'
import { polla } from '../../contract/polla.ts'
import { tickets } from '../../contract/tickets.ts'
import { addDays } from '../../contract/values/dates.ts'
import { ensurePollaRounds } from '../../server/rules/polla/rounds.ts'
import type { TestApp } from '../support/app.ts'
import { expectRollupsHold } from '../support/holds.ts'
import type { World } from '../support/world.ts'
import {
  expectBooks,
  openPolla,
  openPollaBanca,
  potsOf,
  sellBody,
  settle,
  type Polla,
  type PollaBanca,
  type Round,
} from './polla-setup.ts'

let banca: PollaBanca
let world: World
let app: TestApp
let game: Polla

beforeAll(async () => {
  banca = await openPollaBanca()
  world = banca.world
  app = banca.app
})
afterAll(async () => {
  // Every rollup says what the tickets say.
  await expectRollupsHold(world, addDays(world.today, -20), addDays(world.today, 2))
  await banca?.close()
})
afterEach(async () => {
  await game?.end()
  await expectBooks(world)
})

const monday = () => banca.monday()
const sell: PollaBanca['sell'] = (...asked) => banca.sell(...asked)
const show: PollaBanca['show'] = (ticket) => banca.show(ticket)

describe('selling', () => {
  it('takes the fixed price, writes the symbols in one order, and shares the price out to the pots', async () => {
    game = await openPolla(world)
    const round = await game.round(monday())
    const ticket = await sell(round, '30 5 12')
    expect(ticket).toMatchObject({
      state: 'vendido',
      total: '10.00',
      prize: '0.00',
      hits: 0,
      draws_done: 0,
      draws_total: 3,
      round_id: round.id,
      day: round.day,
      actions: ['annul', 'reprint'],
      prize_id: null,
      seller_name: 'Polla',
    })
    expect(ticket.symbols.map(({ code, name, hit }) => [code, name, hit])).toEqual([
      ['5', 'León', false],
      ['12', 'Caballo', false],
      ['30', 'Caimán', false],
    ])
    expect(ticket.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{13}$/)
    expect(ticket.expires_on).toBe(addDays(round.day, 30))
    // 80 % of 10.00 in 60, 30 and 10 %.
    expect(await potsOf(app, game.product_id, round.day)).toEqual({
      primero: '4.80',
      segundo: '2.40',
      semanal: '0.80',
      open: ['diario', 'semanal'],
    })
    expect(await show(ticket)).not.toHaveProperty('code')
    expect(
      (await app.call(tickets.bySerial, { params: { serial: ticket.serial } }, { as: 'polla' })).body.lines,
    ).toMatchObject([{ number: '5-12-30', draws: 3, draws_done: 0 }])
  })

  it('keeps each currency in pots of its own', async () => {
    game = await openPolla(world)
    const round = await game.round(monday())
    await sell(round, '1 2 3', { currency: 'USD' })
    expect(await potsOf(app, game.product_id, round.day, 'USD')).toMatchObject({
      primero: '0.48',
      segundo: '0.24',
      semanal: '0.08',
    })
    expect(await potsOf(app, game.product_id, round.day, 'BS')).toMatchObject({ primero: '0.00' })
    expect((await potsOf(app, game.product_id, round.day, 'COP')).open).toEqual([])
  })

  it.each([
    ['two symbols of three', { symbols: ['1', '2'] }, 'polla_symbols', 'symbols'],
    ['a symbol twice', { symbols: ['1', '2', '2'] }, 'polla_symbols', 'symbols'],
    ['a symbol that is none', { symbols: ['1', '2', '37'] }, 'number_invalid', 'symbols'],
    ['a currency without a price', { currency: 'COP' }, 'currency_not_sold', 'currency'],
    ['a round that is none', { round_id: 99_999_999 }, 'draw_unknown', 'round_id'],
  ])('refuses %s and leaves no trace', async (_, more, code, path) => {
    game = await openPolla(world)
    const round = await game.round(monday())
    const reply = await app.call(polla.sell, sellBody(round, ['1', '2', '3'], more), { as: 'polla' })
    expect(reply.problem).toMatchObject({ code, errors: [{ path }] })
    expect(await potsOf(app, game.product_id, round.day)).toMatchObject({
      primero: '0.00',
      segundo: '0.00',
      semanal: '0.00',
    })
  })

  it('refuses one that costs more than the office may sell in a ticket', async () => {
    game = await openPolla(world)
    const round = await game.round(monday())
    const { banca } = world.partner
    await world.db.run(
      sql`
        INSERT INTO partner_limits (partner_id, currency, max_ticket)
        VALUES (${banca}, 'BS', 9)
        ON CONFLICT (partner_id, currency) DO UPDATE SET max_ticket = 9`,
    )
    const { problem } = await app.call(polla.sell, sellBody(round, ['1', '2', '3']), { as: 'polla' })
    expect(problem).toMatchObject({ code: 'ticket_too_large', errors: [{ path: 'round_id' }] })
    await world.db.run(sql`DELETE FROM partner_limits WHERE partner_id = ${banca}`)
    expect((await app.call(polla.sell, sellBody(round, ['1', '2', '3']), { as: 'polla' })).status).toBe(201)
  })

  it('refuses an ordinary draw, a closed round, and the ordinary counter', async () => {
    game = await openPolla(world)
    const round = await game.round(monday())
    expect(
      (await app.call(polla.sell, sellBody({ ...round, id: round.draws[0]! }, ['1', '2', '3']), { as: 'polla' }))
        .problem.code,
    ).toBe('draw_unknown')
    const generic = await app.call(
      tickets.sell,
      { body: { currency: 'BS', lines: [{ draw_id: round.id, bet_type_id: 15, number: '1-2-3', stake: '10.00' }] } },
      { as: 'polla' },
    )
    expect(generic.problem.code).toBe('bet_type_not_offered')
    const sold = async () => (await app.call(polla.sell, sellBody(round, ['1', '2', '3']), { as: 'polla' })).problem
    await world.db.run(sql`UPDATE draws SET opens_at = closes_at - interval '1 second' WHERE id = ${round.id}`)
    expect((await sold()).code).toBe('draw_not_open')
    await world.db.run(sql`UPDATE draws SET opens_at = now() - interval '1 hour' WHERE id = ${round.id}`)
    await game.close(round)
    expect(await sold()).toMatchObject({
      code: 'draw_closed',
      errors: [{ path: 'round_id' }],
    })
  })

  it('gives the shares back with an annulment, through either counter, once', async () => {
    game = await openPolla(world)
    const round = await game.round(monday())
    const [one, other] = [await sell(round, '1 2 3'), await sell(round, '4 5 6')]
    const annulled = await app.call(
      polla.annul,
      { params: { id: one.serial }, body: { reason: 'Se equivocó' } },
      { as: 'polla' },
    )
    expect(annulled.body).toMatchObject({ state: 'anulado', actions: [] })
    expect((await app.call(tickets.annul, { params: { serial: other.serial } }, { as: 'polla' })).status).toBe(200)
    expect((await app.call(polla.annul, { params: { id: one.serial } }, { as: 'polla' })).problem.code).toBe(
      'ticket_annulled',
    )
    expect(await potsOf(app, game.product_id, round.day)).toMatchObject({
      primero: '0.00',
      segundo: '0.00',
      semanal: '0.00',
    })
    const { body } = await app.call(
      polla.jackpots,
      { query: { day: round.day, product_id: game.product_id } },
      { as: 'polla' },
    )
    const movements = body.data.find((jackpot) => jackpot.kind === 'diario' && jackpot.currency === 'BS')!.movements
    expect(movements.map(({ pot, kind, amount, count }) => [pot, kind, amount, count]).sort()).toEqual([
      ['primero', 'anulacion', '-9.60', 2],
      ['primero', 'ticket', '9.60', 2],
      ['segundo', 'anulacion', '-4.80', 2],
      ['segundo', 'ticket', '4.80', 2],
    ])
  })

  it('gives them back when the round is suspended, and passes on what was there before', async () => {
    game = await openPolla(world)
    const [round, next] = [await game.round(monday()), await game.round(addDays(monday(), 1))]
    await payDaily(round, { primer_acu_abono: '50' })
    const ticket = await sell(round, '1 2 3')
    const suspended = await app.call(
      suspendedDraws.create,
      { body: { draw_id: round.id, mode: 'devolver', reason: 'Sin sistema' } },
      { as: 'banca' },
    )
    expect(suspended.status).toBe(201)
    expect((await show(ticket)).state).toBe('devuelto')
    expect(await potsOf(app, game.product_id, round.day)).toMatchObject({
      primero: '50.00',
      segundo: '0.00',
      semanal: '0.00',
    })
    await settle(world)
    expect(await potsOf(app, game.product_id, round.day)).toMatchObject({ primero: '0.00', open: ['semanal'] })
    expect(await potsOf(app, game.product_id, next.day)).toMatchObject({
      primero: '50.00',
      open: ['diario', 'semanal'],
    })
  })
})

async function payDaily(round: Round, amounts: object, tipo: 'INGRESO' | 'EGRESO' = 'INGRESO') {
  const { body } = await app.call(
    polla.jackpots,
    { query: { day: round.day, product_id: game.product_id } },
    { as: 'banca' },
  )
  const jackpot = body.data.find((one) => one.kind === 'diario' && one.currency === 'BS')!
  return app.call(polla.payDaily, { body: { pote_diario_id: jackpot.id, tipo, ...amounts } as never }, { as: 'banca' })
}

describe('settling', () => {
  it('shares each pot among its winners, rounded down, and passes the rest on', async () => {
    game = await openPolla(world)
    const [round, next] = [await game.round(monday()), await game.round(addDays(monday(), 1))]
    const first = await sell(round, '1 2 3')
    const same = await sell(round, '3 2 1')
    const again = await sell(round, '1 2 3')
    const second = await sell(round, '1 2 9')
    const lost = await sell(round, '1 8 9')
    await payDaily(round, { primer_acu_abono: 0.01 })
    await game.finish(round, ['1', '2', '3'])
    expect(await show(second)).toMatchObject({
      state: 'vendido',
      hits: 2,
      draws_done: 3,
      symbols: [{ hit: true }, { hit: true }, { hit: false }],
    })
    expect(await settle(world)).toBe(1)
    // First pot: 5 × 4.80 + 0.01 over three; second: 5 × 2.40 for one.
    for (const ticket of [first, same, again])
      expect(await show(ticket)).toMatchObject({
        state: 'ganador',
        prize: '8.00',
        hits: 3,
        actions: ['pay', 'reprint'],
      })
    expect(await show(second)).toMatchObject({ state: 'ganador', prize: '12.00' })
    expect(await show(lost)).toMatchObject({ state: 'perdedor', prize: '0.00', hits: 1, prize_id: null })
    expect(await potsOf(app, game.product_id, round.day)).toMatchObject({
      primero: '0.00',
      segundo: '0.00',
      semanal: '4.00',
      open: ['semanal'],
    })
    expect(await potsOf(app, game.product_id, next.day)).toMatchObject({ primero: '0.01', segundo: '0.00' })
    expect(await settle(world)).toBe(0)
    const { body } = await app.call(
      polla.prizes,
      { query: { round_id: round.id, sort: '-amount' } },
      { as: 'supervisor' },
    )
    expect(
      body.data.map(({ serial, pot, hits, amount, state, actions }) => [serial, pot, hits, amount, state, actions]),
    ).toEqual([
      [second.serial, 'segundo', 2, '12.00', 'por_pagar', []],
      ...body.data.slice(1).map(({ serial }) => [serial, 'primero', 3, '8.00', 'por_pagar', []]),
    ])
    expect(body.total).toBe(4)
  })

  it('counts a symbol that came twice once, and draws that were suspended not at all', async () => {
    game = await openPolla(world)
    const [round] = [await game.round(monday(), 4), await game.round(addDays(monday(), 1))]
    const ticket = await sell(round, '1 2 3')
    await game.finish(round, ['1', '1', null, '2'])
    expect(await show(ticket)).toMatchObject({ hits: 2, draws_done: 3, draws_total: 3 })
    await settle(world)
    expect(await show(ticket)).toMatchObject({ state: 'ganador', prize: '2.40' })
  })

  it('waits for every listed draw, and for the days before', async () => {
    game = await openPolla(world)
    const rounds = [
      await game.round(monday()),
      await game.round(addDays(monday(), 1)),
      await game.round(addDays(monday(), 2)),
    ] as const
    for (const round of rounds) await sell(round, '1 2 3')
    await game.finish(rounds[1], ['4', '5', '6'])
    await game.close(rounds[0])
    await game.draw(rounds[0].draws[0]!, '4')
    await game.draw(rounds[0].draws[1]!, '5')
    expect(await settle(world)).toBe(0)
    await game.draw(rounds[0].draws[2]!, '6')
    expect(await settle(world)).toBe(2)
    // Three days' shares, none of them won.
    expect(await potsOf(app, game.product_id, rounds[2].day)).toMatchObject({
      primero: '14.40',
      segundo: '7.20',
      semanal: '2.40',
    })
  })

  it('puts the weekly pot in play on the last day of its week, beside the first', async () => {
    game = await openPolla(world)
    const [saturday, sunday, after] = [
      await game.round(addDays(monday(), 5)),
      await game.round(addDays(monday(), 6)),
      await game.round(addDays(monday(), 7)),
    ]
    await sell(saturday, '1 2 3')
    await game.finish(saturday, ['1', '2', '3'])
    await settle(world)
    const ticket = await sell(sunday, '1 2 3')
    await game.finish(sunday, ['1', '2', '3'])
    await settle(world)
    expect(await show(ticket)).toMatchObject({ state: 'ganador', prize: '6.40' })
    const prizes = await app.call(polla.prizes, { query: { round_id: sunday.id, sort: 'pot' } }, { as: 'polla' })
    expect(prizes.body.data.map(({ pot, amount, actions }) => [pot, amount, actions])).toEqual([
      ['primero', '4.80', ['pay']],
      ['semanal', '1.60', ['pay']],
    ])
    // Nobody had one symbol less, on either day.
    expect(await potsOf(app, game.product_id, after.day)).toMatchObject({
      primero: '0.00',
      segundo: '4.80',
      semanal: '0.00',
      open: ['diario', 'semanal'],
    })
    expect((await potsOf(app, game.product_id, sunday.day)).open).toEqual([])
  })

  it('passes the weekly pot on to the next week that is played', async () => {
    game = await openPolla(world)
    const [sunday, after] = [await game.round(addDays(monday(), 6)), await game.round(addDays(monday(), 8))]
    await sell(sunday, '1 2 3')
    await game.finish(sunday, ['7', '8', '9'])
    await settle(world)
    expect(await potsOf(app, game.product_id, after.day)).toMatchObject({
      primero: '4.80',
      segundo: '2.40',
      semanal: '0.80',
    })
  })

  it('returns the tickets of a round all of whose draws were suspended', async () => {
    game = await openPolla(world)
    const [round, next] = [await game.round(monday()), await game.round(addDays(monday(), 1))]
    await payDaily(round, { segundo_acu_abono: '7' })
    const ticket = await sell(round, '1 2 3')
    await game.finish(round, [null, null, null])
    await settle(world)
    expect((await show(ticket)).state).toBe('devuelto')
    await settle(world)
    expect(await potsOf(app, game.product_id, next.day)).toMatchObject({ primero: '0.00', segundo: '7.00' })
  })

  it('settles a round nobody played, and carries its pots', async () => {
    game = await openPolla(world)
    const [round, next] = [await game.round(monday()), await game.round(addDays(monday(), 1))]
    await payDaily(round, { primer_acu_abono: '5', segundo_acu_abono: '3' })
    await game.finish(round, ['1', '2', '3'])
    expect(await settle(world)).toBe(1)
    expect(await potsOf(app, game.product_id, next.day)).toMatchObject({ primero: '5.00', segundo: '3.00' })
  })
})

describe('paying a prize', () => {
  it('pays the whole ticket once, for its code, at the counter', async () => {
    game = await openPolla(world)
    const sunday = await game.round(addDays(monday(), 6))
    const ticket = await sell(sunday, '1 2 3')
    await game.finish(sunday, ['1', '2', '3'])
    await settle(world)
    const [daily, weekly] = (
      await app.call(polla.prizes, { query: { round_id: sunday.id, sort: 'pot' } }, { as: 'polla' })
    ).body.data
    const pay = (id: string, code: string, as = 'polla') =>
      app.call(polla.payPrize, { params: { id }, body: { code } }, { as })
    expect((await pay(daily!.id, 'ABCDEFGHJKMNP')).problem.code).toBe('ticket_wrong_code')
    expect((await pay('999999999', ticket.code)).problem.code).toBe('not_found')
    expect((await pay(weekly!.id, ticket.code)).body).toMatchObject({
      state: 'pagado',
      prize: '5.60',
      actions: ['reprint'],
    })
    expect((await pay(daily!.id, ticket.code)).problem.code).toBe('ticket_already_paid')
    const { body } = await app.call(polla.prizes, { query: { state: 'pagado', round_id: sunday.id } }, { as: 'banca' })
    expect(body.data.map((one) => [one.state, one.actions, one.paid_at !== null])).toEqual([
      ['pagado', [], true],
      ['pagado', [], true],
    ])
  })

  it('waits for an approval over the threshold of the banca', async () => {
    game = await openPolla(world)
    const round = await game.round(monday())
    const ticket = await sell(round, '1 2 3')
    await game.finish(round, ['1', '2', '3'])
    await settle(world)
    await world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{"BS": "1.00"}'`)
    const reply = await app.call(
      polla.payPrize,
      { params: { id: (await show(ticket)).prize_id! }, body: { code: ticket.code } },
      { as: 'polla' },
    )
    await world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{}'`)
    expect(reply.body).toMatchObject({ state: 'ganador', actions: ['reprint'] })
  })
})

describe('rounds', () => {
  it('follow their draws until a ticket is sold, then stand', async () => {
    game = await openPolla(world)
    const round = await game.round(monday())
    const listed = async () =>
      (
        await world.db.rows<{ draw_id: number }>(
          sql`SELECT draw_id FROM polla_draws WHERE polla_draw_id = ${round.id} ORDER BY 1`,
        )
      ).map((row) => row.draw_id)
    expect(await listed()).toEqual(round.draws)
    await world.db.run(sql`UPDATE draws SET state = 'suspendido' WHERE id = ${round.draws[0]!}`)
    await world.run((tx) => ensurePollaRounds(tx, round.day, round.day))
    expect(await listed()).toEqual(round.draws.slice(1))
    await sell(round, '1 2 3')
    await world.db.run(sql`UPDATE draws SET state = 'activo' WHERE id = ${round.draws[0]!}`)
    await world.run((tx) => ensurePollaRounds(tx, round.day, round.day))
    expect(await listed()).toEqual(round.draws.slice(1))
  })

  it('are made once, by however many at the same time', async () => {
    game = await openPolla(world)
    const round = await game.round(monday())
    await world.db.run(sql`DELETE FROM jackpots WHERE product_id = ${game.product_id}`)
    await world.db.run(sql`DELETE FROM draws WHERE id = ${round.id}`)
    await Promise.all(
      Array.from({ length: 8 }, () => world.run((tx) => ensurePollaRounds(tx, round.day, addDays(round.day, 3)))),
    )
    expect(
      await world.db.rows(
        sql`
          SELECT d.day, count(*)::int AS draws
          FROM draws d
          JOIN polla_draws l ON l.polla_draw_id = d.id
          WHERE d.product_id = ${game.product_id}
          GROUP BY d.id`,
      ),
    ).toEqual([{ day: round.day, draws: 3 }])
    expect(
      await world.db.one(sql`SELECT count(*)::int AS n FROM jackpots WHERE product_id = ${game.product_id}`),
    ).toEqual({ n: 4 })
  })
})
