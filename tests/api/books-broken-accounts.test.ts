/**
 * The money of payments that somebody broke in the books: each fault leaves entries and days that agree, and the
 * verification names what is wrong with it all the same.
 */
import { sql, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '../../contract/accounts.ts'
import { payments, type PaymentRow } from '../../contract/payments.ts'
import type { Tx } from '../../server/platform/db/connect.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { sumLedger } from '../../server/seed/ledger.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let app: TestApp
/** Of the agency, of the banca, and another one of the banca's. */
let from: number
let to: number
let other: number
/** From one account to the other; from nowhere to one; neither; and one that was undone. */
let both: number
let half: number
let neither: number
let undone: number

async function opened(as: string, name: string): Promise<number> {
  const body = { name, kind: 'efectivo' as const, currency: 'BS' as const }
  return (await app.call(accounts.create, { body }, { as })).body.id
}
async function paid(amount: string, payer: number | null, receiver: number | null): Promise<PaymentRow> {
  const { agencia1: partner_id } = world.partner
  const body = { partner_id, to: 'banca' as const, amount, currency: 'BS' as const, paid_on: world.today }
  const made = await app.call(payments.create, { body: { ...body, payer_account_id: payer } }, { as: 'agencia' })
  const { id, version } = made.body
  const said = { params: { id }, body: { version, receiver_account_id: receiver } }
  return (await app.call(payments.confirm, said, { as: 'banca' })).body
}

beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
  from = await opened('agencia', 'Caja de la agencia')
  to = await opened('banca', 'Recaudadora')
  other = await opened('banca', 'Pagadora')
  both = (await paid('100.00', from, to)).id
  half = (await paid('40.00', null, other)).id
  neither = (await paid('7.00', null, null)).id
  const last = await paid('3.00', from, to)
  await app.call(
    payments.undo,
    { params: { id: last.id }, body: { version: last.version, reason: 'Se devolvió' } },
    { as: 'banca' },
  )
  undone = last.id
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

/** The rules that do not hold after a change, which is undone again. What accounts have on each day follows from the postings. */
async function found(change: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  let rules: string[] = []
  await world
    .run(async (tx) => {
      await change(tx)
      await tx.run(sql`DELETE FROM ledger_days`)
      await sumLedger(tx)
      rules = (await verifyBooks(tx)).map(({ rule }) => rule)
      throw new Error('undone')
    })
    .catch((error: Error) => expect(error.message).toBe('undone'))
  return rules
}

const account = (partner: 'banca' | 'agencia1', kind: string, sub = 0) => sql`(
  SELECT id FROM ledger_accounts
  WHERE partner_id = ${world.partner[partner]} AND kind = ${kind} AND currency = 'BS' AND sub = ${sub})`
/** Postings of a payment's money, `which` of its entries. */
const money = (payment: number, which: SQL = sql`true`) => sql`
  entry_id IN (SELECT id FROM ledger_entries entry WHERE entry.ref_kind = 'payment' AND entry.ref_id = ${payment} AND ${which})
  AND account_id IN (SELECT id FROM ledger_accounts WHERE kind IN ('banco', 'fuera'))`
const entryOf = (payment: number) =>
  sql`(SELECT min(id) FROM ledger_entries WHERE ref_kind = 'payment' AND ref_id = ${payment})`

const where = /^el dinero de cada pago confirmado/
const whole = /^lo que cada afiliado tiene/
type Fault = [string, (tx: Tx) => Promise<unknown>, RegExp[]]
const faults: Fault[] = [
  [
    'money that went the other way',
    (tx) => tx.run(sql`UPDATE ledger_postings SET amount = -amount WHERE ${money(both)}`),
    [where, whole],
  ],
  ['money that nobody posted', (tx) => tx.run(sql`DELETE FROM ledger_postings WHERE ${money(both)}`), [where, whole]],
  [
    'money posted twice',
    (tx) => tx.run(sql`UPDATE ledger_postings SET amount = 2 * amount WHERE ${money(half)}`),
    [where, whole],
  ],
  [
    'money in another account of the same partner',
    (tx) =>
      tx.run(sql`
        UPDATE ledger_postings SET account_id = ${account('banca', 'banco', other)}
        WHERE ${money(both)} AND account_id = ${account('banca', 'banco', to)}`),
    [where],
  ],
  [
    'money that is not followed although an account was named',
    (tx) =>
      tx.run(sql`
        UPDATE ledger_postings SET account_id = ${account('banca', 'fuera')}
        WHERE ${money(both)} AND account_id = ${account('banca', 'banco', to)}`),
    [where],
  ],
  [
    'money that only one side has',
    (tx) =>
      tx.run(sql`
        UPDATE ledger_postings SET account_id = ${account('banca', 'fuera')}
        WHERE ${money(half)} AND account_id = ${account('agencia1', 'fuera')}`),
    [where, whole],
  ],
  [
    'money of a payment that nobody follows',
    (tx) =>
      tx.run(sql`
        INSERT INTO ledger_postings (day, entry_id, account_id, amount, currency)
        SELECT day, ${entryOf(neither)}, account_id, amount, currency FROM ledger_postings WHERE ${money(both)}`),
    [where, whole],
  ],
  [
    'money of another amount than was paid',
    (tx) => tx.run(sql`UPDATE ledger_postings SET amount = amount + sign(amount) WHERE ${money(both)}`),
    [where, whole],
  ],
  [
    'money that an undone payment kept',
    (tx) => tx.run(sql`DELETE FROM ledger_postings WHERE ${money(undone, sql`entry.id > ${entryOf(undone)}`)}`),
    [/^lo que un pago no confirmado/, whole],
  ],
  [
    'an account in the books of somebody else',
    (tx) =>
      tx.run(sql`
        INSERT INTO ledger_accounts (partner_id, kind, currency, sub) VALUES (${world.partner.agencia1}, 'banco', 'BS', ${to})`),
    [/^lo que tiene una cuenta/],
  ],
  [
    'a payment that says another account than it was posted to',
    (tx) => tx.run(sql`UPDATE payments SET receiver_account_id = ${other} WHERE id = ${both}`),
    [where],
  ],
]

describe('the verification of the money of payments', () => {
  it('finds nothing where nothing is wrong', async () => {
    expect(await found(async () => undefined)).toEqual([])
    expect(await world.db.one(sql`SELECT count(*)::int AS n FROM ledger_postings WHERE ${money(both)}`)).toEqual({
      n: 2,
    })
  })

  it.each(faults)('finds %s', async (_what, change, rules) => {
    const names = await found(change)
    for (const rule of rules) expect(names).toEqual(expect.arrayContaining([expect.stringMatching(rule)]))
  })
})
