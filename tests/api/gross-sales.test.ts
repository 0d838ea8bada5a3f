/** Gross sales: what is listed is what the tickets say, and nobody sees another's. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grossSales } from '../../contract/gross-sales.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { createPast, type Past } from './figures.ts'

let database: TestDatabase
let app: TestApp
let past: Past

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
    await past.sell(past.day, '12:00', office, 'USD', bets(n + 5).slice(0, 1))
    await past.annul(await past.sell(past.day, '13:00', office, 'BS', bets(n + 10)))
  }
  app = await startApp(database.url)
})
afterAll(async () => {
  await app?.close()
  await past?.world.close()
  await database?.drop()
})

async function asked(query: object, as = 'banca') {
  const reply = await app.call(grossSales.list, { query: { from: past.day, to: past.day, ...query } }, { as })
  expect(reply.status, JSON.stringify(reply.problem)).toBe(200)
  return reply.body
}

/** The lines that stand, added up by the partner of a type above their office and by product. */
const counted = (type: 'agencia' | 'taquilla', under: number) =>
  past.world.db.rows<{ partner_id: number; product_id: number; currency: string; lines: number; sold: string }>(sql`
    SELECT a.ancestor_id AS partner_id, d.product_id::int AS product_id, t.currency::text AS currency, count(*)::int AS lines,
      sum(l.stake)::text AS sold
    FROM ticket_lines l JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id JOIN draws d ON d.id = l.draw_id
    JOIN partner_ancestors a ON a.partner_id = t.office_id JOIN partners p ON p.id = a.ancestor_id AND p.type = ${type}
    WHERE l.state <> 'anulada' AND t.office_id IN (SELECT partner_id FROM partner_ancestors WHERE ancestor_id = ${under})
    GROUP BY 1, 2, t.currency ORDER BY t.currency, sum(l.stake) DESC, 1, 2`)

describe('gross sales', () => {
  it.each(['agencia', 'taquilla'] as const)('by %s and product are the lines that stand', async (level) => {
    for (const [as, partner] of [
      ['banca', 'banca'],
      ['distribuidor', 'norte'],
      ['agencia', 'agencia1'],
    ] as const) {
      const { data } = await asked({ level }, as)
      const rows = data.map(({ partner_id, product_id, currency, lines, sold }) => ({
        partner_id,
        product_id,
        currency,
        lines,
        sold,
      }))
      expect(rows.length).toBeGreaterThan(2)
      expect(rows).toEqual(await counted(level, past.world.partner[partner]))
    }
  })

  it('say what part each row is of all that its currency sold', async () => {
    const { data, totals } = await asked({ level: 'taquilla', currency: 'USD' })
    expect(totals).toMatchObject([{ currency: 'USD', sold: '126.45', lines: 3, rows: 3 }])
    expect(data.map(({ sold, share_percent }) => [sold, share_percent])).toEqual([
      ['49.15', '38.9'],
      ['42.15', '33.3'],
      ['35.15', '27.8'],
    ])
  })

  it('by distributor show each with all below it, and have every sale once in the totals', async () => {
    const { data, totals } = await asked({ level: 'distribuidor', currency: 'BS' })
    const by = (name: string) => data.filter((row) => row.name === name).map(({ sold }) => sold)
    // The south lies inside the north, which has all that is sold.
    const whole = await asked({ currency: 'BS' })
    expect(by('Distribuidor Norte')).toEqual(whole.data.map(({ sold }) => sold))
    expect(by('Distribuidor Sur')).toHaveLength(2)
    expect(data).toHaveLength(4)
    expect(totals).toEqual([{ ...whole.totals[0], rows: 4 }])
    const found = await asked({ level: 'distribuidor', currency: 'BS', q: 'granj' })
    expect(found.data.map(({ product_name }) => product_name)).toEqual(['La Granjita', 'La Granjita'])
    expect(found.totals).toMatchObject([{ sold: found.data[0]!.sold, rows: 2 }])
  })

  it('that are looked for by distributor come as a file too, with the same totals', async () => {
    const period = { from: past.day, to: past.day }
    const all = await asked({ level: 'distribuidor', currency: 'BS' })
    const query = { ...period, level: 'distribuidor' as const, currency: 'BS' as const, q: all.data[0]!.name }
    const { total, totals } = await asked(query)
    expect(total).toBeGreaterThan(0)
    const file = await app.call(
      grossSales.export,
      { query: { ...query, format: 'csv', csv_style: 'international' } },
      { as: 'banca' },
    )
    expect([file.status, file.headers['x-row-count']]).toEqual([200, String(total)])
    const [told] = totals as unknown as { sold: string }[]
    const line = file.raw
      .toString('utf8')
      .split('\r\n')
      .find((one) => one.startsWith('Total BS'))
    expect(line?.split(',')).toContain(told!.sold)
  })

  it('of somebody beside or above are not there', async () => {
    const query = { from: past.day, to: past.day, partner_id: past.world.partner.agencia2 }
    const reply = await app.call(grossSales.list, { query }, { as: 'agencia' })
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
  })
})
