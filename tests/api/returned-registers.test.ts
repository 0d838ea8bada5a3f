/** A register that was returned: its office corrects and deletes what it wrote until it is sent again, at the same cut. */
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { cashManage } from '../../contract/cash-manage.ts'
import { cashRegisters } from '../../contract/cash-registers.ts'
import { incomes } from '../../contract/incomes.ts'
import { outcomes } from '../../contract/outcomes.ts'
import { expectBooksHold } from '../support/holds.ts'
import { codeOf } from './funds-setup.ts'
import { openTill, type Till } from './till-setup.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
afterEach(() => expectBooksHold(till.world.db))

const show = async (id: number) =>
  (await till.app.call(cashRegisters.show, { params: { id } }, { as: 'taquilla' })).body
const bs = async (id: number) => (await show(id)).sums.find(({ currency }) => currency === 'BS')!
const giveBack = async (id: number) => {
  const { version } = await show(id)
  const back = { params: { id }, body: { version, refusal: 'Revise los movimientos' } }
  expect((await till.app.call(cashManage.giveBack, back, { as: 'agencia' })).status).toBe(200)
}

it('changes by what its movements change, and its next one by nothing', async () => {
  const register = await till.open('taquilla1')
  const { body: income } = await till.income({ amount: '100.00' })
  const { body: outcome } = await till.outcome({ amount: '30.00' })
  const { body: given } = await till.give({ amount: '5.00' })
  await till.send('taquilla1')
  const next = await till.open('taquilla1')
  await till.income({ amount: '11.00' })
  await giveBack(register)
  const before = await show(register)
  expect(await bs(register)).toMatchObject({ expected: '65.00', counted: '0.00', difference: '-65.00' })

  const { body: read } = await till.app.call(outcomes.show, { params: { id: outcome.id } }, { as: 'taquilla' })
  expect(read.actions).toEqual(['update', 'remove'])
  const body = { type_id: outcome.type_id, currency: 'BS', amount: '25.00', version: outcome.version }
  const params = { id: outcome.id }
  expect((await till.app.call(outcomes.update, { params, body } as never, { as: 'taquilla' })).status).toBe(200)
  expect(await bs(register)).toMatchObject({ expected: '70.00', difference: '-70.00' })
  expect((await till.app.call(incomes.remove, { params: { id: income.id } }, { as: 'agencia' })).status).toBe(200)
  expect(await bs(register)).toMatchObject({ expected: '-30.00' })
  expect((await till.app.call(outcomes.remove, { params: { id: given.id } }, { as: 'taquilla' })).status).toBe(200)
  expect(await bs(register)).toMatchObject({ expected: '-25.00', difference: '25.00' })
  expect(await bs(next)).toMatchObject({ opening: '0.00', expected: '11.00' })

  // Whoever looked at it before looks again; its cut is the one it was sent with.
  const { lines } = await show(register)
  const corrected = lines.filter(({ currency, span }) => currency === 'BS' && span === 'turno')
  expect(corrected.map(({ kind, amount }) => [kind, amount]).toSorted()).toEqual([
    ['egreso', '5.00'],
    ['ingreso', '-100.00'],
    ['transferencia', '5.00'],
  ])
  const stale = { params: { id: register }, body: { version: before.version, observation: 'Falta' } }
  expect(codeOf(await till.app.call(cashRegisters.send, stale, { as: 'taquilla' }))).toBe('changed_meanwhile')
  const { version } = await show(register)
  const again = { params: { id: register }, body: { version, observation: 'Falta' } }
  expect((await till.app.call(cashRegisters.send, again, { as: 'taquilla' })).status).toBe(200)
  const cuts = await till.world.db.one<{ same: boolean }>(sql`
    SELECT before.cut::text = next.since::text AS same FROM cash_registers before JOIN cash_registers next ON next.before_id = before.id
    WHERE before.id = ${register}`)
  expect(cuts).toEqual({ same: true })

  // Sent again, nothing of it changes.
  const late = { ...body, amount: '24.00', version: outcome.version + 1 }
  expect(codeOf(await till.app.call(outcomes.update, { params, body: late } as never, { as: 'taquilla' }))).toBe(
    'register_not_open',
  )
  expect(codeOf(await till.app.call(outcomes.remove, { params }, { as: 'taquilla' }))).toBe('register_not_open')
  const approve = { params: { id: register }, body: { version: (await show(register)).version } }
  expect((await till.app.call(cashManage.approve, approve, { as: 'agencia' })).status).toBe(200)
})
