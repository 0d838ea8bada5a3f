/** Funds: what each holds, what moves in and out of it, and what is refused. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accounts } from '../../contract/accounts.ts'
import { cashFunds, type FundRow } from '../../contract/cash-funds.ts'
import { outcomes } from '../../contract/outcomes.ts'
import { expectBooksHold } from '../support/holds.ts'
import { kept } from '../support/factories.ts'
import { codeOf, faultsOf, fundCalls } from './funds-setup.ts'
import { openTill, type Till } from './till-setup.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
  await till.open('taquilla1')
  await till.open('taquilla2')
})
afterAll(() => till?.close())
afterEach(() => expectBooksHold(till.world.db))

const { create, move, fundOf, show, history } = fundCalls(() => till)
const update = ({ id, version, name, status }: FundRow, more: object = {}, as = 'banca') =>
  till.app.call(cashFunds.update, { params: { id }, body: { name, status, version, ...more } as never }, { as })

describe('a fund', () => {
  it('is created for the own partner with its minimums, once, however often it is pressed', async () => {
    const key = randomUUID()
    const said = { name: 'Caja fuerte', minimum_bs: '500.00', notes: 'En la oficina' }
    const [one, two] = await Promise.all([create(said, 'banca', key), create(said, 'banca', key)])
    expect([one.status, two.body.id]).toEqual([201, one.body.id])
    expect(one.body).toMatchObject({
      name: 'Caja fuerte',
      partner_id: till.world.partner.banca,
      minimum_bs: '500.00',
      minimum_usd: null,
      held_bs: '0.00',
      level: 'bajo',
      below: ['BS'],
      own: true,
      actions: ['update', 'move', 'deactivate'],
    })
    expect(codeOf(await create({ name: 'caja FUERTE' }))).toBe('name_taken')
    expect(codeOf(await create({ name: 'Caja fuerte' }, 'agencia'))).toBe(201)
    expect(faultsOf(await create({ minimum_cop: '10.50' }))).toEqual([['minimum_cop', 'amount_decimals']])
  })

  it('is seen by those above, and written only by whoever keeps it', async () => {
    const fund = await fundOf('agencia')
    const seen = await show(fund.id)
    expect(seen).toMatchObject({ own: false, actions: [], partner_name: 'Agencia Uno' })
    expect(codeOf(await update(seen, { name: 'Otro nombre' }))).toBe('not_your_side')
    expect(faultsOf(await move(fund.id))).toEqual([['fund_id', 'not_found']])
    const saved = await update(fund, { name: 'Otro nombre', minimum_usd: '5.00' }, 'agencia')
    expect(saved.body).toMatchObject({ name: 'Otro nombre', minimum_usd: '5.00', version: 2 })
    expect(codeOf(await update(fund, {}, 'agencia'))).toBe('changed_meanwhile')
    expect(faultsOf(await update(saved.body, { minimum_cop: '1.10' }, 'agencia'))).toEqual([
      ['minimum_cop', 'amount_decimals'],
    ])
    const other = await fundOf('agencia')
    expect(codeOf(await update(other, { name: 'otro NOMBRE' }, 'agencia'))).toBe('name_taken')
    const above = await fundOf()
    for (const id of [above.id, 999_999])
      expect(codeOf(await till.app.call(cashFunds.show, { params: { id } }, { as: 'agencia' }))).toBe('not_found')
    expect(codeOf(await history(above.id, {}, 'agencia'))).toBe('not_found')
  })

  it('is below its minimum until enough is in it', async () => {
    const fund = await fundOf('banca', { minimum_bs: '150.00' })
    const below = async () =>
      (await till.app.call(cashFunds.list, { query: { level: 'bajo' } as never }, { as: 'banca' })).body.data.some(
        ({ id }) => id === fund.id,
      )
    await move(fund.id)
    expect(await below()).toBe(true)
    const { body } = await move(fund.id)
    expect(body).toMatchObject({ held_bs: '200.00', below: [], level: 'bien', actions: ['update', 'move'] })
    expect(await below()).toBe(false)
    const options = await till.app.call(cashFunds.options, {}, { as: 'banca' })
    expect(options.body.data.map(({ id }) => id)).toContain(fund.id)
  })

  it('is not closed with money in it, nor while something waits for it', async () => {
    const fund = await fundOf('agencia')
    await move(fund.id, {}, 'agencia')
    expect(faultsOf(await update(await show(fund.id, 'agencia'), { status: 'inactivo' }, 'agencia'))).toEqual([
      ['status', 'fund_in_use'],
    ])
    await move(fund.id, { direction: 'sale' }, 'agencia')
    const { body: given } = await till.give({ to_office_id: undefined, to_fund_id: fund.id })
    expect(codeOf(await update(await show(fund.id, 'agencia'), { status: 'inactivo' }, 'agencia'))).toBe('fund_in_use')
    await till.app.call(outcomes.remove, { params: { id: given.id } }, { as: 'taquilla' })
    const closed = await update(await show(fund.id, 'agencia'), { status: 'inactivo' }, 'agencia')
    expect(closed.body).toMatchObject({ status: 'inactivo', actions: ['update', 'activate'] })
    expect(faultsOf(await move(fund.id, {}, 'agencia'))).toEqual([['fund_id', 'not_found']])
    expect(faultsOf(await till.give({ to_office_id: undefined, to_fund_id: fund.id }))).toEqual([
      ['to_fund_id', 'not_found'],
    ])
  })
})

describe('money of a fund', () => {
  it('comes from outside and goes out again, once, however often it is pressed', async () => {
    const fund = await fundOf()
    const key = randomUUID()
    const [one, two] = await Promise.all([move(fund.id, {}, 'banca', key), move(fund.id, {}, 'banca', key)])
    expect([one.status, two.status]).toEqual([201, 201])
    expect(await till.held('banca', 'fondo', 'BS', fund.id)).toBe('100.00')
    await move(fund.id, { direction: 'sale', amount: '30.00', concept: 'Gastos' })
    expect((await show(fund.id)).held_bs).toBe('70.00')
  })

  it('passes between two funds and to an account, and each has its history', async () => {
    const [one, two] = [await fundOf(), await fundOf()]
    const account_id = await kept.accounts.add(till.world.db, { partner_id: till.world.partner.banca, currency: 'BS' })
    await move(one.id, { amount: '300.00', concept: 'Apertura', reference: 'A-100' })
    await move(one.id, { direction: 'sale', against: 'fondo', other_fund_id: two.id })
    await move(two.id, { direction: 'sale', against: 'cuenta', account_id, amount: '40.00' })
    expect([(await show(one.id)).held_bs, (await show(two.id)).held_bs]).toEqual(['200.00', '60.00'])
    expect(await till.held('banca', 'banco', 'BS', account_id)).toBe('40.00')
    const { body } = await history(one.id)
    expect(body.data.map(({ with_name, debit, credit, balance }) => [with_name, debit, credit, balance])).toEqual([
      ['Fuera', '300.00', '0.00', '300.00'],
      [two.name, '0.00', '100.00', '200.00'],
    ])
    expect(body.data[0]).toMatchObject({ concept: 'Apertura', reference: 'A-100' })
    expect(body.totals).toMatchObject([{ currency: 'BS', opening: '0.00', debit: '300.00', closing: '200.00' }])
    const other = await history(two.id, { currency: 'BS' })
    expect(other.body.data.map(({ with_name }) => with_name)).toEqual([one.name, expect.any(String)])
    const moved = await till.app.call(
      accounts.movements,
      { query: { account_id, from: till.world.today, to: till.world.today } as never },
      { as: 'banca' },
    )
    expect(moved.body.data).toMatchObject([{ with_name: two.name, payment_id: null, debit: '40.00' }])
  })

  it('is refused where it cannot be', async () => {
    const fund = await fundOf()
    const foreign = await kept.accounts.add(till.world.db, {
      partner_id: till.world.partner.agencia1,
      currency: 'BS',
    })
    const closed = await kept.accounts.add(till.world.db, { partner_id: till.world.partner.banca, currency: 'BS' })
    await till.world.db.run(sql`UPDATE accounts SET status = 'inactivo' WHERE id = ${closed}`)
    const fault = async (more: object) => faultsOf(await move(fund.id, more))
    expect(await fault({ against: 'fondo' })).toEqual([['other_fund_id', undefined]])
    expect(await fault({ against: 'fondo', other_fund_id: fund.id })).toEqual([['other_fund_id', 'invalid']])
    expect(await fault({ against: 'fondo', other_fund_id: till.fund })).toEqual([['other_fund_id', 'not_found']])
    expect(await fault({ against: 'cuenta', account_id: foreign })).toEqual([['account_id', 'account_foreign']])
    expect(await fault({ against: 'cuenta', account_id: closed })).toEqual([['account_id', 'account_closed']])
    expect(await fault({ currency: 'COP', amount: '10.50' })).toEqual([['amount', 'amount_decimals']])
    const agency = till.world.partner.agencia1
    await till.world.db.run(sql`UPDATE partners SET currencies = '{BS,USD}' WHERE id = ${agency}`)
    expect(faultsOf(await move(till.fund, { currency: 'COP', amount: '10.00' }, 'agencia'))).toEqual([
      ['currency', 'currency_not_sold'],
    ])
    await till.world.db.run(sql`UPDATE partners SET currencies = '{BS,USD,COP}' WHERE id = ${agency}`)
    const short = await move(fund.id, { direction: 'sale' })
    expect([codeOf(short), faultsOf(short)]).toEqual(['fund_short', [['amount', 'fund_short']]])
  })

  it('is given as often as there is some, whoever asks at once', async () => {
    const fund = await fundOf()
    await move(fund.id, { amount: '250.00' })
    const all = await Promise.all(Array.from({ length: 6 }, () => move(fund.id, { direction: 'sale' })))
    expect(all.map(codeOf).sort()).toEqual([201, 201, 'fund_short', 'fund_short', 'fund_short', 'fund_short'])
    expect((await show(fund.id)).held_bs).toBe('50.00')
  })
})
