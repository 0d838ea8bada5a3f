/** Reloads, and cash that goes up: what each posts, and the debt that it carries to whoever it comes from or goes to. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { incomes, type IncomeRow } from '../../contract/incomes.ts'
import { outcomes } from '../../contract/outcomes.ts'
import { payments } from '../../contract/payments.ts'
import { reloads, type ReloadRow } from '../../contract/reloads.ts'
import { expectBooksHold } from '../support/holds.ts'
import { codeOf, faultsOf, fundCalls } from './funds-setup.ts'
import { openTill, type Till } from './till-setup.ts'

let till: Till
/** The banca's, with enough in it. */
let vault: number
beforeAll(async () => {
  till = await openTill()
  await till.open('taquilla1')
  await till.open('taquilla2')
  vault = await filled('banca', '10000.00')
})
afterAll(() => till?.close())
afterEach(() => expectBooksHold(till.world.db))

const { filled, waiting, decide } = fundCalls(() => till)
const reload = (more: object = {}, as = 'banca', key?: string) =>
  till.app.call(
    reloads.create,
    {
      body: {
        fund_id: vault,
        office_id: till.world.partner.taquilla1,
        currency: 'BS',
        amount: '100.00',
        ...more,
      } as never,
    },
    { as, ...(key && { key }) },
  )
/** The half that comes into the drawer. */
const halfOf = async ({ id }: Pick<ReloadRow, 'id'>): Promise<IncomeRow> => {
  const half = await till.world.db.one<{ pair_id: number }>(sql`SELECT pair_id FROM cash_movements WHERE id = ${id}`)
  return (await till.app.call(incomes.show, { params: { id: half!.pair_id } }, { as: 'agencia' })).body
}
const accept = ({ id, version }: IncomeRow, as = 'taquilla', key?: string) =>
  till.app.call(incomes.accept, { params: { id }, body: { version } }, { as, ...(key && { key }) })
const refuse = ({ id, version }: IncomeRow, as = 'taquilla') =>
  till.app.call(incomes.refuse, { params: { id }, body: { version, observation: 'No llegó el dinero' } }, { as })
const debt = async (partner: 'agencia1' | 'norte') => {
  const { body } = await till.app.call(
    accountBalance.debt,
    { params: { id: till.world.partner[partner] } },
    { as: 'banca' },
  )
  return Number(body.data.find(({ currency }) => currency === 'BS')?.debt ?? 0)
}
const paymentOf = async (movement_id: number) =>
  till.world.db.one<{
    id: number
    direction: string
    state: string
    amount: string
    line: number[]
    receipt_number: number
  }>(
    sql`SELECT id, direction, state, amount::text AS amount, line, receipt_number FROM payments WHERE movement_id = ${movement_id}`,
  )

