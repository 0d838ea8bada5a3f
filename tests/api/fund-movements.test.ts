/** What drawers give to funds: accepted, refused and told, once, by whoever keeps the fund. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fundMovements } from '../../contract/fund-movements.ts'
import { incomes } from '../../contract/incomes.ts'
import { outcomes } from '../../contract/outcomes.ts'
import { expectBooksHold } from '../support/holds.ts'
import { codeOf, fundCalls } from './funds-setup.ts'
import { openTill, type Till } from './till-setup.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
  await till.open('taquilla1')
})
afterAll(() => till?.close())
afterEach(() => expectBooksHold(till.world.db))

const { fundOf, show, history, waiting, decide } = fundCalls(() => till)

describe('what waits for a fund', () => {
  const giveTo = async (fund_id: number) => {
    const { body: given } = await till.give({ to_office_id: undefined, to_fund_id: fund_id })
    return { given, half: (await waiting('agencia')).find(({ id }) => id === given.pair_id)! }
  }

  it('is accepted by whoever keeps it, once', async () => {
    const fund = await fundOf('agencia')
    const { given, half } = await giveTo(fund.id)
    expect(half).toMatchObject({
      fund_name: fund.name,
      pair_name: 'Taquilla Uno',
      direction: 'entra',
      age: 0,
      actions: ['accept', 'refuse'],
    })
    expect((await show(fund.id, 'agencia')).waiting).toBe(1)
    const count = await till.app.call(fundMovements.waiting, {}, { as: 'agencia' })
    expect(count.body.count).toBe(1)
    expect((await till.app.call(fundMovements.waiting, {}, { as: 'banca' })).body.count).toBe(0)
    expect(codeOf(await decide('accept', half, 'banca'))).toBe('not_your_side')
    expect(codeOf(await decide('refuse', half, 'banca'))).toBe('not_your_side')
    expect(codeOf(await decide('takeBack', half, 'agencia'))).toBe('not_your_side')
    const key = randomUUID()
    const [one, two] = await Promise.all([
      decide('accept', half, 'agencia', key),
      decide('accept', half, 'agencia', key),
    ])
    expect([one.status, two.status]).toEqual([200, 200])
    expect((await show(fund.id, 'agencia')).held_bs).toBe('100.00')
    for (const name of ['accept', 'refuse'] as const)
      expect(codeOf(await decide(name, half, 'agencia'))).toBe('moved_already')
    expect((await history(fund.id, {}, 'agencia')).body.data).toMatchObject([
      { with_name: 'Taquilla Uno', kind: 'transferencia', debit: '100.00' },
    ])
    const { body } = await till.app.call(outcomes.show, { params: { id: given.id } }, { as: 'taquilla' })
    expect(body.state).toBe('aceptado')
  })

  it('is refused, and goes back to the drawer', async () => {
    const fund = await fundOf('agencia')
    const before = await till.held('taquilla1', 'caja')
    const { half } = await giveTo(fund.id)
    const { body } = await decide('refuse', half, 'agencia')
    expect(body).toMatchObject({ state: 'rehusado', observation: 'No llegó el dinero', actions: [] })
    expect(await till.held('taquilla1', 'caja')).toBe(before)
  })

  it('is accepted or refused, never both', async () => {
    const fund = await fundOf('agencia')
    const { half } = await giveTo(fund.id)
    const [one, two] = await Promise.all([decide('accept', half, 'agencia'), decide('refuse', half, 'agencia')])
    expect([codeOf(one), codeOf(two)].sort()).toEqual([200, 'moved_already'])
    const { state } = (await till.app.call(incomes.show, { params: { id: half.id } }, { as: 'agencia' })).body
    expect((await show(fund.id, 'agencia')).held_bs).toBe(state === 'aceptado' ? '100.00' : '0.00')
  })
})
