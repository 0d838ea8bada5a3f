/** Results under pressure: sixteen who confirm, sell at the closing edge, or pay while a result is taken back or corrected. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { draws } from '../../contract/draws.ts'
import { manageDraws } from '../../contract/manage-draws.ts'
import { tickets } from '../../contract/tickets.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { atOnce, connections, line, openRush, race, sellerAt, tally, type Rush } from './rush.ts'
import { expectBooksHold } from '../support/holds.ts'

let rush: Rush
let deadlocks: number | undefined
beforeAll(async () => {
  rush = await openRush()
  for (const username of ['banca', 'premiador']) await rush.app.signInAs(username)
})
afterAll(async () => {
  if (deadlocks === undefined) await rush?.finish()
})
afterEach(async () => {
  if (deadlocks !== undefined) return
  await expectBooksHold(rush.world.db)
  expect(await rush.world.run((tx) => rebuildDays(tx, rush.world.today, rush.world.today))).toMatchObject({
    corrected: 0,
  })
})

const numbers = (number: string) => [{ place: '' as const, number, sign: null }]
const save = (body: object, as: string) => rush.app.call(manageDraws.saveResult, { body: body as never }, { as })

/** A draw with a ticket of each seller on a number, over. */
async function overDraw(
  number: string,
  tickets_sold = 4,
): Promise<{ draw: number; sold: { serial: string; code: string; as: string }[] }> {
  const draw = await rush.world.draw('LOTTO_ACTIVO')
  const sold = await Promise.all(
    Array.from({ length: tickets_sold }, async (_, n) => {
      const as = sellerAt(n)
      const reply = await rush.sell([line(draw, number, `${n + 1}.00`), line(draw, '30', '1.00')], as)
      return { serial: reply.body.serial, code: reply.body.code, as }
    }),
  )
  await end(draw)
  return { draw, sold }
}
const end = (draw: number) =>
  rush.world.db.run(sql`
  UPDATE draws
  SET opens_at = opens_at - interval '4 hours', closes_at = now() - interval '2 hours',
    scheduled_at = now() - interval '1 hour'
  WHERE id = ${draw}`)
async function entered(draw_id: number, number: string, reason?: string): Promise<number> {
  const { status, body, problem } = await save(
    { step: 'enter', draw_id, numbers: numbers(number), ...(reason && { reason }) },
    'premiador',
  )
  expect(status < 300 ? 'entered' : problem.code).toBe('entered')
  return body.entry!.id
}
const pay = ({ serial, code, as }: { serial: string; code: string; as: string }) =>
  rush.app.call(tickets.pay, { params: { serial }, body: { code } }, { as })

