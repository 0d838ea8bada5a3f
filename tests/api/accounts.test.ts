/** Accounts: what is told of them, how payments move them, their statement, and what is refused. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accounts, type AccountRow } from '../../contract/accounts.ts'
import type { Received } from '../../contract/endpoint.ts'
import { paymentMethods } from '../../contract/payment-methods.ts'
import { payments, type PaymentRow } from '../../contract/payments.ts'
import { addDays } from '../../contract/values/dates.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { kept } from '../support/factories.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createWorld, type World } from '../support/world.ts'

let database: TestDatabase
let world: World
let app: TestApp

beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})
afterEach(async () => expect(await verifyBooks(world.db)).toEqual([]))

type Form = Received<typeof accounts.create>['body']
type Reported = Received<typeof payments.create>['body']
interface Reply {
  status: number
  problem?: { code?: string; errors?: { path: string }[] | undefined }
}
/** Its status, or the code with its first field. */
const outcome = ({ status, problem }: Reply) =>
  status < 300 ? status : [problem?.code, problem?.errors?.[0]?.path].filter(Boolean).join(' ')

let n = 0
async function opened(as: string, more: Partial<Form> = {}): Promise<AccountRow> {
  n += 1
  const body = { name: `Cuenta ${n}`, kind: 'efectivo' as const, currency: 'BS' as const, ...more }
  const reply = await app.call(accounts.create, { body }, { as })
  expect(outcome(reply)).toBe(201)
  return reply.body
}
const show = async (id: number, as = 'banca') => (await app.call(accounts.show, { params: { id } }, { as })).body
const update = ({ id, version, ...row }: AccountRow, more: Partial<Form> = {}, as = 'banca') => {
  const { name, kind, currency, status } = row
  return app.call(accounts.update, { params: { id }, body: { name, kind, currency, status, version, ...more } }, { as })
}
const remove = (id: number, as = 'banca') => app.call(accounts.remove, { params: { id } }, { as })
const holds = async (...ids: number[]) => Promise.all(ids.map(async (id) => (await show(id)).balance))

const report = (more: Partial<Reported> = {}, as = 'agencia') =>
  app.call(
    payments.create,
    {
      body: { partner_id: world.partner.agencia1, amount: '100.00', currency: 'BS', paid_on: world.today, ...more },
    },
    { as },
  )
async function reported(more: Partial<Reported> = {}, as?: string): Promise<PaymentRow> {
  const reply = await report(more, as)
  expect(outcome(reply)).toBe(201)
  return reply.body
}
const confirm = ({ id, version }: PaymentRow, receiver_account_id?: number, as = 'banca') =>
  app.call(
    payments.confirm,
    { params: { id }, body: { version, ...(receiver_account_id && { receiver_account_id }) } },
    { as },
  )
async function confirmed(row: PaymentRow, receiver_account_id?: number, as?: string): Promise<PaymentRow> {
  const reply = await confirm(row, receiver_account_id, as)
  expect(outcome(reply)).toBe(200)
  return reply.body
}
const undo = ({ id, version }: PaymentRow, as = 'banca') =>
  app.call(payments.undo, { params: { id }, body: { version, reason: 'Se devolvió el dinero' } }, { as })
/** What came of a payment in money, by partner. */
const moved = (id: number) =>
  world.db.rows<{ partner_id: number; kind: string; sub: number; amount: string }>(sql`
    SELECT account.partner_id, account.kind, account.sub, sum(posting.amount)::text AS amount
    FROM ledger_entries entry
    JOIN ledger_postings posting ON posting.day = entry.day AND posting.entry_id = entry.id
    JOIN ledger_accounts account ON account.id = posting.account_id AND account.kind IN ('banco', 'fuera')
    WHERE entry.ref_kind = 'payment' AND entry.ref_id = ${id} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`)

