/** Money that is given back, under pressure: never more than is due, whoever refunds, pays, annuls, suspends or lets lapse beside it. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { tickets } from '../../contract/tickets.ts'
import { add } from '../../contract/values/money.ts'
import { list } from '../../server/platform/db/connect.ts'
import { lapseRefunds } from '../../server/rules/pay/lapse.ts'
import { suspend } from '../../server/rules/suspension/suspend.ts'
import { atOnce, connections, line, openRush, race, tally, type Rush } from './rush.ts'
import { expectBooksHold } from '../support/holds.ts'

let rush: Rush
let deadlocks: number | undefined
beforeAll(async () => {
  rush = await openRush()
  const { db, partner } = rush.world
  await db.run(
    sql`INSERT INTO partner_settings (partner_id, pays_other_agencies, annul_minutes) VALUES (${partner.banca}, true, 60)`,
  )
})
afterAll(async () => {
  if (deadlocks === undefined) await rush?.finish()
})
afterEach(async () => {
  if (deadlocks === undefined) await expectBooksHold(rush.world.db)
})

/** What calls of several kinds answer, to be counted together. */
interface Replied {
  status: number
  problem: { code: string }
}
interface Sold {
  serial: string
  code: string
}
const counters = ['taquilla', 'vecina', 'lejana'] as const
const counterAt = (n: number) => counters[n % counters.length]!
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const giveBackDraw = (draw_id: number) =>
  rush.world.run((tx) =>
    suspend(tx, {
      draw_id,
      mode: 'devolver',
      reason: 'prueba',
      by: rush.world.user['banca']!,
      at: new Date(),
      today: rush.world.today,
    }),
  )
const refund = ({ serial, code }: Sold, as: string) =>
  rush.app.call(tickets.refund, { params: { serial }, body: { code } }, { as })
const pay = ({ serial, code }: Sold, as: string) =>
  rush.app.call(tickets.pay, { params: { serial }, body: { code } }, { as })
const annul = ({ serial }: Sold) => rush.app.call(tickets.annul, { params: { serial }, body: {} }, { as: 'taquilla' })
/** Tickets sold at the first office, each with these stakes on these draws. */
async function sold(count: number, lines: readonly ReturnType<typeof line>[]): Promise<Sold[]> {
  const made = await atOnce(count, () => rush.sell(lines, 'taquilla'))
  expect(tally(made)).toEqual({ 201: count })
  return made.map((reply) => reply.body)
}

interface Ended {
  state: string
  returned: string
  refunded: string
  /** What left drawers for it, prizes apart, and in how many entries. */
  given: string
  entries: number
}
const ended = (some: readonly Sold[]) =>
  rush.world.db.rows<Ended>(sql`
    SELECT ticket.state::text AS state, ticket.returned, ticket.refunded, coalesce(cash.given, 0)::numeric(14, 2) AS given,
      coalesce(cash.entries, 0)::int AS entries
    FROM tickets ticket
    LEFT JOIN LATERAL (
      SELECT -sum(posting.amount) AS given, count(*) AS entries
      FROM ledger_entries entry
      JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
      JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = 'caja'
      WHERE entry.kind = 'reintegro' AND entry.ref_id = ticket.id
    ) cash ON true
    WHERE ticket.serial = ANY (${list(some.map((one) => one.serial))}::text[])`)

