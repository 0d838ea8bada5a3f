/** In whatever order sales, prizes, annulments and corrections come, and whenever they are settled on the way, a week ends the same. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kpis } from '../../contract/kpis.ts'
import { tickets } from '../../contract/tickets.ts'
import { currencies } from '../../contract/values/currency.ts'
import { addDays, weekday } from '../../contract/values/dates.ts'
import { fromCents, toCents } from '../../contract/values/money.ts'
import { award } from '../../server/rules/award/award.ts'
import { correct } from '../../server/rules/award/correct.ts'
import { json } from '../../server/platform/db/connect.ts'
import { noteCte } from '../../server/rules/settlement/note.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { expectBooksHold } from '../support/holds.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { addCommission, addPartner, addUser } from '../support/factories.ts'
import { slowModelRuns } from '../support/length.ts'
import { betTypeId, createWorld, type World } from '../support/world.ts'
import { settledByHand, weekOf } from './settlement-setup.ts'

let database: TestDatabase
let world: World
beforeAll(async () => {
  database = await createDatabase()
  world = await createWorld(database.url)
  start = addDays(world.today, 1 - weekday(world.today) - 14)
})
afterAll(async () => {
  await world?.close()
  await database?.drop()
})

/** The Monday two weeks back: moves are on the days of two weeks from it. */
let start: string
interface Move {
  day: number
  hour: number
  office: 0 | 1
  bet_type: number
  /** Hundredths. */
  sold: number
  prize: number
  /** It is taken back later: an annulment, or a result that was corrected. */
  undone: boolean
}
const move: fc.Arbitrary<Move> = fc.record({
  day: fc.integer({ min: 0, max: 13 }),
  hour: fc.integer({ min: 0, max: 23 }),
  office: fc.constantFrom(0, 1),
  bet_type: fc.integer({ min: 1, max: 3 }),
  sold: fc.integer({ min: 0, max: 90_000 }),
  prize: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 300_000 }) },
  ),
  undone: fc.boolean(),
})
const percent = fc.integer({ min: 0, max: 1_000_000 })
const rates = fc.record({
  commission_kind: fc.constantFrom('VENTA', 'UTILIDAD'),
  commission: percent,
  participation_kind: fc.constantFrom('COMPARTIDA', 'SOLO_POSITIVA', 'ARRASTRE'),
  participation: percent,
})
const unit = fc.record({
  rates,
  moves: fc.array(move, { minLength: 1, maxLength: 12 }),
  shuffled: fc.infiniteStream(fc.nat()),
})
type Unit = typeof unit extends fc.Arbitrary<infer T> ? T : never

/** A unit's moves one after the other, what is undone right after everything else, by product. */
interface Step extends Omit<Move, 'undone'> {
  product_id: number
  currency: string
  rate_id: number
  sign: 1 | -1
}
const stepsOf = (moves: readonly Move[], of: Pick<Step, 'product_id' | 'currency' | 'rate_id'>): Step[] => [
  ...moves.map(({ undone: _undone, ...one }) => ({ ...one, ...of, sign: 1 as const })),
  ...moves.filter((one) => one.undone).map(({ undone: _undone, ...one }) => ({ ...one, ...of, sign: -1 as const })),
]

async function count(steps: readonly Step[]): Promise<void> {
  const offices = [world.partner.taquilla1, world.partner.taquilla2]
  const rows = steps.map(({ day, office, sold, prize, sign, ...rest }) => ({
    ...rest,
    office_id: offices[office],
    day: addDays(start, day),
    sold: fromCents(BigInt(sold * sign)),
    prizes: fromCents(BigInt(prize * sign)),
  }))
  const given = sql`
    jsonb_to_recordset(${json(rows)}) AS r(
      office_id int, day date, currency currency, product_id smallint, bet_type smallint, rate_id int, hour smallint,
      sold numeric, prizes numeric
    )`
  await world.db.run(sql`
    WITH counted AS (
      INSERT INTO settlement_hours AS s (office_id, day, currency, product_id, bet_type_id, rate_id, hour, sold, prizes)
      SELECT office_id, day, currency, product_id, bet_type, rate_id, hour, sum(sold), sum(prizes)
      FROM ${given}
      GROUP BY 1, 2, 3, 4, 5, 6, 7
      ON CONFLICT (office_id, day, currency, product_id, bet_type_id, rate_id, hour)
        DO UPDATE SET sold = s.sold + excluded.sold, prizes = s.prizes + excluded.prizes
    ), ${noteCte(sql`SELECT * FROM ${given}`)} SELECT 1`)
}

