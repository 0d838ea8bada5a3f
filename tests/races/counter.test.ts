/** Sixteen hands on the counter at once: whatever they do together, it happens once, whole, and the books agree. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { counter } from '../../contract/counter.ts'
import { session } from '../../contract/session.ts'
import { tickets } from '../../contract/tickets.ts'
import { award } from '../../server/rules/award/award.ts'
import { cookieOf } from '../support/app.ts'
import { expectBooksHold } from '../support/holds.ts'
import { recalculate } from '../support/recalculation.ts'
import { password } from '../support/world.ts'
import { animal, atOnce, connections, line, openRush, race, sellerAt, tally, type Rush } from './rush.ts'

let rush: Rush
let deadlocks: number | undefined
beforeAll(async () => {
  rush = await openRush()
})
afterAll(async () => {
  if (deadlocks === undefined) await rush?.finish()
})
afterEach(async () => {
  if (deadlocks === undefined) await expectBooksHold(rush.world.db)
})

const serialOf = (reply: { body: { serial: string } }) => ({ serial: reply.body.serial })
const stateOf = async (serial: string) =>
  (await rush.world.db.one<{ state: string }>(sql`SELECT state::text AS state FROM tickets WHERE serial = ${serial}`))
    ?.state

describe('quota', () => {
  it('sixteen sellers never sell more of a number than its quota, nor less than fits', async () => {
    const product = rush.world.product('LOTTO_ACTIVO')
    await rush.world.db.run(
      sql`INSERT INTO top_quotas (product_id, bet_type_id, currency, amount) VALUES (${product}, ${animal}, 'BS', 100)`,
    )
    await rush.world.db.run(
      sql`
        INSERT INTO regular_quotas (partner_id, product_id, bet_type_id, currency, amount)
        VALUES (${rush.world.partner.sur}, ${product}, ${animal}, 'BS', 70)`,
    )
    await race(async () => {
      const draw = await rush.world.draw('LOTTO_ACTIVO')
      // Crossed orders of the same numbers: whoever locks as it reads waits in a circle here.
      const replies = await atOnce(connections, (n) =>
        rush.sell(
          (n % 2 ? ['7', '8'] : ['8', '7']).map((number) => line(draw, number)),
          sellerAt(n),
        ),
      )
      expect(replies.every((reply) => reply.status === 201 || reply.problem.code === 'quota_exceeded')).toBe(true)
      const sold = await rush.world.db.rows<{ partner_id: number; number: string; sold: string }>(sql`
        SELECT partner_id, number, sold
        FROM draw_sales
        WHERE draw_id = ${draw} AND partner_id IN (${rush.world.partner.banca}, ${rush.world.partner.sur})
        ORDER BY number, partner_id`)
      const [top, middle] = [rush.world.partner.banca, rush.world.partner.sur].map((id) =>
        sold.filter((row) => row.partner_id === id).map((row) => row.sold),
      )
      // Twelve of the sixteen sell under Sur, which may sell 70; with the four others they fill the banca's 100 up.
      expect([top, middle]).toEqual([
        ['100.00', '100.00'],
        expect.toSatisfy((sur: string[]) => ['60.00', '70.00'].includes(sur[0]!) && sur[0] === sur[1]),
      ])
      expect(replies.filter((reply) => reply.status === 201)).toHaveLength(10)
    })
    await rush.world.db.run(sql`DELETE FROM top_quotas`)
    await rush.world.db.run(sql`DELETE FROM regular_quotas`)
  })
})

describe('a quoted ticket', () => {
  /** Of those who may quote. */
  const quoter = (n: number) => sellerAt(n % 3)
  const against = async (lines: ReturnType<typeof line>[], as: string) => {
    const { body } = await rush.app.call(counter.quote, { body: { currency: 'BS', lines } }, { as })
    return [...body.faults, ...body.lines.flatMap(({ faults }) => faults)]
  }

  it('that many hold at once is sold as long as its quota lasts, and refused after', async () => {
    const product = rush.world.product('LOTTO_ACTIVO')
    await rush.world.db.run(
      sql`INSERT INTO top_quotas (product_id, bet_type_id, currency, amount) VALUES (${product}, ${animal}, 'BS', 45)`,
    )
    await race(async () => {
      const asked = [line(await rush.world.draw('LOTTO_ACTIVO'), '7')]
      expect((await atOnce(8, (n) => against(asked, quoter(n)))).flat()).toEqual([])
      const replies = await atOnce(8, (n) => rush.sell(asked, sellerAt(n)))
      expect(tally(replies)).toEqual({ 201: 4, quota_exceeded: 4 })
      expect((await against(asked, 'taquilla')).map(({ code }) => code)).toEqual(['quota_exceeded'])
    })
    await rush.world.db.run(sql`DELETE FROM top_quotas`)
  })

  it('is refused by a block and a close that come while it is on its way, and sold by nobody behind them', async () => {
    const product = rush.world.product('LOTTO_ACTIVO')
    await race(async () => {
      const [closing, blocked] = [await rush.world.draw('LOTTO_ACTIVO'), await rush.world.draw('LOTTO_ACTIVO')]
      const asked = [line(closing, '7'), line(blocked, '9')]
      expect((await atOnce(4, (n) => against(asked, quoter(n)))).flat()).toEqual([])
      const under = Promise.all([
        rush.world.closeDraw(closing),
        rush.world.db.run(sql`INSERT INTO blocked_numbers (partner_id, product_id, bet_type_id, number, draw_id)
          VALUES (${rush.world.partner.banca}, ${product}, ${animal}, '9', ${blocked})`),
      ])
      const replies = await atOnce(8, (n) => rush.sell(asked, sellerAt(n)))
      await under
      const known = ['201', 'draw_closed', 'number_blocked', 'sale_refused', 'conflict']
      expect(Object.keys(tally(replies)).filter((one) => !known.includes(one))).toEqual([])
      expect((await rush.sell(asked, 'taquilla')).problem.code).toBe('sale_refused')
      expect((await against(asked, 'taquilla')).map(({ code }) => code)).toEqual(['draw_closed', 'number_blocked'])
    })
    await rush.world.db.run(sql`DELETE FROM blocked_numbers`)
  })
})

