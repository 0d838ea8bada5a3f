/**
 * Whatever is asked of the figures (measures by up to three dimensions, narrowed, compared), rows, sums and charts
 * are what the raw lines and prizes say, added up here by other code.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rowDimensions, stacks, steps, type RowDimension } from '../../contract/analytics.ts'
import { figureLevels, flatLevels } from '../../contract/figures.ts'
import type { Measure } from '../../contract/measures.ts'
import { addDays, comparisons, daysBetween, inZone, previousPeriod, weekday } from '../../contract/values/dates.ts'
import { add, divide, fromCents, toCents } from '../../contract/values/money.ts'
import { analyticsRoutes } from '../../server/entities/analytics/routes.ts'
import { addPartner } from '../support/factories.ts'
import { modelRuns } from '../support/length.ts'
import { betTypeId, zone } from '../support/world.ts'
import { createFacts, partners, products, span, type Fact, type Facts } from './figure-facts.ts'

let known: Facts
beforeAll(async () => {
  known = await createFacts()
  await known.past.world.settle()
})
afterAll(() => known?.close())

interface Narrowed {
  partner: (typeof partners)[number]
  level: (typeof figureLevels)[number]
  from: number
  length: number
  currency: 'BS' | 'USD' | undefined
  product: (typeof products)[number] | undefined
  bet_type: boolean
  compare: (typeof comparisons)[number]
  /** Days before the first one at which an own comparison begins. */
  own: number | null
  /** Minute of the last day at which it is asked; null long after it. */
  minute: number | null
}
const narrowed = {
  partner: fc.constantFrom(...partners),
  level: fc.constantFrom(...figureLevels),
  from: fc.nat({ max: 8 }),
  length: fc.integer({ min: 1, max: 7 }),
  currency: fc.constantFrom(undefined, 'BS' as const, 'USD' as const),
  product: fc.constantFrom(undefined, ...products),
  bet_type: fc.boolean(),
  compare: fc.constantFrom(...comparisons),
  own: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 2 }),
  minute: fc.option(fc.integer({ min: 0, max: 1_439 })),
}

/** The period asked, the instant of asking, and what it is compared with, until when. */
function stretchOf(asked: Narrowed) {
  const { past } = known
  const to = addDays(past.day, -asked.from)
  const period = { from: addDays(to, 1 - asked.length), to }
  const minute = asked.minute ?? 0
  const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const running = asked.minute !== null
  const now = running ? past.at(to, time, 15_000) : past.at(past.world.today, '12:00')
  const start = asked.own === null ? null : addDays(period.from, -asked.own)
  const before =
    start !== null
      ? { from: start, to: addDays(start, asked.length - 1) }
      : asked.compare === 'ninguna'
        ? null
        : previousPeriod(period, asked.compare)
  const step = before ? daysBetween(before.from, period.from) - 1 : 0
  const until = running ? past.at(addDays(period.to, -step), inZone(now, zone).time.slice(0, 5)) : null
  return { period, now, before, step, until, start }
}

function queryOf(asked: Narrowed) {
  const { world } = known.past
  const { period, start } = stretchOf(asked)
  return {
    ...period,
    partner_id: world.partner[asked.partner],
    level: asked.level,
    compare: asked.compare,
    ...(start !== null && { compare_from: start }),
    ...(asked.currency && { currency: asked.currency }),
    ...(asked.product && { product_id: world.product(asked.product) }),
    ...(asked.bet_type && { bet_type_id: betTypeId('ANIMALITO') }),
  }
}

interface Sums {
  sold: bigint
  prizes: bigint
  lines: number
  tickets: Set<string>
  before: bigint
}
const empty = (): Sums => ({ sold: 0n, prizes: 0n, lines: 0, tickets: new Set(), before: 0n })