async function freeze({ rates: of }: Unit): Promise<number> {
  const text = (value: number) => `${Math.floor(value / 10_000)}.${String(value % 10_000).padStart(4, '0')}`
  const row = await world.db.one<{ id: number }>(sql`
    INSERT INTO frozen_rates (commission_kind, commission_percent, participation_kind, participation_percent)
    VALUES (${of.commission_kind}, ${text(of.commission)}, ${of.participation_kind}, ${text(of.participation)})
    ON CONFLICT (commission_kind, commission_percent, participation_kind, participation_percent)
      DO UPDATE SET commission_kind = excluded.commission_kind
    RETURNING id`)
  return row!.id
}

/** The two weeks by hand. */
function expectedOf({ rates: of, moves }: Unit, currency: string) {
  const terms = { ...of, currency, commission: BigInt(of.commission), participation: BigInt(of.participation) }
  let lost = 0n
  return [0, 1].flatMap((week) => {
    const mine = moves.filter((one) => Math.floor(one.day / 7) === week)
    if (mine.length === 0) return []
    const sum = (field: 'sold' | 'prize') =>
      mine.filter((one) => !one.undone).reduce((total, one) => total + BigInt(one[field]), 0n)
    const settled = weekOf(terms, sum('sold'), sum('prize'), lost)
    lost = settled.lost
    return [
      {
        week: addDays(start, 7 * week),
        commission: fromCents(settled.commission),
        participation: fromCents(settled.participation),
      },
    ]
  })
}

const kept = (product_id: number, currency: string) =>
  world.db.rows(
    sql`
      SELECT week, commission, participation
      FROM settlement_weeks
      WHERE product_id = ${product_id} AND currency = ${currency}
      ORDER BY week`,
  )
const hours = (product_id: number, currency: string) =>
  world.db.rows(sql`
    SELECT office_id, day, bet_type_id, hour, commission, participation
    FROM settled_hours
    WHERE product_id = ${product_id} AND currency = ${currency} AND (commission <> 0 OR participation <> 0)
    ORDER BY 1, 2, 3, 4`)

describe('the sums of a week', () => {
  // Eighteen units a run, each twice: once in its order and settled on the way, once in another and at the end.
  const pairs = currencies.flatMap((currency) =>
    Array.from({ length: 6 }, (_, n) => ({ currency, one: 2 * n + 1, other: 2 * n + 2 })),
  )

  it('settle to the same in any order, to what they are by hand, and to nothing once all is undone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { minLength: pairs.length, maxLength: pairs.length }), async (units) => {
        await world.db.run(sql`TRUNCATE settlement_hours, settled_hours, settlement_weeks, unsettled`)
        const first: Step[] = []
        const second: Step[] = []
        for (const [n, { currency, one, other }] of pairs.entries()) {
          const rate_id = await freeze(units[n]!)
          first.push(...stepsOf(units[n]!.moves, { product_id: one, currency, rate_id }))
          const order = units[n]!.shuffled
          const mixed = stepsOf(units[n]!.moves, { product_id: other, currency, rate_id }).map((step) => ({
            step,
            at: order.next().value as number,
          }))
          second.push(...mixed.toSorted((a, b) => a.at - b.at).map(({ step }) => step))
        }
        const third = Math.ceil(first.length / 3)
        for (const from of [0, third, 2 * third]) {
          await count(first.slice(from, from + third))
          await world.settle()
        }
        await count(second)
        await world.settle()
        for (const [n, { currency, one, other }] of pairs.entries()) {
          const weeks = await kept(one, currency)
          expect(weeks).toEqual(expectedOf(units[n]!, currency))
          expect(await kept(other, currency)).toEqual(weeks)
          expect(await hours(other, currency)).toEqual(await hours(one, currency))
        }
        await world.db.run(sql`UPDATE settlement_hours SET sold = 0, prizes = 0`)
        await world.db.run(sql`WITH ${noteCte(sql`SELECT * FROM settlement_hours`)} SELECT 1`)
        await world.settle()
        for (const table of ['settled_hours', 'settlement_weeks', 'sales_days', 'product_days'])
          expect([
            table,
            await world.db.rows(sql`SELECT 1 FROM ${sql.raw(table)} WHERE commission <> 0 OR participation <> 0`),
          ]).toEqual([table, []])
        expect(
          await world.db.rows(sql`SELECT 1 FROM ledger_days GROUP BY account_id, day HAVING sum(debit - credit) <> 0`),
        ).toEqual([])
      }),
      slowModelRuns(15),
    )
  }, 300_000)
})

