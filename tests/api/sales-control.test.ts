/** Sales control: what each sold today and this week and owes, against its limits; who sets them; and where an alert begins. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { salesControl, type ControlRow } from '../../contract/sales-control.ts'
import { tickets } from '../../contract/tickets.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { add } from '../../contract/values/money.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId, createWorld, type World } from '../support/world.ts'
import { outcome } from './agencies-setup.ts'

let database: TestDatabase
let world: World
let app: TestApp

beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  app = await startApp(database.url)
  const draw = await world.draw('LOTTO_ACTIVO')
  const sell = async (as: string, currency: 'BS' | 'USD', stake: string) => {
    const line = { draw_id: draw, bet_type_id: betTypeId('ANIMALITO'), number: '5', stake }
    const body = { currency, confirm_repeated: true, lines: [line] }
    expect((await app.call(tickets.sell, { body }, { as })).status).toBe(201)
  }
  await sell('taquilla', 'BS', '100.00')
  await sell('vecina', 'BS', '60.50')
  await sell('lejana', 'BS', '40.00')
  await sell('lejana', 'USD', '3.00')
})
afterAll(async () => {
  await app?.close()
  await world?.close()
  await database?.drop()
})

const list = async (query: object, as = 'banca') => {
  const { status, body } = await app.call(salesControl.list, { query: query as never }, { as })
  expect(status).toBe(200)
  return body
}
const rowOf = (rows: readonly ControlRow[], name: string, currency = 'BS') =>
  rows.find((row) => row.name === name && row.currency === currency)!
let version = 0
const limit = async (id: number, limits: { week_limit?: string; debt_limit?: string }, as = 'banca') => {
  const known = await world.db.one<{ version: number }>(
    sql`SELECT version FROM partner_debt_limits WHERE partner_id = ${id} AND currency = 'BS'`,
  )
  version = known?.version ?? 0
  const body = { currency: 'BS' as const, week_limit: null, debt_limit: null, ...limits, version }
  return app.call(salesControl.update, { params: { id }, body }, { as })
}

describe('the control', () => {
  it('has of each what its offices sold today and this week, and what it owes as its balance says', async () => {
    const { data, totals } = await list({ level: 'agencia' })
    const sold = await world.db.rows<{ name: string; currency: string; today: string; week: string }>(sql`
      SELECT agency.name, ticket.currency::text AS currency, sum(ticket.total) FILTER (WHERE ticket.day = ${world.today})::text AS today,
        sum(ticket.total)::text AS week
      FROM tickets ticket
      JOIN partners office ON office.id = ticket.office_id
      JOIN partners agency ON agency.id = office.father_id
      WHERE ticket.day >= ${addDays(world.today, 1 - weekday(world.today))}::date GROUP BY 1, 2`)
    expect(sold.length).toBe(3)
    for (const { name, currency, today, week } of sold)
      expect(rowOf(data, name, currency)).toMatchObject({ today, week, alert: 'sin_limite', payout_percent: '0.0' })
    const days = { from: addDays(world.today, -7), to: world.today, level: 'agencia' as const }
    const { body } = await app.call(accountBalance.report, { body: days }, { as: 'banca' })
    for (const { key, currency, debt } of body.data)
      expect(data.find((row) => row.key === key && row.currency === currency)?.debt).toBe(debt)
    for (const total of totals) {
      const rows = data.filter(({ currency }) => currency === total.currency)
      expect([total.today, total.week, total.debt]).toEqual([
        add(...rows.map(({ today }) => today)),
        add(...rows.map(({ week }) => week)),
        add(...rows.map(({ debt }) => debt)),
      ])
    }
  })
  it('of distributors one under the other has each sum once in its totals', async () => {
    const { data, totals } = await list({ level: 'distribuidor', currency: 'BS' })
    expect(data.map(({ name, week }) => [name, week]).sort()).toEqual([
      ['Distribuidor Norte', '200.50'],
      ['Distribuidor Sur', '160.50'],
    ])
    expect(totals).toMatchObject([{ currency: 'BS', week: '200.50', rows: 2 }])
  })
  it.each([
    ['200.63', 'bien'],
    ['200.62', 'cerca'],
    ['160.51', 'cerca'],
    ['160.50', 'pasado'],
    ['10.00', 'pasado'],
  ])('of 160.50 sold with a limit of %s is %s', async (week_limit, alert) => {
    expect((await limit(world.partner.agencia1, { week_limit })).status).toBe(200)
    const { data } = await list({ level: 'agencia', alert })
    expect(rowOf(data, 'Agencia Uno')).toMatchObject({ week: '160.50', week_limit, alert })
  })
  it('tells the worse of the two, and the most urgent first', async () => {
    const debt = rowOf((await list({ level: 'agencia' })).data, 'Agencia Dos').debt
    await limit(world.partner.agencia1, { week_limit: '200.00' })
    await limit(world.partner.agencia2, { week_limit: '4000.00', debt_limit: debt })
    const { data } = await list({ level: 'agencia', currency: 'BS' })
    expect(data.map(({ name, alert }) => [name, alert])).toEqual([
      ['Agencia Dos', 'pasado'],
      ['Agencia Uno', 'cerca'],
    ])
    expect(rowOf(data, 'Agencia Dos')).toMatchObject({ week_used: '1.0', debt_used: '100.0' })
  })
  it('is of one’s own alone', async () => {
    expect(new Set((await list({ level: 'agencia' }, 'agencia')).data.map(({ name }) => name))).toEqual(
      new Set(['Agencia Uno']),
    )
    const own = await list({ currency: 'BS' }, 'agencia')
    expect(own.data.map(({ name, actions }) => [name, actions.length])).toEqual([['Agencia Uno', 0]])
  })
})

describe('a limit', () => {
  it('is set by whoever is above, and not by oneself, in whoever is elsewhere, or who only reads', async () => {
    const { agencia1, norte, taquilla1 } = world.partner
    expect((await limit(agencia1, { week_limit: '500.00' }, 'distribuidor')).body).toMatchObject({
      week_limit: '500.00',
    })
    expect(outcome(await limit(norte, { week_limit: '500.00' }, 'distribuidor'))).toBe('own_partner')
    expect(outcome(await limit(taquilla1, { week_limit: '500.00' }))).toBe('not_found')
    for (const as of ['supervisor', 'agencia']) expect(outcome(await limit(agencia1, {}, as)), as).toBe('forbidden')
  })
  it('is of one who saw what it was', async () => {
    const id = world.partner.agencia2
    expect((await limit(id, { debt_limit: '70.00' })).status).toBe(200)
    const body = { currency: 'BS' as const, week_limit: null, debt_limit: '80.00', version }
    const stale = await app.call(salesControl.update, { params: { id }, body }, { as: 'banca' })
    expect([outcome(stale), stale.problem['current']]).toMatchObject(['changed_meanwhile', { debt_limit: '70.00' }])
    for (const bad of ['0.00', '-1.00', '1.001', '9999999999999.00', 'x'])
      expect(outcome(await limit(id, { week_limit: bad })), bad).toBe('invalid')
  })
})
