/** Deciding incomes and outcomes: what each decision posts, who may decide which, one by one and many at once. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { incomes } from '../../contract/incomes.ts'
import { notifications } from '../../contract/notifications.ts'
import { outcomes } from '../../contract/outcomes.ts'
import { transactions, type TransactionRow } from '../../contract/transactions.ts'
import { addDays } from '../../contract/values/dates.ts'
import { expectBooksHold } from '../support/holds.ts'
import { openTill, type Till } from './till-setup.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
  await till.open('taquilla1')
})
afterAll(() => till?.close())
afterEach(() => expectBooksHold(till.world.db))

const said = ({ status, problem }: { status: number; problem?: { code?: string } }) =>
  status < 300 ? status : problem?.code
type Rows = readonly { id: number; version: number }[]
const handle = (
  which: 'income' | 'expense',
  action: 'approve' | 'reject',
  rows: Rows,
  as = 'agencia',
  key?: string,
) => {
  const sent = rows.map(({ id, version }) => ({ id, version }))
  const body = { action, rows: sent, ...(action === 'reject' && { observation: 'No hay soporte' }) }
  return till.app.call(transactions[which], { body }, { as, ...(key && { key }) })
}
async function waiting(kind: 'ingreso' | 'egreso', more: object = {}, as = 'taquilla') {
  const type_id = kind === 'ingreso' ? till.type.ingreso_pide : till.type.egreso_pide
  const reply = await (kind === 'ingreso' ? till.income : till.outcome)({ type_id, ...more }, as)
  expect(reply.status).toBe(201)
  return reply.body
}
const show = async (id: number, as = 'agencia') =>
  (await till.app.call(transactions.show, { params: { id } }, { as })).body as TransactionRow
const held = (kind: string) => till.held('taquilla1', kind)
async function moved(kinds: string[], work: () => Promise<unknown>): Promise<Record<string, number>> {
  const read = async () =>
    Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, Number(await held(kind))] as const)))
  const before = await read()
  await work()
  const after = await read()
  return Object.fromEntries(kinds.map((kind) => [kind, after[kind]! - before[kind]!]))
}
const all = ['caja', 'por_aprobar', 'ingresos', 'egresos', 'diferencias']

describe('a decision', () => {
  it('on an income puts it to its type or to the differences, and never touches the drawer', async () => {
    const one = await waiting('ingreso')
    expect(await show(one.id)).toMatchObject({
      state: 'por_aprobar',
      age: 0,
      agency_name: 'Agencia Uno',
      actions: ['approve', 'reject'],
    })
    const key = randomUUID()
    expect(
      await moved(all, async () => {
        const [first, second] = await Promise.all([
          handle('income', 'approve', [one], 'agencia', key),
          handle('income', 'approve', [one], 'agencia', key),
        ])
        expect([first.body, second.status]).toEqual([
          { data: [expect.objectContaining({ id: one.id, done: true, text: 'aprobado', code: null })] },
          200,
        ])
      }),
    ).toEqual({ caja: 0, por_aprobar: 100, ingresos: -100, egresos: 0, diferencias: 0 })
    expect(said(await handle('income', 'reject', [one]))).toBe('moved_already')
    const two = await waiting('ingreso')
    expect(await moved(all, () => handle('income', 'reject', [two], 'distribuidor'))).toEqual({
      caja: 0,
      por_aprobar: 100,
      ingresos: 0,
      egresos: 0,
      diferencias: -100,
    })
    const told = (
      await till.app.call(notifications.list, { body: { page: 1, per_page: 50 } as never }, { as: 'taquilla' })
    ).body
    expect(told.data.map(({ title, link }) => [title, link])).toEqual([
      ['Ingreso rechazado', '/ticket-office/incomes'],
      ['Ingreso aprobado', '/ticket-office/incomes'],
    ])
  })

  it('on an outcome puts it to its type or to the differences', async () => {
    const one = await waiting('egreso')
    expect(await moved(all, () => handle('expense', 'approve', [one]))).toEqual({
      caja: 0,
      por_aprobar: -100,
      ingresos: 0,
      egresos: 100,
      diferencias: 0,
    })
    const two = await waiting('egreso')
    expect(await moved(all, () => handle('expense', 'reject', [two]))).toEqual({
      caja: 0,
      por_aprobar: -100,
      ingresos: 0,
      egresos: 0,
      diferencias: 100,
    })
    const { body } = await till.app.call(outcomes.show, { params: { id: two.id } }, { as: 'taquilla' })
    expect(body).toMatchObject({
      state: 'rechazado',
      observation: 'No hay soporte',
      decided_by: null,
      moved: '100.00',
      actions: [],
    })
  })

  it('of what the banca bears is the banca’s alone, and the agency owes it less', async () => {
    const row = await waiting('egreso', { type_id: till.type.egreso_banca })
    expect(await show(row.id)).toMatchObject({ decides: false, actions: [] })
    expect(said(await handle('expense', 'approve', [row]))).toBe('not_your_side')
    expect(said(await handle('expense', 'approve', [row], 'distribuidor'))).toBe('not_your_side')
    expect((await till.app.call(transactions.waiting, {}, { as: 'agencia' })).body.count).toBe(0)
    expect((await till.app.call(transactions.waiting, {}, { as: 'banca' })).body.count).toBe(1)
    expect(await moved(['egresos', 'por_aprobar'], () => handle('expense', 'approve', [row], 'banca'))).toEqual({
      egresos: 100,
      por_aprobar: -100,
    })
    expect([await till.held('agencia1', 'ajustes'), await till.held('banca', 'ajustes')]).toEqual(['100.00', '-100.00'])
  })

  it('over the threshold is somebody else’s than whoever wrote it', async () => {
    await till.world.db.run(sql`UPDATE banca SET pay_approval_threshold = '{"BS": "500.00"}'`)
    const office_id = till.world.partner.taquilla1
    const under = await waiting('ingreso', { amount: '500.00', office_id }, 'agencia')
    const over = await waiting('ingreso', { amount: '500.01', office_id }, 'agencia')
    const spent = await waiting('egreso', { amount: '500.01', office_id }, 'agencia')
    expect(await show(over.id)).toMatchObject({ needs_other: true, actions: [] })
    expect(said(await handle('income', 'approve', [over]))).toBe('needs_other')
    expect(said(await handle('expense', 'approve', [spent]))).toBe('needs_other')
    expect(said(await handle('income', 'approve', [under]))).toBe(200)
    expect(said(await handle('income', 'approve', [over], 'distribuidor'))).toBe(200)
    expect(said(await handle('expense', 'reject', [spent], 'supervisor'))).toBe(200)
  })

  it('is on what was read, within reach, and of its own kind', async () => {
    const row = await waiting('ingreso')
    const { id, version } = row
    const body = { type_id: till.type.ingreso_pide, currency: 'BS' as const, amount: '55.00', version }
    expect(said(await till.app.call(incomes.update, { params: { id }, body }, { as: 'taquilla' }))).toBe(200)
    expect(said(await handle('income', 'approve', [row]))).toBe('changed_meanwhile')
    expect(said(await handle('expense', 'approve', [{ id, version: 2 }]))).toBe('not_found')
    const spent = await waiting('egreso')
    expect(said(await handle('income', 'approve', [spent]))).toBe('not_found')
    await till.world.db.run(sql`UPDATE cash_movements SET version = 2 WHERE id = ${spent.id}`)
    expect(said(await handle('expense', 'approve', [spent]))).toBe('changed_meanwhile')
    expect(said(await handle('expense', 'approve', [{ id: spent.id, version: 2 }]))).toBe(200)
    expect(said(await handle('expense', 'approve', [{ id: spent.id, version: 3 }]))).toBe('moved_already')
    expect(said(await till.app.call(transactions.show, { params: { id: 999_999 } }, { as: 'banca' }))).toBe('not_found')
    const nothing = await till.app.call(
      transactions.income,
      { body: { action: 'reject', rows: [{ id, version: 2 }] } },
      { as: 'agencia' },
    )
    expect([said(nothing), nothing.problem.errors?.[0]?.path]).toEqual(['invalid', 'observation'])
    expect(said(await handle('income', 'reject', [{ id, version: 2 }]))).toBe(200)
  })

  it('of many is each for itself', async () => {
    const rows = [
      await waiting('egreso'),
      await waiting('egreso'),
      await waiting('egreso', { type_id: till.type.egreso_banca }),
    ]
    const [first] = rows
    await handle('expense', 'reject', [first!])
    const reply = await handle('expense', 'approve', [...rows, { id: 999_999, version: 1 }])
    expect(reply.body.data.map(({ done, code }) => [done, code])).toEqual([
      [false, 'moved_already'],
      [true, null],
      [false, 'not_your_side'],
      [false, 'not_found'],
    ])
    expect(said(await handle('expense', 'reject', [rows[2]!], 'banca'))).toBe(200)
  })

  it('are rejected with one observation, those that cannot be hold back no other', async () => {
    const rows = [await waiting('egreso'), await waiting('egreso'), await waiting('egreso'), await waiting('egreso')]
    await handle('expense', 'approve', [rows[1]!])
    const borne = await waiting('egreso', { type_id: till.type.egreso_banca })
    const asked = [rows[0]!, rows[1]!, { ...rows[2]!, version: 7 }, rows[3]!, borne]
    const key = 'rechazar-varias'
    const change = await moved(all, async () => {
      const reply = await handle('expense', 'reject', asked, 'agencia', key)
      expect(reply.body.data.map(({ done, code }) => [done, code])).toEqual([
        [true, null],
        [false, 'moved_already'],
        [false, 'changed_meanwhile'],
        [true, null],
        [false, 'not_your_side'],
      ])
      expect((await handle('expense', 'reject', asked, 'agencia', key)).body).toEqual(reply.body)
    })
    expect(change).toEqual({ caja: 0, por_aprobar: -200, ingresos: 0, egresos: 0, diferencias: 200 })
    for (const { id } of [rows[0]!, rows[3]!])
      expect(await show(id)).toMatchObject({ state: 'rechazado', observation: 'No hay soporte' })
    await handle('expense', 'reject', [rows[2]!])
    await handle('expense', 'reject', [borne], 'banca')
  })
})

describe('the list', () => {
  it('has what waits first, of any day, and sums of the same filters', async () => {
    const { today, partner } = till.world
    const row = await waiting('ingreso')
    const far = { from: addDays(today, -20), to: addDays(today, -10) }
    const old = await till.app.call(transactions.list, { query: far }, { as: 'agencia' })
    expect(old.body.data.map(({ id }) => id)).toEqual([row.id])
    const query = { from: today, to: today, partner_id: partner.norte, currency: 'BS' as const }
    const { body } = await till.app.call(transactions.list, { query }, { as: 'banca' })
    expect(body.data[0]!.id).toBe(row.id)
    const { body: sums } = await till.app.call(transactions.summary, { query }, { as: 'banca' })
    const counted = sums.data.map(({ state, kind, count }) => {
      const own = body.data.filter((one) => one.state === state && one.kind === kind)
      return [count, own.length]
    })
    expect(counted.length).toBeGreaterThan(3)
    expect(counted.every(([one, other]) => one === other)).toBe(true)
    const none = await till.app.call(transactions.list, { query: {} }, { as: 'sinhijos' })
    expect(none.status).toBe(200)
    const outside = { query: { partner_id: partner.agencia2 } }
    expect(said(await till.app.call(transactions.list, outside, { as: 'agencia' }))).toBe('not_found')
    expect(said(await till.app.call(transactions.export, outside, { as: 'agencia' }))).toBe('not_found')
    expect(said(await till.app.call(transactions.summary, outside, { as: 'agencia' }))).toBe('not_found')
    const back = { query: { from: today, to: addDays(today, -1) } }
    expect(said(await till.app.call(transactions.summary, back, { as: 'agencia' }))).toBe('range_backwards')
    const long = { query: { from: '2020-01-01', to: today } }
    expect(said(await till.app.call(transactions.summary, long, { as: 'agencia' }))).toBe('range_too_long')
  })
})
