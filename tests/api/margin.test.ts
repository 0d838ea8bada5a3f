/**
 * What distributors earn, over HTTP and on paper: rates that differ, one distributor under another, what comes late, a
 * week that is taken back, and a week below zero.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountBalance } from '../../contract/account-balance.ts'
import { movementReports } from '../../contract/movement-reports.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId } from '../support/world.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let past: Past
let app: TestApp
/** Sundays of the two weeks before this one. */
let first: string
let second: string

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const { world } = past
  second = addDays(world.today, -weekday(world.today))
  first = addDays(second, -7)
  await world.db.run(sql`
    INSERT INTO partner_multipliers (partner_id, product_id, bet_type_id, multiplier)
    VALUES (${world.partner.banca}, ${world.product('LOTTO_ACTIVO')}, ${betTypeId('ANIMALITO')}, 25)`)
  // Norte has 15 % and 40 %, Sur under it 13 % and 35 %; the agencies sell on 12 % and 30 %.
  await world.db.run(sql`
    INSERT INTO commissions (partner_id, commission_kind, commission_percent, participation_kind, participation_percent)
    VALUES (${world.partner.norte}, 'VENTA', 15, 'COMPARTIDA', 40), (${world.partner.sur}, 'VENTA', 13, 'COMPARTIDA', 35),
      (${world.partner.agencia1}, 'VENTA', 12, 'COMPARTIDA', 30), (${world.partner.agencia2}, 'VENTA', 12, 'COMPARTIDA', 30)`)
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

let drawn = 0
/** Sold on the Wednesday before the Sunday: `stake` on a number that loses and `winning` on the one that wins 25 times. */
async function week(office: 'taquilla1' | 'taquilla3', sunday: string, stake: string, winning: string) {
  const draw = await past.world.draw('LOTTO_ACTIVO')
  const wednesday = addDays(sunday, -4)
  await past.sell(wednesday, '10:00', office, 'BS', [
    { draw, number: '7', stake },
    ...(winning === '0.00' ? [] : [{ draw, number: '5', stake: winning }]),
  ])
  drawn += 1
  await past.prize(draw, wednesday, `15:${String(drawn).padStart(2, '0')}`, [{ place: '', number: '5', sign: null }])
}

const balance = async () => {
  const { body, status } = await app.call(
    accountBalance.report,
    { body: { from: addDays(first, -6), to: past.world.today, level: 'distribuidor' } as never },
    { as: 'banca' },
  )
  expect(status).toBe(200)
  return body
}
const margins = async () => (await balance()).data.map(({ name, margin, debt, late }) => [name, margin, debt, late])
const close = (of: string) => app.call(accountBalance.close, { body: { week: of } }, { as: 'banca' })
const closings = async (query: object = {}) =>
  (
    await app.call(
      accountBalance.closings,
      { query: { from: first, to: second, type: 'distribuidor', state: 'cerrada', sort: 'week', ...query } as never },
      { as: 'banca' },
    )
  ).body.data
const sound = async () => expect(await verifyBooks(past.world.db)).toEqual([])
const posted = async () =>
  (await past.world.db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM ledger_entries WHERE kind = 'margen'`))!.n

it('each earns the difference to the next one below, expected before the week is closed and posted by its closing', async () => {
  // Agency one (under Sur, under Norte): 1,000 sold, 250 of prizes, 120, 30 % of 630 = 189: 441.
  // Sur: 1 % of 1,000 and 5 % of 630 = 41.50. Norte over Sur: 2 % of 1,000 and 5 % of 630 = 51.50.
  await week('taquilla1', first, '990.00', '10.00')
  // Agency two (under Norte): 1,500 sold, 250 of prizes, 180, 30 % of 1,070 = 321: 749. Norte: 3 % and 10 %: 45 + 107 = 152.
  await week('taquilla3', first, '1490.00', '10.00')
  const expected = [
    ['Distribuidor Norte', '245.00', '945.00', '0.00'],
    ['Distribuidor Sur', '41.50', '399.50', '0.00'],
  ]
  expect(await margins()).toEqual(expected)
  expect(await posted()).toBe(0)
  const { totals, data } = await balance()
  expect(totals).toMatchObject([{ margin: '245.00', debt: '945.00' }])
  for (const row of data)
    expect(Number(row.debt)).toBe(
      Number(row.sold) - Number(row.prizes) - Number(row.commission) - Number(row.participation) - Number(row.margin),
    )
  expect((await close(first)).body.kept).toBe(0)
  expect(await margins()).toEqual(expected)
  const told = await closings()
  expect(
    told.map(({ name, margin, collected, total, closing }) => [name, margin, collected, total, closing]).sort(),
  ).toEqual([
    ['Distribuidor Norte', '203.50', '1148.50', '945.00', '945.00'],
    ['Distribuidor Sur', '41.50', '441.00', '399.50', '399.50'],
  ])
  await sound()
})

it('a statement has it as a line of its own, on its day', async () => {
  const { body } = await app.call(
    movementReports.list,
    { query: { from: addDays(first, -6), to: first, partner_id: past.world.partner.sur } as never },
    { as: 'banca' },
  )
  expect(body.data.filter(({ concept }) => concept === 'margen').map(({ day, credit }) => [day, credit])).toEqual([
    [addDays(first, -4), '41.50'],
  ])
  expect(body.totals[0]!.closing).toBe('399.50')
})

it('what is taken back and closed again is posted once', async () => {
  const before = await posted()
  const [norte] = (await closings()).filter(({ name }) => name === 'Distribuidor Norte')
  const reopened = await app.call(
    accountBalance.reopen,
    { body: { closing_id: norte!.id, reason: 'Error de carga' } },
    { as: 'banca' },
  )
  expect(reopened.status).toBe(200)
  expect((await margins())[0]).toEqual(['Distribuidor Norte', '245.00', '945.00', '0.00'])
  expect((await close(first)).body.closed).toBe(1)
  expect(await posted()).toBe(before)
  const [again] = (await closings()).filter(({ name }) => name === 'Distribuidor Norte')
  expect([again!.margin, again!.total]).toEqual([norte!.margin, norte!.total])
  await sound()
})

it('what comes late of a closed week is a difference in the next closing', async () => {
  // 100 more of agency one: 12 of commission, 30 % of 88 = 26.40: 61.60 owed.
  // Sur: 1 + 4.40 = 5.40. Norte over Sur: 2 + 4.40 = 6.40, and all that Sur does not keep.
  await week('taquilla1', first, '100.00', '0.00')
  await past.world.settle()
  // Written now: the factory writes a sale as of its hour.
  await past.world.db.run(sql`UPDATE ledger_entries SET created_at = clock_timestamp() WHERE kind = 'venta'`)
  expect(await margins()).toEqual([
    ['Distribuidor Norte', '256.80', '994.80', '49.80'],
    ['Distribuidor Sur', '46.90', '455.70', '56.20'],
  ])
  await sound()
  expect((await close(second)).body.kept).toBe(0)
  const told = await closings({ from: second })
  expect(told.map(({ name, margin, late, closing }) => [name, margin, late, closing]).sort()).toEqual([
    ['Distribuidor Norte', '0.00', '-6.40', '994.80'],
    ['Distribuidor Sur', '0.00', '-5.40', '455.70'],
  ])
  expect((await margins()).map(([name, , debt]) => [name, debt])).toEqual([
    ['Distribuidor Norte', '994.80'],
    ['Distribuidor Sur', '455.70'],
  ])
  await sound()
})
