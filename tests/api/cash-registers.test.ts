/** A register from its opening to its approval, and what is refused of it; each step with what the books say of the drawer. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { cashManage } from '../../contract/cash-manage.ts'
import { cashRegisters, type RegisterDetail } from '../../contract/cash-registers.ts'
import type { Count } from '../../contract/cash-counts.ts'
import { tickets } from '../../contract/tickets.ts'
import { addDays } from '../../contract/values/dates.ts'
import { line, openCounter } from './sale-setup.ts'

const counter = openCounter()
const place = (name: keyof typeof counter.world.partner) => counter.world.partner[name]

const cash = (currency: Count['currency'], ...pieces: [denomination: string, pieces: number][]): Count[] =>
  pieces.map(([denomination, of]) => ({ currency, method_id: null, denomination, pieces: of }))
const current = async (as = 'taquilla') => (await counter.app.call(cashRegisters.current, {}, { as })).body
const open = (counts: Count[] = [], as = 'taquilla', office_id?: number) =>
  counter.app.call(cashRegisters.open, { body: { counts, ...(office_id && { office_id }) } }, { as })
const count = (register: RegisterDetail, counts: Count[], as = 'taquilla', observation = '') =>
  counter.app.call(
    cashRegisters.count,
    { params: { id: register.id }, body: { version: register.version, counts, observation } },
    { as },
  )
const send = (register: Pick<RegisterDetail, 'id' | 'version'>, as = 'taquilla', observation = '') =>
  counter.app.call(
    cashRegisters.send,
    { params: { id: register.id }, body: { version: register.version, observation } },
    { as },
  )
const approve = ({ id, version }: Pick<RegisterDetail, 'id' | 'version'>, as = 'agencia') =>
  counter.app.call(cashManage.approve, { params: { id }, body: { version } }, { as })
const giveBack = ({ id, version }: Pick<RegisterDetail, 'id' | 'version'>, as = 'agencia') =>
  counter.app.call(cashManage.giveBack, { params: { id }, body: { version, refusal: 'Cuente otra vez' } }, { as })
const sumOf = ({ sums }: Pick<RegisterDetail, 'sums'>, currency = 'BS') =>
  sums.find((one) => one.currency === currency)!

const sell = async (stake: string, as = 'taquilla') =>
  counter.sell([line(await counter.world.draw('LOTTO_ACTIVO'), '12', stake)], as)

/** What the books say that the drawer holds. */
async function drawer(office: 'taquilla1' | 'taquilla2' | 'taquilla3' = 'taquilla1', currency = 'BS') {
  const rows = await counter.world.db.rows<{ sub: number; held: string }>(sql`
    SELECT account.sub, sum(ledger_day.debit - ledger_day.credit)::text AS held
    FROM ledger_accounts account JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
    WHERE account.partner_id = ${place(office)} AND account.kind = 'caja' AND account.currency = ${currency}::currency
    GROUP BY 1 ORDER BY 1`)
  return Object.fromEntries(rows.map(({ sub, held }) => [sub, held]))
}

/** A day passes: all its registers are of the day before. */
async function nextDay(office: 'taquilla1' | 'taquilla2' | 'taquilla3' = 'taquilla1') {
  for (const by of [-1_000, 999])
    await counter.world.db.run(sql`UPDATE cash_registers SET day = day + ${by}::int WHERE office_id = ${place(office)}`)
}