describe('the same key', () => {
  it('ten times at once sells once and answers all the same', async () => {
    const draw = await rush.world.draw('LOTTO_ACTIVO')
    await race(async () => {
      const key = randomUUID()
      const before = await rush.world.db.one<{ n: string }>(sql`SELECT count(*) AS n FROM tickets`)
      const replies = await atOnce(10, () => rush.sell([line(draw, '11')], 'taquilla', { key }))
      expect(tally(replies)).toEqual({ 201: 10 })
      expect(new Set(replies.map((reply) => JSON.stringify(reply.body))).size).toBe(1)
      expect(await rush.world.db.one(sql`SELECT count(*) - 1 || '' AS n FROM tickets`)).toEqual(before)
    })
  })

  it('with another ticket each time: one is sold, the others are refused', async () => {
    const draw = await rush.world.draw('LOTTO_ACTIVO')
    await race(async () => {
      const key = randomUUID()
      const replies = await atOnce(8, (n) => rush.sell([line(draw, '12', `${n + 1}.00`)], 'taquilla', { key }))
      expect(tally(replies)).toEqual({ 201: 1, idempotency_mismatch: 7 })
    })
  })
})

describe('annulment', () => {
  it('sixteen times at once annuls once', async () => {
    const draw = await rush.world.draw('LOTTO_ACTIVO')
    await race(async () => {
      const params = serialOf(await rush.sell([line(draw, '13'), line(draw, '14')], 'taquilla'))
      const replies = await atOnce(connections, () =>
        rush.app.call(tickets.annul, { params, body: {} }, { as: 'taquilla' }),
      )
      expect(tally(replies)).toEqual({ 200: 1, ticket_annulled: connections - 1 })
    })
    expect(
      await rush.world.db.one(
        sql`SELECT sold, lines FROM draw_sales WHERE draw_id = ${draw} AND partner_id = ${rush.world.partner.banca} AND number = '13'`,
      ),
    ).toEqual({ sold: '0.00', lines: 0 })
  })

  it('while others sell the same numbers gives back exactly its own', async () => {
    const draw = await rush.world.draw('LOTTO_ACTIVO')
    await race(async () => {
      const mine = await atOnce(4, (n) => rush.sell([line(draw, '15'), line(draw, '16')], sellerAt(n)))
      const annulled = mine.map((reply, n) =>
        rush.app.call(tickets.annul, { params: serialOf(reply), body: {} }, { as: sellerAt(n) }),
      )
      const sold = atOnce(8, (n) =>
        rush.sell([line(draw, n % 2 ? '16' : '15'), line(draw, n % 2 ? '15' : '16')], sellerAt(n)),
      )
      expect([tally(await Promise.all(annulled)), tally(await sold)]).toEqual([{ 200: 4 }, { 201: 8 }])
    })
    const wrong = await rush.world.db.rows(sql`
      SELECT s.partner_id, s.number FROM draw_sales s LEFT JOIN (
        SELECT a.ancestor_id AS partner_id, l.number, sum(l.stake) AS sold, count(*) AS lines
        FROM ticket_lines l
        JOIN partner_ancestors a ON a.partner_id = l.office_id
        WHERE l.draw_id = ${draw} AND l.state <> 'anulada' GROUP BY 1, 2
      ) l USING (partner_id, number) WHERE s.draw_id = ${draw} AND (s.sold <> coalesce(l.sold, 0) OR s.lines <> coalesce(l.lines, 0))`)
    expect(wrong).toEqual([])
  })
})

