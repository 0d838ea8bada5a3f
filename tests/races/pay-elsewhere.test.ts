/** Prizes paid at another agency under pressure: one payment and one crossing, whoever pays, corrects or lets expire beside it. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { tickets } from '../../contract/tickets.ts'
import { correct } from '../../server/rules/award/correct.ts'
import { expireTickets } from '../../server/rules/pay/expire.ts'
import { atOnce, connections, line, openRush, race, tally, type Rush } from './rush.ts'
import { expectBooksHold } from '../support/holds.ts'

let rush: Rush
let deadlocks: number | undefined
beforeAll(async () => {
  rush = await openRush()
  const { db, partner } = rush.world
  await db.run(sql`INSERT INTO partner_settings (partner_id, pays_other_agencies) VALUES (${partner.banca}, true)`)
})
afterAll(async () => {
  if (deadlocks === undefined) await rush?.finish()
})
afterEach(async () => {
  if (deadlocks === undefined) await expectBooksHold(rush.world.db)
})

interface Winner {
  serial: string
  code: string
}
const sellers = ['taquilla', 'vecina', 'lejana'] as const
/** Who pays in the n-th call: of another agency or of the seller's own. */
const payerAt = (n: number) => sellers[n % sellers.length]!

/** A draw of today with winners of each office on one number, and losers on another. */
async function won(count: number): Promise<{ draw: number; sold: Winner[] }> {
  const draw = await rush.world.draw('LOTTO_ACTIVO')
  const sold = []
  for (let n = 0; n < count; n++) {
    const number = n % 4 === 3 ? '6' : '5'
    sold.push((await rush.sell([line(draw, number, `${n + 1}.00`)], payerAt(n))).body)
  }
  await rush.world.closeDraw(draw)
  await rush.prize(draw, '5')
  return { draw, sold }
}
const pay = ({ serial, code }: Winner, as: string) =>
  rush.app.call(tickets.pay, { params: { serial }, body: { code } }, { as })
const correctTo = (draw_id: number, number: string) =>
  rush.world.run((tx) =>
    correct(tx, {
      draw_id,
      numbers: [{ place: '', number, sign: null }],
      entered_by: null,
      confirmed_by: null,
      source: 'prueba',
      reason: 'se leyó mal',
      accept_paid: true,
      at: new Date(),
    }),
  )
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('a prize', () => {
  it('that sixteen pay at two agencies is paid once, and crosses once if the other one paid', async () => {
    await race(async () => {
      const { sold } = await won(1)
      const replies = await atOnce(connections, (n) => pay(sold[0]!, n % 2 ? 'taquilla' : 'lejana'))
      expect(tally(replies)).toEqual({ 200: 1, ticket_already_paid: connections - 1 })
      const paid = await rush.world.db.one(sql`
        SELECT t.paid_office_id = ${rush.world.partner.taquilla3} AS elsewhere,
          count(*) FILTER (WHERE a.kind = 'caja')::int AS payments, count(*) FILTER (WHERE a.kind = 'ajustes')::int AS crossed
        FROM tickets t
        JOIN ledger_entries e ON e.kind = 'pago_premio' AND e.ref_id = t.id
        JOIN ledger_postings p ON p.day = e.day AND p.entry_id = e.id
        JOIN ledger_accounts a ON a.id = p.account_id
        WHERE t.serial = ${sold[0]!.serial} GROUP BY 1`)
      const elsewhere = replies.findIndex((reply) => reply.status === 200) % 2 === 0
      expect(paid).toEqual({ elsewhere, payments: 1, crossed: elsewhere ? 2 : 0 })
    })
  })

  it('paid elsewhere while its result is corrected and back, and others are paid both ways, keeps the books', async () => {
    await race(async (trial) => {
      const [{ draw, sold }, other] = [await won(8), await won(8)]
      const [payments] = await Promise.all([
        atOnce(connections - 1, (n) =>
          pay(n % 2 ? sold[n % sold.length]! : other.sold[n % other.sold.length]!, payerAt(n + 1)),
        ),
        wait((trial % 8) * 3).then(() => correctTo(draw, '6')),
        wait((trial % 8) * 4).then(() => correctTo(other.draw, '6')),
      ])
      const outcomes = ['200', 'ticket_already_paid', 'ticket_not_winner', 'conflict']
      expect(Object.keys(tally(payments)).filter((outcome) => !outcomes.includes(outcome))).toEqual([])
      const again = [...sold, ...other.sold]
      await Promise.all([
        atOnce(again.length, (n) => pay(again[n]!, payerAt(n + 2))),
        wait((trial % 8) * 3).then(() => correctTo(draw, '5')),
      ])
    })
  })

  it('paid elsewhere while others expire is paid, or expired, and never both', async () => {
    await race(async (trial) => {
      const { sold } = await won(9)
      const winners = sold.filter((_, n) => n % 4 !== 3)
      const due = winners.filter((_, n) => n % 2 === 0)
      await rush.world.db.run(
        sql`
          UPDATE tickets
          SET expires_on = ${rush.world.today}::date - 1
          WHERE serial = ANY (${`{${due.map((one) => one.serial).join(',')}}`}::text[])`,
      )
      const [payments] = await Promise.all([
        atOnce(connections, (n) => pay(winners[n % winners.length]!, payerAt(n + 1))),
        wait(trial % 5).then(() => expireTickets(rush.world.pool, new Date())),
      ])
      expect(tally(payments)['200']).toBe(winners.length - due.length)
    })
  })
})

describe('all of it', () => {
  it('nobody ever waited for another in a circle', async () => {
    deadlocks = await rush.finish()
    expect(deadlocks).toBe(0)
  })
})