describe('agencies that live the same through the API', () => {
  let app: TestApp
  beforeAll(async () => {
    await world.db.run(
      sql`TRUNCATE settlement_hours, settled_hours, settlement_weeks, unsettled, sales_days, sales_hours, product_days`,
    )
    app = await startApp(database.url)
  })
  afterAll(() => app?.close())

  const animal = betTypeId('ANIMALITO')
  interface Bet {
    draw: 0 | 1
    number: '5' | '6' | '7'
    cents: number
    office: 0 | 1
    annulled: boolean
  }
  const bet: fc.Arbitrary<Bet> = fc.record({
    draw: fc.constantFrom(0, 1),
    number: fc.constantFrom('5', '6', '7'),
    cents: fc.integer({ min: 1, max: 50_000 }),
    office: fc.constantFrom(0, 1),
    annulled: fc.boolean(),
  })
  let made = 0

  /** An agency with two offices, on the rates of the run. */
  async function open(of: { kind: 'VENTA' | 'UTILIDAD'; shares: 'COMPARTIDA' | 'SOLO_POSITIVA' | 'ARRASTRE' }) {
    made += 1
    const name = `orden${made}`
    const id = await addPartner(world.db, { father_id: world.partner.norte, type: 'agencia', code: name, name })
    await addUser(world.db, { username: name, role: 'ADMIN_TAQUILLA', partner_id: id })
    const offices: number[] = []
    for (const n of [0, 1])
      offices.push(
        await addPartner(world.db, { father_id: id, type: 'taquilla', code: `${name}-${n}`, name: `${name}-${n}` }),
      )
    await addCommission(world.db, {
      partner_id: id,
      kind: of.kind,
      commission_percent: 12.3456,
      participation_kind: of.shares,
      participation_percent: 33.3333,
    })
    return { id, name, offices }
  }
  type Agency = Awaited<ReturnType<typeof open>>

  const look = async ({ id }: Agency) => {
    const { body } = await app.call(
      kpis.lossProfit,
      { query: { from: world.today, to: world.today, currency: 'BS', partner_id: id, compare: 'ninguna' } },
      { as: 'banca' },
    )
    return body.totals
  }

  async function trade(agency: Agency, draws: readonly number[], bets: readonly Bet[], looking: boolean) {
    for (const { draw, number, cents, office, annulled } of bets) {
      const sold = await app.call(
        tickets.sell,
        {
          body: {
            currency: 'BS',
            confirm_repeated: true,
            office_id: agency.offices[office]!,
            lines: [{ draw_id: draws[draw]!, bet_type_id: animal, number, stake: fromCents(BigInt(cents)) }],
          },
        },
        { as: agency.name },
      )
      expect(sold.status).toBe(201)
      if (looking) await look(agency)
      if (!annulled) continue
      const gone = await app.call(
        tickets.annul,
        { params: { serial: sold.body.serial }, body: { office_id: agency.offices[office]! } },
        { as: agency.name },
      )
      expect(gone.status).toBe(200)
    }
  }

  it('end with the same week, whoever sells first and whoever looks meanwhile', async () => {
    const numbers = (number: string) => [{ place: '', number, sign: null }]
    const entry = { entered_by: null, confirmed_by: null, source: 'prueba' }
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          kind: fc.constantFrom('VENTA', 'UTILIDAD'),
          shares: fc.constantFrom('COMPARTIDA', 'SOLO_POSITIVA', 'ARRASTRE'),
        }),
        fc.array(bet, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('5', '6', '7'),
        fc.constantFrom('5', '6', '7'),
        async (terms, bets, wrong, right) => {
          const [one, other] = [await open(terms as never), await open(terms as never)]
          const draws = [await world.draw('LOTTO_ACTIVO'), await world.draw('LOTTO_ACTIVO')]
          await trade(one, draws, bets, true)
          await trade(other, draws, bets.toReversed(), false)
          for (const draw_id of draws) {
            await world.closeDraw(draw_id)
            await world.run((tx) => award(tx, { draw_id, numbers: numbers(wrong), ...entry, at: new Date() }))
            await look(one)
            if (wrong === right) continue
            await world.run((tx) =>
              correct(tx, { draw_id, numbers: numbers(right), ...entry, reason: 'prueba', at: new Date() }),
            )
            await look(one)
          }
          const shown = await look(one)
          expect(await look(other)).toEqual(shown)
          const monday = addDays(world.today, 1 - weekday(world.today))
          const byHand = (await settledByHand(world.db)).filter((unit) => unit.agency_id === one.id)
          expect(byHand.map(({ week }) => week)).toEqual(byHand.map(() => monday))
          expect(byHand.reduce((sum, unit) => sum + unit.commission, 0n)).toBe(toCents(shown.commission))
          const [mine, theirs] = await Promise.all(
            [one, other].map(({ id }) =>
              world.db.rows(
                sql`
                  SELECT product_id, rate_id, week, sold, prizes, commission, participation, carried
                  FROM settlement_weeks
                  WHERE agency_id = ${id}
                  ORDER BY 1, 2, 3`,
              ),
            ),
          )
          expect(theirs).toEqual(mine)
        },
      ),
      slowModelRuns(5),
    )
    await world.settle()
    await expectBooksHold(world.db)
  }, 300_000)
})
