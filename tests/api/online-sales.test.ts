/** Today's sales: what is listed is what the tickets say, until now and a week ago until the same minute, and nobody sees another's. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '../../contract/endpoint.ts'
import { onlineSales } from '../../contract/online-sales.ts'
import { addDays, inZone } from '../../contract/values/dates.ts'
import { add, changePercent, subtract } from '../../contract/values/money.ts'
import { fold } from '../../contract/values/text.ts'
import { every } from '../../server/platform/db/connect.ts'
import { onlineSalesRoutes } from '../../server/entities/online-sales/routes.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { betTypeId, zone } from '../support/world.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let app: TestApp
let past: Past
/** The last minute of a day, ten past one, and the first of the next day. */
let late: Date
let noon: Date
let early: Date

beforeAll(async () => {
  database = await createDatabase()
  past = await createPast(database.url)
  const draw = await past.world.draw('LOTTO_ACTIVO')
  const other = await past.world.draw('LA_GRANJITA')
  const bets = (n: number) => [
    { draw, number: String(n), stake: `${n * 7}.15` },
    { draw: other, number: String(n + 1), stake: `${n}.35` },
  ]
  for (const [n, office] of (['taquilla1', 'taquilla2', 'taquilla3'] as const).entries()) {
    await past.sell(past.day, '10:00', office, 'BS', bets(n + 2))
    await past.sell(past.day, '12:59', office, 'USD', bets(n + 5).slice(0, 1))
    await past.annul(await past.sell(past.day, '13:00', office, 'BS', bets(n + 10)))
    await past.sell(past.before, '09:30', office, 'BS', bets(n + 4))
    // Before the cut, on it, and long after it.
    await past.sell(past.before, '13:09', office, 'BS', bets(n + 12), 59_999)
    await past.sell(past.before, '13:10', office, 'BS', bets(n + 15))
    await past.sell(past.before, '23:58', office, 'USD', bets(n + 20).slice(1))
  }
  await past.sell(past.day, '23:59', 'taquilla1', 'BS', bets(20), 59_000)
  await past.sell(addDays(past.day, 1), '00:00', 'taquilla3', 'BS', bets(3).slice(0, 1))
  await past.sell(addDays(past.before, 1), '00:00', 'taquilla2', 'BS', bets(8), 500)
  noon = past.at(past.day, '13:10', 20_000)
  late = past.at(past.day, '23:59', 59_500)
  early = past.at(addDays(past.day, 1), '00:01', 1_000)
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

type Name = 'partner' | 'product' | 'summary'
/** A list as a partner of the tree asks for it at an instant. */
async function at<N extends Name>(name: N, now: Date, partner: keyof Past['world']['partner'], query: object = {}) {
  const context = {
    ...past.contextOf(past.world.partner[partner], now),
    today: inZone(now, zone).day,
  }
  const input = { params: {}, query: { level: 'directos', ...query }, body: {} }
  return onlineSalesRoutes[name](context, input as never) as Promise<Answer<(typeof onlineSales)[N]>>
}

interface Counted {
  key: string
  currency: string
  sold: string
  tickets: number
  lines: number
}
/** Lines that stand, of one day in the zone until an instant, by partner of a type or by product. */
function counted(
  by: 'distribuidor' | 'agencia' | 'taquilla' | 'product',
  under: number,
  day: string,
  until: Date,
  bet?: number,
) {
  const key = by === 'product' ? sql`l.product_id` : sql`a.ancestor_id`
  const joined =
    by === 'product'
      ? sql``
      : sql`JOIN partner_ancestors a ON a.partner_id = t.office_id JOIN partners p ON p.id = a.ancestor_id AND p.type = ${by}`
  return past.world.db.rows<Counted>(sql`
    SELECT ${key}::text AS key, t.currency::text AS currency, sum(l.stake)::text AS sold,
      count(DISTINCT t.id)::int AS tickets, count(*)::int AS lines
    FROM ticket_lines l JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id ${joined}
    WHERE ${every(
      sql`l.state NOT IN ('anulada', 'devuelta')`,
      sql`(t.sold_at AT TIME ZONE ${zone}::text)::date = ${day}`,
      sql`t.sold_at < ${until.toISOString()}`,
      sql`t.office_id IN (SELECT partner_id FROM partner_ancestors WHERE ancestor_id = ${under})`,
      bet !== undefined && sql`l.bet_type_id = ${bet}`,
    )} GROUP BY 1, 2`)
}
const nothing = { sold: '0.00', tickets: 0, lines: 0 }
/** Both days as rows: key, currency, count, sold, before, change, percent; sorted. */
async function expected(by: Parameters<typeof counted>[0], under: number, now: Date, bet?: number) {
  const { day, time } = inZone(now, zone)
  const [today, before] = await Promise.all([
    counted(by, under, day, past.at(addDays(day, 1), '00:00'), bet),
    counted(by, under, addDays(day, -7), past.at(addDays(day, -7), time.slice(0, 5)), bet),
  ])
  const name = ({ key, currency }: Counted) => `${key} ${currency}`
  const [now_, then] = [today, before].map((rows) => new Map(rows.map((row) => [name(row), row])))
  return [...new Set([...now_!.keys(), ...then!.keys()])].sort().map((one) => {
    const [sold, was] = [now_!.get(one) ?? nothing, then!.get(one) ?? nothing]
    const change = subtract(sold.sold, was.sold)
    return [
      one,
      by === 'product' ? sold.lines : sold.tickets,
      sold.sold,
      was.sold,
      change,
      changePercent(sold.sold, was.sold),
    ]
  })
}
type Compared = { currency: string; sold: string; before: string; change: string; change_percent: string | null }
const shown = (key: unknown, count: number, row: Compared) => [
  `${key} ${row.currency}`,
  count,
  row.sold,
  row.before,
  row.change,
  row.change_percent,
]
const places = ['banca', 'norte', 'agencia1', 'taquilla1'] as const
const instants = [
  ['at the cut', () => noon],
  ['in the last minute of a day', () => late],
  ['in the first minute of the next', () => early],
] as const

describe.each(instants)('%s', (_, instant) => {
  it.each(['agencia', 'taquilla'] as const)('by %s is what the tickets of both days say', async (level) => {
    for (const place of places) {
      if (place === 'taquilla1' && level === 'agencia') continue
      const { data } = await at('partner', instant(), place, { level })
      const rows = data.map((row) => shown(row.key, row.tickets, row)).sort()
      expect(rows.length).toBeGreaterThan(place === 'taquilla1' && instant() === early ? -1 : 0)
      expect(rows).toEqual(await expected(level, past.world.partner[place], instant()))
    }
  })

  it('by product and bet type is what the lines of both days say', async () => {
    for (const place of places)
      for (const bet_type_id of [undefined, betTypeId('ANIMALITO')]) {
        const { data } = await at('product', instant(), place, { bet_type_id })
        const rows = data.map((row) => shown(row.product_id, row.lines, row)).sort()
        expect(rows).toEqual(await expected('product', past.world.partner[place], instant(), bet_type_id))
      }
  })

  it('sums are those of the rows, and by distributor too', async () => {
    const { data, totals } = await at('partner', instant(), 'banca', { level: 'taquilla' })
    for (const sums of totals) {
      const own = data.filter(({ currency }) => currency === sums.currency)
      expect(sums.rows).toBe(own.length)
      expect(sums.sold).toBe(add(...own.map((row) => row.sold)))
      expect(sums.before).toBe(add(...own.map((row) => row.before)))
      expect(sums.change).toBe(subtract(sums.sold, sums.before))
    }
    const nested = await at('partner', instant(), 'banca', { level: 'distribuidor' })
    expect(nested.totals.map(({ currency, sold }) => [currency, sold])).toEqual(
      totals.map(({ currency, sold }) => [currency, sold]),
    )
  })
})

describe('the day of a partner', () => {
  it('says when its last ticket was sold, and is ordered by any figure', async () => {
    const { data } = await at('partner', late, 'banca', { level: 'taquilla', currency: 'BS', sort: '-last_sale_at' })
    const last = await past.world.db.rows<{ key: string; at: string }>(sql`
      SELECT office_id::text AS key, max(sold_at) AS at
      FROM tickets
      WHERE day = ${past.day} AND currency = 'BS'
      GROUP BY 1
      ORDER BY 2 DESC, 1 DESC`)
    expect(data.map(({ key, last_sale_at }) => [key, last_sale_at])).toEqual(last.map(({ key, at: on }) => [key, on]))
    const fell = await at('partner', noon, 'banca', { level: 'taquilla', currency: 'BS', sort: 'change' })
    const changes = fell.data.map(({ change }) => Number(change))
    expect(changes).toEqual([...changes].sort((a, b) => a - b))
  })

  it('tells how many of its offices sold and how many did not', async () => {
    await past.world.settle()
    const { data, totals } = await at('summary', early, 'banca', { level: 'agencia', currency: 'BS' })
    const offices = await past.world.db.rows<{ key: string; sold: number; idle: number }>(sql`
      SELECT p.father_id::text AS key, count(*) FILTER (WHERE t.n > 0)::int AS sold, count(*) FILTER (WHERE t.n = 0)::int AS idle
      FROM partners p
      CROSS JOIN LATERAL (
        SELECT count(*) AS n
        FROM tickets t
        WHERE t.office_id = p.id AND t.currency = 'BS' AND t.state <> 'anulado'
          AND (t.sold_at AT TIME ZONE ${zone}::text)::date = ${addDays(past.day, 1)}
      ) t
      WHERE p.type = 'taquilla' AND 'BS' = ANY (p.currencies) GROUP BY 1 ORDER BY 1`)
    expect(data.map((row) => [row.key, row.offices_sold, row.offices_idle]).sort()).toEqual(
      offices.map(({ key, sold, idle }) => [key, sold, idle]),
    )
    const figures = await past.ledger({
      partner_id: past.world.partner.banca,
      currency: 'BS',
      from: addDays(past.day, 1),
      to: addDays(past.day, 1),
    })
    expect(totals).toMatchObject([{ currency: 'BS', ...figures, tickets: 1 }])
    expect(totals[0]!.profit).toBe(subtract(subtract(figures.sold, figures.prizes), figures.commission))
  })
})

describe('the day of each office', () => {
  type Row = Answer<(typeof onlineSales)['summary']>['data'][number]
  const fields = Object.keys(onlineSales.summary.list.row.shape) as (keyof Row)[]
  /** As it is answered: by its schema alone. */
  const told = (row: Row) => Object.fromEntries(fields.map((name) => [name, row[name]])) as unknown as Row
  const read = async (now: Date, query: object) => {
    const pages: Row[] = []
    for (let page = 1; ; page++) {
      const { data, total } = await at('summary', now, 'banca', { level: 'taquilla', per_page: 2, page, ...query })
      pages.push(...data.map(told))
      if (pages.length >= total || data.length === 0) return { pages, total }
    }
  }
  const amounts = ['sold', 'prizes', 'commission', 'profit'] as const
  const counts = ['tickets', 'offices_sold', 'offices_idle'] as const
  const sorts = [...amounts, ...counts, 'name', 'code'] as const
  const placeOf = (row: Row, sort: (typeof sorts)[number]) =>
    sort === 'name' ? fold(row.name) : sort === 'code' ? row.code! : Number(row[sort])
  const compared = <T extends string | number>(one: T, other: T) => (one < other ? -1 : one > other ? 1 : 0)

  it.each([() => noon, () => late, () => early])(
    'is a row in each currency that it may sell in, sold or not',
    async (now) => {
      await past.world.settle()
      const { day } = inZone(now(), zone)
      const { data, totals } = await at('summary', now(), 'banca', { level: 'taquilla', per_page: 500 })
      const rows = await past.world.db.rows<{ key: string; currency: string; tickets: number; idle: number }>(sql`
      SELECT p.id::text AS key, c::text AS currency, n.tickets, (n.tickets = 0 AND p.status = 'activo')::int AS idle
      FROM partners p
      CROSS JOIN unnest(p.currencies) c
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS tickets
        FROM tickets t
        WHERE t.office_id = p.id AND t.currency = c AND t.state <> 'anulado'
          AND (t.sold_at AT TIME ZONE ${zone}::text)::date = ${day}
      ) n
      WHERE p.type = 'taquilla' ORDER BY 1, 2`)
      expect(data.map((row) => [row.key, row.currency, row.tickets, row.offices_idle]).sort()).toEqual(
        rows.map(({ key, currency, tickets, idle }) => [key, currency, tickets, idle]),
      )
      for (const sums of totals) {
        const own = data.filter(({ currency }) => currency === sums.currency)
        expect(sums.rows).toBe(own.length)
        for (const name of amounts) expect(sums[name]).toBe(add(...own.map((row) => row[name])))
        for (const name of counts) expect(sums[name]).toBe(own.reduce((sum, row) => sum + row[name], 0))
      }
    },
  )

  it('comes page by page as in one piece, in every order, searched and of one currency', async () => {
    const places = await past.world.db.rows<{ currency: string; place: number }>(
      sql`SELECT c::text AS currency, n::int AS place FROM unnest(enum_range(NULL::currency)) WITH ORDINALITY AS e(c, n)`,
    )
    const placeIn = Object.fromEntries(places.map(({ currency, place }) => [currency, place]))
    const keyed = (one: Row, other: Row) =>
      compared(Number(one.key), Number(other.key)) || compared(placeIn[one.currency]!, placeIn[other.currency]!)
    const ways = sorts.flatMap((sort) => [
      { asked: { sort }, order: (a: Row, b: Row) => compared(placeOf(a, sort), placeOf(b, sort)) || keyed(a, b) },
      {
        asked: { sort: `-${sort}` },
        order: (a: Row, b: Row) => compared(placeOf(b, sort), placeOf(a, sort)) || keyed(b, a),
      },
    ])
    const first = (a: Row, b: Row) =>
      compared(placeIn[a.currency]!, placeIn[b.currency]!) || Number(b.sold) - Number(a.sold) || keyed(a, b)
    for (const { asked, order } of [{ asked: {}, order: first }, ...ways])
      for (const narrowed of [{}, { currency: 'USD' }, { q: '2' }, { q: 'taq', currency: 'BS' }]) {
        const { pages, total } = await read(noon, { ...asked, ...narrowed })
        const { data } = await at('summary', noon, 'banca', { level: 'taquilla', per_page: 500, ...narrowed })
        expect(total).toBe(data.length)
        expect(pages, JSON.stringify({ ...asked, ...narrowed })).toEqual(data.map(told).sort(order))
      }
  })
})

describe('through the API', () => {
  it.each(['partner', 'product', 'summary'] as const)('%s answers a page and its file', async (name) => {
    const reply = await app.call(onlineSales[name], { query: {} }, { as: 'agencia' })
    expect(reply.status, JSON.stringify(reply.problem)).toBe(200)
    const file = await app.call(onlineSales[`${name}Export`], { query: { format: 'csv' } }, { as: 'agencia' })
    expect(file.status).toBe(200)
    expect(String(file.headers['x-row-count'])).toBe(String(reply.body.total))
  })

  it.each(['partner', 'product', 'summary'] as const)('%s of somebody beside or above is not there', async (name) => {
    for (const place of ['agencia2', 'norte'] as const) {
      const query = { partner_id: past.world.partner[place] }
      const reply = await app.call(onlineSales[name], { query }, { as: 'agencia' })
      expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
    }
  })
})