/** The facts by key: those that are none of it have none, and of distributors inside one another each has its own. */
function sumsBy(asked: Narrowed, keysOf: (fact: Fact, day: string) => readonly string[]): Map<string, Sums> {
  const { period, before, step, until } = stretchOf(asked)
  const rows = new Map<string, Sums>()
  const at = (key: string) => rows.get(key) ?? rows.set(key, empty()).get(key)!
  for (const fact of known.facts) {
    if (asked.currency && fact.currency !== asked.currency) continue
    if (asked.product && fact.product_id !== known.past.world.product(asked.product)) continue
    if (asked.bet_type && fact.bet_type_id !== betTypeId('ANIMALITO')) continue
    const keys = period.from <= fact.day && fact.day <= period.to ? keysOf(fact, fact.day) : []
    for (const key of keys) {
      const sums = at(key)
      sums.sold += toCents(fact.sold)
      sums.prizes += toCents(fact.prize)
      if (fact.sold_at !== null) sums.lines += 1
      if (fact.ticket) sums.tickets.add(fact.ticket)
    }
    if (!before || fact.sold_at === null || fact.day < before.from || fact.day > before.to) continue
    if (until && new Date(fact.sold_at) >= until) continue
    for (const key of keysOf(fact, addDays(fact.day, step))) at(key).before += toCents(fact.sold)
  }
  for (const [key, sums] of rows) if (!sums.sold && !sums.prizes && !sums.before) rows.delete(key)
  return rows
}

/** Of how many days of the period, up to the instant of asking, a day of the week and an hour are; null is any. */
function daysOf(asked: Narrowed, on: number | null, hour: number | null): number {
  const { period, now } = stretchOf(asked)
  const { day: today, time } = inZone(now, zone)
  return Array.from({ length: asked.length }, (_, at) => addDays(period.from, at)).filter(
    (day) =>
      (on === null || weekday(day) === on) &&
      (day < today || (day === today && (hour === null || hour <= Number(time.slice(0, 2))))),
  ).length
}

const monday = (day: string) => addDays(day, 1 - weekday(day))
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** A fact's values in each dimension; a day that is compared stands at its place, a day of the week at its own. */
function placed(asked: Narrowed, fact: Fact, day: string): Record<RowDimension, string>[] {
  return known.placesOf(fact.office_id, known.past.world.partner[asked.partner], asked.level).map((place) => ({
    dia: day,
    semana: monday(day),
    mes: `${day.slice(5, 7)}/${day.slice(0, 4)}`,
    'dia-semana': String(weekday(fact.day)),
    hora: clock(fact.hour),
    afiliado: String(place),
    producto: String(fact.product_id),
    jugada: String(fact.bet_type_id),
  }))
}
const fieldOf: Record<RowDimension, string> = {
  dia: 'day',
  semana: 'week',
  mes: 'month',
  'dia-semana': 'weekday',
  hora: 'hour',
  afiliado: 'partner_id',
  producto: 'product_id',
  jugada: 'bet_type_id',
}
const calendar: readonly RowDimension[] = ['dia', 'semana', 'mes']

type Row = Record<string, string | number | null> & { sold: string; currency: string }
interface Answer {
  data: Row[]
  total: number
  totals: (Row & { rows: number })[]
}
async function ask(asked: Narrowed, more: object): Promise<Answer> {
  const { contextOf, world } = known.past
  const query = { ...queryOf(asked), page: 1, per_page: 500, ...more }
  const context = contextOf(world.partner.banca, stretchOf(asked).now)
  return (await analyticsRoutes.rows(context, { query, params: {}, body: {} } as never)) as unknown as Answer
}

const freely = fc.record({
  ...narrowed,
  by: fc
    .subarray(Object.keys(rowDimensions) as RowDimension[], { minLength: 1, maxLength: 3 })
    .filter((by) => by.filter((one) => calendar.includes(one)).length <= 1),
  weekday: fc.option(fc.integer({ min: 1, max: 7 }), { freq: 2 }),
  hour: fc.option(fc.integer({ min: 8, max: 21 }), { freq: 2 }),
})
const measured: readonly Measure[] = ['prizes', 'commission', 'profit', 'tickets', 'lines', 'payout_percent']

