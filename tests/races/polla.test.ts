/** Many hands on one polla at once: its pots change by whole movements, and each thing happens once. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { polla } from '../../contract/polla.ts'
import { addDays } from '../../contract/values/dates.ts'
import { correct } from '../../server/rules/award/correct.ts'
import { settlePollas } from '../../server/rules/polla/settle.ts'
import { expectBooks, openPolla, potsOf, type Polla, type Round } from '../api/polla-setup.ts'
import { atOnce, connections, openRush, race, tally, type Rush } from './rush.ts'
import { addUser } from '../support/factories.ts'

let rush: Rush
let deadlocks: number | undefined
let game: Polla
const sellers = ['polla', 'polla2', 'polla3'] as const

beforeAll(async () => {
  rush = await openRush()
  const { db, partner } = rush.world
  await db.run(sql`UPDATE products SET status = 'inactivo' WHERE kind = 'polla'`)
  await addUser(db, { username: 'polla2', role: 'VEND_TAQUILLA_POLLA', partner_id: partner.taquilla2 })
  await addUser(db, { username: 'polla3', role: 'VEND_TAQUILLA_POLLA', partner_id: partner.taquilla3 })
  for (const seller of [...sellers, 'banca']) await rush.app.signInAs(seller)
})
afterAll(async () => {
  if (deadlocks === undefined) await rush?.finish()
})
afterEach(async () => {
  if (deadlocks === undefined) await expectBooks(rush.world)
})

/** A polla of its own for a trial, with a round today and one tomorrow, which sell at once. */
async function fresh(draws = 1): Promise<[today: Round, tomorrow: Round]> {
  await game?.end()
  game = await openPolla(rush.world, { symbols: 2 })
  return [await game.round(rush.world.today, draws), await game.round(addDays(rush.world.today, 1), draws)]
}
const settle = () => settlePollas({ pool: rush.world.pool, db: rush.world.db })
const sell = (round: Round, n: number, symbols = ['1', '2']) =>
  rush.app.call(
    polla.sell,
    { body: { round_id: round.id, currency: 'BS', symbols, confirm_repeated: true } },
    { as: sellers[n % sellers.length]! },
  )
const annul = (serial: string, n: number) =>
  rush.app.call(polla.annul, { params: { id: serial } }, { as: sellers[n % sellers.length]! })
async function jackpotId(round: Round, kind: 'diario' | 'semanal'): Promise<number> {
  const row = await rush.world.db.one<{ id: number }>(sql`
    SELECT id
    FROM jackpots
    WHERE product_id = ${game.product_id} AND kind = ${kind} AND currency = 'BS'
      AND ${round.day}::date BETWEEN from_day AND to_day`)
  return row!.id
}
const payDaily = (id: number, tipo: 'INGRESO' | 'EGRESO', primer_acu_abono: string) =>
  rush.app.call(polla.payDaily, { body: { pote_diario_id: id, tipo, primer_acu_abono } }, { as: 'banca' })

describe('sales', () => {
  it('of sixteen sellers all reach the pots, while others are annulled', async () => {
    await race(async () => {
      const [round, next] = await fresh()
      const early = await atOnce(6, (n) => sell(n % 2 ? round : next, n))
      const annulled = early.map((reply, n) => annul(reply.body.serial, n))
      const sold = atOnce(connections, (n) => sell(n % 2 ? round : next, n, ['3', '4']))
      expect([tally(await Promise.all(annulled)), tally(await sold)]).toEqual([{ 200: 6 }, { 201: connections }])
      for (const of of [round, next])
        expect(await potsOf(rush.app, game.product_id, of.day)).toMatchObject({ primero: '38.40', segundo: '19.20' })
    })
  })

  it('against the close of the round: what is sold is in the pots, what is not is nowhere', async () => {
    await race(async () => {
      const [round] = await fresh()
      const sales = atOnce(connections, (n) => sell(round, n))
      await game.finish(round, ['1'])
      await settle()
      const counted = tally(await sales)
      const { 201: sold = 0, draw_closed: closed = 0 } = counted
      expect(sold + closed).toBe(connections)
      // Whoever sold before the close had one symbol less: they share the second pot.
      const lines = await rush.world.db.one<{ n: number; prize: string | null }>(
        sql`SELECT count(*)::int AS n, max(prize) AS prize FROM ticket_lines WHERE draw_id = ${round.id} AND state = 'ganadora'`,
      )
      expect(lines).toEqual({ n: sold, prize: sold ? '2.40' : null })
    })
  })
})

