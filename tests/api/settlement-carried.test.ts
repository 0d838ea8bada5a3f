/**
 * What ARRASTRE carries: a loss is the agency's of a product and currency, goes on under whatever percentage, waits while another
 * participation holds, and is used once. By numbers worked out by hand, by a second reckoning of weeks at random, and
 * over the upgrade of a database whose rates had carried apart. Bets pay 25 times here, so that prizes come out even.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { reports } from '../../contract/reports.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { fromCents, toCents } from '../../contract/values/money.ts'
import { json } from '../../server/platform/db/connect.ts'
import { repository } from '../../server/platform/repository.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { frozenRate } from '../../server/rules/sale/facts.ts'
import { noteCte } from '../../server/rules/settlement/note.ts'
import { settleWithin } from '../../server/rules/settlement/settle.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { addCommission, addPartner } from '../support/factories.ts'
import { slowModelRuns } from '../support/length.ts'
import { betTypeId } from '../support/world.ts'
import { createPast, type Past } from './figures.ts'
import { bearing, sellAs, weekOf } from './settlement-setup.ts'

type Shares = 'COMPARTIDA' | 'SOLO_POSITIVA' | 'ARRASTRE'

let database: TestDatabase
let past: Past
let app: TestApp
/** Mondays of the five weeks before this one. */
let mondays: string[]
const animal = betTypeId('ANIMALITO')

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const { world } = past
  const first = addDays(world.today, 1 - weekday(world.today) - 35)
  mondays = [0, 1, 2, 3, 4].map((n) => addDays(first, 7 * n))
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
async function agency(): Promise<{ id: number; office: number }> {
  const { db, partner } = past.world
  made += 1
  const name = (what: string) => ({ code: `A${made}${what}`, name: `Arrastre ${made}${what}` })
  const id = await addPartner(db, { father_id: partner.norte, type: 'agencia', ...name('') })
  return { id, office: await addPartner(db, { father_id: id, type: 'taquilla', ...name('T') }) }
}

/** 12 % of what is sold, and a participation, from now on. */
async function rate(partner_id: number, participation_kind: Shares, participation_percent: number): Promise<void> {
  await past.world.db.run(sql`DELETE FROM commissions WHERE partner_id = ${partner_id}`)
  await addCommission(past.world.db, {
    partner_id,
    kind: 'VENTA',
    commission_percent: 12,
    participation_kind,
    participation_percent,
  })
}

/** Sold on a Monday, and paid on the Tuesday; what `winning` is staked on the number drawn pays 25 times. */
async function week(office: number, monday: string, sold: number, winning: number, day = 0): Promise<void> {
  const { world } = past
  const draw_id = await world.draw('LOTTO_ACTIVO')
  const on = addDays(monday, day)
  const bet = (number: string, stake: number) => ({ draw_id, bet_type_id: animal, number, stake: stake.toFixed(2) })
  await sellAs(past, office, past.at(on, '10:15'), on, [
    ...(winning > 0 ? [bet('5', winning)] : []),
    bet('6', sold - winning),
  ])
  await past.prize(draw_id, addDays(on, 1), `1${drawn % 10}:${String(10 + (drawn++ % 50))}`, [
    { place: '', number: '5', sign: null },
  ])
}
let drawn = 0
/** 10,000.00 sold with 12 % of commission: 11,500.00 of prizes lose 2,700.00, 7,200.00 gain 1,600.00, none gain 8,800.00. */
const lose = [10_000, 460] as const
const gain = [10_000, 288] as const
const boom = [10_000, 0] as const

/** Carried into each week and shared of it, all units of a week together. */
async function weeksOf(id: number) {
  await past.world.settle()
  return past.world.db.rows(sql`
    SELECT sum(carried) AS carried, sum(participation) AS participation
    FROM settlement_weeks
    WHERE agency_id = ${id}
    GROUP BY week
    ORDER BY week`)
}

