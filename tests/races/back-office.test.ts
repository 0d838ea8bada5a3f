/**
 * The back office against the counters, sixteen hands at once: a draw is suspended, a number blocked, a payment decided
 * while everybody sells, pays and annuls.
 */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { blockedNumbers } from '../../contract/blocked-numbers.ts'
import { suspendedDraws, type SuspensionMode } from '../../contract/suspended-draws.ts'
import { tickets } from '../../contract/tickets.ts'
import { ticketManagement } from '../../contract/ticket-management.ts'
import { addDays } from '../../contract/values/dates.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { expireTickets } from '../../server/rules/pay/expire.ts'
import { expectBooksHold } from '../support/holds.ts'
import { betTypeId } from '../support/world.ts'
import { atOnce, connections, line, openRush, race, sellerAt, tally, type Rush } from './rush.ts'

let rush: Rush
beforeAll(async () => {
  rush = await openRush()
  await rush.world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{"BS": "1000.00"}'`)
  await rush.world.db.run(sql`UPDATE products SET settings = settings || '{"tripleta_draws": 3}'`)
  for (const username of ['banca', 'supervisor', 'distribuidor']) await rush.app.signInAs(username)
})
afterAll(async () => {
  expect(await rush?.finish()).toBe(0)
})
afterEach(async () => {
  const { db, today, run } = rush.world
  await expectBooksHold(db)
  expect((await run((tx) => rebuildDays(tx, addDays(today, -1), addDays(today, 1)))).corrected).toBe(0)
})

const suspend = (draw_id: number, mode: SuspensionMode, more: object = {}) =>
  rush.app.call(
    suspendedDraws.create,
    { body: { draw_id, mode, reason: 'Falla eléctrica', ...more } },
    { as: 'supervisor' },
  )
const linesOf = (draw: number) =>
  rush.world.db.rows<{ line: string; ticket: string; n: number }>(sql`
  SELECT l.state::text AS line, t.state::text AS ticket, count(*)::int AS n
  FROM ticket_lines l
  JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id
  WHERE l.draw_id = ${draw}
  GROUP BY 1, 2
  ORDER BY 1, 2`)

