/** A result that changes after a polla was settled with it: what is undone, what is settled anew, and what stands. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { manageDraws } from '../../contract/manage-draws.ts'
import { polla } from '../../contract/polla.ts'
import { addDays } from '../../contract/values/dates.ts'
import { correct } from '../../server/rules/award/correct.ts'
import { withdrawResult } from '../../server/rules/award/withdraw.ts'
import type { TestApp } from '../support/app.ts'
import { expectRollupsHold } from '../support/holds.ts'
import type { World } from '../support/world.ts'
import {
  expectBooks,
  openPolla,
  openPollaBanca,
  potsOf,
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

async function payDaily(round: Round, amounts: object, tipo: 'INGRESO' | 'EGRESO' = 'INGRESO') {
  const { body } = await app.call(
    polla.jackpots,
    { query: { day: round.day, product_id: game.product_id } },
    { as: 'banca' },
  )
  const jackpot = body.data.find((one) => one.kind === 'diario' && one.currency === 'BS')!
  return app.call(polla.payDaily, { body: { pote_diario_id: jackpot.id, tipo, ...amounts } as never }, { as: 'banca' })
}

describe('a correction', () => {
  const admin = () => world.user['banca']!

  it('undoes the settlement to the cent and settles anew', async () => {
    game = await openPolla(world)
    const [sunday, next] = [await game.round(addDays(monday(), 6)), await game.round(addDays(monday(), 7))]
    const [won, other] = [await sell(sunday, '1 2 3'), await sell(sunday, '1 2 4')]
    await payDaily(sunday, { primer_acu_abono: '0.01' })
    await game.finish(sunday, ['1', '2', '3'])
    await settle(world)
    expect([(await show(won)).prize, (await show(other)).prize]).toEqual(['11.21', '4.80'])
    await world.run((tx) =>
      correct(tx, {
        draw_id: sunday.draws[2]!,
        numbers: [{ place: '', number: '4', sign: null }],
        entered_by: null,
        confirmed_by: admin(),
        source: 'prueba',
        at: new Date(),
        reason: 'Se anotó mal',
      }),
    )
    expect(await show(won)).toMatchObject({ state: 'vendido', prize: '0.00', hits: 2, prize_id: null })
    expect(await potsOf(app, game.product_id, sunday.day)).toMatchObject({
      primero: '9.61',
      segundo: '4.80',
      semanal: '1.60',
      open: ['diario', 'semanal'],
    })
    expect(await potsOf(app, game.product_id, next.day)).toMatchObject({
      primero: '0.00',
      segundo: '0.00',
      semanal: '0.00',
    })
    await expectBooks(world)
    await settle(world)
    expect([(await show(won)).prize, (await show(other)).prize]).toEqual(['4.80', '11.21'])
    expect((await show(won)).hits).toBe(2)
    expect(
      await world.db.rows(
        sql`SELECT action, significant FROM audit_log WHERE entity = 'polla' AND entity_id = ${String(sunday.id)} ORDER BY id`,
      ),
    ).toEqual(['settle', 'reopen', 'settle'].map((what) => ({ action: `polla.${what}`, significant: true })))
  })

  it('that withdraws a result leaves the round waiting', async () => {
    game = await openPolla(world)
    const [round, next] = [await game.round(monday()), await game.round(addDays(monday(), 1))]
    const ticket = await sell(round, '1 2 3')
    await game.finish(round, ['7', '8', '9'])
    await settle(world)
    expect(await potsOf(app, game.product_id, next.day)).toMatchObject({ primero: '4.80' })
    const result = await world.db.one<{ result_id: number }>(
      sql`SELECT result_id FROM draws WHERE id = ${round.draws[0]!}`,
    )
    await world.run((tx) =>
      withdrawResult(tx, { result_id: result!.result_id, reason: 'Otro sorteo', by: admin(), at: new Date() }),
    )
    expect(await settle(world)).toBe(0)
    expect(await potsOf(app, game.product_id, next.day)).toMatchObject({ primero: '0.00' })
    for (const [at, symbol] of ['1', '2', '3'].entries()) {
      if (at === 0) await game.draw(round.draws[0]!, symbol)
    }
    await settle(world)
    expect(await show(ticket)).toMatchObject({ state: 'perdedor', hits: 1 })
    expect(await potsOf(app, game.product_id, next.day)).toMatchObject({ primero: '4.80', segundo: '2.40' })
  })

  it('is refused once a prize was paid, the next round was settled, or what passed on was taken', async () => {
    game = await openPolla(world)
    const rounds = [
      await game.round(monday()),
      await game.round(addDays(monday(), 1)),
      await game.round(addDays(monday(), 2)),
    ] as const
    const change = (round: Round) =>
      world.run((tx) =>
        correct(tx, {
          draw_id: round.draws[0]!,
          numbers: [{ place: '', number: '33', sign: null }],
          entered_by: null,
          confirmed_by: admin(),
          source: 'prueba',
          at: new Date(),
          reason: 'Se anotó mal',
        }),
      )
    const paid = await sell(rounds[0], '1 2 3')
    await game.finish(rounds[0], ['1', '2', '3'])
    await settle(world)
    await app.call(
      polla.payPrize,
      { params: { id: (await show(paid)).prize_id! }, body: { code: paid.code } },
      { as: 'polla' },
    )
    await expect(change(rounds[0])).rejects.toMatchObject({ code: 'polla_settled' })
    await sell(rounds[1], '1 2 3')
    await game.finish(rounds[1], ['7', '8', '9'])
    await settle(world)
    expect((await payDaily(rounds[2], { primer_acu_abono: '1' }, 'EGRESO')).status).toBe(201)
    await expect(change(rounds[1])).rejects.toMatchObject({ code: 'jackpot_too_small' })
    await payDaily(rounds[2], { primer_acu_abono: '1' })
    await game.finish(rounds[2], ['7', '8', '9'])
    await settle(world)
    await expect(change(rounds[1])).rejects.toMatchObject({ code: 'polla_settled' })
  })

  it('of the polla itself is refused: its results are those of its draws', async () => {
    game = await openPolla(world)
    const round = await game.round(monday())
    await game.finish(round, ['1', '2', '3'])
    await settle(world)
    const result = await world.db.one<{ id: number; source: string }>(
      sql`SELECT id, source FROM results WHERE draw_id = ${round.id}`,
    )
    expect(result?.source).toBe('polla')
    expect(
      (
        await app.call(
          manageDraws.withdraw,
          { params: { id: result!.id }, query: { reason: 'Probando' } },
          { as: 'banca' },
        )
      ).problem.code,
    ).toBe('result_invalid')
  })
})
