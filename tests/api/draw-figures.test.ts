/**
 * Whatever reports over the days of the draw are asked, their rows, sums and files are what the lines and prizes
 * say, worked out again here: awarded and open draws, clocks, comparisons cut at a minute, levels and filters.
 */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { dailyBets } from '../../contract/daily-bets.ts'
import { drawDetails, type DrawDetail } from '../../contract/draw-figures.ts'
import type { Currency } from '../../contract/values/currency.ts'
import { addDays, comparisons, daysBetween, inZone, previousPeriod } from '../../contract/values/dates.ts'
import { add, fromCents, ratioPercent, toCents } from '../../contract/values/money.ts'
import { dailyBetsRoutes } from '../../server/entities/daily-bets.ts'
import type { ListRowOf } from '../../server/platform/lists/listing.ts'
import { modelRuns } from '../support/length.ts'
import { betTypeId, zone } from '../support/world.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { placesIn, type Facts } from './figure-facts.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let past: Past

/** A line of a draw, or a prize of it. */
interface Fact {
  draw_id: number
  day: string
  product_id: number
  time: string
  closes_at: string
  awarded: boolean
  sold_at: string | null
  office_id: number
  currency: string
  bet_type_id: number
  sold: string
  prize: string
}
let facts: Fact[]
let places: Facts['placesOf']

const products = ['LOTTO_ACTIVO', 'LA_GRANJITA', 'TRIPLE_ZULIA'] as const
const offices = ['taquilla1', 'taquilla2', 'taquilla3'] as const
const partners = ['banca', 'norte', 'agencia1', 'agencia2', 'taquilla1'] as const
const levels = [undefined, 'directos', 'distribuidor', 'agencia', 'taquilla'] as const
const span = 16
const hours = ['10:00', '15:30', '19:00'] as const

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const { world, day, sell, annul, at } = past
  let state = 20261123
  const random = (below: number) => {
    state = (state * 48271) % 2147483647
    return state % below
  }
  for (let ago = 0; ago < span; ago++) {
    for (const [n, code] of products.entries()) {
      const on = addDays(day, -ago)
      const hour = hours[(n + random(2)) % hours.length]!
      const draw = await world.draw(code)
      const bets = (count: number) =>
        Array.from({ length: count }, () => ({
          draw,
          ...(code === 'TRIPLE_ZULIA'
            ? random(2)
              ? { number: String(100 + random(9)), type: 'TRIPLE_A' as const }
              : { number: String(10 + random(9)), type: 'TERMINAL_A' as const }
            : { number: String(1 + random(12)) }),
          stake: `${1 + random(60)}.${String(random(100)).padStart(2, '0')}`,
        }))
      for (let n = 0; n < 4; n++) {
        // Up to two days before the draw, and until some minutes before its hour.
        const before = random(3)
        const time = before ? `${10 + random(12)}:${10 + random(49)}` : `0${random(9)}:${10 + random(49)}`
        const currency: Currency = random(4) ? 'BS' : 'USD'
        const ticket = await sell(
          addDays(on, -before),
          time,
          offices[random(3)]!,
          currency,
          bets(1 + random(3)),
          random(60_000),
        )
        if (random(7) === 0) await annul(ticket)
      }
      const numbers =
        code === 'TRIPLE_ZULIA'
          ? ['A', 'B', 'C'].map((place, k) => ({ place, number: String(103 + k), sign: place === 'C' ? 'LEO' : null }))
          : [{ place: '', number: String(1 + random(12)), sign: null }]
      if (random(5)) await past.prize(draw, on, hour, numbers)
      else
        await world.db.run(sql`UPDATE draws SET day = ${on}, scheduled_at = ${at(on, hour).toISOString()},
          closes_at = ${at(on, hour).toISOString()}::timestamptz - interval '5 minutes',
          opens_at = ${at(addDays(on, -5), hour).toISOString()}
          WHERE id = ${draw}`)
    }
  }
  facts = await world.db.rows<Fact>(sql`
    WITH said AS (
      SELECT d.*, to_char(d.scheduled_at AT TIME ZONE ${zone}::text, 'HH24:MI') AS time, d.state = 'premiado' AS awarded
      FROM draws d
    )
    SELECT d.id AS draw_id, d.day::text AS day, d.product_id::int, d.time, d.closes_at, d.awarded, t.sold_at, t.office_id,
      t.currency::text AS currency, l.bet_type_id::int, l.stake::text AS sold, '0.00' AS prize
    FROM said d
    JOIN ticket_lines l ON l.draw_id = d.id
    JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id
    WHERE l.state NOT IN ('anulada', 'devuelta')
    UNION ALL
    SELECT d.id, d.day::text, d.product_id::int, d.time, d.closes_at, d.awarded, NULL, p.office_id, p.currency::text,
      l.bet_type_id::int, '0.00', p.amount::text
    FROM said d
    JOIN prizes p ON p.draw_id = d.id AND p.withdrawn_at IS NULL
    JOIN ticket_lines l ON l.day = p.ticket_day AND l.ticket_id = p.ticket_id AND l.n = p.line_n`)
  places = await placesIn(past)
})
afterAll(async () => {
  await past?.world.close()
  await database?.drop()
})

