/**
 * A week of an agency, lived through the rules: every way to earn, each with a gain and a loss and with two
 * rates in one week, by numbers worked out by hand. Bets pay 25 times here, so that prizes come out even.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kpis } from '../../contract/kpis.ts'
import { reports } from '../../contract/reports.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { add, subtract } from '../../contract/values/money.ts'
import { verifyBooks } from '../../server/rules/ledger/verify.ts'
import { settlePending } from '../../server/rules/settlement/settle.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { addCommission, addPartner, addUser } from '../support/factories.ts'
import { betTypeId } from '../support/world.ts'
import { createPast, type Past } from './figures.ts'
import { sellAs } from './settlement-setup.ts'

type Earns = 'VENTA' | 'UTILIDAD'
type Shares = 'COMPARTIDA' | 'SOLO_POSITIVA' | 'ARRASTRE'
interface Rates {
  kind: Earns
  percent: number
  shares: Shares
  share_percent: number
}
interface Week {
  sold: string
  prizes: string
  commission: string
  participation: string
}

let database: TestDatabase
let past: Past
let app: TestApp
/** Mondays of the two weeks before this one. */
let first: string
let second: string
const animal = betTypeId('ANIMALITO')

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const { world } = past
  first = addDays(world.today, 1 - weekday(world.today) - 14)
  second = addDays(first, 7)
  await world.db.run(
    sql`
      INSERT INTO partner_multipliers (partner_id, product_id, bet_type_id, multiplier)
      VALUES (${world.partner.banca}, ${world.product('LOTTO_ACTIVO')}, ${animal}, 25)`,
  )
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

let made = 0
/** An agency of its own with two offices, on these rates from now on. */
async function agencyOn(rates: Rates): Promise<{ id: number; offices: [number, number] }> {
  const { db, partner } = past.world
  made += 1
  const id = await addPartner(db, {
    father_id: partner.norte,
    type: 'agencia',
    code: `S${made}`,
    name: `Semana ${made}`,
  })
  const office = (n: number) =>
    addPartner(db, { father_id: id, type: 'taquilla', code: `S${made}T${n}`, name: `Semana ${made} taquilla ${n}` })
  const offices: [number, number] = [await office(1), await office(2)]
  await setRates(id, rates)
  return { id, offices }
}

async function setRates(partner_id: number, { kind, percent, shares, share_percent }: Rates): Promise<void> {
  const { db } = past.world
  await db.run(sql`DELETE FROM commissions WHERE partner_id = ${partner_id}`)
  await addCommission(db, {
    partner_id,
    kind,
    commission_percent: percent,
    participation_kind: shares,
    participation_percent: share_percent,
  })
}

/**
 * Sold on Monday in the first office and on Wednesday in the second, half each; all prizes on Wednesday. `winning` is
 * staked on the number drawn.
 */
async function live(
  offices: readonly [number, number],
  monday: string,
  { sold, winning }: { sold: number; winning: number },
) {
  const { world } = past
  const draw = await world.draw('LOTTO_ACTIVO')
  const on = (n: number) => past.at(addDays(monday, n), '10:15')
  const bet = (number: string, stake: number) => ({
    draw_id: draw,
    bet_type_id: animal,
    number,
    stake: stake.toFixed(2),
  })
  await sellAs(past, offices[0], on(0), addDays(monday, 0), [bet('6', sold / 2)])
  const rest = sold / 2 - winning
  await sellAs(past, offices[1], on(2), addDays(monday, 2), [
    ...(winning > 0 ? [bet('5', winning)] : []),
    ...(rest > 0 ? [bet('7', rest)] : []),
  ])
  await past.prize(draw, addDays(monday, 2), `1${made % 10}:${String(10 + (drawn++ % 50))}`, [
    { place: '', number: '5', sign: null },
  ])
}
let drawn = 0

/** The agency's weeks as they are kept, units of one week added up. */
async function weeksOf(agency_id: number): Promise<Week[]> {
  await past.world.settle()
  return past.world.db.rows<Week>(sql`
    SELECT sum(sold) AS sold, sum(prizes) AS prizes, sum(commission) AS commission, sum(participation) AS participation
    FROM settlement_weeks WHERE agency_id = ${agency_id} GROUP BY week ORDER BY week`)
}

