/** Debts passed on while others pay, or pass the same on: nothing is passed twice, and nobody waits in a circle. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { payments, type PaymentRow } from '../../contract/payments.ts'
import { expectBooksHold } from '../support/holds.ts'
import { atOnce, openRush, race, tally, type Rush } from './rush.ts'

let rush: Rush
beforeAll(async () => {
  rush = await openRush()
})
afterAll(async () => {
  if (rush) expect(await rush.finish()).toBe(0)
})
afterEach(() => expectBooksHold(rush.world.db))

const report = async (direction: 'paga' | 'recibe', amount: string): Promise<PaymentRow> => {
  const { partner, today } = rush.world
  const body = { partner_id: partner.agencia1, direction, amount, currency: 'BS' as const, paid_on: today }
  const reply = await rush.app.call(
    payments.create,
    { body },
    { as: direction === 'paga' ? 'agencia' : 'distribuidor' },
  )
  expect(reply.status).toBe(201)
  return reply.body
}
const confirm = ({ id, version, direction }: PaymentRow) =>
  rush.app.call(
    payments.confirm,
    { params: { id }, body: { version } },
    { as: direction === 'paga' ? 'distribuidor' : 'agencia' },
  )
const owed = async (creditor: 'sur' | 'norte'): Promise<string> =>
  (await rush.world.db.one<{ amount: string }>(sql`
    SELECT coalesce(sum(ledger_day.debit - ledger_day.credit), 0)::numeric(14, 2)::text AS amount
    FROM ledger_accounts account JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
    WHERE account.partner_id = ${rush.world.partner.agencia1} AND account.kind = 'liquidacion' AND account.currency = 'BS'
      AND account.sub = ${rush.world.partner[creditor]}`))!.amount
const pass = (amount: string, seen: string) =>
  rush.app.call(
    accountBalance.assign,
    {
      body: {
        partner_id: rush.world.partner.agencia1,
        currency: 'BS',
        from_id: rush.world.partner.sur,
        to_id: rush.world.partner.norte,
        amount,
        owed: seen,
        reason: 'Cambió de responsable',
      },
    },
    { as: 'banca' },
  )

it('of several who pass the same on at once, one does', async () => {
  await race(async () => {
    await confirm(await report('recibe', '100.00'))
    const [before, elsewhere] = [await owed('sur'), await owed('norte')]
    const replies = await atOnce(6, () => pass('60.00', before))
    expect(tally(replies)).toEqual({ 200: 1, changed_meanwhile: 5 })
    expect([await owed('sur'), await owed('norte')]).toEqual([
      (Number(before) - 60).toFixed(2),
      (Number(elsewhere) + 60).toFixed(2),
    ])
  })
})

it('beside payments of the same partner nothing is lost, and nothing is passed that was paid', async () => {
  await race(async () => {
    await confirm(await report('recibe', '100.00'))
    const [before, elsewhere] = [await owed('sur'), await owed('norte')]
    const paid = [await report('paga', '10.00'), await report('paga', '20.00'), await report('paga', '30.00')]
    const replies = await Promise.all([pass('50.00', before), ...paid.map(confirm), pass('50.00', before)] as Promise<{
      status: number
      problem: { code: string }
    }>[])
    const passed = replies.filter((one, n) => (n === 0 || n === 4) && one.status === 200).length
    expect(passed).toBeLessThanOrEqual(1)
    for (const [n, one] of replies.entries())
      if (one.status !== 200) expect([n, one.problem.code]).toEqual([n, 'changed_meanwhile'])
    expect(await owed('norte')).toBe((Number(elsewhere) + 50 * passed).toFixed(2))
    expect(await owed('sur')).toBe((Number(before) - 60 - 50 * passed).toFixed(2))
  })
})
