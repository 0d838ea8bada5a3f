/**
 * What somebody may send wrong about a payment: each has its code, its Spanish words on the field they are about, and leaves
 * nothing half done. And two hundred at once, one of which cannot be.
 */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint, Received } from '../../contract/endpoint.ts'
import { images } from '../../contract/images.ts'
import { payments, type PaymentRow } from '../../contract/payments.ts'
import { addDays } from '../../contract/values/dates.ts'
import { startApp, type Reply, type TestApp } from '../support/app.ts'
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
type Sent = Promise<Reply<Endpoint>>
const report = (more: object = {}, as = 'agencia') => {
  const body = { partner_id: world.partner.agencia1, amount: '100.00', currency: 'BS', paid_on: world.today, ...more }
  return app.call(payments.create, { body: body as Form }, { as })
}
async function reported(more: object = {}): Promise<PaymentRow> {
  const reply = await report(more)
  expect([reply.status, reply.problem?.code]).toEqual([201, undefined])
  return reply.body
}
const update = ({ id, version, partner_id, paid_on }: PaymentRow, more: object = {}, as = 'agencia') =>
  app.call(
    payments.update,
    { params: { id }, body: { partner_id, amount: '5.00', currency: 'BS', paid_on, version, ...more } as never },
    { as },
  )
const move = (
  name: 'confirm' | 'reject' | 'undo',
  { id, version }: PaymentRow,
  more: object = {},
  as = 'distribuidor',
) => {
  const said = { confirm: {}, reject: { observation: 'No llegó al banco' }, undo: { reason: 'Se devolvió' } }
  const body = { version, ...said[name], ...more } as never
  return app.call(payments[name] as typeof payments.undo, { params: { id }, body }, { as })
}
const comment = ({ id }: PaymentRow, text: string, as: string) =>
  app.call(payments.comment, { params: { id }, body: { text } }, { as })

/** All that a payment touches. */
const everything = () =>
  world.db.one(sql`
    SELECT (SELECT json_agg(payment ORDER BY payment.id) FROM payments payment)::text AS payments,
      (SELECT count(*) FROM payment_comments) AS comments, (SELECT count(*) FROM ledger_entries) AS entries,
      (SELECT count(*) FROM ledger_postings) AS postings, (SELECT count(*) FROM notifications) AS notifications,
      (SELECT json_agg(kept ORDER BY kept.receiver_id, kept.year) FROM payment_receipts kept)::text AS receipts`)

/** What was sent changed nothing, and says why: its code, the field and the words. */
async function isRefused(send: () => Sent, [status, code, path, words]: [number, string, string | undefined, RegExp]) {
  const before = await everything()
  const { problem, ...reply } = await send()
  const fault = problem.errors?.[0]
  expect([reply.status, problem.code, fault?.path]).toEqual([status, code, path])
  expect(fault?.message ?? problem.detail).toMatch(words)
  expect(await everything()).toEqual(before)
  return problem
}

const url = (letter: string, guarded = true) => `/images/${guarded ? 'guarded/' : ''}${letter.repeat(64)}.png`