const week = (sold: string, prizes: string, [commission, participation]: readonly [string, string]): Week => ({
  sold,
  prizes,
  commission,
  participation,
})

/** Week one loses or gains, week two gains or loses: 10,000.00 sold each; 288 × 25 = 7,200.00 or 380 × 25 = 9,500.00 of prizes. */
const gain = { sold: 10_000, winning: 288 }
const loss = { sold: 10_000, winning: 380 }
/** 460 × 25 = 11,500.00: more prizes than sales. */
const ruin = { sold: 10_000, winning: 460 }

describe('every way to earn', () => {
  it.each([
    // 12 % of 10,000 = 1,200. 10,000 − 7,200 − 1,200 = 1,600, of it 30 % = 480. 10,000 − 9,500 − 1,200 = −700, of it 30 % = −210.
    ['VENTA', 'COMPARTIDA', gain, loss, ['1200.00', '480.00'], ['1200.00', '-210.00']],
    ['VENTA', 'COMPARTIDA', loss, gain, ['1200.00', '-210.00'], ['1200.00', '480.00']],
    // The loss of 700 is the banca's alone.
    ['VENTA', 'SOLO_POSITIVA', gain, loss, ['1200.00', '480.00'], ['1200.00', '0.00']],
    ['VENTA', 'SOLO_POSITIVA', loss, gain, ['1200.00', '0.00'], ['1200.00', '480.00']],
    // −700 is carried: 1,600 − 700 = 900, of it 30 % = 270. The other way round nothing is carried yet.
    ['VENTA', 'ARRASTRE', loss, gain, ['1200.00', '0.00'], ['1200.00', '270.00']],
    ['VENTA', 'ARRASTRE', gain, loss, ['1200.00', '480.00'], ['1200.00', '0.00']],
    // 12 % of 2,800 = 336; 2,800 − 336 = 2,464, of it 30 % = 739.20. 12 % of 500 = 60; 440, of it 30 % = 132.
    ['UTILIDAD', 'COMPARTIDA', gain, loss, ['336.00', '739.20'], ['60.00', '132.00']],
    // 1,500 more prizes than sales earn nothing; −1,500, of it 30 % = −450.
    ['UTILIDAD', 'COMPARTIDA', ruin, gain, ['0.00', '-450.00'], ['336.00', '739.20']],
    ['UTILIDAD', 'SOLO_POSITIVA', gain, ruin, ['336.00', '739.20'], ['0.00', '0.00']],
    ['UTILIDAD', 'SOLO_POSITIVA', ruin, loss, ['0.00', '0.00'], ['60.00', '132.00']],
    // −1,500 is carried: 2,464 − 1,500 = 964, of it 30 % = 289.20; and 440 − 1,500 is below zero.
    ['UTILIDAD', 'ARRASTRE', ruin, gain, ['0.00', '0.00'], ['336.00', '289.20']],
    ['UTILIDAD', 'ARRASTRE', ruin, loss, ['0.00', '0.00'], ['60.00', '0.00']],
  ] as const)('%s and %s: %o, then %o', async (kind, shares, one, two, expectedOne, expectedTwo) => {
    const agency = await agencyOn({ kind, percent: 12, shares, share_percent: 30 })
    await live(agency.offices, first, one)
    await live(agency.offices, second, two)
    const prizes = (of: { winning: number }) => `${of.winning * 25}.00`
    expect(await weeksOf(agency.id)).toEqual([
      week('10000.00', prizes(one), expectedOne),
      week('10000.00', prizes(two), expectedTwo),
    ])
  })

  it.each([
    // Each rate for itself: 12 % of 10,000 = 1,200, 1,600 at 30 % = 480; then 10 % of 10,000 = 1,000, 10,000 − 9,500 −
    // 1,000 = −500 at 20 % = −100.
    ['VENTA', 'COMPARTIDA', gain, loss, '2200.00', '380.00'],
    ['VENTA', 'SOLO_POSITIVA', gain, loss, '2200.00', '480.00'],
    ['VENTA', 'ARRASTRE', gain, loss, '2200.00', '480.00'],
    // 12 % of 2,800 = 336, 2,464 at 30 % = 739.20; then −1,500 earns nothing, at 20 % = −300. Rates are not offset against each other.
    ['UTILIDAD', 'COMPARTIDA', gain, ruin, '336.00', '439.20'],
    ['UTILIDAD', 'SOLO_POSITIVA', gain, ruin, '336.00', '739.20'],
    ['UTILIDAD', 'ARRASTRE', gain, ruin, '336.00', '739.20'],
  ] as const)('%s and %s with two rates in one week', async (kind, shares, one, two, commission, participation) => {
    const agency = await agencyOn({ kind, percent: 12, shares, share_percent: 30 })
    await live(agency.offices, second, one)
    await setRates(agency.id, { kind, percent: 10, shares, share_percent: 20 })
    await live(agency.offices, second, two)
    const prizes = `${(one.winning + two.winning) * 25}.00`
    expect(await weeksOf(agency.id)).toEqual([week('20000.00', prizes, [commission, participation])])
    expect((await past.world.db.rows(sql`SELECT 1 FROM settlement_weeks WHERE agency_id = ${agency.id}`)).length).toBe(
      2,
    )
  })

  it('carries over a week without sales, and over one that makes up for part of it', async () => {
    const agency = await agencyOn({ kind: 'VENTA', percent: 12, shares: 'ARRASTRE', share_percent: 30 })
    await live(agency.offices, addDays(first, -21), ruin)
    await live(agency.offices, addDays(first, -7), gain)
    await live(agency.offices, second, gain)
    await past.world.settle()
    // 10,000 − 11,500 − 1,200 = −2,700; + 1,600 = −1,100; + 1,600 = 500, of it 30 % = 150.
    expect(
      await past.world.db.rows(
        sql`SELECT carried, participation FROM settlement_weeks WHERE agency_id = ${agency.id} ORDER BY week`,
      ),
    ).toEqual([
      { carried: '0.00', participation: '0.00' },
      { carried: '-2700.00', participation: '0.00' },
      { carried: '-1100.00', participation: '150.00' },
    ])
  })
})

