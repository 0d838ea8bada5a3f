/**
 * Whatever figure of a report is pressed, its address says what it knows alone, and the rows it opens come to that
 * figure, compared as it was.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { screens } from '../../contract/access/screens.ts'
import { analytics } from '../../contract/analytics.ts'
import { dailyBets } from '../../contract/daily-bets.ts'
import { dailySales } from '../../contract/daily-sales.ts'
import { grossSales } from '../../contract/gross-sales.ts'
import type { ListFacts } from '../../contract/endpoint.ts'
import { onlineSales } from '../../contract/online-sales.ts'
import { reports } from '../../contract/reports.ts'
import { ticketReports } from '../../contract/ticket-reports.ts'
import { addDays, inZone, resolvePreset, type Preset } from '../../contract/values/dates.ts'
import { isZero } from '../../contract/values/money.ts'
import { daysOfRow } from '../../resources/analytics/row-days.ts'
import { soldDayLink, wonDayLink } from '../../resources/daily-sales/links.ts'
import {
  betsDrill as drawDrill,
  betsSelfDrill as drawItself,
  linesLink,
  wonLink,
} from '../../resources/daily-bets/drill.ts'
import { reportDrill, selfDrill, prizesOf, soldLink } from '../../resources/reports/drill.ts'
import { linesByBet, soldByDay } from '../../resources/gross-sales/links.ts'
import {
  partnerBefore,
  partnerPrizes,
  partnerSold,
  productBefore,
  productLines,
  productSold,
} from '../../resources/online-sales/links.ts'
import { rowsUnder } from '../../src/kit/screen/rows-under.ts'
import { beforeLink, comparedIn } from '../../src/kit/screen/row-links.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createSeededDatabase, type TestDatabase } from '../support/postgres.ts'
import { sellNow } from '../support/sell-now.ts'

let database: TestDatabase
let app: TestApp
const today = inZone(new Date(), 'America/Caracas').day
beforeAll(async () => {
  database = await createSeededDatabase()
  app = await startApp(database.url, { password: demoPassword })
  await sellNow(database.url)
})
afterAll(async () => {
  await app?.close()
  await database?.drop()
})

// oxlint-disable-next-line typescript/no-explicit-any -- lists of several shapes, their rows read by name
type Any = any
type Row = Record<string, Any>

async function ask(list: Any, query: object): Promise<{ data: Row[]; total: number; totals: Row[] }> {
  const reply = await app.call(list, { query }, { as: 'banca' })
  expect(reply.status, `${list.path} ${JSON.stringify(query)} ${JSON.stringify(reply.problem)}`).toBe(200)
  return reply.body as Any
}

const opened: Record<string, Any> = {
  'general-sales': reports.general,
  'gross-sales': grossSales.list,
  'daily-sales': dailySales.list,
  'bets-daily': dailyBets.list,
  'ticket-consult': ticketReports.consult,
  'detailed-prize': ticketReports.detailedPrize,
  'analytical-dashboard': analytics.rows,
}

/** What an address of a screen asks its list, as the screen reads it; what it has no filter for must not stand in it. */
function asksOf(address: string): { list: Any; query: Row } {
  const { pathname, searchParams } = new URL(address, 'http://sorteo.test')
  const { key } = screens.find(({ path }) => path === pathname)!
  const { view, draw, draw_day: _day, period, from, to, ...filters } = Object.fromEntries(searchParams)
  expect([address, /undefined|null|NaN|object/.test(address)]).toEqual([address, false])
  if (view === 'sorteo') return { list: ticketReports.played, query: { draw_id: draw, ...filters } }
  const list = opened[key]
  const facts = list.list as ListFacts
  expect([address, Object.keys(filters).filter((name) => !(name in facts.filters))]).toEqual([address, []])
  const days = period === 'rango' ? { from, to } : resolvePreset((period ?? facts.period!.preset) as Preset, today)
  return { list, query: { ...days, ...filters } }
}