describe('a reload', () => {
  it('leaves the fund once, and enters the drawer when the counter accepts it: the agency owes it from then on', async () => {
    const key = randomUUID()
    const before = [await debt('agencia1'), await debt('norte')]
    const [one, two] = await Promise.all([
      reload({ concept: 'Premio mayor' }, 'banca', key),
      reload({ concept: 'Premio mayor' }, 'banca', key),
    ])
    expect([one.status, two.body.id]).toEqual([201, one.body.id])
    expect(one.body).toMatchObject({
      state: 'por_aceptar',
      office_name: 'Taquilla Uno',
      agency_name: 'Agencia Uno',
      moved: '100.00',
      accepted: '0.00',
      payment_id: null,
    })
    expect(await till.held('banca', 'fondo', 'BS', vault)).toBe('9900.00')
    expect(await till.held('banca', 'transito')).toBe('100.00')
    expect(await debt('agencia1')).toBe(before[0])

    const half = await halfOf(one.body)
    expect(half).toMatchObject({ kind: 'recarga', actions: ['accept', 'refuse'] })
    const pressed = randomUUID()
    const [first, second] = await Promise.all([accept(half, 'taquilla', pressed), accept(half, 'taquilla', pressed)])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await till.held('taquilla1', 'caja')).toBe('100.00')
    expect(await till.held('banca', 'transito')).toBe('0.00')
    const paid = await paymentOf(one.body.id)
    expect(paid).toMatchObject({ direction: 'recibe', state: 'confirmado', amount: '100.00', receipt_number: 1 })
    const { banca, agencia1, norte } = till.world.partner
    expect([paid!.line[0], paid!.line.at(-1)]).toEqual([agencia1, banca])
    expect([await debt('agencia1'), await debt('norte')]).toEqual([
      before[0]! + 100,
      before[1]! + (paid!.line.includes(norte) ? 100 : 0),
    ])
    expect(codeOf(await accept(half))).toBe('moved_already')
    const { body } = await till.app.call(payments.show, { params: { id: paid!.id } }, { as: 'banca' })
    expect(body).toMatchObject({ movement_id: one.body.id, actions: [] })
    const undone = await till.app.call(
      payments.undo,
      { params: { id: paid!.id }, body: { version: body.version, reason: 'No se entregó' } },
      { as: 'agencia' },
    )
    expect(codeOf(undone)).toBe('not_your_side')
  })

  it('inside of one agency carries no debt', async () => {
    const fund_id = await filled('agencia', '500.00')
    const before = await debt('agencia1')
    const { body } = await reload({ fund_id }, 'agencia')
    expect(body).toMatchObject({ giver_name: 'Agencia Uno' })
    expect(codeOf(await accept(await halfOf(body)))).toBe(200)
    expect(await paymentOf(body.id)).toBeUndefined()
    expect(await debt('agencia1')).toBe(before)
    expect(await till.held('agencia1', 'fondo', 'BS', fund_id)).toBe('400.00')
  })

  it('that is refused, or taken back, returns to its fund and is owed by nobody', async () => {
    const before = [await till.held('banca', 'fondo', 'BS', vault), await debt('agencia1')]
    const { body: one } = await reload()
    expect(codeOf(await refuse(await halfOf(one)))).toBe(200)
    const { body: two } = await reload()
    const given = (await waiting('banca'))[0]!
    expect(given).toMatchObject({ id: two.id, direction: 'sale', actions: ['takeBack'] })
    const take = (as: string) => decide('takeBack', given, as)
    const half = await halfOf(two)
    expect((await take('banca')).body.state).toBe('eliminado')
    expect(codeOf(await take('banca'))).toBe('moved_already')
    expect(codeOf(await accept(half))).toBe('moved_already')
    expect([await till.held('banca', 'fondo', 'BS', vault), await debt('agencia1')]).toEqual(before)
    const { body } = await till.app.call(reloads.me, { query: day() as never }, { as: 'banca' })
    expect(body.data.find(({ id }) => id === one.id)).toMatchObject({ state: 'rehusado', moved: '0.00' })
  })

  it('is accepted or refused, never both', async () => {
    const { body } = await reload()
    const half = await halfOf(body)
    const [one, two] = await Promise.all([accept(half), refuse(half)])
    expect([codeOf(one), codeOf(two)].sort()).toEqual([200, 'moved_already'])
    expect((await paymentOf(body.id)) !== undefined).toBe(codeOf(one) === 200)
  })

  it('is given as often as the fund has it, whoever asks at once', async () => {
    const fund_id = await filled('banca', '250.00')
    const all = await Promise.all(Array.from({ length: 5 }, () => reload({ fund_id })))
    expect(all.map(codeOf).sort()).toEqual([201, 201, 'fund_short', 'fund_short', 'fund_short'])
    expect(await till.held('banca', 'fondo', 'BS', fund_id)).toBe('50.00')
  })

  it('is refused where it cannot be', async () => {
    const { taquilla3, agencia1 } = till.world.partner
    const fund_id = await filled('agencia', '77.00')
    const fault = async (more: object, as?: string) => faultsOf(await reload(more, as))
    expect(await fault({ fund_id: till.fund })).toEqual([['fund_id', 'not_found']])
    expect(await fault({ office_id: agencia1 })).toEqual([['office_id', 'not_found']])
    expect(await fault({ fund_id, office_id: taquilla3 }, 'agencia')).toEqual([['office_id', 'not_found']])
    expect(await fault({ currency: 'COP', amount: '1.50' })).toEqual([['amount', 'amount_decimals']])
    await till.world.db.run(sql`UPDATE partners SET currencies = '{BS}' WHERE id = ${till.world.partner.taquilla1}`)
    expect(await fault({ currency: 'USD' })).toEqual([['currency', 'currency_not_sold']])
    await till.world.db.run(
      sql`UPDATE partners SET currencies = '{BS,USD,COP}' WHERE id = ${till.world.partner.taquilla1}`,
    )
    expect(await fault({ fund_id, amount: '77.01' }, 'agencia')).toEqual([['amount', 'fund_short']])
  })
})