interface Asked {
  detail: DrawDetail
  partner: (typeof partners)[number]
  level: (typeof levels)[number]
  from: number
  length: number
  currency: Currency | undefined
  product: (typeof products)[number] | undefined
  bet_type: boolean
  time: (typeof hours)[number] | undefined
  compare: (typeof comparisons)[number]
  /** Minute of the last day, or of some days before it, at which it is asked; null long after it. */
  minute: number | null
  ahead: number
}

const asked: fc.Arbitrary<Asked> = fc.record({
  detail: fc.constantFrom(...drawDetails),
  partner: fc.constantFrom(...partners),
  level: fc.constantFrom(...levels),
  from: fc.nat({ max: 8 }),
  length: fc.integer({ min: 1, max: 7 }),
  currency: fc.constantFrom(undefined, 'BS', 'USD'),
  product: fc.constantFrom(undefined, ...products),
  bet_type: fc.constantFrom(false, false, true),
  time: fc.constantFrom(undefined, undefined, ...hours),
  compare: fc.constantFrom(...comparisons),
  minute: fc.option(fc.integer({ min: 0, max: 1_439 })),
  ahead: fc.constantFrom(0, 0, 1, 3),
})

/** The rows that an office counts in: of distributors, which lie inside one another, several. */
function placesOf(office: number, { partner, level }: Asked): (number | null)[] {
  const subject = past.world.partner[partner]
  return level ? places(office, subject, level) : places(office, subject, 'taquilla').map(() => null)
}

interface Sums {
  sold: bigint
  prizes: bigint
  lines: number
  awarded: bigint | null
  before: bigint
}
type Period = { from: string; to: string }

const keyOf = (
  detail: DrawDetail,
  day: string,
  row: Pick<Fact, 'product_id' | 'time' | 'bet_type_id' | 'currency'>,
  place: number | null,
) =>
  [
    day,
    detail === 'dia' ? null : row.product_id,
    detail === 'dia' || detail === 'producto' ? null : row.time,
    detail === 'jugada' ? row.bet_type_id : null,
    place,
    row.currency,
  ].join(' ')

/** The rows by key, as the facts have them. */
function expected(
  question: Asked,
  period: Period,
  now: Date,
  placed = (fact: Fact) => placesOf(fact.office_id, question),
): Map<string, Sums> {
  const rows = new Map<string, Sums>()
  const { detail, compare, currency, product, bet_type, time } = question
  const previous = compare === 'ninguna' ? null : previousPeriod(period, compare)
  const step = previous ? daysBetween(previous.from, period.from) - 1 : 0
  const clock = inZone(now, zone)
  // Of a period whose draws may still sell, the one before is cut at the same minute.
  const until = period.to >= clock.day ? past.at(addDays(clock.day, -step), clock.time.slice(0, 5)) : null
  for (const fact of facts) {
    const at = placed(fact)
    if (at.length === 0 || (currency && fact.currency !== currency)) continue
    if (product && fact.product_id !== past.world.product(product)) continue
    if (bet_type && fact.bet_type_id !== betTypeId('ANIMALITO')) continue
    if (time && fact.time !== time) continue
    const change = (day: string, by: (sums: Sums) => void) => {
      for (const place of at) {
        const key = keyOf(detail, day, fact, place)
        const sums = rows.get(key) ?? { sold: 0n, prizes: 0n, lines: 0, awarded: null, before: 0n }
        rows.set(key, sums)
        by(sums)
      }
    }
    if (period.from <= fact.day && fact.day <= period.to)
      change(fact.day, (sums) => {
        sums.sold += toCents(fact.sold)
        sums.prizes += toCents(fact.prize)
        if (fact.sold_at !== null) sums.lines += 1
        if (fact.awarded) sums.awarded = (sums.awarded ?? 0n) + toCents(fact.sold)
      })
    if (!previous || fact.sold_at === null || fact.day < previous.from || fact.day > previous.to) continue
    if (until && new Date(fact.sold_at) >= until) continue
    change(addDays(fact.day, step), (sums) => (sums.before += toCents(fact.sold)))
  }
  for (const [key, sums] of rows) if (!sums.sold && !sums.prizes && !sums.before) rows.delete(key)
  return rows
}

