/**
 * Whatever a report of figures is asked, its rows, sums and file are what the tickets say: worked out again here
 * from the raw lines and prizes, over random sales, levels, filters, days, comparisons and clocks.
 */
import type { SQL } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dailySales } from '../../contract/daily-sales.ts'
import { grossSales } from '../../contract/gross-sales.ts'
import { generalLevels, type GeneralLevel, type GeneralRow } from '../../contract/reports.ts'
import type { Currency } from '../../contract/values/currency.ts'
import { addDays, comparisons, daysBetween, inZone, previousPeriod } from '../../contract/values/dates.ts'
import { add, fromCents, toCents } from '../../contract/values/money.ts'
import { dailySalesRoutes } from '../../server/entities/daily-sales.ts'
import { grossSalesRoutes } from '../../server/entities/gross-sales.ts'
import { reportsRoutes } from '../../server/entities/reports/routes.ts'
import type { Executor, Tx } from '../../server/platform/db/connect.ts'
import type { Context } from '../../server/platform/http/context.ts'
import type { ListRowOf } from '../../server/platform/lists/listing.ts'
import { modelRuns } from '../support/length.ts'
import { betTypeId, zone } from '../support/world.ts'
import { createFacts, partners, products, span, type Fact, type Facts } from './figure-facts.ts'
import type { Past } from './figures.ts'

let known: Facts
let past: Past
beforeAll(async () => {
  known = await createFacts()
  past = known.past
})
afterAll(() => known?.close())

interface Asked {
  report: 'daily' | 'gross' | 'general'
  partner: (typeof partners)[number]
  level: GeneralLevel
  from: number
  length: number
  currency: Currency | undefined
  product: (typeof products)[number] | undefined
  bet_type: boolean
  compare: (typeof comparisons)[number]
  /** Minute of the last day at which it is asked; null long after it. */
  minute: number | null
  /** As a partner of thousands of offices is asked: by other sources, and a page before its sums. */
  wide: boolean
}

const anything: fc.Arbitrary<Asked> = fc.record({
  report: fc.constantFrom('daily', 'gross', 'general'),
  partner: fc.constantFrom(...partners),
  level: fc.constantFrom(...generalLevels),
  from: fc.nat({ max: 8 }),
  length: fc.integer({ min: 1, max: 7 }),
  currency: fc.constantFrom(undefined, 'BS', 'USD'),
  product: fc.constantFrom(undefined, ...products),
  bet_type: fc.boolean(),
  compare: fc.constantFrom(...comparisons),
  minute: fc.option(fc.integer({ min: 0, max: 1_439 })),
  wide: fc.boolean(),
})

/** The general report asks for no bet type, and it alone has rows of products and days. */
const asked = anything.map((one): Asked => {
  if (one.report === 'general') return { ...one, bet_type: false }
  return { ...one, level: one.level === 'producto' || one.level === 'dia' ? 'distribuidor' : one.level }
})

interface Sums {
  annulled: bigint
  sold: bigint
  prizes: bigint
  lines: number
  tickets: Set<string>
  before: bigint
}

/** The rows that a fact counts in, and its currency's total, `whole`. */
function keysOf({ report, level }: Asked, { product_id, currency }: Fact, day: string, places: readonly number[]) {
  const rows =
    report === 'daily'
      ? places.map((place) => [day, place])
      : report === 'gross'
        ? places.map((place) => [product_id, place])
        : level === 'dia'
          ? [[day]]
          : level === 'producto'
            ? [[product_id]]
            : places.map((place) => [place])
  return [...rows, ['whole']].map((row) => [...row, currency].join(' '))
}

/** The rows by key, as the facts have them. */
function expected(question: Asked, period: { from: string; to: string }, now: Date): Map<string, Sums> {
  const subject = past.world.partner[question.partner]
  const rows = new Map<string, Sums>()
  const previous = question.compare === 'ninguna' ? null : previousPeriod(period, question.compare)
  const step = previous ? daysBetween(previous.from, period.from) - 1 : 0
  const isRunning = inZone(now, zone).day === period.to
  // Of a running period the one before is cut at the same minute.
  const until = past.at(addDays(period.to, -step), inZone(now, zone).time.slice(0, 5))
  for (const fact of known.facts) {
    const places = known.placesOf(fact.office_id, subject, question.level)
    if (places.length === 0 || (question.currency && fact.currency !== question.currency)) continue
    if (question.product && fact.product_id !== past.world.product(question.product)) continue
    if (question.bet_type && fact.bet_type_id !== betTypeId('ANIMALITO')) continue
    const add = (day: string, change: (sums: Sums) => void) => {
      for (const key of keysOf(question, fact, day, places)) {
        const sums = rows.get(key) ?? {
          sold: 0n,
          prizes: 0n,
          annulled: 0n,
          lines: 0,
          tickets: new Set<string>(),
          before: 0n,
        }
        rows.set(key, sums)
        change(sums)
      }
    }
    if (period.from <= fact.day && fact.day <= period.to)
      add(fact.day, (sums) => {
        sums.sold += toCents(fact.sold)
        sums.prizes += toCents(fact.prize)
        sums.annulled += toCents(fact.annulled)
        if (fact.sold_at !== null) sums.lines += 1
        if (fact.ticket) sums.tickets.add(fact.ticket)
      })
    if (!previous || fact.sold_at === null || fact.day < previous.from || fact.day > previous.to) continue
    if (isRunning && new Date(fact.sold_at) >= until) continue
    add(addDays(fact.day, step), (sums) => (sums.before += toCents(fact.sold)))
  }
  return rows
}

