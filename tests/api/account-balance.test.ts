/**
 * What everybody owes, over HTTP: weeks closed by hand and worked through on paper, what is refused, who sees whom, late
 * corrections, reopening, files, and a banca from before that gets its opening balances.
 */
import { sql } from 'drizzle-orm'
import { read, utils } from 'xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountEntries } from '../../contract/account-entries.ts'
import { accountBalance, type OwedRow } from '../../contract/account-balance.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { openPast } from '../../server/rules/books/past.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId } from '../support/world.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let past: Past
let app: TestApp
/** Sundays of the three weeks before this one. */
let first: string
let second: string
let third: string

const animal = (number: string) => [{ place: '', number, sign: null }]

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const { world } = past
  third = addDays(world.today, -weekday(world.today))
  second = addDays(third, -7)
  first = addDays(second, -7)
  // 25 times, so that prizes come out even; 12 % of sales and 30 % of what is left, shared (the world's own rate).
  await world.db.run(sql`
    INSERT INTO partner_multipliers (partner_id, product_id, bet_type_id, multiplier)
    VALUES (${world.partner.banca}, ${world.product('LOTTO_ACTIVO')}, ${betTypeId('ANIMALITO')}, 25)`)
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

let drawn = 0
type Office = 'taquilla1' | 'taquilla3'
/** Sold on the Wednesday before the Sunday: `stake` on a number that loses and `winning` on the one that wins 25 times. */
async function week(office: Office, sunday: string, stake: string, winning: string, awarded = true): Promise<number> {
  const draw = await past.world.draw('LOTTO_ACTIVO')
  const wednesday = addDays(sunday, -4)
  await past.sell(wednesday, '10:00', office, 'BS', [
    { draw, number: '7', stake },
    { draw, number: '5', stake: winning },
  ])
  drawn += 1
  const minute = String(drawn % 60).padStart(2, '0')
  if (awarded) await past.prize(draw, wednesday, `15:${minute}`, animal('5'))
  else
    await past.world.db.run(sql`
      UPDATE draws SET day = ${wednesday}, scheduled_at = ${past.at(wednesday, `15:${minute}`).toISOString()},
        closes_at = ${past.at(wednesday, '14:00').toISOString()}, opens_at = ${past.at(wednesday, '08:00').toISOString()}
      WHERE id = ${draw}`)
  return draw
}

const report = async (as: string, query: object) => {
  const { body, status } = await app.call(
    accountBalance.report,
    { body: { from: addDays(first, -6), to: past.world.today, ...query } as never },
    { as },
  )
  expect(status).toBe(200)
  return body
}
const figures = ({
  name,
  before,
  sold,
  prizes,
  commission,
  participation,
  external,
  adjustments,
  payments,
  debt,
}: OwedRow) => [name, before, sold, prizes, commission, participation, external, adjustments, payments, debt].join(' ')
const close = (body: { week: string; partner_id?: number; reason?: string }, as = 'banca') =>
  app.call(accountBalance.close, { body }, { as })
const closings = async (query: object = {}, as = 'banca') =>
  (
    await app.call(
      accountBalance.closings,
      { query: { from: first, to: third, sort: 'week', ...query } as never },
      { as },
    )
  ).body.data
/** The rows of a file's first sheet. */
const cellsOf = (file: Buffer) => {
  const book = read(file)
  return utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
}
const sound = () => expectBooksHold(past.world.db)