/** The sums of what an address opens, in one currency; none where it has no rows. */
async function sumsOf(address: string, currency: string): Promise<Row> {
  const { list, query } = asksOf(address)
  const { totals } = await ask(list, { ...query, per_page: 1 })
  return totals.find((one) => one['currency'] === currency) ?? {}
}
const sum = (sums: Row, name: string) => sums[name] ?? (name === 'lines' ? 0 : '0.00')

const lastWeek = resolvePreset('semana-pasada', today)
const compared = { ...lastWeek, compare: 'anterior' }
const month = { from: addDays(today, -36), to: addDays(today, -7), compare: 'mismo-dia-semana' }
const few = { per_page: 100, page: 1 }

interface Trial {
  name: string
  list: Any
  query: Row
  choice?: string
  /** Address by column, and the sum of what it opens that is the figure. */
  links?: Record<
    string,
    readonly [way: (row: Any, query: Any, choice: Any, today: string) => string | undefined, sum: string]
  >
  drill?: (row: Any, query: Any) => Any
  itself?: (row: Any, query: Any) => Any
}
const general = {
  list: reports.general,
  links: { sold: [soldLink, 'sold'], prizes: [prizesOf, 'awarded'] },
  drill: reportDrill,
  itself: selfDrill,
} as const
const under = { drill: (row: Any) => (row.type === 'taquilla' ? null : rowsUnder(row)), itself: rowsUnder }
const gross = {
  list: grossSales.list,
  links: { sold: [soldByDay, 'sold'], lines: [linesByBet, 'lines'] },
  ...under,
} as const
const daily = {
  list: dailySales.list,
  links: { sold: [soldDayLink, 'sold'], prizes: [wonDayLink, 'awarded'] },
  ...under,
} as const
const draws = {
  list: dailyBets.list,
  links: { sold: [linesLink, 'sold'], prizes: [wonLink, 'awarded'] },
  drill: drawDrill,
  itself: drawItself,
} as const

const trials: Trial[] = [
  ...['distribuidor', 'agencia', 'taquilla', 'producto', 'dia'].map(
    (level): Trial => ({ name: `general sales by ${level}`, ...general, query: { ...compared, level } }),
  ),
  { name: 'general sales of a month by day', ...general, query: { ...month, level: 'dia', currency: 'BS' } },
  ...['directos', 'distribuidor', 'agencia', 'taquilla'].map(
    (level): Trial => ({ name: `gross sales by ${level}`, ...gross, query: { ...compared, level } }),
  ),
  { name: 'gross sales of a kind of bet', ...gross, query: { ...compared, level: 'agencia', bet_type_id: 1 } },
  ...['directos', 'agencia', 'taquilla'].map(
    (level): Trial => ({ name: `daily sales by ${level}`, ...daily, query: { ...compared, level } }),
  ),
  { name: 'daily sales of a month', ...daily, query: { ...month, level: 'agencia' } },
  { name: 'daily sales of a product', ...daily, query: { ...compared, level: 'taquilla', product_id: 1 } },
  ...['dia', 'producto', 'sorteo', 'jugada'].map(
    (detail): Trial => ({ name: `daily bets by ${detail}`, ...draws, query: { ...compared, detail } }),
  ),
  { name: 'daily bets by agency', ...draws, query: { ...compared, detail: 'producto', level: 'taquilla' } },
  {
    name: 'today by partner',
    list: onlineSales.partner,
    query: { level: 'agencia' },
    links: { sold: [partnerSold, 'sold'] },
  },
  {
    name: 'today by product',
    list: onlineSales.product,
    query: {},
    links: { sold: [productSold, 'sold'], lines: [productLines, 'lines'] },
  },
  {
    name: 'today by product, of a kind of bet',
    list: onlineSales.product,
    query: { bet_type_id: 1 },
    links: { sold: [productSold, 'sold'], lines: [productLines, 'lines'] },
  },
  {
    name: 'the day of each partner',
    list: onlineSales.summary,
    query: { level: 'agencia' },
    links: { sold: [partnerSold, 'sold'], prizes: [partnerPrizes, 'awarded'] },
  },
]