/** The same, where every partner asked for counts as one with very many offices. */
function widened(context: Context): Context {
  const { db } = context
  const often: Executor['often'] = async <T>(query: SQL) => {
    const rows = await db.often<T & { wide?: boolean }>(query)
    return rows.map((row) => (row.wide === undefined ? row : { ...row, wide: true, wide_directs: true }))
  }
  return { ...context, db: Object.assign(Object.create(db) as Tx, { often }) }
}

async function answered(question: Asked, period: { from: string; to: string }, now: Date, more: object = {}) {
  const { contextOf, world } = past
  const query = {
    ...period,
    partner_id: world.partner[question.partner],
    level: question.level,
    compare: question.compare,
    page: 1,
    per_page: 500,
    ...(question.currency && { currency: question.currency }),
    ...(question.product && { product_id: world.product(question.product) }),
    ...(question.bet_type && { bet_type_id: betTypeId('ANIMALITO') }),
    ...more,
  }
  const { report } = question
  const list = { daily: dailySalesRoutes.list, gross: grossSalesRoutes.list, general: reportsRoutes.general }[report]
  const context = contextOf(world.partner.banca, now)
  return (await list(question.wide ? widened(context) : context, {
    query,
    params: {},
    body: {},
  } as never)) as unknown as {
    data: (Omit<ListRowOf<typeof dailySales.list>, 'day'> &
      Partial<ListRowOf<typeof grossSales.list>> &
      Partial<GeneralRow> & { day?: string })[]
    total: number
    totals: { currency: string; sold: string; sold_before: string | null; sold_change: string | null; rows: number }[]
  }
}

it('answers every question as the lines do', async () => {
  let rows = 0
  await fc.assert(
    fc.asyncProperty(asked, async (question) => {
      const to = addDays(past.day, -question.from)
      const period = { from: addDays(to, 1 - question.length), to }
      const clock = question.minute ?? 0
      const time = `${String(Math.floor(clock / 60)).padStart(2, '0')}:${String(clock % 60).padStart(2, '0')}`
      const now = question.minute === null ? past.at(past.world.today, '12:00') : past.at(to, time, 15_000)
      const { data, total, totals } = await answered(question, period, now)
      const wanted = expected(question, period, now)
      const isCompared = question.compare !== 'ninguna'
      // Without anything that the report shows there is no row: prizes of a product that sold nothing are no gross sale.
      const { report, level } = question
      const isOfProducts = question.product !== undefined || question.bet_type || level === 'producto'
      const shows = ({ sold, prizes, annulled, before }: Sums) =>
        sold || before || (report !== 'gross' && prizes) || (report === 'general' && !isOfProducts && annulled)
      const whole = new Map<string, Sums>()
      for (const [key, sums] of wanted) {
        if (!shows(sums) || key.startsWith('whole ')) wanted.delete(key)
        if (shows(sums) && key.startsWith('whole ')) whole.set(key.slice('whole '.length), sums)
      }
      const keyOf = (row: (typeof data)[number]) =>
        (report === 'general' ? [row.key] : [report === 'daily' ? row.day : row.product_id, row.partner_id]).join(' ')
      const own = new Map(data.map((row) => [`${keyOf(row)} ${row.currency}`, row]))
      expect([...own.keys()].sort()).toEqual([...wanted.keys()].sort())
      expect(total).toBe(wanted.size)
      for (const [key, sums] of wanted) {
        const row = own.get(key)!
        expect(row.sold).toBe(fromCents(sums.sold))
        expect(row.sold_before).toBe(isCompared ? fromCents(sums.before) : null)
        expect(row.sold_change).toBe(isCompared ? fromCents(sums.sold - sums.before) : null)
        if (!isCompared || sums.before === 0n) expect(row.sold_change_percent).toBeNull()
        if (report === 'gross') {
          expect(row.lines).toBe(sums.lines)
          continue
        }
        expect(row.prizes).toBe(fromCents(sums.prizes))
        expect(row.tickets).toBe(isOfProducts ? null : sums.tickets.size)
        if (report === 'general') expect(row.annulled).toBe(isOfProducts ? null : fromCents(sums.annulled))
      }
      // Totals have every line once, however many rows it counts in.
      expect(totals.map(({ currency }) => currency)).toEqual([...whole.keys()].sort())
      for (const sum of totals) {
        const { sold, before } = whole.get(sum.currency)!
        const listed = data.filter((row) => row.currency === sum.currency)
        expect([sum.rows, sum.sold]).toEqual([listed.length, fromCents(sold)])
        expect(sum.sold_change).toBe(isCompared ? fromCents(sold - before) : null)
        if (level !== 'distribuidor') expect(sum.sold).toBe(add('0.00', ...listed.map((row) => row.sold)))
      }
      rows += data.length
    }),
    modelRuns(300),
  )
  expect(rows).toBeGreaterThan(500)
})

