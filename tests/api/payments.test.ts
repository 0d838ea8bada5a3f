/** Payments between partners: who reports, who decides, what each state posts, and what is refused. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import type { Received } from '../../contract/endpoint.ts'
import { movementReports } from '../../contract/movement-reports.ts'
import { notifications } from '../../contract/notifications.ts'
import { payments, type PaymentRow } from '../../contract/payments.ts'
import { addDays } from '../../contract/values/dates.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { kept } from '../support/factories.ts'
import { expectBooksHold } from '../support/holds.ts'
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
afterEach(() => expectBooksHold(world.db))

type Form = Received<typeof payments.create>['body']
const report = (more: Partial<Form> = {}, as = 'agencia') =>
  app.call(
    payments.create,
    {
      body: {
        partner_id: world.partner.agencia1,
        amount: '100.00',
        currency: 'BS',
        paid_on: world.today,
        ...more,
      },
    },
    { as },
  )
async function reported(more: Partial<Form> = {}, as = 'agencia'): Promise<PaymentRow> {
  const reply = await report(more, as)
  expect([reply.status, reply.problem?.code]).toEqual([201, undefined])
  return reply.body
}
/** Of a picture that nobody sent, or that was swept. */
const goneUrl = `/images/guarded/${'b'.repeat(64)}.png`
type Move = 'confirm' | 'reject' | 'undo'
const move = (
  action: Move,
  { id, version }: Pick<PaymentRow, 'id' | 'version'>,
  as = 'distribuidor',
  more: object = {},
) => {
  const said = { confirm: {}, reject: { observation: 'No llegó al banco' }, undo: { reason: 'Se devolvió el dinero' } }
  return app.call(
    payments[action] as typeof payments.undo,
    { params: { id }, body: { version, ...said[action], ...more } as never },
    { as },
  )
}
const remove = ({ id, version }: Pick<PaymentRow, 'id' | 'version'>, as = 'agencia') =>
  app.call(payments.remove, { body: { payment_id: id, version } }, { as })
const show = async (id: number, as = 'banca') => (await app.call(payments.show, { params: { id } }, { as })).body
const outcome = ({ status, problem }: { status: number; problem?: { code?: string } }) =>
  status < 300 ? status : problem?.code
/** What an agency owes today by the balance of accounts, and what was paid of it. */
async function balanceOf(name: string): Promise<string[]> {
  const body = { from: world.today, to: world.today, level: 'agencia' as const, currency: 'BS' as const }
  const reply = await app.call(accountBalance.report, { body }, { as: 'banca' })
  return reply.body.data.filter((row) => row.name === name).flatMap(({ payments: paid, debt }) => [paid, debt])
}
/** What the accounts of a kind came to at a partner. */
async function held(partner: keyof World['partner'], kind: string, currency = 'BS'): Promise<string> {
  const row = await world.db.one<{ amount: string }>(sql`
    SELECT coalesce(sum(posting.amount), 0)::numeric(18, 2)::text AS amount
    FROM ledger_postings posting JOIN ledger_accounts account ON account.id = posting.account_id
    WHERE account.partner_id = ${world.partner[partner]} AND account.kind = ${kind} AND account.currency = ${currency}::currency`)
  return row!.amount
}