describe('an account', () => {
  it('asks for what its kind needs, and is called once by partner and currency', async () => {
    const bare = { name: 'Banesco', kind: 'banco' as const, currency: 'BS' as const }
    const missing = await app.call(accounts.create, { body: bare }, { as: 'banca' })
    expect(missing.problem.errors?.map(({ path }) => path)).toEqual([
      'bank',
      'account_number',
      'holder',
      'holder_document',
    ])
    const made = await opened('banca', {
      ...bare,
      bank: 'Banesco',
      account_number: '01340000000000000001',
      holder: 'La Fortuna',
      holder_document: 'J-12345678',
      wallet: 'no es de ella',
    })
    expect(made).toMatchObject({ balance: '0.00', moved_on: null, wallet: '', partner_id: world.partner.banca })
    const again = await app.call(
      accounts.create,
      { body: { name: ' BANESCO ', kind: 'efectivo', currency: 'BS' } },
      { as: 'banca' },
    )
    expect(outcome(again)).toBe('name_taken name')
    await opened('banca', { name: 'Banesco', currency: 'USD' })
    const other = await opened('banca')
    expect(outcome(await update(other, { name: 'Banesco' }))).toBe('name_taken name')
  })

  it('is the business of its partner and of whoever is above it', async () => {
    const id = await kept.accounts.add(world.db, { partner_id: world.partner.agencia2 })
    const seen = (as: string) => app.call(accounts.show, { params: { id } }, { as })
    expect([outcome(await seen('distribuidor')), outcome(await seen('banca'))]).toEqual([200, 200])
    expect(outcome(await seen('agencia'))).toBe('not_found')
    const query = { account_id: id, from: world.today, to: world.today }
    expect(outcome(await app.call(accounts.movements, { query }, { as: 'agencia' }))).toBe('not_found')
    expect(outcome(await app.call(accounts.movementsExport, { query }, { as: 'agencia' }))).toBe('not_found')
  })

  it('that somebody above closed is opened by nobody below, nor removed', async () => {
    const row = await opened('agencia')
    const closed = (await update(row, { status: 'inactivo' })).body
    expect(outcome(await update(closed, { status: 'activo' }, 'agencia'))).toBe('switched_off_above status')
    expect(outcome(await remove(closed.id, 'agencia'))).toBe('switched_off_above status')
    expect(outcome(await update(closed, { status: 'activo' }))).toBe(200)
  })

  it('that somebody else changed meanwhile is told as it is now, and stays', async () => {
    const row = await opened('agencia')
    const { version } = (await update(row, { name: 'Lo primero' }, 'agencia')).body
    const late = await update(row, { name: 'Lo segundo' })
    expect([late.status, late.problem]).toMatchObject([
      409,
      { code: 'changed_meanwhile', current: { id: row.id, name: 'Lo primero', version } },
    ])
    expect((await show(row.id)).name).toBe('Lo primero')
  })

  it('that nothing named is removed and changes its currency; one that was used is closed and keeps it', async () => {
    const unused = await opened('banca')
    expect((await update(unused, { currency: 'USD' })).body.currency).toBe('USD')
    expect((await remove(unused.id)).body).toEqual({ id: unused.id, result: 'eliminada' })
    expect(outcome(await app.call(accounts.show, { params: { id: unused.id } }, { as: 'banca' }))).toBe('not_found')

    const used = await opened('banca')
    await confirmed(await reported({ to: 'banca', amount: '5.00' }), used.id)
    expect(outcome(await update(await show(used.id), { currency: 'USD' }))).toBe('account_moved currency')
    expect((await remove(used.id)).body).toEqual({ id: used.id, result: 'cerrada' })
    expect(await show(used.id)).toMatchObject({ status: 'inactivo', balance: '5.00', moved_on: world.today })

    const named = await opened('banca')
    await kept.paymentMethods.add(world.db, { partner_id: world.partner.banca, account_id: named.id })
    expect(outcome(await update(named, { currency: 'USD' }))).toBe('account_moved currency')
  })
})