it('finds a page of a wide partner in every order as it finds that of any other', async () => {
  const period = { from: addDays(past.day, 1 - span), to: past.day }
  const now = past.at(past.world.today, '12:00')
  const question = { partner: 'banca', from: 0, length: span, compare: 'anterior', minute: null } as const
  const whole = { ...question, currency: undefined, product: undefined, bet_type: false }
  for (const [report, { sort: orders }] of [
    ['daily', dailySales.list.list],
    ['gross', grossSales.list.list],
  ] as const) {
    for (const level of ['agencia', 'taquilla'] as const) {
      for (const sort of orders.flatMap((one) => [one, `-${one}`])) {
        const asked = { sort, page: 2, per_page: 4 }
        const usual = await answered({ ...whole, report, level, wide: false }, period, now, asked)
        expect(usual.data).toHaveLength(4)
        expect(await answered({ ...whole, report, level, wide: true }, period, now, asked)).toEqual(usual)
      }
    }
  }
})

it('puts first who fell most against the same weekdays, in money and in %', async () => {
  const { world, day, contextOf, at } = past
  const asked = {
    from: addDays(day, -6),
    to: day,
    currency: 'BS',
    level: 'taquilla',
    compare: 'mismo-dia-semana',
    page: 1,
    per_page: 50,
  }
  const context = contextOf(world.partner.banca, at(world.today, '12:00'))
  for (const sort of ['sold_change', '-sold_change', 'sold_change_percent'] as const) {
    const answer = await grossSalesRoutes.list(context, { query: { ...asked, sort }, params: {}, body: {} } as never)
    const found = answer.data.map((row) => row[sort.replace('-', '') as 'sold_change' | 'sold_change_percent'])
    const known = found.filter((one) => one !== null).map(Number)
    expect(known.length).toBeGreaterThan(5)
    expect(known).toEqual([...known].sort((a, b) => (sort.startsWith('-') ? b - a : a - b)))
    // What had not sold before has no change in %, and stands last.
    expect(found.slice(known.length).every((one) => one === null)).toBe(true)
  }
})

it('earns what the ledger says, day by day and together', async () => {
  const { world, day, ledger } = past
  const period = { from: addDays(day, 1 - span), to: day }
  const now = past.at(world.today, '12:00')
  for (const currency of ['BS', 'USD'] as const) {
    const question: Asked = {
      report: 'daily',
      partner: 'banca',
      level: 'taquilla',
      from: 0,
      length: span,
      currency,
      product: undefined,
      bet_type: false,
      compare: 'ninguna',
      minute: null,
      wide: currency === 'BS',
    }
    const { data } = await answered(question, period, now)
    const total = (name: 'sold' | 'prizes' | 'commission') => add('0.00', ...data.map((row) => row[name]))
    expect({ sold: total('sold'), prizes: total('prizes'), commission: total('commission') }).toEqual(
      await ledger({ partner_id: world.partner.banca, currency, ...period }),
    )
  }
})

it('has no row of who only won something in what is compared with, however wide the partner is', async () => {
  const { world, day, sell, prize } = past
  const draw = await world.draw('LOTTO_ACTIVO')
  await sell(day, '10:00', 'taquilla1', 'BS', [{ draw, number: '7', stake: '3.00' }])
  await sell(addDays(day, 4), '10:00', 'taquilla3', 'BS', [{ draw, number: '8', stake: '5.00' }])
  // On a day without a sale.
  await prize(draw, addDays(day, 3), '19:00', [{ place: '', number: '7', sign: null }])
  const period = { from: addDays(day, 4), to: addDays(day, 4) }
  const now = past.at(world.today, '12:00')
  for (const level of ['agencia', 'taquilla'] as const) {
    const question: Asked = {
      report: 'general',
      partner: 'banca',
      level,
      from: 0,
      length: 1,
      currency: 'BS',
      product: undefined,
      bet_type: false,
      compare: 'anterior',
      minute: null,
      wide: false,
    }
    // It stands in the period itself: what is not seen here was there to be seen.
    const won = await answered({ ...question, compare: 'ninguna' }, { from: addDays(day, 3), to: addDays(day, 3) }, now)
    expect(won.data.map(({ sold, prizes }) => [sold, Number(prizes) > 0])).toEqual([['0.00', true]])
    for (const wide of [false, true]) {
      const { data, total, totals } = await answered({ ...question, wide }, period, now)
      expect(data.map(({ sold, sold_before }) => [sold, sold_before])).toEqual([['5.00', '0.00']])
      expect([total, totals.map(({ rows }) => rows)]).toEqual([1, [1]])
    }
  }
})