describe('a payment', () => {
  it('is reported by one side, confirmed by the other, and lowers what is owed', async () => {
    const made = await reported({ reference: '778899' })
    expect(made).toMatchObject({
      state: 'pendiente',
      partner_name: 'Agencia Uno',
      counterpart_name: 'Por encima de usted',
      age: 0,
      receipt: null,
      decides: false,
      writes: true,
      actions: ['update', 'remove'],
    })
    expect(await held('agencia1', 'liquidacion')).toBe('0.00')
    const waits = await app.call(payments.waiting, {}, { as: 'distribuidor' })
    expect(waits.body.count).toBe(1)
    expect((await app.call(payments.waiting, {}, { as: 'agencia' })).body.count).toBe(0)
    const debt = await app.call(payments.debt, { params: { id: made.id } }, { as: 'distribuidor' })
    expect(debt.body).toEqual({ debt: '0.00', after: '-100.00' })

    const seen = await show(made.id, 'distribuidor')
    expect(seen.actions).toEqual(['confirm', 'reject'])
    const confirmed = await move('confirm', seen)
    expect(outcome(confirmed)).toBe(200)
    expect(confirmed.body).toMatchObject({
      state: 'confirmado',
      receipt: `${world.today.slice(0, 4)}-000001`,
      actions: ['undo'],
    })
    expect([await held('agencia1', 'liquidacion'), await held('agencia1', 'pagos')]).toEqual(['-100.00', '100.00'])
    expect((await app.call(payments.waiting, {}, { as: 'distribuidor' })).body).toEqual({ count: 0, oldest: null })
    expect(await balanceOf('Agencia Uno')).toEqual(['100.00', '-100.00'])
    const query = { partner_id: world.partner.agencia1, currency: 'BS' as const, from: world.today, to: world.today }
    const statement = await app.call(movementReports.list, { query }, { as: 'agencia' })
    expect(statement.body.data).toMatchObject([{ concept: 'pagos', credit: '100.00', balance: '-100.00' }])
  })

  it('to the banca itself lowers what everybody on the way owes', async () => {
    const before = { sur: await held('sur', 'liquidacion'), norte: await held('norte', 'liquidacion') }
    const method_id = await kept.paymentMethods.add(world.db, {
      partner_id: world.partner.banca,
      kind: 'zelle',
      currency: 'USD',
    })
    const made = await reported({ to: 'banca', amount: '50.00', currency: 'USD', method_id })
    expect(made.counterpart_name).toBe('Banca de Prueba')
    expect(outcome(await move('confirm', made, 'distribuidor'))).toBe('not_your_side')
    expect(outcome(await move('confirm', made, 'banca'))).toBe(200)
    expect(before).toEqual({ sur: '0.00', norte: '0.00' })
    for (const at of ['agencia1', 'sur', 'norte'] as const) {
      expect([at, await held(at, 'liquidacion', 'USD'), await held(at, 'pagos', 'USD')]).toEqual([
        at,
        '-50.00',
        '50.00',
      ])
    }
  })

  it('given to whoever owes is decided there, and raises what is owed', async () => {
    const made = await reported({ partner_id: world.partner.norte, direction: 'recibe', amount: '30.00' }, 'banca')
    expect(outcome(await move('confirm', made, 'banca'))).toBe('not_your_side')
    expect(outcome(await move('confirm', made, 'distribuidor'))).toBe(200)
    expect([await held('norte', 'liquidacion'), await held('norte', 'pagos')]).toEqual(['30.00', '-30.00'])
  })

  it('is rejected with an observation, and nothing is posted', async () => {
    const owed = await held('agencia1', 'liquidacion')
    const made = await reported({ amount: '7.00' })
    const missing = await move('reject', made, 'distribuidor', { observation: '' })
    expect(missing.problem.errors).toMatchObject([{ path: 'observation' }])
    const rejected = await move('reject', made)
    expect(rejected.body).toMatchObject({ state: 'rechazado', observation: 'No llegó al banco', actions: [] })
    expect(await held('agencia1', 'liquidacion')).toBe(owed)
    const told = await app.call(notifications.list, { body: {} }, { as: 'agencia' })
    expect(told.body.data[0]).toMatchObject({ kind: 'pago', title: 'Pago rechazado' })
  })

  it('confirmed is undone once, by the side that received, as it was posted', async () => {
    const owed = await held('agencia1', 'liquidacion')
    const { body } = await move('confirm', await reported({ amount: '12.00', to: 'banca' }), 'banca')
    expect(outcome(await move('undo', body, 'agencia'))).toBe('not_your_side')
    expect(outcome(await move('undo', { ...body, version: body.version - 1 }, 'banca'))).toBe('changed_meanwhile')
    const undone = await move('undo', body, 'banca')
    expect(undone.body).toMatchObject({ state: 'anulado', reason: 'Se devolvió el dinero', receipt: body.receipt })
    expect([await held('agencia1', 'liquidacion'), await held('sur', 'liquidacion')]).toEqual([owed, '0.00'])
    expect(outcome(await move('undo', body, 'banca'))).toBe('moved_already')
    expect(outcome(await move('undo', undone.body, 'banca'))).toBe('moved_already')
  })

  it('that waits is corrected or deleted by whoever reported it, and by nobody once it is decided', async () => {
    const made = await reported({ amount: '20.00' })
    const form = { partner_id: made.partner_id, amount: '21.00', currency: 'BS' as const, paid_on: made.paid_on }
    const update = (version: number, more: object = {}, as = 'agencia') =>
      app.call(payments.update, { params: { id: made.id }, body: { ...form, version, ...more } }, { as })
    const saved = await update(made.version)
    expect(saved.body).toMatchObject({ amount: '21.00', version: made.version + 1 })
    // What was decided on is not what is there now.
    const stale = await move('confirm', made)
    expect(stale.problem).toMatchObject({ code: 'changed_meanwhile', current: { amount: '21.00' } })
    expect(outcome(await move('reject', made))).toBe('changed_meanwhile')
    expect(outcome(await update(saved.body.version, { to: 'banca' }))).toBe('invalid')
    const other = await kept.paymentMethods.add(world.db, { partner_id: world.partner.agencia2 })
    for (const [more, code] of [
      [{ amount: '10.50', currency: 'COP' }, 'amount_decimals'],
      [{ paid_on: addDays(world.today, 1) }, 'day_ahead'],
      [{ method_id: other }, 'method_elsewhere'],
      [{ receipt_url: goneUrl }, 'image_gone'],
    ] as const)
      expect(outcome(await update(saved.body.version, more))).toBe(code)
    const refused = await move('reject', saved.body, 'distribuidor', { refusal_url: goneUrl })
    expect([outcome(refused), refused.problem.errors?.[0]?.path]).toEqual(['image_gone', 'refusal_url'])
    expect(outcome(await remove(made))).toBe('changed_meanwhile')
    expect(outcome(await remove(saved.body, 'banca'))).toBe('not_your_side')
    expect(outcome(await remove(saved.body))).toBe(200)
    expect(outcome(await update(saved.body.version))).toBe('moved_already')
    const late = await move('confirm', saved.body)
    expect(late.problem).toMatchObject({ code: 'moved_already', current: { state: 'eliminado' } })
    expect(outcome(await remove({ id: 999_999, version: 1 }))).toBe('not_found')
  })

  it('reported by whoever receives is not for whoever pays to correct', async () => {
    const made = await reported({ amount: '5.00' }, 'banca')
    const body = {
      partner_id: made.partner_id,
      amount: '4.00',
      currency: 'BS' as const,
      paid_on: made.paid_on,
      version: made.version,
    }
    const reply = await app.call(payments.update, { params: { id: made.id }, body }, { as: 'agencia' })
    expect(outcome(reply)).toBe('not_your_side')
    expect(outcome(await remove(made, 'agencia'))).toBe('not_your_side')
    expect(outcome(await remove(made, 'banca'))).toBe(200)
  })
})