type Row = ListRowOf<typeof dailyBets.list>
type Totals = {
  currency: string
  rows: number
  sold: string
  prizes: string
  balance: string | null
  sold_change: string | null
  payout_percent: string | null
}

async function answered(question: Asked, period: Period, now: Date) {
  const { contextOf, world } = past
  const { detail, level, compare, currency, product, bet_type, time, partner } = question
  const query = {
    ...period,
    detail,
    compare,
    partner_id: world.partner[partner],
    page: 1,
    per_page: 500,
    ...(level && { level }),
    ...(currency && { currency }),
    ...(product && { product_id: world.product(product) }),
    ...(bet_type && { bet_type_id: betTypeId('ANIMALITO') }),
    ...(time && { time }),
  }
  const context = contextOf(world.partner.banca, now)
  return (await dailyBetsRoutes.list(context, { query, params: {}, body: {} } as never)) as unknown as {
    data: Row[]
    total: number
    totals: Totals[]
  }
}

describe('daily bets', () => {
  it('answer every question as lines and prizes do', async () => {
    let rows = 0
    let cut = 0
    await fc.assert(
      fc.asyncProperty(asked, async (question) => {
        const to = addDays(past.day, -question.from)
        const period = { from: addDays(to, 1 - question.length), to }
        const clock = question.minute ?? 0
        const time = `${String(Math.floor(clock / 60)).padStart(2, '0')}:${String(clock % 60).padStart(2, '0')}`
        const now =
          question.minute === null
            ? past.at(past.world.today, '12:00')
            : past.at(addDays(to, -question.ahead), time, 15_000)
        const { data, total, totals } = await answered(question, period, now)
        const wanted = expected(question, period, now)
        const isCompared = question.compare !== 'ninguna'
        const own = new Map(data.map((row) => [keyOf(question.detail, row.day, row as never, row.partner_id), row]))
        expect([...own.keys()].sort()).toEqual([...wanted.keys()].sort())
        expect(total).toBe(wanted.size)
        for (const [key, sums] of wanted) {
          const row = own.get(key)!
          expect([row.sold, row.prizes, row.lines]).toEqual([fromCents(sums.sold), fromCents(sums.prizes), sums.lines])
          expect(row.balance).toBe(sums.awarded === null ? null : fromCents(sums.awarded - sums.prizes))
          const percent = sums.awarded === null ? null : ratioPercent(row.prizes, fromCents(sums.awarded))
          expect(row.payout_percent).toBe(percent)
          expect(row.sold_before).toBe(isCompared ? fromCents(sums.before) : null)
          expect(row.sold_change).toBe(isCompared ? fromCents(sums.sold - sums.before) : null)
          if (sums.before > 0n && question.minute !== null) cut += 1
        }
        // Totals have every line once, however many rows it counts in.
        const once = new Map<string, Sums>()
        const wholes = expected(question, period, now, (fact) => placesOf(fact.office_id, question).slice(0, 1))
        for (const [key, sums] of wholes) {
          const of = key.split(' ').at(-1)!
          const { sold, prizes, before, ...rest } = once.get(of) ?? { ...sums, sold: 0n, prizes: 0n, before: 0n }
          once.set(of, { ...rest, sold: sold + sums.sold, prizes: prizes + sums.prizes, before: before + sums.before })
        }
        expect(totals.map(({ currency }) => currency).sort()).toEqual([...once.keys()].sort())
        for (const sum of totals) {
          const { sold, prizes, before } = once.get(sum.currency)!
          const of = data.filter((row) => row.currency === sum.currency)
          expect([sum.rows, sum.sold, sum.prizes]).toEqual([of.length, fromCents(sold), fromCents(prizes)])
          expect(sum.sold_change).toBe(isCompared ? fromCents(sold - before) : null)
          if (question.level !== 'distribuidor') expect(sum.sold).toBe(add('0.00', ...of.map((row) => row.sold)))
        }
        rows += data.length
      }),
      modelRuns(150),
    )
    expect(rows).toBeGreaterThan(350)
    expect(cut).toBeGreaterThan(100)
  })

  it('open on their own draw, its state and the hour of the banca', async () => {
    const [fact] = facts.filter((one) => one.awarded && one.product_id === past.world.product('LOTTO_ACTIVO'))
    const question = {
      detail: 'sorteo',
      partner: 'banca',
      level: undefined,
      product: 'LOTTO_ACTIVO',
      compare: 'ninguna',
    } as Asked
    const period = { from: fact!.day, to: fact!.day }
    const { data } = await answered(question, period, past.at(past.world.today, '12:00'))
    expect(data[0]).toMatchObject({
      draw_id: fact!.draw_id,
      time: fact!.time,
      state: 'premiado',
      product_name: 'Lotto Activo',
    })
  })
})