describe('settlement', () => {
  it('by several instances at once settles once, while tomorrow sells and is annulled', async () => {
    await race(async () => {
      const [round, next] = await fresh()
      const tickets = await atOnce(3, (n) => sell(round, n, n === 0 ? ['1', '2'] : ['1', '9']))
      const gone = await atOnce(4, (n) => sell(next, n))
      await game.finish(round, ['1'])
      // An instance keeps nothing in memory: four calls are four instances.
      const settled = atOnce(4, settle)
      const sold = atOnce(8, (n) => sell(next, n))
      const annulled = gone.map((reply, n) => annul(reply.body.serial, n))
      expect((await settled).reduce((sum, one) => sum + one, 0)).toBe(1)
      expect([tally(await sold), tally(await Promise.all(annulled))]).toEqual([{ 201: 8 }, { 200: 4 }])
      // All three had one symbol less: 3 × 2.40 shared by three. The first pot passes on.
      const states = await rush.world.db.rows(
        sql`
          SELECT state::text AS state, prize
          FROM tickets
          WHERE serial = ANY (${sql.param(tickets.map((one) => one.body.serial))}::text[])`,
      )
      expect(states).toEqual(tickets.map(() => ({ state: 'ganador', prize: '2.40' })))
      expect(await potsOf(rush.app, game.product_id, next.day)).toMatchObject({ primero: '52.80', segundo: '19.20' })
    })
  })

  it('against its undoing and money taken by hand: the pots are whole whoever is first', async () => {
    await race(async (trial) => {
      const [round, next] = await fresh()
      await sell(round, 0)
      await game.finish(round, ['9'])
      await settle()
      const id = await jackpotId(next, 'diario')
      const [undone, taken] = await Promise.all([
        rush.world
          .run((tx) =>
            correct(tx, {
              draw_id: round.draws[0]!,
              numbers: [{ place: '', number: '8', sign: null }],
              entered_by: null,
              confirmed_by: rush.world.user['banca']!,
              source: 'prueba',
              at: new Date(),
              reason: `Prueba ${trial}`,
            }),
          )
          .then(
            () => 'undone',
            (error: { code?: string }) => error.code,
          ),
        payDaily(id, 'EGRESO', '4.80').then((reply) => (reply.status === 201 ? 'taken' : reply.problem.code)),
      ])
      expect([
        ['undone', 'jackpot_too_small'],
        ['jackpot_too_small', 'taken'],
      ]).toContainEqual([undone, taken])
      expect((await potsOf(rush.app, game.product_id, next.day)).primero).toBe('0.00')
    })
  })
})

describe('a pot', () => {
  it('that sixteen take from at once gives out what it has and no more', async () => {
    await race(async () => {
      const [round] = await fresh()
      const id = await jackpotId(round, 'diario')
      await payDaily(id, 'INGRESO', '100')
      const replies = await atOnce(connections, () => payDaily(id, 'EGRESO', '30'))
      expect(tally(replies)).toEqual({ 201: 3, jackpot_too_small: connections - 3 })
      expect((await potsOf(rush.app, game.product_id, round.day)).primero).toBe('10.00')
    })
  })

  it('taken from while its tickets are annulled never goes below zero', async () => {
    await race(async () => {
      const [round] = await fresh()
      const id = await jackpotId(round, 'diario')
      const sold = await atOnce(6, (n) => sell(round, n))
      const annulled = sold.map((reply, n) => annul(reply.body.serial, n))
      const taken = atOnce(6, () => payDaily(id, 'EGRESO', '4.80'))
      expect(tally(await Promise.all(annulled))).toEqual({ 200: 6 })
      const { 201: out = 0, jackpot_too_small: refused = 0 } = tally(await taken)
      expect([out + refused, (await potsOf(rush.app, game.product_id, round.day)).primero]).toEqual([6, '0.00'])
    })
  })
})

describe('a prize', () => {
  it('of two pots, paid sixteen times at once from either, is paid once', async () => {
    await race(async () => {
      const [round, next] = await fresh(2)
      // Nothing else is played this week: the weekly pot is in play today.
      await rush.world.db.run(sql`UPDATE draws SET state = 'suspendido' WHERE id = ${next.id}`)
      const { body: ticket } = await sell(round, 0)
      await game.finish(round, ['1', '2'])
      await settle()
      const { body } = await rush.app.call(
        polla.prizes,
        { query: { round_id: round.id, sort: 'pot' } },
        { as: 'polla' },
      )
      expect(body.data.map((one) => one.pot)).toEqual(['primero', 'semanal'])
      const replies = await atOnce(connections, (n) =>
        rush.app.call(
          polla.payPrize,
          { params: { id: body.data[n % body.data.length]!.id }, body: { code: ticket.code } },
          { as: n % 2 ? 'polla' : 'polla2' },
        ),
      )
      expect(tally(replies)).toEqual({ 200: 1, ticket_already_paid: connections - 1 })
    })
  })
})

describe('all of it', () => {
  it('made the database break up no deadlock', async () => {
    deadlocks = await rush.finish()
    expect(deadlocks).toBe(0)
  })
})
