/** Prizes nobody came for: expired once, whoever runs the clock, and never against a payment. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Arguments } from '../../contract/endpoint.ts'
import { ticketManagement } from '../../contract/ticket-management.ts'
import { addDays } from '../../contract/values/dates.ts'
import { expireTickets } from '../../server/rules/pay/expire.ts'
import { line, openCounter } from './sale-setup.ts'

type Act = NonNullable<Arguments<typeof ticketManagement.act>['body']>
const counter = openCounter()
const expire = () => expireTickets(counter.world.pool, new Date())
/** The last day of a ticket was so many days ago. */
const over = (serials: readonly string[], days = 1) =>
  counter.world.db.run(
    sql`UPDATE tickets SET expires_on = ${addDays(counter.world.today, -days)} WHERE serial = ANY (${sql.param(serials)}::text[])`,
  )
const owed = async (office_id: number) =>
  (await counter.world.db.one<{ owed: string; adjusted: string }>(sql`
  SELECT coalesce(sum(d.credit - d.debit) FILTER (WHERE a.kind = 'premios_por_pagar'), 0)::text AS owed,
    coalesce(sum(d.credit - d.debit) FILTER (WHERE a.kind = 'ajustes'), 0)::text AS adjusted
  FROM ledger_accounts a JOIN ledger_days d ON d.account_id = a.id WHERE a.partner_id = ${office_id} AND a.currency = 'BS'`))!

/** As many tickets as asked, all winners of 30,00. */
async function winners(count: number, as = 'taquilla') {
  const draw = await counter.world.draw('LOTTO_ACTIVO')
  const sold = []
  for (let n = 0; n < count; n++) sold.push(await counter.sell([line(draw, '5', '1.00'), line(draw, '6', '1.00')], as))
  await counter.prize(draw, '5')
  return sold
}

describe('the expiry', () => {
  it('of an unpaid winner, the day after its last: what was owed returns to the office', async () => {
    const [late, today, paid] = await winners(3)
    await counter.pay(paid!)
    await over([late!.serial, paid!.serial])
    await over([today!.serial], 0)
    const before = await owed(counter.world.partner.taquilla1)
    expect([await expire(), await expire()]).toEqual([1, 0])
    expect([
      (await counter.look(late!.serial)).state,
      (await counter.look(today!.serial)).state,
      (await counter.look(paid!.serial)).state,
    ]).toEqual(['vencido', 'ganador', 'pagado'])
    expect((await counter.look(late!.serial)).lines.map((one) => one.state)).toEqual(['vencida', 'perdedora'])
    const after = await owed(counter.world.partner.taquilla1)
    expect([
      [before.owed, after.owed],
      [before.adjusted, after.adjusted],
    ]).toEqual([
      ['60.00', '30.00'],
      ['0', '30.00'],
    ])
    expect((await counter.pay(late!)).problem.code).toBe('ticket_expired')
    expect((await counter.pay(today!)).body.state).toBe('pagado')
    expect(
      await counter.world.db.one(
        sql`
          SELECT n_ganador, n_vencido, n_pagado
          FROM sales_days
          WHERE office_id = ${counter.world.partner.taquilla1} AND day = ${counter.world.today}`,
      ),
    ).toEqual({ n_ganador: 0, n_vencido: 1, n_pagado: 2 })
    const { body } = await counter.app.call(ticketManagement.show, { params: { id: late!.serial } }, { as: 'banca' })
    expect(body.history.find((one) => one.kind === 'vencimiento')?.amount).toBe('30.00')
  })

  it('waits for a payment that was asked for in time, and for lines whose draw is still to come', async () => {
    await counter.world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{"BS": "20.00"}'`)
    const [asked] = await winners(1)
    const [first, second] = await counter.draws('LOTTO_ACTIVO', 2)
    const pending = await counter.sell([line(first!, '5'), line(second!, '5')])
    await counter.prize(first!, '5')
    await counter.pay(asked!)
    await over([asked!.serial, pending.serial])
    expect(await expire()).toBe(0)
    const act = (body: Act) =>
      counter.app.call(ticketManagement.act, { params: { id: asked!.serial }, body }, { as: 'banca' })
    expect((await act({ action: 'approve' })).body.approval?.state).toBe('aprobado')
    expect((await counter.pay(asked!)).body.state).toBe('pagado')
    await counter.world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{}'`)
    await counter.prize(second!, '6')
    expect(await expire()).toBe(1)
  })

  it('by several runners while the prizes are paid: each ticket is one or the other, once', async () => {
    for (let trial = 0; trial < 6; trial++) {
      const sold = [...(await winners(8)), ...(await winners(8, 'lejana'))]
      await over(sold.map((ticket) => ticket.serial))
      // A payment of the last minute: its business day is the ticket's last one.
      await counter.world.db.run(
        sql`
          UPDATE tickets
          SET expires_on = ${counter.world.today}
          WHERE serial = ANY (${sql.param(sold.filter((_, n) => n % 2 === 0).map((ticket) => ticket.serial))}::text[])`,
      )
      const tomorrow = new Date(Date.now() + 86_400_000)
      const runs = [0, 1, 2].map(() => expireTickets(counter.world.pool, tomorrow))
      const paid = await Promise.all(sold.map((ticket, n) => counter.pay(ticket, n < 8 ? 'taquilla' : 'lejana')))
      const expired = (await Promise.all(runs)).reduce((sum, one) => sum + one, 0)
      expect(expired + paid.filter((reply) => reply.status === 200).length).toBe(sold.length)
      expect(
        paid.filter((reply) => reply.status !== 200).every((reply) => reply.problem.code === 'ticket_expired'),
      ).toBe(true)
    }
  })

  it('of more tickets than a batch holds', async () => {
    await winners(1)
    await counter.world.db.run(
      sql`UPDATE tickets SET expires_on = ${addDays(counter.world.today, -2)} WHERE state = 'ganador'`,
    )
    const left = (await counter.world.db.one<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM tickets WHERE state = 'ganador' AND pending_lines = 0`,
    ))!.n
    expect(await expireTickets(counter.world.pool, new Date(), 1)).toBe(left)
  })
})