/** A few rows of each kind: those that fell to nothing, the first of those that sold, and some between. */
function chosen(rows: Row[]): Row[] {
  const step = Math.max(1, Math.floor(rows.length / 5))
  const gone = rows.filter((row) => row['sold_before'] && !isZero(row['sold_before']) && isZero(row['sold']))
  const sold = rows.filter((row) => row['sold'] && !isZero(row['sold']))
  return [
    ...new Set([...gone.slice(0, 2), ...sold.slice(0, 2), ...rows.filter((_row, at) => at % step === 0).slice(0, 5)]),
  ]
}

describe.each(trials)('a figure of $name', ({ list, query, choice = 'rango', links = {}, drill, itself: alone }) => {
  it('opens rows that come to it', async () => {
    const { data } = await ask(list, { ...query, ...few })
    expect(data.length).toBeGreaterThan(0)
    let followed = 0
    for (const row of chosen(data)) {
      for (const [column, [way, name]] of Object.entries(links)) {
        const address = way(row, query, choice, today)
        if (address === undefined) continue
        followed += 1
        const sums = await sumsOf(address, row['currency'])
        expect([address, String(sum(sums, name))]).toEqual([address, String(row[column])])
        // Whoever compares goes on comparing, where that can be.
        const asked = asksOf(address)
        if (query['compare'] && 'compare' in asked.list.list.filters)
          expect([address, sum(sums, 'sold_before')]).toEqual([address, row['sold_before']])
      }
    }
    expect(followed).toBeGreaterThan(Object.keys(links).length > 0 && query['product_id'] === undefined ? 1 : -1)
  })

  it.runIf(drill)('opens into the rows it is the sum of, now and in the days compared with', async () => {
    const { data } = await ask(list, { ...query, ...few })
    const past = beforeLink({ drill, itself: alone } as Any, query as never, { search: '', today })!
    for (const row of chosen(data)) {
      const next = drill!(row, query)
      if (next) {
        const days = { ...next.days, ...comparedIn(list.list, query, next.days) }
        const asked = { ...query, ...next.filters, currency: row['currency'], ...days }
        const { totals } = await ask(list, { ...asked, per_page: 1 })
        const told = JSON.stringify(asked)
        expect([told, sum(totals[0] ?? {}, 'sold')]).toEqual([told, row['sold']])
        expect([told, sum(totals[0] ?? {}, 'sold_before')]).toEqual([told, row['sold_before']])
      }
      const before = past(row as never)
      if (!before) continue
      const { period: _period, ...then } = Object.fromEntries(new URLSearchParams(before.to.slice(1)))
      const kept = Object.fromEntries(Object.entries(query).filter(([name]) => !(name in then)))
      const { totals } = await ask(list, { ...kept, ...then, per_page: 1 })
      expect([before.to, sum(totals[0] ?? {}, 'sold')]).toEqual([before.to, row['sold_before']])
    }
  })
})

describe('a figure of a week ago', () => {
  it('of a partner or a product leads to that day whole', async () => {
    const row = { key: '2', product_id: 1, currency: 'BS' } as const
    const day = addDays(today, -7)
    for (const address of [partnerBefore(row, {}, 'hoy', today)!, productBefore(row, {} as Any, 'hoy', today)])
      expect(asksOf(address).query).toMatchObject({ from: day, to: day, currency: 'BS' })
  })
})

describe('the free question', () => {
  it.each(['dia', 'semana', 'mes'])(
    'by %s opens into the days that a row stands for, compared as it is',
    async (by) => {
      const query = { ...month, by, measures: 'profit', currency: 'BS' }
      const { data } = await ask(analytics.rows, { ...query, ...few })
      for (const row of chosen(data)) {
        const days = daysOfRow(row as never, month)!
        const asked = { ...query, by: 'producto', ...days, ...comparedIn(analytics.rows.list as Any, query, days) }
        const { totals } = await ask(analytics.rows, { ...asked, per_page: 1 })
        const told = JSON.stringify(asked)
        expect([told, totals[0]!['sold'], totals[0]!['sold_before']]).toEqual([told, row['sold'], row['sold_before']])
      }
    },
  )
})