describe('payment', () => {
  /** A ticket that won. */
  async function winner(): Promise<{ serial: string; code: string }> {
    const draw = await rush.world.draw('LOTTO_ACTIVO')
    const { body } = await rush.sell([line(draw, '20', '5.00')], 'taquilla')
    await rush.world.closeDraw(draw)
    await rush.prize(draw, '20')
    return body
  }

  it('from two offices, eight times each, pays once', async () => {
    await race(async () => {
      const { serial, code } = await winner()
      const replies = await atOnce(connections, (n) =>
        rush.app.call(tickets.pay, { params: { serial }, body: { code } }, { as: n % 2 ? 'taquilla' : 'vecina' }),
      )
      expect(tally(replies)).toEqual({ 200: 1, ticket_already_paid: connections - 1 })
      const paid = await rush.world.db.one(
        sql`
          SELECT sum(greatest(p.amount, 0)) AS amount
          FROM ledger_entries e
          JOIN ledger_postings p ON p.entry_id = e.id
          JOIN tickets t ON t.id = e.ref_id
          WHERE e.kind = 'pago_premio' AND t.serial = ${serial}`,
      )
      expect(paid).toEqual({ amount: '150.00' })
    })
  })

  it('against annulment: what was paid is not annulled, what was annulled is not paid', async () => {
    await race(async () => {
      const { serial, code } = await winner()
      const [paid, annulled] = await Promise.all([
        rush.app.call(tickets.pay, { params: { serial }, body: { code } }, { as: 'taquilla' }),
        rush.app.call(tickets.annul, { params: { serial }, body: {} }, { as: 'taquilla' }),
      ])
      expect([paid.status, annulled.status < 300, await stateOf(serial)]).toEqual([200, false, 'pagado'])
    })
  })

  it('against annulment of a ticket still in play: annulled once, paid never', async () => {
    const draw = await rush.world.draw('LOTTO_ACTIVO')
    await race(async () => {
      const {
        body: { serial, code },
      } = await rush.sell([line(draw, '21')], 'taquilla')
      const [annulled, paid] = await Promise.all([
        atOnce(8, () => rush.app.call(tickets.annul, { params: { serial }, body: {} }, { as: 'taquilla' })),
        atOnce(8, () => rush.app.call(tickets.pay, { params: { serial }, body: { code } }, { as: 'taquilla' })),
      ])
      expect(tally(annulled)['200']).toBe(1)
      expect(paid.filter((reply) => reply.status < 300)).toEqual([])
      expect(await stateOf(serial)).toBe('anulado')
    })
  })
})