describe('a losing agency', () => {
  it('is not paid on its good rows: 200.00 sold, 6,000.00 of prizes, 20 % on what is left of it', async () => {
    const { world } = past
    const { id, offices } = await agencyOn({ kind: 'UTILIDAD', percent: 20, shares: 'COMPARTIDA', share_percent: 0 })
    const draw_id = await world.draw('TRIPLE_ZULIA')
    await sellAs(past, offices[0], past.at(second, '09:30'), second, [
      { draw_id, bet_type_id: betTypeId('TRIPLE_A'), number: '999', stake: '100.00' },
    ])
    await sellAs(past, offices[1], past.at(second, '09:40'), second, [
      { draw_id, bet_type_id: betTypeId('TERMINAL_A'), number: '23', stake: '100.00' },
    ])
    await past.prize(draw_id, second, '13:05', [
      { place: 'A', number: '123', sign: null },
      { place: 'B', number: '007', sign: null },
      { place: 'C', number: '555', sign: 'ARI' },
    ])
    expect(await weeksOf(id)).toEqual([week('200.00', '6000.00', ['0.00', '0.00'])])
    await addUser(world.db, { username: `dueno${id}`, role: 'ADMIN_TAQUILLA', partner_id: id })
    const { body } = await app.call(
      kpis.lossProfit,
      { query: { from: second, to: addDays(second, 6), currency: 'BS', compare: 'ninguna', step: 'hour' } },
      { as: `dueno${id}` },
    )
    // Earned by the hour as the sales came, 20 % of 200.00, and taken back by the prize.
    expect(
      body.points.filter((point) => point.commission !== '0.00').map(({ hour, commission }) => [hour, commission]),
    ).toEqual([
      [9, '40.00'],
      [13, '-40.00'],
    ])
    expect(body.totals).toMatchObject({ sold: '200.00', prizes: '6000.00', commission: '0.00', profit: '-5800.00' })
  })

  it('takes back on the day it loses, and days, offices and products add up to its week', async () => {
    const { id, offices } = await agencyOn({
      kind: 'UTILIDAD',
      percent: 12,
      shares: 'SOLO_POSITIVA',
      share_percent: 30,
    })
    await live(offices, second, ruin)
    await live(offices, second, { sold: 1_000, winning: 0 })
    await addUser(past.world.db, { username: `dueno${id}`, role: 'ADMIN_TAQUILLA', partner_id: id })
    const shown = async (level: 'dia' | 'taquilla' | 'producto') =>
      (
        await app.call(
          reports.general,
          { query: { from: second, to: addDays(second, 6), level, currency: 'BS' } },
          { as: `dueno${id}` },
        )
      ).body
    const days = await shown('dia')
    // Monday 5,500 sold: 12 % = 660, 4,840 at 30 % = 1,452. Wednesday 11,000 sold in the week and 11,500 of prizes:
    // nothing is left of either.
    expect(days.data.map(({ commission, participation }) => [commission, participation])).toEqual([
      ['660.00', '1452.00'],
      ['-660.00', '-1452.00'],
    ])
    for (const level of ['dia', 'taquilla', 'producto'] as const) {
      const { data, totals } = await shown(level)
      expect(totals).toMatchObject([
        {
          sold: '11000.00',
          prizes: '11500.00',
          commission: '0.00',
          profit: '-500.00',
          participation: '0.00',
          total: '-500.00',
        },
      ])
      for (const key of ['commission', 'participation', 'profit', 'total'] as const)
        expect(add(...data.map((row) => row[key]))).toBe(totals![0]![key])
      for (const row of data) expect(row.total).toBe(subtract(row.profit, row.participation))
    }
  })
})