describe('what is wrong with a report', () => {
  it.each<[string, () => object | Promise<object>, [number, string, string, RegExp]]>([
    ['more than twelve digits', () => ({ amount: '1234567890123.00' }), [400, 'invalid', 'amount', /Hasta 12 cifras/]],
    ['nothing', () => ({ amount: '0.00' }), [400, 'invalid', 'amount', /mayor|cero/]],
    ['less than nothing', () => ({ amount: '-5.00' }), [400, 'invalid', 'amount', /./]],
    ['a number instead of a text', () => ({ amount: 5.1 }), [400, 'invalid', 'amount', /texto/]],
    ['thirds of a cent', () => ({ amount: '5.001' }), [400, 'invalid', 'amount', /decimal|monto/i]],
    ['cents in pesos', () => ({ amount: '10.50', currency: 'COP' }), [422, 'amount_decimals', 'amount', /pesos/i]],
    ['a currency that there is not', () => ({ currency: 'EUR' }), [400, 'invalid', 'currency', /moneda/i]],
    ['tomorrow', () => ({ paid_on: addDays(world.today, 1) }), [422, 'day_ahead', 'paid_on', /no ha llegado/]],
    ['no day', () => ({ paid_on: '2026-02-30' }), [400, 'invalid', 'paid_on', /./]],
    [
      'somebody who is not within reach',
      () => ({ partner_id: world.partner.agencia2 }),
      [404, 'not_found', 'partner_id', /alcance/],
    ],
    ['who owes nobody', () => ({ partner_id: world.partner.taquilla1 }), [422, 'owes_nobody', 'partner_id', /./]],
    [
      'an account of somebody else',
      async () => ({ payer_account_id: await kept.accounts.add(world.db, { partner_id: world.partner.agencia2 }) }),
      [422, 'account_foreign', 'payer_account_id', /cuenta/i],
    ],
    [
      'an account of another currency',
      async () => ({
        payer_account_id: await kept.accounts.add(world.db, { partner_id: world.partner.agencia1, currency: 'USD' }),
      }),
      [422, 'account_foreign', 'payer_account_id', /cuenta/i],
    ],
    [
      'a method of somebody else',
      async () => ({ method_id: await kept.paymentMethods.add(world.db, { partner_id: world.partner.agencia2 }) }),
      [422, 'method_elsewhere', 'method_id', /./],
    ],
    ['no picture at all', () => ({ receipt_url: 'foto.png' }), [400, 'invalid', 'receipt_url', /Suba la imagen/]],
    [
      'a picture for everybody',
      () => ({ receipt_url: url('a', false) }),
      [400, 'invalid', 'receipt_url', /Suba la imagen/],
    ],
    [
      'a picture of another site',
      () => ({ receipt_url: 'https://x.test/a.png' }),
      [400, 'invalid', 'receipt_url', /Suba/],
    ],
    ['a picture that is gone', () => ({ receipt_url: url('b') }), [422, 'image_gone', 'receipt_url', /imagen/i]],
    ['a reference too short', () => ({ reference: 'ab' }), [400, 'invalid', 'reference', /./]],
    ['notes too long', () => ({ notes: 'x'.repeat(201) }), [400, 'invalid', 'notes', /200/]],
  ])('is told of %s, on its field', async (_what, more, refused) => {
    const said = await more()
    await isRefused(() => report(said), refused)
  })

  it('and of a file that is no picture, when it is sent', async () => {
    const before = await world.db.one(sql`SELECT count(*)::int AS n FROM images`)
    const payload =
      '--frontera\r\nContent-Disposition: form-data; name="file"; filename="recibo.png"\r\nContent-Type: image/png\r\n\r\n' +
      'esto no es una foto\r\n--frontera--\r\n'
    const reply = await app.app.inject({
      method: 'POST',
      url: `${images.upload.path}?guarded=true`,
      payload,
      headers: {
        authorization: `Bearer ${await app.signInAs('agencia')}`,
        'content-type': 'multipart/form-data; boundary=frontera',
      },
    })
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([422, 'image_invalid'])
    expect(await world.db.one(sql`SELECT count(*)::int AS n FROM images`)).toEqual(before)
  })
})