describe('what is refused', () => {
  it('says on its field what no schema can', async () => {
    const of = async (more: Partial<Form>, as?: string) => {
      const { problem } = await report(more, as)
      return [problem.code, problem.errors?.[0]?.path]
    }
    const banca = await kept.paymentMethods.add(world.db, { partner_id: world.partner.banca })
    const other = await kept.paymentMethods.add(world.db, { partner_id: world.partner.agencia2 })
    expect(await of({ amount: '10.50', currency: 'COP' })).toEqual(['amount_decimals', 'amount'])
    expect(await of({ amount: '1234567890123.00' })).toEqual(['invalid', 'amount'])
    expect(await of({ amount: '0.00' })).toEqual(['invalid', 'amount'])
    expect(await of({ paid_on: addDays(world.today, 1) })).toEqual(['day_ahead', 'paid_on'])
    expect(await of({ method_id: banca, currency: 'USD' })).toEqual(['method_elsewhere', 'method_id'])
    expect(await of({ method_id: other })).toEqual(['method_elsewhere', 'method_id'])
    expect(await of({ partner_id: world.partner.agencia2 })).toEqual(['not_found', 'partner_id'])
    expect(await of({ partner_id: world.partner.taquilla1 })).toEqual(['owes_nobody', 'partner_id'])
    expect(await of({ partner_id: world.partner.banca }, 'banca')).toEqual(['owes_nobody', 'partner_id'])
    expect(await of({ receipt_url: goneUrl })).toEqual(['image_gone', 'receipt_url'])
  })

  it('what was said before is asked about, and then taken', async () => {
    const same = { reference: 'REF-001', amount: '33.00' }
    const first = await reported(same)
    const again = await report(same)
    expect(again.problem).toMatchObject({
      code: 'payment_repeated',
      payment_id: first.id,
      errors: [{ path: 'reference' }],
    })
    const two = await Promise.all([report({ ...same, amount: '34.00' }), report({ ...same, amount: '34.00' })])
    expect(two.map(outcome).sort()).toEqual([201, 'payment_repeated'])
    const body = {
      partner_id: first.partner_id,
      currency: 'BS' as const,
      paid_on: first.paid_on,
      version: first.version,
    }
    const edited = await app.call(
      payments.update,
      { params: { id: first.id }, body: { ...body, ...same, amount: '34.00' } },
      { as: 'agencia' },
    )
    expect(outcome(edited)).toBe('payment_repeated')
    const kept = await reported({ ...same, again: true })
    for (const one of [first, kept, two.find(({ status }) => status === 201)!.body]) await remove(one)
  })

  it('over the threshold whoever wrote it does not decide it', async () => {
    await world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{"BS": 1000}'`)
    const made = await reported({ amount: '1000.01' }, 'banca')
    expect(made).toMatchObject({ decides: true, needs_other: true })
    expect(outcome(await move('confirm', made, 'banca'))).toBe('needs_other')
    expect(outcome(await move('reject', made, 'banca'))).toBe('needs_other')
    expect(outcome(await move('confirm', made, 'supervisor'))).toBe(200)
    const small = await reported({ amount: '1000.00' }, 'banca')
    expect(outcome(await move('confirm', small, 'banca'))).toBe(200)
    await world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{}'`)
  })

  it('over the threshold whoever confirmed it does not undo it alone', async () => {
    await world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{"BS": 1000}'`)
    const owed = await held('agencia1', 'liquidacion')
    const { body } = await move('confirm', await reported({ amount: '1000.01', to: 'banca' }), 'banca')
    expect(body).toMatchObject({ needs_other: false, undo_needs_other: true, actions: [] })
    const refused = await move('undo', body, 'banca')
    expect([refused.status, refused.problem.code, refused.problem.detail]).toEqual([
      403,
      'needs_other',
      'Supera el monto desde el cual quien lo confirmó no lo anula.',
    ])
    expect(await show(body.id)).toMatchObject({ state: 'confirmado', version: body.version })
    expect((await show(body.id, 'supervisor')).actions).toEqual(['undo'])
    expect(outcome(await move('undo', body, 'supervisor'))).toBe(200)
    expect(await held('agencia1', 'liquidacion')).toBe(owed)
    const small = await move('confirm', await reported({ amount: '1000.00', to: 'banca' }), 'banca')
    expect(outcome(await move('undo', small.body, 'banca'))).toBe(200)
    await world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{}'`)
  })
})