describe('a payment whose money is followed', () => {
  it('leaves the account of who pays and comes to that of who receives, and back when it is undone', async () => {
    const [from, to] = [await opened('agencia'), await opened('banca')]
    const made = await reported({ to: 'banca', payer_account_id: from.id })
    expect(made).toMatchObject({
      payer_account_id: from.id,
      payer_account_name: from.name,
      receiver_account_name: null,
    })
    expect(await holds(from.id, to.id)).toEqual(['0.00', '0.00'])
    const done = await confirmed(made, to.id)
    expect(done).toMatchObject({ payer_account_name: from.name, receiver_account_name: to.name })
    expect(await holds(from.id, to.id)).toEqual(['-100.00', '100.00'])
    // Who pays knows its own account, not that of who receives.
    const theirs = await app.call(payments.show, { params: { id: made.id } }, { as: 'agencia' })
    expect(theirs.body).toMatchObject({ payer_account_name: from.name, receiver_account_name: null })
    expect(outcome(await undo(done))).toBe(200)
    expect(await holds(from.id, to.id)).toEqual(['0.00', '0.00'])
    expect((await show(to.id)).moved_on).toBe(world.today)
  })

  it('comes to the account of its method, where that is of who receives', async () => {
    const { banca, norte, agencia1 } = world.partner
    const to = await opened('banca')
    const method_id = await kept.paymentMethods.add(world.db, { partner_id: banca, account_id: to.id })
    const waits = await reported({ to: 'banca', amount: '30.00', method_id })
    const seen = await app.call(payments.show, { params: { id: waits.id } }, { as: 'banca' })
    expect(seen.body.receiver_account_name).toBe(to.name)
    const done = await confirmed(waits)
    expect(await holds(to.id)).toEqual(['30.00'])
    expect(await moved(done.id)).toEqual([
      { partner_id: banca, kind: 'banco', sub: to.id, amount: '30.00' },
      { partner_id: agencia1, kind: 'fuera', sub: 0, amount: '-30.00' },
    ])
    // To somebody else the banca's method says how, not where.
    const elsewhere = await reported({ amount: '31.00', method_id })
    expect((await confirmed(elsewhere)).receiver_account_name).toBeNull()
    expect(await moved(elsewhere.id)).toEqual([])
    // Another one than the method's, named by who confirms.
    const other = await opened('banca')
    await confirmed(await reported({ to: 'banca', amount: '32.00', method_id }), other.id)
    expect(await holds(to.id, other.id)).toEqual(['30.00', '32.00'])
    expect(norte).not.toBe(banca)
  })

  it('is followed where one side alone does, and where neither does nothing is posted', async () => {
    const from = await opened('agencia')
    const [known, unknown] = [
      await confirmed(await reported({ amount: '7.00', payer_account_id: from.id })),
      await confirmed(await reported({ amount: '8.00' })),
    ]
    const { agencia1, sur } = world.partner
    const both = [
      { partner_id: agencia1, kind: 'banco', sub: from.id, amount: '-7.00' },
      { partner_id: sur, kind: 'fuera', sub: 0, amount: '7.00' },
    ]
    expect(await moved(known.id)).toEqual(both.sort((one, other) => one.partner_id - other.partner_id))
    expect(await moved(unknown.id)).toEqual([])
  })

  it('given to whoever owes goes the other way', async () => {
    const [from, to] = [await opened('banca'), await opened('distribuidor')]
    const given = { partner_id: world.partner.norte, direction: 'recibe' as const, amount: '9.00' }
    const made = await reported({ ...given, payer_account_id: from.id }, 'banca')
    await confirmed(made, to.id, 'distribuidor')
    expect(await holds(from.id, to.id)).toEqual(['-9.00', '9.00'])
  })

  it('moves the accounts of a whole bulk', async () => {
    const to = await opened('banca')
    const method_id = await kept.paymentMethods.add(world.db, { partner_id: world.partner.banca, account_id: to.id })
    const some = [
      await reported({ to: 'banca', amount: '1.00', method_id }),
      await reported({ to: 'banca', amount: '2.00', method_id }),
    ]
    const rows = some.map(({ id, version }) => ({ id, version }))
    const many = await app.call(payments.many, { body: { action: 'confirm', rows } }, { as: 'banca' })
    expect(many.body.data.map(({ done }) => done)).toEqual([true, true])
    expect(await holds(to.id)).toEqual(['3.00'])
  })
})