describe('a free question', () => {
  it('is answered as the lines do', async () => {
    let rows = 0
    await fc.assert(
      fc.asyncProperty(freely, async (asked) => {
        const { data, total, totals } = await ask(asked, {
          by: asked.by,
          measures: measured,
          ...(asked.weekday !== null && { weekday: asked.weekday }),
          ...(asked.hour !== null && { hour: asked.hour }),
        })
        const isAsked = (fact: Fact) =>
          (asked.weekday === null || weekday(fact.day) === asked.weekday) &&
          (asked.hour === null || fact.hour === asked.hour)
        const keysOf = (fact: Fact, day: string) => {
          const keys = placed(asked, fact, day).map((one) =>
            [fact.currency, ...asked.by.map((by) => one[by])].join(' '),
          )
          return isAsked(fact) ? [...new Set(keys)] : []
        }
        const wanted = sumsBy(asked, keysOf)
        const whole = sumsBy(asked, (fact, day) =>
          keysOf(fact, day)
            .slice(0, 1)
            .map(() => fact.currency),
        )
        const own = new Map(
          data.map((row) => [[row.currency, ...asked.by.map((one) => row[fieldOf[one]])].join(' '), row]),
        )
        expect(total).toBe(own.size)
        const compares = stretchOf(asked).before !== null
        const noTickets =
          asked.product || asked.bet_type || asked.by.includes('producto') || asked.by.includes('jugada')
        for (const [key, sums] of wanted) {
          const row = own.get(key)!
          expect(row, key).toBeDefined()
          expect([row.sold, row['prizes'], row['lines']]).toEqual([
            fromCents(sums.sold),
            fromCents(sums.prizes),
            sums.lines,
          ])
          expect(row['tickets']).toBe(noTickets ? null : sums.tickets.size)
          expect(row['sold_before']).toBe(compares ? fromCents(sums.before) : null)
          expect(row['profit']).toBe(add(row.sold, `-${row['prizes']}`, negative(row['commission'] as string)))
        }
        const repeats = asked.by.includes('dia-semana') || asked.by.includes('hora')
        for (const row of data) {
          const on = row['weekday'] === null ? asked.weekday : Number(row['weekday'])
          const days = daysOf(asked, on, row['hour'] === null ? null : Number.parseInt(String(row['hour']), 10))
          const isTold = repeats && !asked.by.some((by) => calendar.includes(by))
          expect([row['days'], row['sold_by_day']]).toEqual(isTold ? [days, divide(row.sold, days)] : [null, null])
        }
        // What is left are rows of a commission that came in another hour than its sale: no other sum stands in them.
        for (const [key, row] of own)
          if (!wanted.has(key)) expect([row.sold, row['prizes'], row['lines']]).toEqual(['0.00', '0.00', 0])
        for (const sum of totals) {
          const of = data.filter((row) => row.currency === sum.currency)
          expect([sum.rows, sum.sold]).toEqual([of.length, fromCents(whole.get(sum.currency)?.sold ?? 0n)])
          if (asked.level === 'distribuidor' && asked.by.includes('afiliado')) continue
          expect(sum['profit']).toBe(add('0.00', ...of.map((row) => row['profit'] as string)))
        }
        rows += data.length
      }),
      modelRuns(150),
    )
    expect(rows).toBeGreaterThan(200)
  })

  it('earns what the ledger says, however it is told apart', async () => {
    const { world, day, ledger } = known.past
    const whole = { ...plain, from: 0, length: span }
    for (const currency of ['BS', 'USD'] as const) {
      const expected = await ledger({
        partner_id: world.partner.banca,
        currency,
        from: addDays(day, 1 - span),
        to: day,
      })
      for (const by of [
        ['dia'],
        ['hora'],
        ['afiliado', 'producto'],
        ['mes', 'jugada'],
        ['dia-semana', 'hora', 'producto'],
      ]) {
        const { totals } = await ask({ ...whole, currency }, { by, measures: measured })
        const { sold, prizes, commission } = totals[0]!
        expect({ sold, prizes, commission }, by.join()).toEqual(expected)
      }
    }
  })

  it('of thirty days says of how many each day of the week is, and what sold on one of them', async () => {
    const month = { ...plain, length: 30 }
    const { data } = await ask(month, { by: ['dia-semana'], measures: ['tickets'], sort: '-sold_by_day' })
    expect(data.length).toBeGreaterThan(2)
    for (const row of data) {
      const days = daysOf(month, Number(row['weekday']), null)
      expect([row['days'], row['sold_by_day']]).toEqual([days, divide(row.sold, days)])
    }
    expect(new Set(data.map((row) => row['days']))).toEqual(new Set([4, 5]))
    const sold = data.map((row) => toCents(String(row['sold_by_day'])))
    expect(sold).toEqual([...sold].sort((one, other) => (one < other ? 1 : -1)))
  })

  it('counts no day that has not come, nor an hour of today that has not', async () => {
    const { contextOf, world, day, at } = known.past
    const query = {
      from: addDays(day, -6),
      to: addDays(day, 3),
      by: ['hora'],
      measures: ['tickets'],
      compare: 'ninguna',
    }
    const asking = { query: { ...query, level: 'directos', page: 1, per_page: 100 }, params: {}, body: {} } as never
    const { data } = (await analyticsRoutes.rows(
      contextOf(world.partner.banca, at(day, '12:30')),
      asking,
    )) as unknown as Answer
    const told = new Map(data.map((row) => [row['hour'], row['days']]))
    expect([...told].filter(([, days]) => days !== 7 && days !== 6)).toEqual([])
    for (const [hour, days] of told) expect([hour, days]).toEqual([hour, String(hour) <= '12:00' ? 7 : 6])
    expect(new Set(told.values())).toEqual(new Set([6, 7]))
  })

  it('does not order by what was not asked', async () => {
    await expect(ask(plain, { by: ['dia'], measures: ['tickets'], sort: 'prizes' })).rejects.toMatchObject({
      code: 'invalid',
    })
    await expect(
      ask(plain, { by: ['dia'], measures: ['tickets'], compare_from: known.past.day }),
    ).rejects.toMatchObject({ code: 'range_backwards' })
  })
})