describe('what is due', () => {
  it('is given once, of sixteen that come for it at two agencies', async () => {
    await race(async () => {
      const draw = await rush.world.draw('LOTTO_ACTIVO')
      const [ticket] = await sold(1, [line(draw, '5', '3.00')])
      await giveBackDraw(draw)
      const replies = await atOnce(connections, (n) => refund(ticket!, counterAt(n)))
      expect(tally(replies)).toEqual({ 200: 1, refund_none: connections - 1 })
      expect(await ended([ticket!])).toEqual([
        { state: 'devuelto', returned: '3.00', refunded: '3.00', given: '3.00', entries: 1 },
      ])
    })
  })

  it('is given by its refund or with its prize, and the prize is paid whichever comes first', async () => {
    await race(async () => {
      const [won, gone] = [await rush.world.draw('LOTTO_ACTIVO'), await rush.world.draw('LOTTO_ACTIVO')]
      const some = await sold(4, [line(won, '5', '1.00'), line(gone, '5', '2.00')])
      await rush.world.closeDraw(won)
      await rush.prize(won, '5')
      await giveBackDraw(gone)
      const replies = await atOnce(connections, (n) =>
        (n % 2 ? pay : refund)(some[Math.floor(n / 2) % some.length]!, counterAt(n)),
      )
      const paid = replies.filter((_, n) => n % 2)
      expect(tally(paid)).toEqual({ 200: some.length, ticket_already_paid: paid.length - some.length })
      expect(await ended(some)).toEqual(
        some.map(() => ({ state: 'pagado', returned: '2.00', refunded: '2.00', given: '2.00', entries: 1 })),
      )
    })
  })

  it('is given or lapses, and never both', async () => {
    await race(async (trial) => {
      const draw = await rush.world.draw('LOTTO_ACTIVO')
      const some = await sold(8, [line(draw, '5', '2.00')])
      await giveBackDraw(draw)
      await rush.world.db.run(
        sql`
          UPDATE tickets SET refund_until = ${rush.world.today}::date
          WHERE serial = ANY (${list(some.map((one) => one.serial))}::text[])`,
      )
      const tomorrow = new Date(Date.now() + 86_400_000)
      const [replies, ...lapsed] = await Promise.all([
        atOnce(connections, (n) => refund(some[n % some.length]!, counterAt(n))),
        ...[0, 1].map((n) => wait((trial % 5) + n).then(() => lapseRefunds(rush.world.pool, tomorrow, 3))),
      ])
      const given = tally(replies)['200'] ?? 0
      // What both had hold of is looked at again.
      const later = await lapseRefunds(rush.world.pool, tomorrow)
      expect(given + later + lapsed.reduce((sum, one) => sum + one, 0)).toBe(some.length)
      const rows = await ended(some)
      expect(rows.filter((one) => one.given === '2.00' && one.refunded === '2.00').length).toBe(given)
      expect(rows.filter((one) => one.given === '0.00' && one.returned === '0.00').length).toBe(some.length - given)
    })
  })

  it('is given by its refund or with the annulment of the rest, each part once', async () => {
    await race(async () => {
      const [gone, open] = [await rush.world.draw('LOTTO_ACTIVO'), await rush.world.draw('LOTTO_ACTIVO')]
      const some = await sold(4, [line(gone, '5', '2.00'), line(open, '5', '3.00')])
      await giveBackDraw(gone)
      const replies = await atOnce(connections, (n): Promise<Replied> => {
        const ticket = some[Math.floor(n / 2) % some.length]!
        return n % 2 ? annul(ticket) : refund(ticket, counterAt(n))
      })
      const annulled = replies.filter((_, n) => n % 2)
      expect(tally(annulled)).toEqual({ 200: some.length, ticket_annulled: annulled.length - some.length })
      for (const { entries, ...one } of await ended(some)) {
        expect(one).toEqual({ state: 'anulado', returned: '5.00', refunded: '5.00', given: '5.00' })
        expect([1, 2]).toContain(entries)
      }
    })
  })

  it('while its other draws are suspended, others are sold, annulled and paid, is in the end what came back', async () => {
    await race(async (trial) => {
      const draws = [
        await rush.world.draw('LOTTO_ACTIVO'),
        await rush.world.draw('LOTTO_ACTIVO'),
        await rush.world.draw('LOTTO_ACTIVO'),
      ]
      const stakes = ['1.00', '2.00', '4.00']
      const some = await sold(
        6,
        draws.map((draw, n) => line(draw, '5', stakes[n]!)),
      )
      const other = await rush.world.draw('LOTTO_ACTIVO')
      const beside = await sold(4, [line(other, '5', '1.00')])
      const [refunds] = await Promise.all([
        atOnce(connections - 4, async (n) => {
          const replies = []
          for (let times = 0; times < 4; times++)
            replies.push(await refund(some[n % some.length]!, counterAt(n + times)))
          return replies
        }),
        ...draws.map((draw, n) => wait((trial % 4) * 2 + n * 5).then(() => giveBackDraw(draw))),
        atOnce(
          4,
          (n): Promise<Replied> => (n % 2 ? annul(beside[n]!) : rush.sell([line(other, '6', '1.00')], counterAt(n))),
        ),
      ])
      const outcomes = Object.keys(tally(refunds.flat())).filter((one) => !['200', 'refund_none'].includes(one))
      expect(outcomes).toEqual([])
      await atOnce(some.length, (n) => refund(some[n]!, counterAt(n)))
      const whole = add(...stakes)
      for (const { entries, ...one } of await ended(some)) {
        expect(one).toEqual({ state: 'devuelto', returned: whole, refunded: whole, given: whole })
        expect(entries).toBeLessThanOrEqual(draws.length)
      }
    })
  })
})

describe('all of it', () => {
  it('nobody ever waited for another in a circle', async () => {
    deadlocks = await rush.finish()
    expect(deadlocks).toBe(0)
  })
})
