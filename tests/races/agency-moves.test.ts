/** An agency that changes fathers while its offices sell: no sale is lost on the way, at no level, and no quota is passed. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { tickets } from '../../contract/tickets.ts'
import { addDays } from '../../contract/values/dates.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { formOf } from '../api/agencies-setup.ts'
import { expectBooksHold } from '../support/holds.ts'
import { trials } from '../support/length.ts'
import { recalculate } from '../support/recalculation.ts'
import { animal, line, openRush, tally, type Rush } from './rush.ts'

let rush: Rush
let deadlocks: number | undefined
beforeAll(async () => {
  rush = await openRush()
})
afterAll(async () => {
  if (deadlocks === undefined) await rush?.finish()
})

const times = Math.max(8, Math.ceil(trials / 10))
const numbers = ['0', '5', '7', '9']
/** Those of one agency. */
const sellers = ['taquilla', 'vecina', 'polla']

it('eight sellers sell and annul while their agency moves again and again, and a draw is awarded and a day recalculated', async () => {
  const { world, app, sell } = rush
  const { banca, norte, sur, agencia1 } = world.partner
  const [draw, other, drawn] = [
    await world.draw('LOTTO_ACTIVO'),
    await world.draw('LOTTO_ACTIVO'),
    await world.draw('LOTTO_ACTIVO'),
  ]
  for (const [partner, amount] of [
    [norte, 700],
    [sur, 400],
    [agencia1, 900],
  ] as const)
    await world.db.run(
      sql`INSERT INTO regular_quotas VALUES (${partner}, ${world.product('LOTTO_ACTIVO')}, ${animal}, 'BS', ${amount})`,
    )
  for (const as of sellers) await sell([line(drawn, '5', '3.00')], as)
  let moving = true
  const hands = Array.from({ length: 8 }, async (_, hand) => {
    const as = sellers[hand % sellers.length]!
    const replies: { status: number; problem?: { code?: string } }[] = []
    for (let n = 0; moving || n < 10; n++) {
      const reply = await sell(
        [line(hand % 2 ? draw : other, numbers[(hand + n) % 4]!, '7.00'), line(draw, '8', '0.50')],
        as,
      )
      replies.push(reply)
      if (n % 3 === 0 && reply.status === 201) {
        const { serial } = reply.body
        replies.push(await app.call(tickets.annul, { params: { serial }, body: {} }, { as }))
      }
    }
    return replies
  })
  const move = async (n: number) => {
    const { body: row } = await app.call(agencies.show, { params: { id: agencia1 } }, { as: 'banca' })
    const father_id = [banca, norte, sur].filter((one) => one !== row.father_id)[n % 2]!
    const body = { ...formOf(row), father_id }
    return (await app.call(agencies.update, { params: { id: agencia1 }, body }, { as: 'banca' })).status
  }
  const around = async () => {
    await world.closeDraw(drawn)
    await rush.prize(drawn, '5')
    await world.settle()
    return recalculate(app, { from: world.today, to: world.today })
  }
  const moves: number[] = []
  const meanwhile = around()
  for (let n = 0; n < times; n++) moves.push(await move(n))
  const run = await meanwhile
  moving = false
  const outcomes = tally((await Promise.all(hands)).flat())
  expect(moves).toEqual(Array(times).fill(200))
  expect(Object.keys(outcomes).filter((one) => !['200', '201', 'quota_exceeded'].includes(one))).toEqual([])
  expect(outcomes['201']).toBeGreaterThan(40)
  expect([run.state, run.corrected]).toEqual(['terminado', 0])
  await expectBooksHold(world.db)
  const rebuilt = await world.run((tx) => rebuildDays(tx, addDays(world.today, -7), addDays(world.today, 7)))
  expect(rebuilt.corrected).toBe(0)
  const uncounted = await world.db.rows(sql`
    SELECT partner_id, draw_id, number FROM draw_sales s FULL JOIN (
      SELECT a.ancestor_id AS partner_id, l.draw_id, l.number, sum(l.stake) AS sold
      FROM ticket_lines l
      JOIN partner_ancestors a ON a.partner_id = l.office_id
      WHERE l.state <> 'anulada' GROUP BY 1, 2, 3
    ) counted USING (partner_id, draw_id, number) WHERE coalesce(s.sold, 0) <> coalesce(counted.sold, 0)`)
  expect(uncounted).toEqual([])
}, 120_000)

it('nobody ever waited for another in a circle', async () => {
  deadlocks = await rush.finish()
  expect(deadlocks).toBe(0)
})