const negative = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)
const plain: Narrowed = {
  partner: 'banca',
  level: 'taquilla',
  from: 0,
  length: 1,
  currency: undefined,
  product: undefined,
  bet_type: false,
  compare: 'ninguna',
  own: null,
  minute: null,
}

describe('a chart', () => {
  const charted = fc.record({
    ...narrowed,
    level: fc.constantFrom(...flatLevels),
    step: fc.constantFrom(...steps),
    stack: fc.constantFrom(...stacks),
    top: fc.integer({ min: 1, max: 3 }),
  })
  const stackedBy = { afiliado: 'afiliado', producto: 'producto', jugada: 'jugada' } as const

  it('ranks its series by size, not by sign: who lost most is among the first', async () => {
    const { contextOf, world, day } = known.past
    const query = {
      from: addDays(day, -59),
      to: day,
      step: 'mes',
      stack: 'producto',
      of: 'profit',
      top: 12,
      compare: 'ninguna',
    }
    const context = contextOf(world.partner.banca, new Date())
    const answer = await analyticsRoutes.chart(context, { query, params: {}, body: {} } as never)
    const totals = answer.series.map((one) => {
      const mine = answer.points.filter(({ series, currency }) => series === one.key && currency === one.currency)
      return { currency: one.currency, profit: add('0.00', ...mine.map(({ profit }) => profit!)) }
    })
    const size = (amount: string) => (toCents(amount) < 0n ? -toCents(amount) : toCents(amount))
    for (const [at, { currency, profit }] of totals.entries()) {
      const next = totals[at + 1]
      if (next?.currency === currency) expect(size(profit)).toBeGreaterThanOrEqual(size(next.profit))
    }
    // Without a loss before a gain the order by sign would be the same.
    expect(
      totals.some(
        ({ currency, profit }, at) =>
          totals[at + 1]?.currency === currency && toCents(profit) < 0n && toCents(totals[at + 1]!.profit) > 0n,
      ),
    ).toBe(true)
  })

  it('has the largest series, the rest together, and every point as the lines do', async () => {
    let points = 0
    await fc.assert(
      fc.asyncProperty(charted, async (asked) => {
        const { contextOf, world } = known.past
        const query = { ...queryOf(asked), step: asked.step, stack: asked.stack, of: 'sold', top: asked.top }
        const context = contextOf(world.partner.banca, stretchOf(asked).now)
        const answer = await analyticsRoutes.chart(context, { query, params: {}, body: {} } as never)
        const dimension = stackedBy[asked.stack as keyof typeof stackedBy]
        const kept = new Set(answer.series.map(({ currency, key }) => `${currency} ${key}`))
        const wanted = sumsBy(asked, (fact, day) => {
          const [place] = placed(asked, fact, day)
          if (!place) return []
          const series = dimension && kept.has(`${fact.currency} ${place[dimension]}`) ? place[dimension] : ''
          const along = {
            hora: `${day} ${fact.hour}`,
            dia: day,
            semana: place.semana,
            mes: `${day.slice(0, 7)}-01`,
            mapa: `${place['dia-semana']} ${fact.hour}`,
          }
          return [[fact.currency, along[asked.step], series].join(' ')]
        })
        const own = new Map(
          answer.points.map((point) => {
            const { currency, day, weekday: on, hour, series } = point
            return [[currency, ...[day, on, hour].filter((one) => one !== null), series ?? ''].join(' '), point]
          }),
        )
        for (const [key, sums] of wanted) {
          const point = own.get(key)!
          expect(point, key).toBeDefined()
          expect([point.sold, point.prizes]).toEqual([fromCents(sums.sold), fromCents(sums.prizes)])
          expect(point.sold_before).toBe(answer.previous ? fromCents(sums.before) : null)
        }
        for (const { days, weekday: on, hour } of answer.points)
          expect(days).toBe(asked.step === 'mapa' ? daysOf(asked, on, hour) : null)
        for (const total of answer.totals) {
          const of = answer.points.filter(({ currency }) => currency === total.currency)
          expect(total.sold).toBe(add('0.00', ...of.map(({ sold }) => sold!)))
          expect(answer.series.filter(({ currency }) => currency === total.currency).length).toBeLessThanOrEqual(
            asked.top,
          )
        }
        points += answer.points.length
      }),
      modelRuns(100),
    )
    expect(points).toBeGreaterThan(500)
  })

  it('tells hours of some days alone', async () => {
    const { contextOf, world, day } = known.past
    const query = {
      from: addDays(day, -9),
      to: day,
      step: 'hora',
      stack: 'ninguno',
      of: 'sold',
      top: 3,
      compare: 'ninguna',
    }
    await expect(
      analyticsRoutes.chart(contextOf(world.partner.banca, new Date()), { query, params: {}, body: {} } as never),
    ).rejects.toMatchObject({ code: 'invalid' })
  })
})