describe('what is refused', () => {
  it('is an account of somebody else, of another currency, or closed, when a payment is reported', async () => {
    const own = await opened('agencia')
    const of = async (payer_account_id: number, more: Partial<Reported> = {}, as?: string) =>
      outcome(await report({ payer_account_id, ...more }, as))
    const foreign = 'account_foreign payer_account_id'
    expect(await of(await kept.accounts.add(world.db, { partner_id: world.partner.agencia2 }))).toBe(foreign)
    expect(await of((await opened('banca')).id)).toBe(foreign)
    expect(await of((await opened('agencia', { currency: 'USD' })).id)).toBe(foreign)
    expect(await of(999_999)).toBe(foreign)
    // Of who pays, but nobody's business below.
    const theirs = await opened('banca')
    const given = { direction: 'recibe' as const, to: 'banca' as const }
    expect(await of(theirs.id, given)).toBe(foreign)
    expect(await of(theirs.id, given, 'banca')).toBe(201)
    await update(own, { status: 'inactivo' })
    expect(await of(own.id)).toBe('account_closed payer_account_id')
    const waits = await reported({ amount: '3.00' })
    const body = { partner_id: waits.partner_id, amount: '3.00', currency: 'BS' as const, paid_on: waits.paid_on }
    const correct = (payer_account_id: number) =>
      app.call(
        payments.update,
        { params: { id: waits.id }, body: { ...body, version: waits.version, payer_account_id } },
        { as: 'agencia' },
      )
    expect(outcome(await correct(own.id))).toBe('account_closed payer_account_id')
    expect(outcome(await correct(theirs.id))).toBe(foreign)
    const open = await opened('agencia')
    expect((await correct(open.id)).body.payer_account_id).toBe(open.id)
  })

  it('is the same when it is confirmed, and then nothing is posted', async () => {
    const [from, to] = [await opened('agencia'), await opened('banca')]
    const waits = await reported({ to: 'banca', amount: '4.00', payer_account_id: from.id })
    const foreign = 'account_foreign receiver_account_id'
    expect(outcome(await confirm(waits, (await opened('distribuidor')).id))).toBe(foreign)
    expect(outcome(await confirm(waits, (await opened('banca', { currency: 'USD' })).id))).toBe(foreign)
    expect(outcome(await confirm(waits, 999_999))).toBe(foreign)
    const closed = (await update(to, { status: 'inactivo' })).body
    expect(outcome(await confirm(waits, to.id))).toBe('account_closed receiver_account_id')
    await update(closed, { status: 'activo' })
    const off = (await update(await show(from.id), { status: 'inactivo' })).body
    expect(outcome(await confirm(waits, to.id))).toBe('account_closed')
    expect([await moved(waits.id), (await show(to.id)).balance]).toEqual([[], '0.00'])
    await update(off, { status: 'activo' })
    const done = await confirmed(waits, to.id)
    // What went through a closed account is taken back all the same.
    await update(await show(to.id), { status: 'inactivo' })
    expect(outcome(await undo(done))).toBe(200)
    expect(await holds(from.id, to.id)).toEqual(['0.00', '0.00'])
  })

  it('is an account of another partner or currency in a method of payment', async () => {
    const form = { name: 'Con cuenta', kind: 'efectivo' as const, uses: ['ingresos' as const] }
    const method = (account_id: number, currency: 'BS' | 'USD' = 'BS') =>
      app.call(paymentMethods.create, { body: { ...form, currency, account_id } }, { as: 'banca' })
    const own = await opened('banca')
    const theirs = await opened('agencia')
    expect(outcome(await method(theirs.id))).toBe('account_foreign account_id')
    expect(outcome(await method(own.id, 'USD'))).toBe('account_foreign account_id')
    const closed = (await update(own, { status: 'inactivo' })).body
    expect(outcome(await method(own.id))).toBe('account_closed account_id')
    await update(closed, { status: 'activo' })
    const made = (await method(own.id)).body
    expect(made).toMatchObject({ account_id: own.id, account_name: own.name })
    const save = (more: object) =>
      app.call(
        paymentMethods.update,
        {
          params: { id: made.id },
          body: { ...form, currency: 'BS', account_id: own.id, version: made.version, ...more },
        },
        { as: 'banca' },
      )
    expect(outcome(await save({ account_id: theirs.id }))).toBe('account_foreign account_id')
    expect(outcome(await save({ currency: 'USD' }))).toBe('account_foreign account_id')
    const other = await opened('banca')
    await update(other, { status: 'inactivo' })
    expect(outcome(await save({ account_id: other.id }))).toBe('account_closed account_id')
    // What it named stays as it is when that is closed.
    await update(await show(own.id), { status: 'inactivo' })
    expect(outcome(await save({ notes: 'Otra nota' }))).toBe(200)
  })
})