describe('a suspension', () => {
  it('against sales and annulments: every line sold is given back or annulled, and none is sold after it', async () => {
    await race(async () => {
      const draw = await rush.world.draw('LOTTO_ACTIVO')
      const regretted = await atOnce(4, (n) => rush.sell([line(draw, '5')], sellerAt(n)))
      const [sold, annulled, suspended] = await Promise.all([
        atOnce(connections, (n) => rush.sell([line(draw, '7', '1.00'), line(draw, '8', '2.00')], sellerAt(n))),
        Promise.all(
          regretted.map((reply, n) =>
            rush.app.call(tickets.annul, { params: { serial: reply.body.serial }, body: {} }, { as: sellerAt(n) }),
          ),
        ),
        suspend(draw, 'devolver'),
      ])
      expect(suspended.status).toBe(201)
      const [sales, annulments] = [tally(sold), tally(annulled)]
      expect([
        (sales['201'] ?? 0) + (sales['draw_closed'] ?? 0),
        (annulments['200'] ?? 0) + (annulments['ticket_returned'] ?? 0),
      ]).toEqual([connections, 4])
      const lines = await linesOf(draw)
      const of = (ticket: string, state: string) =>
        lines.find((row) => row.ticket === ticket && row.line === state)?.n ?? 0
      expect([
        of('anulado', 'anulada'),
        of('devuelto', 'devuelta'),
        lines.reduce((sum, row) => sum + row.n, 0),
      ]).toEqual([
        annulments['200'] ?? 0,
        2 * (sales['201'] ?? 0) + (annulments['ticket_returned'] ?? 0),
        4 + 2 * (sales['201'] ?? 0),
      ])
      expect(
        await rush.world.db.one(
          sql`SELECT coalesce(sum(sold), 0) AS sold, coalesce(sum(lines), 0)::int AS lines FROM draw_sales WHERE draw_id = ${draw}`,
        ),
      ).toEqual({ sold: expect.stringMatching(/^0(\.00)?$/), lines: 0 })
    })
  })

  it('that moves lines to a draw others sell: together they never pass its quota', async () => {
    const [product, animal] = [rush.world.product('LOTTO_ACTIVO'), betTypeId('ANIMALITO')]
    await race(async () => {
      const [from, to] = await atOnce(2, () => rush.world.draw('LOTTO_ACTIVO'))
      await atOnce(4, (n) => rush.sell([line(from!, '7', '10.00')], sellerAt(n)))
      await rush.world.db.run(sql`INSERT INTO top_quotas VALUES (${product}, ${animal}, 'BS', 70)`)
      const [sold, moved] = await Promise.all([
        atOnce(connections, (n) => rush.sell([line(to!, '7', '10.00')], sellerAt(n))),
        suspend(from!, 'mover', { moved_to_draw_id: to }),
      ])
      const count = tally(sold)['201'] ?? 0
      expect([moved.status < 300 ? 'moved' : moved.problem.code, count]).toEqual(
        moved.status < 300 ? ['moved', 3] : ['suspension_quota', 7],
      )
      expect(
        await rush.world.db.one(
          sql`SELECT sold, lines FROM draw_sales WHERE draw_id = ${to} AND partner_id = ${rush.world.partner.banca} AND number = '7'`,
        ),
      ).toEqual({ sold: '70.00', lines: 7 })
      await rush.world.db.run(sql`DELETE FROM top_quotas`)
    })
  })

  it('sixteen times at once happens once; against the award a draw is one or the other', async () => {
    await race(async () => {
      const [draw, other] = await atOnce(2, () => rush.world.draw('LOTTO_ACTIVO'))
      await atOnce(2, (n) => rush.sell([line(draw!, '5'), line(other!, '5')], sellerAt(n)))
      expect(tally(await atOnce(connections, (n) => suspend(draw!, n % 2 ? 'devolver' : 'mantener')))).toEqual({
        201: 1,
        draw_suspended: connections - 1,
      })
      await rush.world.closeDraw(other!)
      const [suspended, awarded] = await Promise.all([
        suspend(other!, 'devolver'),
        rush.prize(other!, '5').then(
          () => 'awarded',
          (error: { code: string }) => error.code,
        ),
      ])
      expect([
        [201, 'draw_suspended'],
        ['draw_already_awarded', 'awarded'],
      ]).toContainEqual([suspended.status < 300 ? suspended.status : suspended.problem.code, awarded])
    })
  })

  it('of a later draw of a tripleta that is being sold: no range keeps a suspended draw', async () => {
    const tripleta = betTypeId('TRIPLETA')
    await race(async () => {
      const draws = await Promise.all(Array.from({ length: 5 }, () => rush.world.draw('LA_GRANJITA')))
      const [first, second] = (
        await rush.world.db.rows<{ id: number }>(
          sql`SELECT id FROM draws WHERE id IN (${sql.join(
            draws.map((id) => sql`${id}`),
            sql`, `,
          )}) ORDER BY scheduled_at`,
        )
      ).map((row) => row.id)
      const [sold, suspended] = await Promise.all([
        atOnce(8, (n) => rush.sell([{ ...line(first!, '1-2-3', '1.00'), bet_type_id: tripleta }], sellerAt(n))),
        suspend(second!, 'mantener'),
      ])
      expect([tally(sold), suspended.status]).toEqual([{ 201: 8 }, 201])
      expect(
        await rush.world.db.rows(sql`
        SELECT l.ticket_id
        FROM ticket_lines l
        LEFT JOIN line_draws r ON r.day = l.day AND r.ticket_id = l.ticket_id AND r.line_n = l.n AND r.draw_id <> ${second}
        WHERE l.draw_id = ${first} GROUP BY l.ticket_id HAVING count(r.draw_id) <> 3`),
      ).toEqual([])
      expect(await rush.world.db.rows(sql`SELECT 1 FROM line_draws WHERE draw_id = ${second}`)).toEqual([])
    })
  })
})

describe('a block', () => {
  it('against sales: who sells after its answer is refused, what was sold before stays', async () => {
    await race(async () => {
      const draw = await rush.world.draw('LOTTO_ACTIVO')
      const block = () =>
        rush.app.call(
          blockedNumbers.create,
          { body: { product_id: rush.world.product('LOTTO_ACTIVO'), numbers: ['9'], draw_id: draw } },
          { as: 'supervisor' },
        )
      const [sold, blocked] = await Promise.all([
        atOnce(connections, (n) => rush.sell([line(draw, '9', '1.00')], sellerAt(n))),
        atOnce(3, block),
      ])
      const outcomes = tally(sold)
      expect([
        (outcomes['201'] ?? 0) + (outcomes['number_blocked'] ?? 0),
        blocked.reduce((sum, reply) => sum + reply.body.blocked, 0),
      ]).toEqual([connections, 1])
      expect(tally(await atOnce(4, (n) => rush.sell([line(draw, '9', '1.00')], sellerAt(n))))).toEqual({
        number_blocked: 4,
      })
      expect(await linesOf(draw)).toEqual(
        outcomes['201'] ? [{ line: 'pendiente', ticket: 'vendido', n: outcomes['201'] }] : [],
      )
    })
  })
})