describe('a loss that is carried', () => {
  it('goes on under another percentage, as the report of every level shows it', async () => {
    const { id, office } = await agency()
    await rate(id, 'ARRASTRE', 30)
    await week(office, mondays[0]!, ...lose)
    await rate(id, 'ARRASTRE', 25)
    await week(office, mondays[1]!, ...gain)
    await rate(id, 'ARRASTRE', 40)
    await week(office, mondays[2]!, ...gain)
    // −2,700; −2,700 + 1,600 = −1,100; −1,100 + 1,600 = 500, of it 40 % = 200.
    expect(await weeksOf(id)).toEqual([
      { carried: '0.00', participation: '0.00' },
      { carried: '-2700.00', participation: '0.00' },
      { carried: '-1100.00', participation: '200.00' },
    ])
    for (const level of ['agencia', 'taquilla', 'producto'] as const) {
      const { body } = await app.call(
        reports.general,
        { query: { from: mondays[2]!, to: addDays(mondays[2]!, 6), level, partner_id: id } },
        { as: 'banca' },
      )
      expect(body.totals).toMatchObject([{ profit: '1600.00', participation: '200.00', total: '1400.00' }])
    }
  })

  it('waits while another participation holds, and goes on when ARRASTRE is back', async () => {
    const { id, office } = await agency()
    await rate(id, 'ARRASTRE', 30)
    await week(office, mondays[0]!, ...lose)
    await rate(id, 'COMPARTIDA', 30)
    await week(office, mondays[1]!, ...lose)
    await rate(id, 'SOLO_POSITIVA', 30)
    await week(office, mondays[2]!, ...gain)
    await rate(id, 'ARRASTRE', 20)
    await week(office, mondays[3]!, ...boom)
    // Shared losses and gains are done with in their week; 8,800 − 2,700 = 6,100, of it 20 % = 1,220.
    expect(await weeksOf(id)).toEqual([
      { carried: '0.00', participation: '0.00' },
      { carried: '0.00', participation: '-810.00' },
      { carried: '0.00', participation: '480.00' },
      { carried: '-2700.00', participation: '1220.00' },
    ])
  })

  it('is made up for by both rates of a week in which it changed, in proportion to what each gained', async () => {
    const { id, office } = await agency()
    await rate(id, 'ARRASTRE', 30)
    await week(office, mondays[0]!, ...lose)
    await week(office, mondays[1]!, ...gain)
    await rate(id, 'ARRASTRE', 10)
    await week(office, mondays[1]!, ...boom, 3)
    await past.world.settle()
    // 2,700 over gains of 1,600 and 8,800: 415.38 and 2,284.62. 1,184.62 at 30 % = 355.39; 6,515.38 at 10 % = 651.54.
    expect(
      await past.world.db.rows(sql`
        SELECT w.carried, w.participation
        FROM settlement_weeks w
        JOIN frozen_rates f ON f.id = w.rate_id
        WHERE w.agency_id = ${id} AND w.week = ${mondays[1]}
        ORDER BY f.participation_percent`),
    ).toEqual([
      { carried: '-2284.62', participation: '651.54' },
      { carried: '-415.38', participation: '355.39' },
    ])
    // Nothing is left of it, and nothing was used twice.
    await week(office, mondays[2]!, ...gain)
    expect((await weeksOf(id)).at(-1)).toEqual({ carried: '0.00', participation: '160.00' })
  })

  it('of a rate that lost while the other gained is carried into the next week, for both', async () => {
    const { id, office } = await agency()
    await rate(id, 'ARRASTRE', 30)
    await week(office, mondays[0]!, ...gain)
    await rate(id, 'ARRASTRE', 20)
    await week(office, mondays[0]!, ...lose, 3)
    await rate(id, 'ARRASTRE', 30)
    await week(office, mondays[1]!, ...boom)
    // Units of a week are apart: 1,600 at 30 % = 480. Then 8,800 − 2,700 = 6,100 at 30 % = 1,830.
    expect(await weeksOf(id)).toEqual([
      { carried: '0.00', participation: '480.00' },
      { carried: '-2700.00', participation: '1830.00' },
    ])
  })

  it('is the same in the books, after a week long past is corrected, and when it is counted again', async () => {
    const { id, office } = await agency()
    await rate(id, 'ARRASTRE', 30)
    await week(office, mondays[1]!, ...gain)
    await rate(id, 'ARRASTRE', 25)
    await week(office, mondays[2]!, ...boom)
    await weeksOf(id)
    // The week before both comes late, on a rate of its own.
    await rate(id, 'ARRASTRE', 15)
    await week(office, mondays[0]!, ...lose)
    expect(await weeksOf(id)).toEqual([
      { carried: '0.00', participation: '0.00' },
      { carried: '-2700.00', participation: '0.00' },
      // 8,800 − 1,100 = 7,700, of it 25 %.
      { carried: '-1100.00', participation: '1925.00' },
    ])
    await expectBooksHold(past.world.db)
    const again = await past.world.run((tx) => rebuildDays(tx, mondays[0]!, past.world.today))
    expect(again.corrected).toBe(0)
  })
})