describe('the close', () => {
  it('a ticket is sold before it or not at all: nothing enters a draw once it is closed', async () => {
    await race(async () => {
      const draw = await rush.world.draw('LOTTO_ACTIVO')
      const [replies] = await Promise.all([
        atOnce(connections, (n) => rush.sell([line(draw, '30', '1.00')], sellerAt(n))),
        rush.world.closeDraw(draw),
      ])
      const outcomes = tally(replies)
      expect((outcomes['201'] ?? 0) + (outcomes['draw_closed'] ?? 0)).toBe(connections)
      const { n } = (await rush.world.db.one<{ n: number }>(
        sql`SELECT count(*)::int AS n FROM ticket_lines WHERE draw_id = ${draw}`,
      ))!
      expect(n).toBe(outcomes['201'] ?? 0)
      expect(tally(await atOnce(4, (at) => rush.sell([line(draw, '30', '1.00')], sellerAt(at))))).toEqual({
        draw_closed: 4,
      })
    })
  })
})

describe('the award', () => {
  const pending = (draw: number) =>
    rush.world.db.one(
      sql`
        SELECT count(*)::int AS n
        FROM ticket_lines l
        JOIN draws d ON d.id = l.draw_id
        WHERE d.id = ${draw} AND d.state = 'premiado' AND l.state = 'pendiente'`,
    )
  const counted = (draw: number) =>
    rush.world.db.one(
      sql`
        SELECT (SELECT count(*) FROM prizes WHERE draw_id = ${draw})::int AS prizes,
          (SELECT count(*) FROM ticket_lines WHERE draw_id = ${draw} AND state = 'ganadora')::int AS won`,
    )

  it('twice at once, with different numbers, happens once', async () => {
    await race(async () => {
      const draw = await rush.world.draw('LOTTO_ACTIVO')
      await atOnce(2, (n) => rush.sell([line(draw, '1'), line(draw, '2')], sellerAt(n)))
      await rush.world.closeDraw(draw)
      const ended = await Promise.allSettled(['1', '2', '1', '2'].map((number) => rush.prize(draw, number)))
      expect(ended.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
      expect(ended.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))).toEqual(
        Array(3).fill('draw_already_awarded'),
      )
      expect([await pending(draw), await counted(draw)]).toEqual([{ n: 0 }, { prizes: 2, won: 2 }])
    })
  })

  it('against sales in flight leaves no line of an awarded draw without its verdict', async () => {
    await race(async () => {
      const draw = await rush.world.draw('LOTTO_ACTIVO')
      const sales = atOnce(connections, (n) => rush.sell([line(draw, '5', '2.00')], sellerAt(n)))
      await rush.world.closeDraw(draw)
      await rush.prize(draw, '5')
      const outcomes = tally(await sales)
      const sold = outcomes['201'] ?? 0
      expect(sold + (outcomes['draw_closed'] ?? 0)).toBe(connections)
      expect([await pending(draw), await counted(draw)]).toEqual([{ n: 0 }, { prizes: sold, won: sold }])
    })
  })

  it('of several draws at once, while the same offices sell, pay and annul, waits for nobody in a circle', async () => {
    await race(async () => {
      const [paying, first, second, third] = await atOnce(4, () => rush.world.draw('LOTTO_ACTIVO'))
      const winners = await atOnce(4, (n) => rush.sell([line(paying!, '5', '1.00')], sellerAt(n)))
      await atOnce(8, (n) => rush.sell([line(first!, '5'), line(second!, '6'), line(first!, '7')], sellerAt(n)))
      const regretted = await atOnce(4, (n) => rush.sell([line(third!, '5'), line(third!, '6')], sellerAt(n)))
      await rush.world.closeDraw(paying!)
      await rush.prize(paying!, '5')
      await rush.world.closeDraw(first!)
      await rush.world.closeDraw(second!)
      const [sold, paid, annulled] = await Promise.all([
        atOnce(8, (n) => rush.sell([line(third!, '5'), line(third!, '6')], sellerAt(n))),
        Promise.all(
          winners.map((reply, n) =>
            rush.app.call(
              tickets.pay,
              { params: serialOf(reply), body: { code: reply.body.code } },
              { as: sellerAt(n) },
            ),
          ),
        ),
        Promise.all(
          regretted.map((reply, n) =>
            rush.app.call(tickets.annul, { params: serialOf(reply), body: {} }, { as: sellerAt(n) }),
          ),
        ),
        rush.prize(first!, '5'),
        rush.prize(second!, '6'),
      ])
      expect([tally(sold), tally(paid), tally(annulled)]).toEqual([{ 201: 8 }, { 200: 4 }, { 200: 4 }])
      expect([await pending(first!), await counted(first!), await counted(second!)]).toEqual([
        { n: 0 },
        { prizes: 8, won: 8 },
        { prizes: 8, won: 8 },
      ])
    })
  })

  it('against annulments at the very close: a line is annulled or has its verdict, and the ticket agrees', async () => {
    await race(async () => {
      const draw = await rush.world.draw('LOTTO_ACTIVO')
      const sold = await atOnce(8, (n) => rush.sell([line(draw, '5'), line(draw, '6')], sellerAt(n)))
      const annulments = sold.map((reply, n) =>
        rush.app.call(tickets.annul, { params: serialOf(reply), body: {} }, { as: sellerAt(n) }),
      )
      await rush.world.db.run(
        sql`
          UPDATE tickets
          SET first_close_at = now(), annul_before = now()
          WHERE serial = ANY (${`{${sold.map((reply) => reply.body.serial).join(',')}}`}::text[]) AND state = 'vendido'`,
      )
      await rush.world.closeDraw(draw)
      await rush.world.run((tx) =>
        award(tx, {
          draw_id: draw,
          numbers: [{ place: '', number: '5', sign: null }],
          entered_by: null,
          confirmed_by: null,
          source: 'prueba',
          at: new Date(),
        }),
      )
      const annulled = (await Promise.all(annulments)).filter((reply) => reply.status === 200).length
      const rows = await rush.world.db.rows<{ ticket: string; line: string; n: number }>(sql`
        SELECT t.state::text AS ticket, l.state::text AS line, count(*)::int AS n
        FROM ticket_lines l
        JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id
        WHERE l.draw_id = ${draw}
        GROUP BY 1, 2`)
      const of = (ticket: string, state: string) =>
        rows.filter((row) => row.ticket === ticket && row.line === state).reduce((sum, row) => sum + row.n, 0)
      expect([of('anulado', 'anulada'), of('ganador', 'ganadora'), of('ganador', 'perdedora')]).toEqual([
        2 * annulled,
        8 - annulled,
        8 - annulled,
      ])
      expect(rows.reduce((sum, row) => sum + row.n, 0)).toBe(16)
    })
  })
})