describe('a payment over the threshold', () => {
  it('asked for, decided and paid from all sides at once is decided once and paid at most once', async () => {
    await race(async () => {
      const draw = await rush.world.draw('LOTTO_ACTIVO')
      const { body: ticket } = await rush.sell([line(draw, '5', '50.00')], 'taquilla')
      await rush.world.closeDraw(draw)
      await rush.prize(draw, '5')
      const pay = () =>
        rush.app.call(
          tickets.pay,
          { params: { serial: ticket.serial }, body: { code: ticket.code } },
          { as: 'taquilla' },
        )
      const act = (n: number) =>
        rush.app.call(
          ticketManagement.act,
          {
            params: { id: ticket.serial },
            body: n % 2 ? { action: 'approve' as const } : { action: 'reject' as const, reason: 'no corresponde' },
          },
          { as: ['banca', 'supervisor', 'distribuidor'][n % 3]! },
        )
      expect(tally(await atOnce(connections, pay))).toEqual({ 200: connections })
      expect(
        await rush.world.db.one(
          sql`
            SELECT count(*)::int AS n
            FROM pay_approvals a
            JOIN tickets t ON t.day = a.ticket_day AND t.id = a.ticket_id
            WHERE t.serial = ${ticket.serial}`,
        ),
      ).toEqual({ n: 1 })
      const [decided, paid] = await Promise.all([atOnce(8, act), atOnce(8, pay)])
      expect(tally(decided)).toEqual({ 200: 1, approval_decided: 7 })
      const approved =
        (await rush.world.db.one<{ state: string }>(
          sql`
            SELECT a.state
            FROM pay_approvals a
            JOIN tickets t ON t.day = a.ticket_day AND t.id = a.ticket_id
            WHERE t.serial = ${ticket.serial}`,
        ))!.state === 'aprobado'
      expect(
        paid.every(
          (reply) => reply.status < 300 || ['ticket_already_paid', 'pay_rejected'].includes(reply.problem.code),
        ),
      ).toBe(true)
      expect(paid.filter((reply) => reply.status < 300 && reply.body.state === 'pagado').length).toBeLessThanOrEqual(
        approved ? connections : 0,
      )
      expect(tally(await atOnce(4, pay))).toEqual(
        approved
          ? expect.objectContaining({ ticket_already_paid: expect.toSatisfy((n: number) => n >= 3) })
          : { pay_rejected: 4 },
      )
    })
  })

  it('asked for while the clock expires it: it waits or it is expired, never both', async () => {
    await race(async () => {
      const draw = await rush.world.draw('LOTTO_ACTIVO')
      const sold = await atOnce(6, (n) => rush.sell([line(draw, '5', '50.00')], sellerAt(n)))
      await rush.world.closeDraw(draw)
      await rush.prize(draw, '5')
      await rush.world.db.run(sql`UPDATE tickets SET expires_on = ${rush.world.today} WHERE state = 'ganador'`)
      const tomorrow = new Date(Date.now() + 86_400_000)
      const [asked] = await Promise.all([
        Promise.all(
          sold.map((reply, n) =>
            rush.app.call(
              tickets.pay,
              { params: { serial: reply.body.serial }, body: { code: reply.body.code } },
              { as: sellerAt(n) },
            ),
          ),
        ),
        expireTickets(rush.world.pool, tomorrow),
        expireTickets(rush.world.pool, tomorrow),
      ])
      const waiting = asked.filter((reply) => reply.status < 300).length
      expect(
        asked
          .flatMap((reply) => (reply.status < 300 ? [] : [reply.problem.code]))
          .every((code) => ['ticket_expired', 'conflict'].includes(code)),
      ).toBe(true)
      expect(await linesOf(draw)).toEqual([
        ...(waiting ? [{ line: 'ganadora', ticket: 'ganador', n: waiting }] : []),
        ...(waiting < 6 ? [{ line: 'vencida', ticket: 'vencido', n: 6 - waiting }] : []),
      ])
      await rush.world.db.run(sql`UPDATE pay_approvals SET state = 'rechazado' WHERE state = 'pendiente'`)
      await expireTickets(rush.world.pool, tomorrow)
    })
  })
})