describe('weeks at random on several rates', () => {
  interface Move {
    week: number
    day: number
    /** Which of the rates. */
    rate: number
    sold: number
    prize: number
  }
  const move: fc.Arbitrary<Move> = fc.record({
    week: fc.integer({ min: 0, max: 3 }),
    day: fc.integer({ min: 0, max: 6 }),
    rate: fc.integer({ min: 0, max: 2 }),
    sold: fc.integer({ min: 0, max: 90_000 }),
    prize: fc.oneof(
      { weight: 2, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 150_000 }) },
    ),
  })
  const terms = fc.record({
    commission_kind: fc.constantFrom('VENTA' as const, 'UTILIDAD' as const),
    commission: fc.integer({ min: 0, max: 500_000 }),
    participation_kind: fc.constantFrom<Shares>('ARRASTRE', 'ARRASTRE', 'COMPARTIDA'),
    participation: fc.integer({ min: 1, max: 1_000_000 }),
  })
  type Terms = typeof terms extends fc.Arbitrary<infer T> ? T : never
  const percent = (of: number) => `${Math.floor(of / 10_000)}.${String(of % 10_000).padStart(4, '0')}`

  async function count(product_id: number, rates: readonly number[], moves: readonly Move[]) {
    const rows = moves.map(({ week: n, day, rate: of, sold, prize }) => ({
      office_id: past.world.partner.taquilla1,
      day: addDays(mondays[n]!, day),
      currency: 'BS',
      product_id,
      bet_type: 1,
      rate_id: rates[of],
      hour: 9,
      sold: fromCents(BigInt(sold)),
      prizes: fromCents(BigInt(prize)),
    }))
    const given = sql`
      jsonb_to_recordset(${json(rows)}) AS r(
        office_id int, day date, currency currency, product_id smallint, bet_type smallint, rate_id int, hour smallint,
        sold numeric, prizes numeric
      )`
    await past.world.db.run(sql`
      WITH counted AS (
        INSERT INTO settlement_hours AS s (office_id, day, currency, product_id, bet_type_id, rate_id, hour, sold, prizes)
        SELECT office_id, day, currency, product_id, bet_type, rate_id, hour, sum(sold), sum(prizes)
        FROM ${given}
        GROUP BY 1, 2, 3, 4, 5, 6, 7
        ON CONFLICT (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
          DO UPDATE SET sold = s.sold + excluded.sold, prizes = s.prizes + excluded.prizes
      ), ${noteCte(sql`SELECT * FROM ${given}`)} SELECT 1`)
  }

  const kept = (product_id: number) =>
    past.world.db.rows<{ week: string; rate_id: number; carried: string; commission: string; participation: string }>(
      sql`
        SELECT week, rate_id, carried, commission, participation
        FROM settlement_weeks
        WHERE product_id = ${product_id}
        ORDER BY week, rate_id`,
    )

  function byHand(rates: readonly number[], of: readonly Terms[], moves: readonly Move[]) {
    let lost = 0n
    return mondays.slice(0, 4).flatMap((monday, n) => {
      // Two of the same terms are one set of rates.
      const units = [...new Set(rates)]
        .map((rate_id) => {
          const mine = moves.filter((one) => one.week === n && rates[one.rate] === rate_id)
          const { commission, participation, ...kinds } = of[rates.indexOf(rate_id)]!
          const sum = (what: 'sold' | 'prize') => mine.reduce((all, one) => all + BigInt(one[what]), 0n)
          return {
            rate_id,
            moved: mine.length > 0,
            ...kinds,
            commission: BigInt(commission),
            participation: BigInt(participation),
            sold: sum('sold'),
            prizes: sum('prize'),
          }
        })
        .filter(({ moved }) => moved)
      const carrying = units.filter((unit) => unit.participation_kind === 'ARRASTRE')
      const alive = carrying.filter((unit) => unit.sold !== 0n || unit.prizes !== 0n)
      const still = carrying.filter((unit) => !alive.includes(unit))
      const borne = bearing(
        (alive.length > 0 ? alive : still).map((unit) => ({ ...unit, of: unit.rate_id })),
        lost,
      )
      let left = 0n
      const rows = units
        .toSorted((a, b) => a.rate_id - b.rate_id)
        .map((unit) => {
          const carried = borne.get(unit.rate_id) ?? 0n
          const settled = weekOf(unit, unit.sold, unit.prizes, carried)
          left += settled.lost
          return {
            week: monday,
            rate_id: unit.rate_id,
            carried: fromCents(-carried),
            commission: fromCents(settled.commission),
            participation: fromCents(settled.participation),
          }
        })
      if (carrying.length > 0) lost = left
      return rows
    })
  }

  beforeEach(() => past.world.db.run(sql`DELETE FROM unsettled`))

  it('settle as by hand, in any order, and each loss is carried once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(terms, terms, terms),
        fc.array(move, { minLength: 1, maxLength: 14 }),
        fc.nat(),
        async (of, moves, cut) => {
          await past.world.db.run(
            sql`TRUNCATE settlement_hours, settled_hours, settlement_weeks, sales_days, sales_hours, product_days`,
          )
          const rates = await past.world.run(async (tx) => {
            const ids: number[] = []
            for (const { commission_kind, participation_kind, ...one } of of)
              ids.push(
                await frozenRate(tx, {
                  commission_kind,
                  participation_kind,
                  commission_percent: percent(one.commission),
                  participation_percent: percent(one.participation),
                }),
              )
            return ids
          })
          const at = cut % (moves.length + 1)
          await count(1, rates, moves)
          await past.world.settle()
          await count(2, rates, moves.toReversed().slice(0, at))
          await past.world.settle()
          await count(2, rates, moves.toReversed().slice(at))
          await past.world.settle()
          const weeks = await kept(1)
          expect(weeks).toEqual(byHand(rates, of, moves))
          expect(await kept(2)).toEqual(weeks)
          type Part = { week: string; rate_id: number; commission: string; participation: string }
          const parts = await past.world.db.rows<Part>(sql`
            SELECT week_of(day) AS week, rate_id, sum(commission) AS commission, sum(participation) AS participation
            FROM settled_hours
            WHERE product_id = 1
            GROUP BY 1, 2`)
          for (const { week: monday, rate_id, commission, participation } of parts)
            expect(weeks.find((one) => one.week === monday && one.rate_id === rate_id)).toMatchObject({
              commission,
              participation,
            })
          expect(weeks.every(({ carried }) => toCents(carried) <= 0n)).toBe(true)
        },
      ),
      slowModelRuns(30),
    )
  }, 120_000)
})