describe('weeks', () => {
  it('are closed as they come out on paper, a leg a level up to the banca', async () => {
    const { partner } = past.world
    // Agency one (under Sur, under Norte): 1,000 sold, 10 × 25 = 250 of prizes, 12 % = 120, 30 % of 630 = 189: it owes 441.
    await week('taquilla1', first, '990.00', '10.00')
    // Agency two (under Norte): 500 sold, 40 × 25 = 1,000 of prizes, 60, 30 % of −560 = −168: −392, which it is owed.
    await week('taquilla3', first, '460.00', '40.00')
    const before = await report('banca', { level: 'agencia' })
    expect(before.data.map(figures)).toEqual([
      'Agencia Uno 0.00 1000.00 250.00 120.00 189.00 0.00 0.00 0.00 441.00',
      'Agencia Dos 0.00 500.00 1000.00 60.00 -168.00 0.00 0.00 0.00 -392.00',
    ])
    const answer = await close({ week: first })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      week: first,
      closed: 4,
      kept: 0,
      sums: [{ currency: 'BS', total: '49.00', partners: 4 }],
    })
    // Closing moves nothing but whom it is told to.
    expect((await report('banca', { level: 'agencia' })).data.map(figures)).toEqual(before.data.map(figures))
    const rows = await report('banca', { level: 'distribuidor' })
    expect(rows.data.map(figures)).toEqual([
      'Distribuidor Sur 0.00 1000.00 250.00 120.00 189.00 0.00 0.00 0.00 441.00',
      'Distribuidor Norte 0.00 1500.00 1250.00 180.00 21.00 0.00 0.00 0.00 49.00',
    ])
    // Sur is within Norte: the total is of Norte alone.
    expect(rows.totals).toMatchObject([{ currency: 'BS', debt: '49.00', rows: 2 }])
    const told = await closings()
    expect(
      told.map(({ name, creditor_name, total, collected, opening, closing }) => [
        name,
        creditor_name,
        total,
        collected,
        opening,
        closing,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['Agencia Uno', 'Distribuidor Sur', '441.00', '0.00', '0.00', '441.00'],
        ['Agencia Dos', 'Distribuidor Norte', '-392.00', '0.00', '0.00', '-392.00'],
        ['Distribuidor Sur', 'Distribuidor Norte', '441.00', '441.00', '0.00', '441.00'],
        ['Distribuidor Norte', 'Banca de Prueba', '49.00', '49.00', '0.00', '49.00'],
      ]),
    )
    expect(partner.norte).toBeGreaterThan(0)
    await sound()
  })

  it('follow one another: none twice, none skipped, none before it is over', async () => {
    const again = await close({ week: first })
    expect(again.body).toMatchObject({ closed: 0, kept: 4 })
    expect(again.body.kept_open.map(({ problem }) => problem)).toEqual(Array(4).fill('week_closed'))
    expect((await close({ week: third })).body.kept_open.map(({ problem }) => problem)).toEqual(
      Array(4).fill('week_not_next'),
    )
    const running = await close({ week: addDays(third, 7) })
    expect([running.status, running.problem.code, running.problem.errors?.[0]?.path]).toEqual([
      409,
      'week_running',
      'week',
    ])
    expect((await close({ week: first, partner_id: 999_999 })).problem.code).toBe('not_found')
    const tuesday = await close({ week: addDays(first, 2) })
    expect([tuesday.status, tuesday.problem.errors?.[0]?.message]).toEqual([400, 'Elija un domingo'])
    const open = await app.call(accountBalance.openWeeks, {}, { as: 'banca' })
    expect(open.body.data.map((one) => one.week)).toEqual([second, third])
  })

  it('wait for results, for those below and for an order of a tree, and may be closed over with a reason', async () => {
    const { partner } = past.world
    const draw = await week('taquilla1', second, '100.00', '10.00', false)
    const kept = await close({ week: second, partner_id: partner.sur })
    expect(kept.body).toMatchObject({ closed: 0, kept: 2 })
    expect(kept.body.kept_open.map(({ name, problem, day }) => [name, problem, day])).toEqual([
      ['Agencia Uno', 'week_pending', addDays(second, -4)],
      ['Distribuidor Sur', 'week_below', null],
    ])
    expect(kept.body.kept_open[0]!.text).toMatch(/^Sin resultado: 1 sorteo en que vendió \(.*15:\d\d\)\.$/)
    const over = await close({ week: second, partner_id: partner.agencia1, reason: 'Se espera el resultado' })
    expect(over.body).toMatchObject({ closed: 1, kept: 0 })
    // 110 sold, 13.20, 30 % of 96.80 = 29.04: 67.76.
    expect(over.body.sums).toEqual([{ currency: 'BS', total: '67.76', partners: 1 }])
    // The result comes late: 250 of prizes are of the closed week, and its rate gives 75 of them back.
    await past.prize(draw, addDays(second, -4), '16:30', animal('5'))
    await past.world.settle()
    await sound()
    const [now] = (await report('banca', { level: 'agencia', partner_id: partner.agencia1 })).data
    expect([now!.debt, now!.late, now!.closed_through]).toEqual(['333.76', '-175.00', second])
    await close({ week: second })
    await close({ week: third })
    const told = await closings({ partner_id: partner.agencia1, from: third })
    expect(told.map(({ late, total, closing }) => [late, total, closing])).toEqual([['-175.00', '-175.00', '333.76']])
    expect((await report('banca', { level: 'agencia', partner_id: partner.agencia1 })).data[0]).toMatchObject({
      debt: '333.76',
      late: '0.00',
    })
    await sound()
  })

  it('are reopened the last first, with a reason, and close again to the same', async () => {
    const { partner } = past.world
    const [older, last] = await closings({ partner_id: partner.agencia1, from: second })
    const early = await app.call(
      accountBalance.reopen,
      { body: { closing_id: older!.id, reason: 'Error de carga' } },
      { as: 'banca' },
    )
    expect([early.status, early.problem.code]).toEqual([409, 'week_not_last'])
    const nobody = await app.call(
      accountBalance.reopen,
      { body: { closing_id: 999_999, reason: 'Error de carga' } },
      { as: 'banca' },
    )
    expect(nobody.status).toBe(404)
    expect([older!.actions, last!.actions]).toEqual([[], ['reopen']])
    const key = crypto.randomUUID()
    const asked = () =>
      app.call(
        accountBalance.reopen,
        { body: { closing_id: last!.id, reason: 'Error de carga' } },
        { as: 'banca', key },
      )
    const [one, two] = [await asked(), await asked()]
    expect([one.body.state, one.body.reversal_reason]).toEqual(['reabierta', 'Error de carga'])
    expect(two.body).toEqual(one.body)
    expect((await report('banca', { level: 'agencia', partner_id: partner.agencia1 })).data[0]).toMatchObject({
      debt: '333.76',
      late: '-175.00',
    })
    await sound()
    expect((await close({ week: third, partner_id: partner.agencia1 })).body.closed).toBe(1)
    const again = (await closings({ partner_id: partner.agencia1, from: third, state: 'cerrada' }))[0]!
    expect([again.late, again.total, again.opening, again.closing]).toEqual([
      last!.late,
      last!.total,
      last!.opening,
      last!.closing,
    ])
    await sound()
  })

  it('take no line that a person writes, of whomever it names', async () => {
    const { partner, today } = past.world
    const line = (partner_id: number, day: string, of: object) => ({
      day,
      partner_id,
      account: 'ajustes' as const,
      currency: 'BS' as const,
      memo: 'Faltante',
      ...of,
    })
    const send = (day: string) =>
      app.call(
        accountEntries.create,
        {
          body: {
            entries: [line(partner.agencia1, day, { debit: '10.00' }), line(partner.banca, day, { credit: '10.00' })],
          },
        },
        { as: 'banca' },
      )
    const refused = await send(third)
    expect([refused.status, refused.problem.code, refused.problem.errors?.map(({ path }) => path)]).toEqual([
      409,
      'week_closed',
      ['entries.0.day'],
    ])
    expect((await send(today)).status).toBe(201)
    const owes = (await report('banca', { level: 'agencia', partner_id: partner.agencia1 })).data[0]!
    expect([owes.adjustments, owes.debt]).toEqual(['-10.00', '323.76'])
    await sound()
  })

  it('are seen by those they concern, and closed by the banca alone', async () => {
    const names = async (as: string) => [...new Set((await closings({}, as)).map(({ name }) => name))].sort()
    expect(await names('agencia')).toEqual(['Agencia Uno'])
    expect(await names('distribuidor')).toEqual([
      'Agencia Dos',
      'Agencia Uno',
      'Distribuidor Norte',
      'Distribuidor Sur',
    ])
    const [own] = await closings({}, 'agencia')
    expect([own!.creditor_name, own!.closed_by, own!.actions]).toEqual(['Por encima de usted', null, ['answer']])
    for (const level of ['directos', 'agencia'] as const)
      expect((await report('agencia', { level })).data.map(({ name, debt }) => [name, debt])).toEqual([
        ['Agencia Uno', '323.76'],
      ])
    for (const as of ['supervisor', 'distribuidor', 'agencia'])
      expect((await close({ week: third }, as)).status).toBe(403)
    const other = await app.call(
      accountBalance.closings,
      { query: { partner_id: past.world.partner.agencia2 } as never },
      { as: 'agencia' },
    )
    expect(other.status).toBe(404)
  })

  it('are a file that says what the screen says', async () => {
    const body = { from: addDays(first, -6), to: past.world.today, level: 'agencia' }
    const file = await app.call(accountBalance.reportExport, { body, query: { format: 'xlsx' } } as never, {
      as: 'banca',
    })
    expect(file.status).toBe(200)
    const [head, ...rows] = cellsOf(file.raw)
    const column = (title: string) => head!.indexOf(title)
    const shown = (await report('banca', { level: 'agencia' })).data
    expect(shown).toHaveLength(2)
    for (const { name, debt } of shown) {
      const row = rows.find((one) => one[column('Afiliado')] === name)!
      expect([name, row[column('Saldo BS')]]).toEqual([name, Number(debt)])
    }
  })
})