describe('a result', () => {
  it('entered by sixteen is one entry, confirmed by sixteen is one award', async () => {
    await race(async () => {
      const { draw, sold } = await overDraw('5')
      const entering = await atOnce(connections, () =>
        save({ step: 'enter', draw_id: draw, numbers: numbers('5') }, 'premiador'),
      )
      expect(tally(entering)).toEqual({ 200: 1, result_pending: connections - 1 })
      const entry_id = entering.find((reply) => reply.status === 200)!.body.entry!.id
      const replies = await atOnce(connections, () =>
        save({ step: 'confirm', entry_id, numbers: numbers('5') }, 'banca'),
      )
      expect(tally(replies)).toEqual({ 200: 1, result_entry_gone: connections - 1 })
      expect(
        await rush.world.db.one(
          sql`SELECT count(*)::int AS prizes, sum(amount) AS amount FROM prizes WHERE draw_id = ${draw}`,
        ),
      ).toEqual({ prizes: sold.length, amount: '300.00' })
    })
  })

  it('of a draw that closes while sixteen sell has decided every line that was sold, and no other was', async () => {
    await race(async (trial) => {
      const draw = await rush.world.draw('LOTTO_ACTIVO')
      const selling = atOnce(connections, (n) => rush.sell([line(draw, n % 2 === 0 ? '5' : '6', '1.00')], sellerAt(n)))
      await new Promise((resolve) => setTimeout(resolve, (trial % 12) * 4))
      await rush.world.closeDraw(draw)
      await rush.world.db.run(sql`UPDATE draws SET scheduled_at = closes_at WHERE id = ${draw}`)
      const entry_id = await entered(draw, '5')
      const confirmed = await save({ step: 'confirm', entry_id, numbers: numbers('5') }, 'banca')
      expect(confirmed.status).toBe(200)
      const sold = await selling
      expect(Object.keys(tally(sold)).filter((outcome) => outcome !== '201' && outcome !== 'draw_closed')).toEqual([])
      const kept = sold.filter((reply) => reply.status === 201).length
      const lines = await rush.world.db.rows<{ state: string; n: number }>(
        sql`SELECT state::text AS state, count(*)::int AS n FROM ticket_lines WHERE draw_id = ${draw} GROUP BY 1`,
      )
      expect(lines.filter((one) => one.state === 'pendiente')).toEqual([])
      expect(lines.reduce((sum, one) => sum + one.n, 0)).toBe(kept)
    })
  })

  it('withdrawn while its prizes are paid is withdrawn, or they are paid, and never both', async () => {
    await race(async (trial) => {
      const { draw, sold } = await overDraw('5')
      await save({ step: 'confirm', entry_id: await entered(draw, '5'), numbers: numbers('5') }, 'banca')
      const shown = (await rush.app.call(draws.list, {}, { as: 'banca' })).body.data.find((one) => one.id === draw)!
      const withdraw = () =>
        rush.app.call(
          manageDraws.withdraw,
          { params: { id: shown.result_id! }, query: { reason: 'otro sorteo' } },
          { as: 'banca' },
        )
      const [payments, withdrawn] = await Promise.all([
        atOnce(connections - 1, (n) => pay(sold[n % sold.length]!)),
        new Promise((resolve) => setTimeout(resolve, (trial % 8) * 3)).then(withdraw),
      ])
      const paid = payments.filter((reply) => reply.status === 200).length
      expect(withdrawn.status < 300 ? [0, 'withdrawn'] : [paid > 0, withdrawn.problem.code]).toEqual(
        withdrawn.status < 300 ? [paid, 'withdrawn'] : [true, 'result_paid'],
      )
      const states = await rush.world.db.rows<{ state: string; n: number }>(sql`
        SELECT t.state::text AS state, count(*)::int AS n
        FROM tickets t
        WHERE EXISTS (SELECT 1 FROM ticket_lines l WHERE l.day = t.day AND l.ticket_id = t.id AND l.draw_id = ${draw})
        GROUP BY 1
        ORDER BY 1`)
      expect(Object.fromEntries(states.map((one) => [one.state, one.n]))).toEqual(
        withdrawn.status < 300 ? { vendido: 4 } : { ...(paid < 4 && { ganador: 4 - paid }), pagado: paid },
      )
    })
  })

  it(
    'corrected while its prizes are paid: each ticket is paid with one of the two sums, ' +
      'and what was paid wrongly is the agency’s',
    async () => {
      await race(async (trial) => {
        const { draw, sold } = await overDraw('5')
        await save({ step: 'confirm', entry_id: await entered(draw, '5'), numbers: numbers('5') }, 'banca')
        const entry_id = await entered(draw, '6', 'se leyó mal')
        const [payments, corrected] = await Promise.all([
          atOnce(connections - 1, (n) => pay(sold[n % sold.length]!)),
          new Promise((resolve) => setTimeout(resolve, (trial % 8) * 3)).then(() =>
            save({ step: 'confirm', entry_id, numbers: numbers('6'), accept_paid: true }, 'banca'),
          ),
        ])
        expect(corrected.status).toBe(200)
        expect(
          Object.keys(tally(payments)).filter(
            (outcome) => !['200', 'ticket_already_paid', 'ticket_not_winner', 'conflict'].includes(outcome),
          ),
        ).toEqual([])
        const paid = payments.filter((reply) => reply.status === 200).length
        const books = await rush.world.db.one<{ differences: number; paid: number; lost: number }>(sql`
        SELECT (
          SELECT count(*)::int
          FROM ledger_entries e
          WHERE e.kind = 'correccion' AND e.ref_kind = 'ticket'
            AND e.ref_id IN (SELECT l.ticket_id FROM ticket_lines l WHERE l.draw_id = ${draw})
        ) AS differences,
          count(*) FILTER (WHERE t.state = 'pagado')::int AS paid, count(*) FILTER (WHERE t.state = 'perdedor')::int AS lost
        FROM tickets t WHERE t.id IN (SELECT l.ticket_id FROM ticket_lines l WHERE l.draw_id = ${draw})`)
        expect(books).toEqual({ differences: paid, paid, lost: 4 - paid })
      })
    },
  )
})

describe('all of it', () => {
  it('nobody ever waited for another in a circle', async () => {
    deadlocks = await rush.finish()
    expect(deadlocks).toBe(0)
  })
})
