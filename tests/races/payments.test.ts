/** Payments under pressure: decided once, whoever decides, edits, deletes, closes or undoes beside it. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { agencies } from '../../contract/agencies.ts'
import { payments, type PaymentRow } from '../../contract/payments.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { transaction } from '../../server/platform/db/connect.ts'
import { closeWeek } from '../../server/rules/books/close.ts'
import { formOf, place } from '../api/agencies-setup.ts'
import { atOnce, openRush, race, tally, type Rush } from './rush.ts'
import { expectBooksHold } from '../support/holds.ts'

let rush: Rush
beforeAll(async () => {
  rush = await openRush()
})
afterAll(async () => {
  if (rush) expect(await rush.finish()).toBe(0)
})
afterEach(() => expectBooksHold(rush.world.db))

/** What calls of several kinds answer, to be counted together. */
interface Replied {
  status: number
  problem: { code: string }
}
const people = ['banca', 'supervisor', 'distribuidor'] as const
const personAt = (n: number) => people[n % people.length]!

async function reported(more: object = {}): Promise<PaymentRow> {
  const { partner, today } = rush.world
  const body = { partner_id: partner.agencia1, amount: '10.00', currency: 'BS' as const, paid_on: today, ...more }
  const reply = await rush.app.call(payments.create, { body }, { as: 'agencia' })
  expect(reply.status).toBe(201)
  return reply.body
}
const confirm = ({ id, version }: PaymentRow, as: string) =>
  rush.app.call(payments.confirm, { params: { id }, body: { version } }, { as })
const reject = ({ id, version }: PaymentRow, as: string) =>
  rush.app.call(payments.reject, { params: { id }, body: { version, observation: 'No llegó' } }, { as })
const undo = ({ id, version }: PaymentRow, as: string) =>
  rush.app.call(payments.undo, { params: { id }, body: { version, reason: 'No llegó' } }, { as })
const remove = ({ id, version }: PaymentRow) =>
  rush.app.call(payments.remove, { body: { payment_id: id, version } }, { as: 'agencia' })
const edit = (row: PaymentRow) =>
  rush.app.call(
    payments.update,
    {
      params: { id: row.id },
      body: { partner_id: row.partner_id, amount: '11.00', currency: 'BS', paid_on: row.paid_on, version: row.version },
    },
    { as: 'agencia' },
  )
/** What the payment's own entries came to in what its debtor owes. */
const posted = async ({ id }: PaymentRow): Promise<string> =>
  (await rush.world.db.one<{ amount: string }>(sql`
    SELECT coalesce(sum(posting.amount), 0)::numeric(14, 2)::text AS amount
    FROM ledger_entries entry
    JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
    JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind = 'liquidacion'
    WHERE entry.ref_kind = 'payment' AND entry.ref_id = ${id} AND account.partner_id = ${rush.world.partner.agencia1}`))!
    .amount
describe('one payment', () => {
  it('is confirmed once, of ten who do it at the same moment', async () => {
    await race(async () => {
      const row = await reported()
      const replies = await atOnce(10, (n) => confirm(row, personAt(n)))
      expect(tally(replies)).toEqual({ 200: 1, moved_already: 9 })
      expect(await posted(row)).toBe('-10.00')
    })
  })

  it('is confirmed, rejected, deleted or edited, and nothing of two', async () => {
    await race(async () => {
      const row = await reported()
      const ways: ((of: PaymentRow, as: string) => Promise<Replied>)[] = [confirm, reject, remove, edit]
      const replies = await atOnce(8, (n) => ways[n % 4]!(row, personAt(n)))
      expect(tally(replies)[200]).toBe(1)
      const { body } = await rush.app.call(payments.show, { params: { id: row.id } }, { as: 'banca' })
      expect(await posted(row)).toBe(body.state === 'confirmado' ? '-10.00' : '0.00')
    })
  })

  it('is undone once', async () => {
    await race(async () => {
      const { body } = await confirm(await reported({ to: 'banca' }), 'banca')
      const replies = await atOnce(6, (n) => undo(body, ['banca', 'supervisor'][n % 2]!))
      expect(tally(replies)).toEqual({ 200: 1, moved_already: 5 })
      expect(await posted(body)).toBe('0.00')
    })
  })

  it('pressed twice with one key is confirmed once, and both are told so', async () => {
    const row = await reported()
    const press = () =>
      rush.app.call(
        payments.confirm,
        { params: { id: row.id }, body: { version: row.version } },
        { as: 'banca', key: `confirm-${row.id}` },
      )
    const replies = await Promise.all([press(), press()])
    expect(tally(replies)).toEqual({ 200: 2 })
    expect(replies[0]!.body.receipt).toBe(replies[1]!.body.receipt)
  })
})

describe('many payments', () => {
  it('of one receiver get receipts one after the other, confirmed by hand and by the dozen', async () => {
    await race(async () => {
      const rows: PaymentRow[] = []
      for (let n = 0; n < 12; n++) rows.push(await reported({ to: n % 2 === 0 ? 'banca' : 'responsable' }))
      const some = rows.map(({ id, version }) => ({ id, version }))
      const many = (as: string, of: typeof some) =>
        rush.app.call(payments.many, { body: { action: 'confirm', rows: of } }, { as })
      const replies = await Promise.all([
        many('banca', some),
        many('supervisor', [...some].reverse()),
        ...rows.map((row) => confirm(row, 'banca')),
      ])
      expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
      for (const row of rows) expect(await posted(row)).toBe('-10.00')
    })
  })

  it('are confirmed and undone once while their agency hangs from one and from another', async () => {
    const { world, app } = rush
    const rows: PaymentRow[] = []
    for (let n = 0; n < 6; n++) rows.push(await reported({ to: n % 2 === 0 ? 'banca' : 'responsable' }))
    const agency = async () =>
      (await app.call(agencies.show, { params: { id: world.partner.agencia1 } }, { as: 'banca' })).body
    const hang = async (father_id: number) => {
      const row = await agency()
      const body = { ...formOf(row), ...place, father_id }
      return app.call(agencies.update, { params: { id: row.id }, body }, { as: 'banca' })
    }
    const moving = async () => {
      for (const to of ['norte', 'sur', 'norte', 'sur'] as const)
        expect((await hang(world.partner[to])).status).toBe(200)
    }
    const decide = async (row: PaymentRow) => {
      const both = await Promise.all([confirm(row, 'banca'), confirm(row, 'supervisor')])
      expect(tally(both)).toEqual({ 200: 1, moved_already: 1 })
      const { body } = both.find(({ status }) => status === 200)!
      const back = await Promise.all([undo(body, 'banca'), undo(body, 'supervisor')])
      expect(tally(back)).toEqual({ 200: 1, moved_already: 1 })
    }
    await Promise.all([moving(), ...rows.map(decide)])
    for (const row of rows) expect(await posted(row)).toBe('0.00')
    expect((await agency()).father_id).toBe(world.partner.sur)
  })

  it('go on while weeks are closed', async () => {
    const { world } = rush
    const sunday = addDays(world.today, -weekday(world.today))
    const rows: PaymentRow[] = []
    for (let n = 0; n < 8; n++) rows.push(await reported({ to: 'banca' }))
    const close = () =>
      transaction(world.pool, (tx) =>
        closeWeek(tx, {
          week: sunday,
          of: sql`true`,
          signature: { by: world.user['banca']!, at: new Date(), today: world.today, reason: 'Se cierra' },
        }),
      )
    const [, ...replies] = await Promise.all([close(), ...rows.map((row) => confirm(row, 'banca'))])
    expect(tally(replies as never)).toEqual({ 200: 8 })
  })
})