describe('a banca from before there were books', () => {
  it('gets one opening balance each, which the first closing follows', async () => {
    const { world } = past
    await world.db.run(sql`UPDATE ledger_entries SET xid = NULL`)
    await world.db.run(sql`
      DELETE FROM ledger_days USING ledger_accounts a WHERE a.id = account_id AND a.kind IN ('liquidacion', 'liquidado', 'cobranza')`)
    await world.db.run(sql`
      DELETE FROM ledger_postings p USING ledger_entries e WHERE e.day = p.day AND e.id = p.entry_id AND e.ref_kind = 'closing'`)
    await world.db.run(sql`DELETE FROM ledger_entries WHERE ref_kind = 'closing'`)
    await world.db.run(sql`DELETE FROM closings`)
    await world.db.run(sql`UPDATE partner_books SET closed_through = NULL`)
    const owed = (await report('banca', { level: 'agencia' })).data.map(({ name, debt }) => [name, debt])
    await world.db.run(sql`CREATE TABLE books_before ()`)
    const said: string[] = []
    await openPast(world.pool, (message) => said.push(message))
    expect(said).toEqual(['Saldo inicial de 2 agencias: deben Bs 333,76 y se les debe Bs 392,00.'])
    const told = await closings()
    expect(told.map(({ week: of, is_first, actions }) => [of, is_first, actions])).toEqual(
      Array(4).fill([third, true, []]),
    )
    expect((await report('banca', { level: 'agencia' })).data.map(({ name, debt }) => [name, debt])).toEqual(owed)
    const refused = await app.call(
      accountBalance.reopen,
      { body: { closing_id: told[0]!.id, reason: 'Error de carga' } },
      { as: 'banca' },
    )
    expect([refused.status, refused.problem.code]).toEqual([409, 'week_first'])
    await openPast(world.pool, (message) => said.push(message))
    expect(said).toHaveLength(1)
    await sound()
  })
})
