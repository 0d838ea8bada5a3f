/**
 * What distributors earn, over HTTP and on paper: rates that differ, one distributor under another, what comes late, a
 * week that is taken back or below zero, a rate that changes within a day, and somebody else who answers.
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

it('each earns the difference to the next one below, before the week is closed and after it', async () => {
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
  expect(await posted()).toBe(2)
  const { totals, data } = await balance()
  expect(totals).toMatchObject([{ margin: '245.00', debt: '945.00' }])
  for (const row of data)
    expect(Number(row.debt)).toBe(
      Number(row.sold) - Number(row.prizes) - Number(row.commission) - Number(row.participation) - Number(row.margin),
    )
  expect((await close(first)).body.kept).toBe(0)
  expect(await margins()).toEqual(expected)
  expect(await posted()).toBe(2)
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

/** The factory writes a sale as of its hour: here what was sold is written now, of a day that is over. */
const writtenNow = () =>
  past.world.db.run(sql`
    WITH written AS (UPDATE ledger_entries SET created_at = clock_timestamp() WHERE kind = 'venta' RETURNING created_at, day, id, xid)
    INSERT INTO backdated_entries (created_at, day, entry_id, xid) SELECT created_at, day, id, xid FROM written`)

it('what comes late of a closed week is a difference in the next closing', async () => {
  // 100 more of agency one: 12 of commission, 30 % of 88 = 26.40: 61.60 owed.
  // Sur: 1 + 4.40 = 5.40. Norte over Sur: 2 + 4.40 = 6.40, and all that Sur does not keep.
  await week('taquilla1', first, '100.00', '0.00')
  await past.world.settle()
  await writtenNow()
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

const ofWeek = (partner_id: number, sunday: string, currency = 'BS') =>
  past.world.db.rows<{ day: string; amount: string }>(sql`
    SELECT ledger_day.day::text AS day, (ledger_day.debit - ledger_day.credit)::text AS amount
    FROM ledger_accounts account JOIN ledger_days ledger_day ON ledger_day.account_id = account.id
    WHERE account.partner_id = ${partner_id} AND account.kind = 'margen' AND account.currency = ${currency}::currency
      AND ledger_day.day BETWEEN ${addDays(sunday, -6)} AND ${sunday} AND ledger_day.debit <> ledger_day.credit
    ORDER BY 1`)
/** The week that runs, by its Sunday. */
const running = () => addDays(second, 7)

it('a week below zero earns nothing, and what wins it back is earned on its day', async () => {
  const { world } = past
  // Apart from the weeks above: another office's agency, in dollars. 100 sold, 10 of it won 25 times.
  const monday = addDays(world.today, 1 - weekday(world.today))
  const draw = await world.draw('LOTTO_ACTIVO')
  await past.sell(monday, '00:01', 'taquilla3', 'USD', [
    { draw, number: '7', stake: '90.00' },
    { draw, number: '5', stake: '10.00' },
  ])
  await world.settle()
  // Norte over the lines' own: 3 % of 100 and 10 % of 88.
  expect(await ofWeek(world.partner.norte, running(), 'USD')).toEqual([{ day: monday, amount: '11.80' }])
  await past.prize(draw, monday, '00:30', [{ place: '', number: '5', sign: null }])
  await world.settle()
  // 3 and 10 % of 100 − 250 − 12 = −162: −13.20, which is none.
  expect(await ofWeek(world.partner.norte, running(), 'USD')).toEqual([])
  await sound()
})

it('other pairs of commission and participation earn nothing', async () => {
  const { world } = past
  const { agencia2, norte } = world.partner
  const product = world.product('LA_GRANJITA')
  await world.db.run(sql`
    INSERT INTO commissions (partner_id, product_id, commission_kind, commission_percent, participation_kind, participation_percent)
    VALUES (${agencia2}, ${product}, 'UTILIDAD', 12, 'SOLO_POSITIVA', 30)`)
  await world.db.run(sql`
    INSERT INTO partner_multipliers (partner_id, product_id, bet_type_id, multiplier)
    VALUES (${world.partner.banca}, ${product}, ${betTypeId('ANIMALITO')}, 25)`)
  await past.sell(world.today, '00:02', 'taquilla3', 'COP', [
    { draw: await world.draw('LA_GRANJITA'), number: '7', stake: '1000.00' },
  ])
  await world.settle()
  expect(await ofWeek(norte, running(), 'COP')).toEqual([])
  // In pesos there are no cents: 3 % of 1,010 and 10 % of 889 (121.20 of commission): 119.18.
  await past.sell(world.today, '00:02', 'taquilla3', 'COP', [
    { draw: await world.draw('LOTTO_ACTIVO'), number: '7', stake: '1010.00' },
  ])
  await world.settle()
  expect(await ofWeek(norte, running(), 'COP')).toEqual([{ day: world.today, amount: '119.00' }])
  await sound()
})

it('a rate that a distributor gets within a day holds from the next day’s start on', async () => {
  const { world } = past
  const { norte } = world.partner
  await world.db.run(sql`UPDATE commissions SET until = now() - interval '1 second' WHERE partner_id = ${norte}`)
  await world.db.run(sql`
    INSERT INTO commissions (partner_id, commission_kind, commission_percent, participation_kind, participation_percent, starts_at)
    VALUES (${norte}, 'VENTA', 14, 'COMPARTIDA', 40, now() - interval '1 second')`)
  await past.sell(world.today, '00:03', 'taquilla3', 'COP', [
    { draw: await world.draw('LOTTO_ACTIVO'), number: '7', stake: '1000.00' },
  ])
  await world.settle()
  // 3 % and 10 % of 2,010 and 1,768.80.
  expect(await ofWeek(norte, running(), 'COP')).toEqual([{ day: world.today, amount: '237.00' }])
  const rates = await world.db.rows<{ percent: string }>(sql`
    SELECT DISTINCT sales_percent::text AS percent FROM margin_rates WHERE partner_id = ${norte}`)
  expect(rates).toEqual([{ percent: '15.0000' }])
  await sound()
})

it('whoever answers on the week’s Sunday earns on all of it, and closed weeks stay as they are', async () => {
  const { world } = past
  const { agencia1, norte, sur } = world.partner
  await past.sell(world.today, '00:04', 'taquilla1', 'BS', [
    { draw: await world.draw('LOTTO_ACTIVO'), number: '7', stake: '100.00' },
  ])
  await world.settle()
  // Sur 1 % of 100 and 5 % of 88; Norte over it 2 % and 5 %, as of the day's start.
  expect(await ofWeek(sur, running())).toEqual([{ day: world.today, amount: '5.40' }])
  expect(await ofWeek(norte, running())).toEqual([{ day: world.today, amount: '6.40' }])
  const before = [await ofWeek(sur, first), await ofWeek(norte, first)]
  await world.db.run(sql`UPDATE partners SET payments_responsible_partner_id = ${norte} WHERE id = ${agencia1}`)
  await world.settle()
  expect(await ofWeek(sur, running())).toEqual([])
  expect(await ofWeek(norte, running())).toEqual([{ day: world.today, amount: '11.80' }])
  expect([await ofWeek(sur, first), await ofWeek(norte, first)]).toEqual(before)
  await sound()
  // One that answers for itself brings nobody above it anything.
  await world.db.run(sql`UPDATE partners SET payments_responsible_partner_id = ${agencia1} WHERE id = ${agencia1}`)
  await world.settle()
  expect(await ofWeek(norte, running())).toEqual([])
  await sound()
})

it('settled by several at once it is posted once', async () => {
  const { world } = past
  const before = await posted()
  await past.sell(world.today, '00:05', 'taquilla3', 'BS', [
    { draw: await world.draw('LOTTO_ACTIVO'), number: '7', stake: '100.00' },
  ])
  await Promise.all(Array.from({ length: 6 }, () => world.settle()))
  expect(await posted()).toBe(before + 1)
  await sound()
})

it('weeks before there was margin earn none', async () => {
  const { world } = past
  await world.db.run(sql`UPDATE banca SET margin_since = ${addDays(first, -6)}`)
  await week('taquilla3', addDays(first, -7), '100.00', '0.00')
  await world.settle()
  await writtenNow()
  expect(await ofWeek(world.partner.norte, addDays(first, -7))).toEqual([])
  await sound()
})