it('refuses what would be more rows than a sheet holds, before anything is added up', async () => {
  const { contextOf, world, day } = known.past
  const undone = new Error('undone')
  const asked = { from: addDays(day, -364), to: day, by: ['dia', 'hora', 'afiliado'], measures: ['prizes'] }
  const ask = (context: object, more: object) =>
    analyticsRoutes.rows(
      { ...contextOf(world.partner.banca, new Date()), ...context } as never,
      { query: { compare: 'ninguna', level: 'taquilla', page: 1, per_page: 10, ...asked, ...more } } as never,
    )
  await world
    .run(async (db) => {
      for (let n = 0; n < 120; n++)
        await addPartner(db, {
          father_id: world.partner.agencia1,
          type: 'taquilla',
          code: `MUCHAS-${n}`,
          name: `Muchas ${n}`,
        })
      for (const level of ['taquilla', 'distribuidor'])
        await expect(ask({ db }, { level })).rejects.toMatchObject({
          errors: [{ path: 'by', code: 'invalid', message: expect.stringContaining('Serían hasta 1.077.480 filas') }],
        })
      await expect(ask({ db }, { by: ['semana', 'hora', 'afiliado'] })).resolves.toMatchObject({ page: 1 })
      await expect(ask({ db }, { partner_id: world.partner.agencia2 })).resolves.toMatchObject({ page: 1 })
      throw undone
    })
    .catch((error: unknown) => expect(error).toBe(undone))
})