describe('an agency that cannot be settled', () => {
  it('holds no other back, and is settled once it can be', async () => {
    const { world, day, sell } = past
    const { agencia1, agencia2 } = world.partner
    const draw = await world.draw('LOTTO_ACTIVO')
    for (const office of ['taquilla1', 'taquilla3'] as const)
      await sell(day, '10:00', office, 'BS', [{ draw, number: '5', stake: '10.00' }])
    const waiting = async () =>
      (await world.db.rows<{ id: number }>(sql`SELECT DISTINCT agency_id AS id FROM unsettled ORDER BY 1`)).map(
        ({ id }) => id,
      )
    expect(await waiting()).toEqual(expect.arrayContaining([agencia1, agencia2]))
    await world.db.run(sql`
      CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'spoiled'; END $$`)
    await world.db.run(
      sql.raw(`
      CREATE TRIGGER spoil BEFORE
      INSERT OR
      UPDATE ON settlement_weeks FOR EACH ROW WHEN (NEW.agency_id = ${agencia1}) EXECUTE FUNCTION spoil()`),
    )
    await expect(settlePending(world.pool)).rejects.toThrow('spoiled')
    expect(await waiting()).toEqual([agencia1])
    await world.db.run(sql`DROP TRIGGER spoil ON settlement_weeks`)
    await settlePending(world.pool)
    expect(await waiting()).toEqual([])
  })
})

describe('the books', () => {
  it('hold after all of it', async () => {
    await past.world.settle()
    await expectBooksHold(past.world.db)
  })

  it('find a week that is not what its lines say', async () => {
    const { db } = past.world
    for (const damage of [
      sql`UPDATE settlement_weeks SET commission = commission + 0.01 WHERE ctid = (SELECT min(ctid) FROM settlement_weeks)`,
      sql`UPDATE settled_hours SET participation = participation + 0.01 WHERE ctid = (SELECT min(ctid) FROM settled_hours)`,
      sql`UPDATE settlement_weeks SET carried = carried - 1 WHERE ctid = (SELECT ctid FROM settlement_weeks WHERE carried < 0 LIMIT 1)`,
    ]) {
      await past.world
        .run(async (tx) => {
          await tx.run(damage)
          expect((await verifyBooks(tx)).map(({ rule }) => rule)).toEqual(
            expect.arrayContaining([expect.stringMatching(/semana/)]),
          )
          throw new Error('undone')
        })
        .catch((error: Error) => expect(error.message).toBe('undone'))
    }
    await expectBooksHold(db)
  })
})