describe('what may be chosen', () => {
  it('are the active accounts of a partner, of a method’s, and of who receives a payment', async () => {
    const options = async (query: object, as = 'banca') => {
      const reply = await app.call(accounts.options, { query: query as never }, { as })
      return reply.status === 200 ? reply.body.data.map(({ name }) => name) : reply.problem.code
    }
    const own = await opened('agencia', { name: 'Zeta' })
    const off = await opened('agencia', { name: 'Cerrada' })
    await update(off, { status: 'inactivo' })
    const { agencia1, agencia2 } = world.partner
    expect(await options({}, 'agencia')).toContain('Zeta')
    expect(await options({ partner_id: agencia1 })).not.toContain('Cerrada')
    expect(await options({ partner_id: agencia1, currency: 'COP' })).toEqual([])
    expect(await options({ partner_id: agencia2 }, 'agencia')).toBe('not_found')
    const method_id = await kept.paymentMethods.add(world.db, { partner_id: agencia1 })
    expect(await options({ method_id, currency: 'BS' })).toContain('Zeta')
    expect(await options({ method_id: 999_999 })).toBe('not_found')
    const given = { partner_id: agencia1, direction: 'recibe' as const, to: 'banca' as const, amount: '1.00' }
    const { id: payment_id } = await reported(given, 'banca')
    expect(await options({ payment_id }, 'agencia')).toContain('Zeta')
    expect(own.status).toBe('activo')
  })
})

describe('the statement', () => {
  it('begins with what was held, runs through each movement, and ends with what is held', async () => {
    const to = await opened('banca')
    const [first, second] = [
      await confirmed(await reported({ to: 'banca', amount: '10.00', reference: 'AAA-1' }), to.id),
      await confirmed(await reported({ to: 'banca', amount: '20.00' }), to.id),
    ]
    await undo(first)
    const of = async (from: string, until: string) => {
      const query = { account_id: to.id, from, to: until }
      return (await app.call(accounts.movements, { query }, { as: 'banca' })).body
    }
    const { data, totals } = await of(world.today, world.today)
    expect(data.map(({ debit, credit, balance }) => [debit, credit, balance])).toEqual([
      ['10.00', '0.00', '10.00'],
      ['20.00', '0.00', '30.00'],
      ['0.00', '10.00', '20.00'],
    ])
    expect(data[0]).toMatchObject({
      payment_id: first.id,
      reference: 'AAA-1',
      with_name: 'Agencia Uno',
      memo: `Recibo ${first.receipt}`,
    })
    expect(totals).toEqual([
      { currency: 'BS', rows: 3, opening: '0.00', debit: '30.00', credit: '10.00', closing: '20.00' },
    ])
    // Each period begins with what the one before ended with, without a movement too.
    const tomorrow = await of(addDays(world.today, 1), addDays(world.today, 9))
    expect([tomorrow.data, tomorrow.totals[0]]).toEqual([
      [],
      { currency: 'BS', rows: 0, opening: '20.00', debit: '0.00', credit: '0.00', closing: '20.00' },
    ])
    const before = await of(addDays(world.today, -9), addDays(world.today, -1))
    expect(before.totals[0]?.closing).toBe('0.00')
    expect((await show(to.id)).balance).toBe('20.00')
    expect(second.state).toBe('confirmado')
    const backwards = await app.call(
      accounts.movements,
      { query: { account_id: to.id, from: world.today, to: addDays(world.today, -1) } },
      { as: 'banca' },
    )
    expect(outcome(backwards)).toContain('range_backwards')
  })

  it('names nobody above whoever reads', async () => {
    const from = await opened('agencia')
    await confirmed(await reported({ amount: '6.00', payer_account_id: from.id }))
    const query = { account_id: from.id, from: world.today, to: world.today }
    const { body } = await app.call(accounts.movements, { query }, { as: 'agencia' })
    expect(body.data).toMatchObject([{ with_name: 'Por encima de usted', credit: '6.00', balance: '-6.00' }])
  })

  it('adds up what all accounts hold, by currency', async () => {
    const { body } = await app.call(accounts.list, { query: { per_page: 500 } }, { as: 'banca' })
    const told = await world.db.rows<{ currency: string; balance: string }>(sql`
      SELECT account.currency::text AS currency, sum(posting.amount)::text AS balance
      FROM ledger_postings posting JOIN ledger_accounts account ON account.id = posting.account_id
      WHERE account.kind = 'banco' AND account.sub <> 0 GROUP BY 1`)
    for (const { currency, balance } of told)
      expect(body.totals.find((one) => one.currency === currency)?.balance).toBe(balance)
    expect(told.map(({ currency }) => currency)).toContain('BS')
  })
})