const day = () => ({ from: till.world.today, to: till.world.today })

describe('lists of reloads', () => {
  it('tell what the own funds gave, what all below gave and received, and a day of one partner', async () => {
    const read = async (name: 'me' | 'global', as: string, more: object = {}) =>
      (await till.app.call(reloads[name], { query: { ...day(), ...more } as never }, { as })).body
    const all = await read('global', 'banca')
    const mine = await read('me', 'banca')
    expect(mine.data.every(({ giver_name }) => giver_name !== 'Agencia Uno')).toBe(true)
    expect(all.total).toBeGreaterThan(mine.total)
    const sum = (rows: ReloadRow[], name: 'moved' | 'accepted') =>
      rows.reduce((total, row) => total + Number(row[name]), 0).toFixed(2)
    expect(all.totals).toMatchObject([
      { currency: 'BS', moved: sum(all.data, 'moved'), accepted: sum(all.data, 'accepted') },
    ])
    const below = await read('global', 'agencia')
    expect(below.data.some(({ fund_name }) => fund_name === null)).toBe(true)
    const { agencia1, banca } = till.world.partner
    expect((await read('global', 'banca', { partner_id: agencia1 })).total).toBe(below.total)
    const ofDay = (partner: number, as: string) =>
      till.app.call(reloads.ofDay, { params: { partner, date: till.world.today } }, { as })
    const { body } = await ofDay(agencia1, 'banca')
    expect(body.data.length).toBe(below.total)
    expect(body.sums).toMatchObject([{ currency: 'BS', reloads: below.total, moved: sum(body.data, 'moved') }])
    expect(codeOf(await ofDay(banca, 'agencia'))).toBe('not_found')
    expect(
      codeOf(await till.app.call(reloads.me, { query: { ...day(), partner_id: 999_999 } as never }, { as: 'banca' })),
    ).toBe('not_found')
    expect(
      codeOf(
        await till.app.call(reloads.global, { query: { ...day(), partner_id: banca } as never }, { as: 'agencia' }),
      ),
    ).toBe('not_found')
  })
})

describe('cash that goes up', () => {
  const give = (to_fund_id: number, more: object = {}) => till.give({ to_office_id: undefined, to_fund_id, ...more })

  it('to a fund of whom the agency owes pays what it owes, once the fund accepts it', async () => {
    await till.income({ amount: '500.00' })
    const to = (await till.app.call(outcomes.destinations, {}, { as: 'taquilla' })).body.data
    expect(to.find(({ kind, id }) => kind === 'fondo' && id === vault)).toBeDefined()
    const before = await debt('agencia1')
    const held = Number(await till.held('banca', 'fondo', 'BS', vault))
    const { body: given } = await give(vault, { amount: '120.00' })
    expect(await debt('agencia1')).toBe(before)
    const half = (await waiting('banca', { fund_id: vault }))[0]!
    expect(half).toMatchObject({ id: given.pair_id, agency_name: 'Agencia Uno', actions: ['accept', 'refuse'] })
    const { body } = await decide('accept', half, 'banca')
    expect(body.state).toBe('aceptado')
    expect(await debt('agencia1')).toBe(before - 120)
    expect(Number(await till.held('banca', 'fondo', 'BS', vault))).toBe(held + 120)
    expect(await paymentOf(given.id)).toMatchObject({ direction: 'paga', state: 'confirmado', amount: '120.00' })
  })

  it('goes to nobody beside its line, and to no fund of somebody who does not answer for it', async () => {
    const { agencia1, norte, agencia2 } = till.world.partner
    const made = async (partner: number, name: string) =>
      (await till.world.db.one<{ id: number }>(sql`
        INSERT INTO cash_funds (partner_id, name, name_key) VALUES (${partner}, ${name}, ${name}) RETURNING id`))!.id
    expect(faultsOf(await give(await made(agencia2, 'ajeno')))).toEqual([['to_fund_id', 'not_found']])
    const passed = await made(norte, 'intermedio')
    await till.world.db.run(
      sql`UPDATE payment_responsibles SET responsible_id = partner_id WHERE partner_id = ${agencia1}`,
    )
    expect(faultsOf(await give(passed))).toEqual([['to_fund_id', 'owes_nobody']])
    expect(codeOf(await give(vault))).toBe(200)
  })
})