describe('many', () => {
  it('are moved each for itself, and those that cannot are told why', async () => {
    const made = [
      await reported({ amount: '1.00' }),
      await reported({ amount: '2.00' }),
      await reported({ amount: '3.00' }),
    ]
    await remove(made[1]!)
    const rows = [...made, { id: 999_998, version: 1 }].map(({ id, version }) => ({ id, version }))
    const many = await app.call(payments.many, { body: { action: 'confirm', rows } }, { as: 'distribuidor' })
    expect(many.body.data.map(({ done, code }) => code ?? done)).toEqual([true, 'moved_already', true, 'not_found'])
    expect(many.body.data[0]).toMatchObject({ name: 'Agencia Uno, Bs 1,00' })
  })
})

describe('seen', () => {
  it('by both sides and whoever is above, in words of their own, and by nobody else', async () => {
    const made = await reported({ amount: '9.00' })
    const seen = async (as: string) =>
      (await app.call(payments.list, { query: { per_page: 500 } }, { as })).body.data.find(({ id }) => id === made.id)
    expect((await seen('banca'))?.created_by).toBe('Agencia')
    expect((await seen('distribuidor'))?.counterpart_name).toBe('Distribuidor Sur')
    expect((await seen('agencia'))?.amount).toBe('9.00')
    const other = await reported({ partner_id: world.partner.agencia2, amount: '8.00' }, 'distribuidor')
    for (const call of [payments.show, payments.debt, payments.comments])
      expect(outcome(await app.call(call, { params: { id: other.id } }, { as: 'agencia' }))).toBe('not_found')
    const body = { text: 'De un extraño' }
    expect(outcome(await app.call(payments.comment, { params: { id: other.id }, body }, { as: 'agencia' }))).toBe(
      'not_found',
    )
    const [first] = (await app.call(payments.list, { query: {} }, { as: 'banca' })).body.data
    expect(first?.state).toBe('pendiente')
  })

  it('with what people say about it, and the picture for whoever may see it', async () => {
    const png = Buffer.from('x')
    await world.db.run(sql`
      INSERT INTO images (hash, content_type, bytes, guarded) VALUES (repeat('c', 64), 'image/png', ${png}, true)`)
    const receipt_url = `/images/guarded/${'c'.repeat(64)}.png`
    const made = await reported({ amount: '11.00', receipt_url })
    const picture = (which: 'receipt' | 'refusal', as: string, id = made.id) =>
      app.call(payments.picture, { params: { id }, query: { which } }, { as })
    expect((await picture('receipt', 'distribuidor')).raw).toEqual(png)
    expect(outcome(await picture('refusal', 'distribuidor'))).toBe('not_found')
    const comment = await app.call(
      payments.comment,
      { params: { id: made.id }, body: { text: '¿De qué banco salió?' } },
      { as: 'distribuidor' },
    )
    expect(comment.body.data).toMatchObject([{ text: '¿De qué banco salió?', own: true }])
    const read = await app.call(payments.comments, { params: { id: made.id } }, { as: 'agencia' })
    expect(read.body.data).toMatchObject([{ by: null, own: false }])
    const rejected = await move('reject', made, 'distribuidor', { refusal_url: receipt_url })
    expect(rejected.body.has_refusal).toBe(true)
    expect((await picture('refusal', 'agencia')).raw).toEqual(png)
    const file = await app.call(payments.export, { query: { format: 'csv' } as never }, { as: 'agencia' })
    expect(file.raw.toString()).toContain('Agencia Uno')
  })
})
