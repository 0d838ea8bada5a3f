/** Quotas changed while sixteen sell: from the change's commit on nobody passes the new quota, and what was sold stays sold. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { quotas } from '../../contract/quotas.ts'
import { topQuotas } from '../../contract/top-quotas.ts'
import { animal, atOnce, connections, line, openRush, race, sellerAt, tally, type Rush } from './rush.ts'
import { expectBooksHold } from '../support/holds.ts'

let rush: Rush
let lotto: number
let deadlocks: number | undefined
beforeAll(async () => {
  rush = await openRush()
  lotto = rush.world.product('LOTTO_ACTIVO')
  await rush.app.signInAs('banca')
})
afterAll(async () => {
  if (deadlocks === undefined) await rush?.finish()
})
beforeEach(async () => {
  if (deadlocks !== undefined) return
  await rush.world.db.run(sql`DELETE FROM regular_quotas`)
  await rush.world.db.run(sql`DELETE FROM top_quotas`)
})
afterEach(async () => {
  if (deadlocks !== undefined) return
  // What was sold before a ceiling came down below it is no fault of the books.
  await rush.world.db.run(sql`DELETE FROM top_quotas`)
  await expectBooksHold(rush.world.db)
})

/** Hundredths sold of number 7, under the banca. */
const sold = async (draw: number) => {
  const row = await rush.world.db.one<{ cents: string }>(
    sql`
      SELECT coalesce(sum(sold), 0) * 100 AS cents
      FROM draw_sales
      WHERE draw_id = ${draw} AND partner_id = ${rush.world.partner.banca} AND number = '7'`,
  )
  return Number(row!.cents)
}
const key = () => ({ product_id: lotto, bet_type_id: animal, currency: 'BS' as const })
const lowering: [name: string, start: () => Promise<unknown>, lower: () => Promise<{ status: number }>][] = [
  [
    "a partner's, saved",
    () =>
      rush.world.db.run(
        sql`
          INSERT INTO regular_quotas
          VALUES (${rush.world.partner.banca}, ${lotto}, ${animal}, 'BS', 300)
          ON CONFLICT (partner_id, product_id, bet_type_id, currency) DO UPDATE SET amount = 300`,
      ),
    () =>
      rush.app.call(
        quotas.save,
        { body: { rows: [{ ...key(), partner_id: rush.world.partner.banca, amount: '50', before: '300' }] } },
        { as: 'banca' },
      ),
  ],
  [
    "every partner's at once",
    () =>
      rush.world.db.run(
        sql`
          INSERT INTO regular_quotas
          SELECT id, ${lotto}, ${animal}, 'BS', 300
          FROM partners
          ON CONFLICT (partner_id, product_id, bet_type_id, currency) DO UPDATE SET amount = 300`,
      ),
    () =>
      rush.app.call(
        quotas.global,
        {
          query: { expected_matched_rows: 8 },
          body: {
            filter: { product_ids: [lotto], bet_type_ids: [animal], currencies: ['BS'] },
            change: { kind: 'set', amount: '50' },
          },
        },
        { as: 'banca' },
      ),
  ],
  [
    "the banca's ceiling",
    () =>
      rush.world.db.run(
        sql`
          INSERT INTO top_quotas
          VALUES (${lotto}, ${animal}, 'BS', 300)
          ON CONFLICT (product_id, bet_type_id, currency) DO UPDATE SET amount = 300`,
      ),
    () =>
      rush.app.call(topQuotas.save, { body: { rows: [{ ...key(), amount: '50', before: '300' }] } }, { as: 'banca' }),
  ],
]

describe('lowered while sixteen sell', () => {
  it.each(lowering)(
    '%s: nothing more is sold than the larger of what was sold and the new quota',
    async (_, start, lower) => {
      const outcomes = new Set<string>()
      await race(async (trial) => {
        await start()
        const draw = await rush.world.draw('LOTTO_ACTIVO')
        // Before, among and after the first sales, from one trial to the next.
        const first = atOnce(trial % connections, (n) => rush.sell([line(draw, '7')], sellerAt(n)))
        if (trial % 4 === 0) await first
        const lowered = lower().then(async (reply) => ({ reply, sold_then: await sold(draw) }))
        const rest = atOnce(connections, (n) => rush.sell([line(draw, '7'), line(draw, '8', '1.00')], sellerAt(n)))
        const [early, late, { reply, sold_then }] = [await first, await rest, await lowered]
        expect(reply.status).toBe(200)
        for (const one of [...early, ...late])
          expect(one.status === 201 || one.problem.code === 'quota_exceeded').toBe(true)
        const end = await sold(draw)
        expect(end).toBeLessThanOrEqual(Math.max(sold_then, 50_00))
        const count = tally([...early, ...late])['201'] ?? 0
        expect(end).toBe(count * 10_00)
        expect(count).toBeGreaterThanOrEqual(5)
        outcomes.add(String(count))
        expect((await rush.sell([line(draw, '7')], 'taquilla')).problem.code).toBe('quota_exceeded')
      })
      // The change did not always come before every sale.
      expect(outcomes.size).toBeGreaterThan(1)
    },
  )
})

describe('changes of quotas against each other', () => {
  it('a save and a change over all: each happens whole, the later over the earlier or not at all', async () => {
    await race(async () => {
      await rush.world.db.run(sql`DELETE FROM regular_quotas`)
      const draw = await rush.world.draw('LOTTO_ACTIVO')
      const offices = [rush.world.partner.taquilla1, rush.world.partner.taquilla2, rush.world.partner.taquilla3]
      const saves = offices.map((partner_id, n) =>
        rush.app
          .call(
            quotas.save,
            {
              body: {
                rows: [...offices.slice(n), ...offices.slice(0, n)].map((id) => ({
                  ...key(),
                  partner_id: id,
                  amount: String(n + 1),
                  before: null,
                })),
              },
            },
            { as: 'banca' },
          )
          .then((reply) => [partner_id, reply] as const),
      )
      const change = rush.app.call(
        quotas.global,
        {
          query: { expected_matched_rows: 3 },
          body: {
            filter: { types: ['taquilla'], product_ids: [lotto], bet_type_ids: [animal], currencies: ['BS'] },
            change: { kind: 'percent', percent: '100' },
          },
        },
        { as: 'banca' },
      )
      const selling = atOnce(8, (n) => rush.sell([line(draw, '9', '1.00')], sellerAt(n)))
      const replies = (await Promise.all(saves)).map(([, reply]) => reply)
      expect(tally(replies)).toEqual({ 200: 1, changed_meanwhile: 2 })
      expect((await change).status).toBe(200)
      // A quota that rises between the refusal and its explanation leaves a refusal that no quota explains.
      for (const one of await selling)
        expect(one.status === 201 || ['quota_exceeded', 'conflict'].includes(one.problem.code)).toBe(true)
      const rows = await rush.world.db.rows<{ amount: string }>(
        sql`SELECT amount FROM regular_quotas WHERE product_id = ${lotto} AND currency = 'BS' ORDER BY partner_id`,
      )
      expect(rows).toHaveLength(3)
      expect(new Set(rows.map((row) => row.amount)).size).toBe(1)
      const { changed } = (await change).body
      const winner = replies.findIndex((reply) => reply.status === 200) + 1
      expect(rows[0]!.amount).toBe(`${changed === 3 ? winner * 2 : winner}.00`)
    })
  })

  it('nobody waited in a circle', async () => {
    deadlocks = await rush.finish()
    expect(deadlocks).toBe(0)
  })
})
