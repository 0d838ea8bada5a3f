/**
 * In which order a report comes when nobody chose one: by the column that its screen marks, and by several dimensions
 * as they were asked, in its file too.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { analytics, type RowDimension } from '../../contract/analytics.ts'
import { dailyBets } from '../../contract/daily-bets.ts'
import { dailyTerminalPaBets } from '../../contract/daily-terminal-pa-bets.ts'
import { dailySales } from '../../contract/daily-sales.ts'
import { grossSales } from '../../contract/gross-sales.ts'
import type { ListFacts } from '../../contract/endpoint.ts'
import { onlineSales } from '../../contract/online-sales.ts'
import { reports } from '../../contract/reports.ts'
import { addDays, inZone, resolvePreset } from '../../contract/values/dates.ts'
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

async function ask(list: Any, query: object): Promise<Row[]> {
  const reply = await app.call(list, { query: { per_page: 200, ...query } }, { as: 'banca' })
  expect(reply.status, JSON.stringify(reply.problem)).toBe(200)
  return reply.body.data as Row[]
}

const week = resolvePreset('semana-pasada', today)
const day = { from: week.from, to: week.from }
const compare = 'anterior'
const asked: [name: string, list: Any, query: Row][] = [
  ...['agencia', 'distribuidor', 'producto', 'dia'].flatMap((level): typeof asked => [
    [`general sales by ${level}`, reports.general, { ...week, level }],
    [`general sales by ${level}, compared`, reports.general, { ...week, level, compare }],
    [
      `general sales by ${level}, compared with chosen days`,
      reports.general,
      { ...week, level, compare_from: addDays(week.from, -9) },
    ],
  ]),
  ['gross sales', grossSales.list, { ...week, level: 'agencia' }],
  ['gross sales, compared', grossSales.list, { ...week, level: 'agencia', compare }],
  ['daily sales', dailySales.list, { ...week, level: 'agencia', compare }],
  ...['dia', 'producto', 'sorteo', 'jugada'].flatMap((detail): typeof asked => [
    [`daily bets by ${detail}`, dailyBets.list, { ...week, detail }],
    [`daily bets by ${detail}, compared`, dailyBets.list, { ...week, detail, compare }],
    [`a day's bets by ${detail}`, dailyBets.list, { ...day, detail }],
  ]),
  // Few are sold: a week of a small demo may have none.
  ['terminals of Panama', dailyTerminalPaBets.list, { from: addDays(week.from, -21), to: week.to }],
  ['today by partner', onlineSales.partner, { level: 'agencia' }],
  ['today by product', onlineSales.product, {}],
  ['the day of each partner', onlineSales.summary, { level: 'agencia' }],
  ...(['dia', 'semana', 'mes', 'dia-semana', 'hora', 'afiliado', 'producto', 'jugada'] as const).flatMap(
    (by): typeof asked => [
      [`a question by ${by}`, analytics.rows, { ...week, by, compare: 'ninguna' }],
      [`a question by ${by}, compared`, analytics.rows, { ...week, by }],
    ],
  ),
  ['a question by two', analytics.rows, { ...week, by: 'producto,afiliado', level: 'agencia' }],
]

describe('the column that a screen marks', () => {
  it.each(asked)('of %s is the one by which its rows come', async (_name, list, query) => {
    const facts = list.list as ListFacts
    const by = query['by'] && { by: (query['by'] as string).split(',') }
    const order = facts.usual!({ compare: list === analytics.rows ? 'mismo-dia-semana' : 'ninguna', ...query, ...by })
    if (order === null) return expect([query['detail'], query['from'] === query['to']]).toEqual(['producto', true])
    expect(facts.sort).toContain(order.replace('-', ''))
    const column = order.replace('-', '')
    const values = (rows: Row[]) => rows.map((row) => row[column] as unknown)
    const [usual, ordered] = [
      await ask(list, { ...query, currency: 'BS' }),
      await ask(list, { ...query, currency: 'BS', sort: order }),
    ]
    expect(usual.length).toBeGreaterThan(0)
    expect(values(usual)).toEqual(values(ordered))
  })
})

const names: Partial<Record<RowDimension, string>> = {
  dia: 'day',
  afiliado: 'name',
  producto: 'product_name',
  jugada: 'bet_type_name',
}
const titles: Partial<Record<RowDimension, string>> = {
  dia: 'Día',
  afiliado: 'Afiliado',
  producto: 'Producto',
  jugada: 'Jugada',
}
const query = { ...week, measures: 'prizes', level: 'agencia', currency: 'BS' } as const

/** The values of one dimension in its own order. */
async function inOrder(by: RowDimension): Promise<unknown[]> {
  const rows = await ask(analytics.rows, { ...query, by, sort: by === 'dia' ? '-day' : names[by] })
  return rows.map((row) => row[names[by]!])
}

describe('a question by several dimensions', () => {
  it.each([['afiliado,producto'], ['producto,afiliado'], ['jugada,dia'], ['dia,producto,jugada'], ['afiliado,dia']])(
    'by %s stands in that order, its columns and its rows, in the file too',
    async (by) => {
      const dimensions = by.split(',') as RowDimension[]
      const orders = await Promise.all(dimensions.map(inOrder))
      const rows = await ask(analytics.rows, { ...query, by })
      const places = rows.map((row) => dimensions.map((one, at) => orders[at]!.indexOf(row[names[one]!])))
      const before = (one: number[], other: number[]) => {
        const at = one.findIndex((place, index) => place !== other[index])
        return at < 0 ? 0 : one[at]! - other[at]!
      }
      expect(places.flat()).not.toContain(-1)
      expect(places).toEqual(places.toSorted(before))

      const file = await app.call(
        analytics.rowsExport,
        { query: { ...query, by, format: 'csv' } as never },
        { as: 'banca' },
      )
      const lines = file.raw
        .toString()
        .split('\r\n')
        .map((line) => line.split(';'))
      const head = lines.findIndex((cells) => cells.includes('Moneda') && cells.includes('Ventas'))
      const told = lines[head]!.filter((title) => Object.values(titles).includes(title))
      expect(told).toEqual(dimensions.map((one) => titles[one]))
      const column = lines[head]!.indexOf(titles[dimensions[0]!]!)
      const first = lines.slice(head + 1, head + 1 + rows.length).map((cells) => cells[column])
      if (dimensions[0] !== 'dia') expect(first).toEqual(rows.map((row) => row[names[dimensions[0]!]!]))
    },
  )
})

describe('days chosen to compare with', () => {
  it('are said of every report, and begin before those asked', async () => {
    for (const list of [reports.general, grossSales.list, dailySales.list, dailyBets.list, analytics.rows] as Any[]) {
      const refused = await app.call(list, { query: { ...week, compare_from: week.from } }, { as: 'banca' })
      expect([list.path, refused.status, refused.problem.code]).toEqual([list.path, 422, 'range_backwards'])
      const of = { ...week, currency: 'BS', compare_from: addDays(week.from, -9) }
      const ways = await Promise.all(
        [of, { ...of, compare_from: addDays(week.from, -7) }, { ...week, currency: 'BS', compare }].map((one) =>
          ask(list, one),
        ),
      )
      const [far, near, ruled] = ways.map((rows) => rows.map((row) => row['sold_before'] as unknown))
      expect(near).toEqual(ruled)
      expect(far).not.toEqual(ruled)
    }
  })
})