describe('a register', () => {
  it('opens with what an office declares the first time, and what was there before goes out of sight', async () => {
    await sell('100.00')
    expect(await drawer()).toEqual({ 0: '100.00' })
    expect((await current()).is_first).toBe(true)
    const opened = await open(cash('BS', ['20.00', 2], ['10.00', 1]))
    expect(opened.status).toBe(201)
    expect(sumOf(opened.body)).toEqual({
      currency: 'BS',
      opening: '50.00',
      expected: '50.00',
      counted: null,
      difference: null,
    })
    expect(await drawer()).toEqual({ 0: '50.00' })
    expect(opened.body.lines).toEqual([])
  })

  it('expects what was sold since, and what was annulled and paid', async () => {
    const first = await sell('100.00')
    await sell('30.00')
    await counter.app.call(tickets.annul, { params: { serial: first.serial }, body: {} }, { as: 'taquilla' })
    const { register } = await current()
    expect(sumOf(register!)).toMatchObject({ opening: '50.00', expected: '80.00' })
    expect(register!.lines.map(({ kind, amount, n, span }) => ({ kind, amount, n, span }))).toEqual([
      { kind: 'reintegro', amount: '-100.00', n: 1, span: 'turno' },
      { kind: 'venta', amount: '130.00', n: 2, span: 'turno' },
    ])
  })

  it('is opened once, and not beside another', async () => {
    expect((await open()).problem.code).toBe('register_open')
    expect((await open([], 'agencia')).status).toBe(400)
    expect((await open([], 'lejana', place('taquilla1'))).status).toBe(404)
  })

  it('asks why where it differs by more than is tolerated, and is sent with its words', async () => {
    const { register } = await current()
    const counted = await count(register!, cash('BS', ['50.00', 1], ['20.00', 1]))
    expect(counted.status).toBe(200)
    const refused = await send(counted.body)
    expect(refused.problem).toMatchObject({ code: 'difference_untold', errors: [{ path: 'observation' }] })
    const sent = await send(counted.body, 'taquilla', 'Un billete de 10 se perdió')
    expect(sent.status).toBe(200)
    expect(sent.body.state).toBe('enviada')
    expect(sumOf(sent.body)).toEqual({
      currency: 'BS',
      opening: '50.00',
      expected: '80.00',
      counted: '70.00',
      difference: '-10.00',
    })
    expect((await send(sent.body)).problem.code).toBe('moved_already')
    expect((await count(sent.body, [])).problem.code).toBe('moved_already')
  })

  it('leaves to the next one what is sold after it was sent', async () => {
    await sell('25.00')
    const { register } = await current()
    expect(register!.state).toBe('enviada')
    expect(sumOf(register!)).toMatchObject({ expected: '80.00' })
    expect((await open()).problem.code).toBe('register_there')
  })

  it('waits first whatever days are asked for, and only in its own where its state is asked for', async () => {
    const old = { from: addDays(counter.world.today, -40), to: addDays(counter.world.today, -30) }
    const found = async (state?: 'enviada') => {
      const query = { ...old, ...(state && { state }) }
      return (await counter.app.call(cashManage.list, { query }, { as: 'banca' })).body.data.map((row) => row.state)
    }
    expect(await found()).toEqual(['enviada'])
    expect(await found('enviada')).toEqual([])
  })

  it('is returned, counted anew with its cut, and approved by somebody else: the difference is posted once', async () => {
    const { register } = await current()
    expect((await giveBack(register!, 'banca')).status).toBe(200)
    const returned = (await current()).register!
    expect(returned).toMatchObject({ state: 'devuelta', refusal: 'Cuente otra vez' })
    const recounted = await count(
      returned,
      cash('BS', ['50.00', 1], ['20.00', 1], ['5.00', 1]),
      'agencia',
      'Aparecieron 5',
    )
    expect(recounted.status).toBe(200)
    const again = await send(recounted.body, 'agencia', 'Aparecieron 5')
    expect(sumOf(again.body)).toMatchObject({ expected: '80.00', counted: '75.00', difference: '-5.00' })
    expect((await approve(again.body)).problem.code).toBe('own_register')
    expect((await giveBack(again.body)).problem.code).toBe('own_register')
    expect((await approve(again.body, 'supervisor')).status).toBe(200)
    expect((await approve(again.body, 'banca')).problem.code).toBe('moved_already')
    // 75 counted, and 25 sold since.
    expect(await drawer()).toEqual({ 0: '100.00' })
    const posted = await counter.world.db.rows<{ amount: string }>(sql`
      SELECT sum(ledger_day.debit - ledger_day.credit)::text AS amount FROM ledger_accounts account
      JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
      WHERE account.kind = 'diferencias' AND account.partner_id = ${place('taquilla1')}`)
    expect(posted).toEqual([{ amount: '5.00' }])
  })

  it('opens with what the one before counted, and has what was sold before it was opened, told apart', async () => {
    await nextDay()
    const opened = await open()
    expect(opened.status).toBe(201)
    expect(sumOf(opened.body)).toMatchObject({ opening: '75.00', expected: '100.00' })
    expect(opened.body.lines).toMatchObject([{ kind: 'venta', amount: '25.00', span: 'antes', n: 1 }])
  })

  it('takes what was counted by other methods out of the cash once it is approved', async () => {
    const made = await counter.world.db.one<{ id: number }>(sql`
      INSERT INTO payment_methods (partner_id, name, name_key, kind, currency, uses)
      VALUES (${place('banca')}, 'Pago móvil', 'pago movil', 'pago_movil', 'BS', '{ingresos,egresos}') RETURNING id`)
    const { register, methods } = await current()
    expect(methods).toEqual([{ id: made!.id, name: 'Pago móvil', currency: 'BS' }])
    const counted = await count(
      register!,
      [...cash('BS', ['50.00', 1]), { currency: 'BS', method_id: made!.id, denomination: '51.50', pieces: 1 }],
      'taquilla',
      'Sobra 1,50',
    )
    expect(counted.body.counts.map(({ method_name }) => method_name)).toEqual([null, 'Pago móvil'])
    const sent = await send(counted.body, 'taquilla', 'Sobra 1,50')
    expect(sumOf(sent.body)).toMatchObject({ expected: '100.00', counted: '101.50', difference: '1.50' })
    expect((await approve(sent.body)).status).toBe(200)
    expect(await drawer()).toEqual({ 0: '50.00', [made!.id]: '51.50' })
    await nextDay()
    const next = await open()
    expect(next.body.openings).toEqual([
      { currency: 'BS', method_id: null, amount: '50.00' },
      { currency: 'BS', method_id: made!.id, amount: '51.50' },
    ])
  })

  it('is approved after those before it, and a recount of the one before changes what it opened with', async () => {
    const opened = (await current()).register!
    const sent = (
      await send((await count(opened, cash('BS', ['100.00', 1]), 'taquilla', 'falta')).body, 'taquilla', 'falta')
    ).body
    await nextDay()
    const next = (await open()).body
    expect(sumOf(next)).toMatchObject({ opening: '100.00' })
    const nextSent = (await send((await count(next, cash('BS', ['100.00', 1]))).body)).body
    expect((await approve(nextSent)).problem.code).toBe('register_order')
    await giveBack(sent)
    const returned = (await counter.app.call(cashRegisters.show, { params: { id: sent.id } }, { as: 'taquilla' })).body
    const recounted = (await count(returned, cash('BS', ['100.00', 1], ['1.00', 1]), 'taquilla', 'uno más')).body
    const after = (await counter.app.call(cashRegisters.show, { params: { id: nextSent.id } }, { as: 'taquilla' })).body
    expect(sumOf(after)).toMatchObject({ opening: '101.00', expected: '101.00', difference: '-1.00' })
    const resent = (await send(recounted, 'taquilla', 'uno más')).body
    expect((await approve(resent)).status).toBe(200)
    expect((await approve(after)).status).toBe(200)
    expect(await drawer()).toMatchObject({ 0: '100.00' })
  })

  it('is handed from one to another within its day', async () => {
    await nextDay()
    const opened = (await open()).body
    await sell('40.00')
    const handed = await counter.app.call(
      cashRegisters.handOver,
      {
        params: { id: opened.id },
        body: { counts: cash('BS', ['100.00', 1], ['20.00', 2]), notes: 'Turno de la tarde' },
      },
      { as: 'taquilla' },
    )
    expect(handed.body.handovers).toMatchObject([
      {
        notes: 'Turno de la tarde',
        sums: expect.arrayContaining([
          expect.objectContaining({ currency: 'BS', expected: '140.00', counted: '140.00', difference: '0.00' }),
        ]),
      },
    ])
  })

  it('refuses counts of pieces that there are not, of methods of others, of cents in pesos, and twice', async () => {
    const register = (await current()).register!
    const refusal = async (counts: Count[]) => {
      const { problem } = await count(register, counts)
      return [problem.code, problem.errors?.[0]?.path]
    }
    expect(await refusal(cash('BS', ['7.00', 1]))).toEqual(['invalid', 'counts.0.denomination'])
    expect(await refusal(cash('BS', ['10.00', 1], ['10.00', 2]))).toEqual(['invalid', 'counts.1.denomination'])
    expect(await refusal(cash('COP', ['1000.50', 1]))).toEqual(['amount_decimals', 'counts.0.denomination'])
    expect(await refusal([{ currency: 'BS', method_id: 999_999, denomination: '5.00', pieces: 1 }])).toEqual([
      'method_elsewhere',
      'counts.0.method_id',
    ])
    const stale = await count({ ...register, version: register.version - 1 }, [])
    expect(stale.problem.code).toBe('changed_meanwhile')
  })

  it('is seen by its office and whoever is above it, and by nobody else', async () => {
    const { id } = (await current()).register!
    const seen = async (as: string) => (await counter.app.call(cashRegisters.show, { params: { id } }, { as })).status
    expect([await seen('taquilla'), await seen('agencia'), await seen('vecina'), await seen('lejana')]).toEqual([
      200, 200, 404, 404,
    ])
    const managed = async (as: string) => (await counter.app.call(cashManage.subrows, { query: { id } }, { as })).status
    expect([await managed('supervisor'), await managed('agencia'), await managed('taquilla')]).toEqual([200, 200, 403])
  })
})