describe('the recalculation', () => {
  it('of a day with a wrong figure, while it is sold, leaves every figure right', async () => {
    const draw = await rush.world.draw('LOTTO_ACTIVO')
    const { today } = rush.world
    await race(async () => {
      await rush.sell([line(draw, '9', '1.00')], 'taquilla')
      await rush.world.db.run(sql`UPDATE sales_days SET sold = sold + 1 WHERE day = ${today}`)
      const [sold, rebuilt] = await Promise.all([
        atOnce(12, (n) => rush.sell([line(draw, '9', '1.00'), line(draw, '10', '1.00')], sellerAt(n))),
        recalculate(rush.app, { from: today, to: today }),
      ])
      expect([tally(sold), rebuilt.state]).toEqual([{ 201: 12 }, 'terminado'])
      await expectBooksHold(rush.world.db)
    })
  })
})

describe('the session', () => {
  it('refreshed sixteen times at once has one successor, and goes on', async () => {
    const first = await rush.app.call(session.open, { body: { username: 'taquilla', password } })
    let token = cookieOf(first, 'sorteo_refresh')
    await race(async () => {
      const headers = { cookie: `sorteo_refresh=${token}` }
      const replies = await atOnce(connections, () => rush.app.call(session.refresh, {}, { headers }))
      expect(tally(replies)).toEqual({ 200: connections })
      const successors = new Set(replies.map((reply) => cookieOf(reply, 'sorteo_refresh')))
      expect(successors.size).toBe(1)
      ;[token = ''] = successors
    })
  })
})

describe('all of it', () => {
  it('nobody ever waited for another in a circle', async () => {
    deadlocks = await rush.finish()
    expect(deadlocks).toBe(0)
  })
})