describe('a database whose rates had carried apart', () => {
  it('keeps its settled weeks, also when they are counted again, and goes on with all that was lost', async () => {
    const { world } = past
    await world.db.run(
      sql`
        TRUNCATE settlement_hours, settled_hours, settlement_weeks, unsettled, margin_parts, unposted_margins, ticket_lines, tickets,
          prizes, sales_days,
          sales_hours, product_days, ledger_entries, ledger_postings, ledger_days, draw_sales, number_days,
          draw_totals CASCADE`,
    )
    await world.db.run(sql`UPDATE banca SET carried_together_since = 'infinity'`)
    const { id, office } = await agency()
    await rate(id, 'ARRASTRE', 30)
    await week(office, mondays[0]!, ...lose)
    await rate(id, 'ARRASTRE', 25)
    await week(office, mondays[1]!, ...boom)
    const old = [
      { carried: '0.00', participation: '0.00' },
      { carried: '0.00', participation: '2200.00' },
    ]
    expect(await weeksOf(id)).toEqual(old)
    await world.db.run(sql`ALTER TABLE banca DROP COLUMN carried_together_since`)
    await world.db.run(sql`DROP FUNCTION part_of`)
    const parts = readFileSync(join(repository, 'server/migrations/0031_mended_figures.sql'), 'utf8').split('\n\n')
    for (const part of parts.filter((one) => /carried_together|part_of/.test(one))) await world.db.run(sql.raw(part))
    const monday = addDays(world.today, 1 - weekday(world.today))
    expect(await world.db.one(sql`SELECT carried_together_since AS since FROM banca`)).toEqual({ since: monday })
    await world.settle()
    await expectBooksHold(world.db)
    expect((await world.run((tx) => rebuildDays(tx, mondays[0]!, world.today))).corrected).toBe(0)
    // This week goes on with what the first rate had lost, on a third one.
    await rate(id, 'ARRASTRE', 20)
    await world.db.run(sql`UPDATE banca SET carried_together_since = ${mondays[2]}`)
    await week(office, mondays[2]!, ...gain)
    await week(office, mondays[3]!, ...boom)
    const after = [
      ...old,
      { carried: '-2700.00', participation: '0.00' },
      // 8,800 − 1,100 = 7,700, of it 20 %.
      { carried: '-1100.00', participation: '1540.00' },
    ]
    expect(await weeksOf(id)).toEqual(after)
    await world.db.run(
      sql`
        WITH
          ${noteCte(sql`SELECT office_id, day, currency, product_id, rate_id FROM settlement_hours WHERE day < ${mondays[2]}::date`)}
        SELECT`,
    )
    await world.run((tx) => settleWithin(tx))
    expect(await weeksOf(id)).toEqual(after)
    await expectBooksHold(world.db)
    expect((await world.run((tx) => rebuildDays(tx, mondays[0]!, world.today))).corrected).toBe(0)
  })
})