describe('what is wrong with a decision', () => {
  it('is a state that it is not in any more, told with the record as it is', async () => {
    const row = await reported()
    expect((await move('reject', row)).status).toBe(200)
    const now = { current: { id: row.id, state: 'rechazado', observation: 'No llegó al banco' } }
    const gone: [number, string, undefined, RegExp] = [409, 'moved_already', undefined, /./]
    for (const name of ['confirm', 'reject', 'undo'] as const)
      expect(await isRefused(() => move(name, row), gone)).toMatchObject(now)
    expect(await isRefused(() => update(row), gone)).toMatchObject(now)
    const removed = { payment_id: row.id, version: row.version }
    expect(await isRefused(() => app.call(payments.remove, { body: removed }, { as: 'agencia' }), gone)).toMatchObject(
      now,
    )
    const waits = await reported()
    expect(await isRefused(() => move('undo', waits), gone)).toMatchObject({ current: { state: 'pendiente' } })
  })

  it('is one made on what was edited meanwhile', async () => {
    const row = await reported()
    expect((await update(row, { amount: '77.00' })).status).toBe(200)
    const stale: [number, string, undefined, RegExp] = [409, 'changed_meanwhile', undefined, /./]
    for (const name of ['confirm', 'reject'] as const)
      expect(await isRefused(() => move(name, row), stale)).toMatchObject({ current: { amount: '77.00' } })
    expect(await isRefused(() => update(row), stale)).toMatchObject({ current: { amount: '77.00' } })
  })

  it('is somebody of the other side, or of none', async () => {
    const row = await reported()
    const other: [number, string, undefined, RegExp] = [403, 'not_your_side', undefined, /quien/]
    for (const name of ['confirm', 'reject'] as const) await isRefused(() => move(name, row, {}, 'agencia'), other)
    await isRefused(() => update(row, {}, 'distribuidor'), other)
    const stranger = await app.call(
      payments.create,
      { body: { partner_id: world.partner.agencia2, amount: '3.00', currency: 'BS', paid_on: world.today } },
      { as: 'distribuidor' },
    )
    const none: [number, string, undefined, RegExp] = [404, 'not_found', undefined, /./]
    for (const name of ['confirm', 'reject'] as const)
      await isRefused(() => move(name, stranger.body, {}, 'agencia'), none)
    await isRefused(() => comment(stranger.body, 'De un extraño', 'agencia'), none)
  })

  it('is what it has to say and does not', async () => {
    const row = await reported()
    await isRefused(() => move('reject', row, { observation: '' }), [400, 'invalid', 'observation', /./])
    await isRefused(() => move('reject', row, { refusal_url: 'x' }), [400, 'invalid', 'refusal_url', /Suba la imagen/])
    await isRefused(() => move('reject', row, { refusal_url: url('b') }), [422, 'image_gone', 'refusal_url', /imagen/i])
    const foreign = await kept.accounts.add(world.db, { partner_id: world.partner.agencia2 })
    const usd = await kept.accounts.add(world.db, { partner_id: world.partner.sur, currency: 'USD' })
    for (const receiver_account_id of [foreign, usd])
      await isRefused(
        () => move('confirm', row, { receiver_account_id }),
        [422, 'account_foreign', 'receiver_account_id', /cuenta/i],
      )
    await isRefused(() => comment(row, '   ', 'agencia'), [400, 'invalid', 'text', /Escriba el comentario/])
    await isRefused(() => comment(row, 'x'.repeat(501), 'agencia'), [400, 'invalid', 'text', /500/])
    const done = await move('confirm', row)
    await isRefused(() => move('undo', done.body, { reason: '' }), [400, 'invalid', 'reason', /motivo/i])
  })
})

describe('two hundred at once', () => {
  it('are confirmed but the one that cannot be, which holds back no other and takes no number', async () => {
    const { banca, agencia1, sur, norte } = world.partner
    const rows = await world.db.rows<{ id: number; version: number }>(sql`
      INSERT INTO payments (partner_id, counterpart_id, payer_id, receiver_id, line, direction, "to", amount, currency, paid_on,
        reporter_id, created_by, written_by)
      SELECT ${agencia1}, ${banca}, ${agencia1}, ${banca}, ARRAY[${agencia1}::int, ${sur}, ${norte}, ${banca}], 'paga', 'banca', n,
        'BS', ${world.today}::date, ${agencia1}, ${world.user['agencia']!}, ${world.user['agencia']!}
      FROM generate_series(1, 200) n RETURNING id, version`)
    const bad = rows[120]!
    expect((await move('reject', bad as PaymentRow, {}, 'banca')).status).toBe(200)
    const owed = () =>
      world.db.one<{ amount: string }>(sql`
        SELECT coalesce(sum(posting.amount), 0)::numeric(18, 2)::text AS amount
        FROM ledger_postings posting JOIN ledger_accounts account ON account.id = posting.account_id
        WHERE account.partner_id = ${agencia1} AND account.kind = 'liquidacion' AND account.currency = 'BS'`)
    const before = Number((await owed())!.amount)
    const many = await app.call(payments.many, { body: { action: 'confirm', rows } }, { as: 'banca' })
    expect(many.status).toBe(200)
    const failed = many.body.data.filter(({ done }) => !done)
    expect(failed).toMatchObject([{ id: bad.id, code: 'moved_already' }])
    expect(failed[0]!.text).toMatch(/\S/)
    expect(many.body.data).toHaveLength(200)
    // All of 1 to 200, less the 121st.
    expect(Number((await owed())!.amount)).toBe(before - (200 * 201) / 2 + 121)
    const receipts = await world.db.one(sql`
      SELECT count(*)::int AS n, count(DISTINCT receipt_number)::int AS different, max(receipt_number) - min(receipt_number) AS span
      FROM payments WHERE state = 'confirmado' AND receiver_id = ${banca}`)
    expect(receipts).toEqual({ n: 199, different: 199, span: 198 })
    const over = [...rows, { id: 1, version: 1 }]
    const refused = await app.call(payments.many, { body: { action: 'confirm', rows: over } }, { as: 'banca' })
    expect([refused.status, refused.problem.errors?.[0]?.path]).toEqual([400, 'rows'])
  })
})
