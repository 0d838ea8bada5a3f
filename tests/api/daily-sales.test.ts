/** Sales by day: each day is what its tickets and prizes say, of whoever asks, in its order, whatever the page. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { dailySales } from '../../contract/daily-sales.ts'
import { addDays } from '../../contract/values/dates.ts'
import { openDrawnPast } from './daily-bets-setup.ts'

const drawn = openDrawnPast()

async function asked(query: object, as = 'banca') {
  const { day } = drawn.past
  const period = { from: addDays(day, -1), to: day, currency: 'BS' as const }
  const reply = await drawn.app.call(dailySales.list, { query: { ...period, ...query } }, { as })
  expect(reply.status, JSON.stringify(reply.problem)).toBe(200)
  return reply.body as unknown as Omit<typeof reply.body, 'totals'> & { totals: { sold: string; prizes: string }[] }
}

/** Stakes by the day of the sale and prizes by the day of the draw, by the partner of a type, from the lines themselves. */
const counted = (type: 'agencia' | 'taquilla', under: number) =>
  drawn.past.world.db.rows<{ day: string; partner_id: number; sold: string; prizes: string }>(sql`
    WITH moves AS (
      SELECT (t.sold_at AT TIME ZONE 'America/Caracas')::date AS day, t.office_id, l.stake AS sold, 0.00 AS prizes
      FROM tickets t JOIN ticket_lines l ON l.day = t.day AND l.ticket_id = t.id
      WHERE t.currency = 'BS' AND l.state <> 'anulada'
      UNION ALL
      SELECT (d.scheduled_at AT TIME ZONE 'America/Caracas')::date, p.office_id, 0.00, p.amount
      FROM prizes p JOIN draws d ON d.id = p.draw_id
      WHERE p.currency = 'BS' AND p.withdrawn_at IS NULL
    )
    SELECT m.day::text AS day, a.ancestor_id AS partner_id, sum(m.sold)::text AS sold, sum(m.prizes)::text AS prizes
    FROM moves m
    JOIN partner_ancestors a ON a.partner_id = m.office_id
    JOIN partners p ON p.id = a.ancestor_id AND p.type = ${type}
    WHERE m.office_id IN (SELECT partner_id FROM partner_ancestors WHERE ancestor_id = ${under})
    GROUP BY 1, 2 ORDER BY 1, 2`)

const byDay = (rows: readonly { day: string; partner_id: number; sold: string; prizes: string }[]) =>
  rows
    .map(({ day, partner_id, sold, prizes }) => ({ day, partner_id, sold, prizes }))
    .sort((one, other) => one.day.localeCompare(other.day) || one.partner_id - other.partner_id)

describe('daily sales', () => {
  it.each(['agencia', 'taquilla'] as const)('by %s are what the lines and the prizes come to', async (level) => {
    for (const [as, partner] of [
      ['banca', 'banca'],
      ['distribuidor', 'norte'],
      ['agencia', 'agencia1'],
    ] as const) {
      const { data } = await asked({ level }, as)
      expect(byDay(data)).toEqual(await counted(level, drawn.past.world.partner[partner]))
      expect(data.length).toBeGreaterThan(1)
    }
  })

  it('have one total whatever the page, and each page goes on where the one before ended', async () => {
    const whole = await asked({ level: 'taquilla', sort: '-sold' })
    const pages = await Promise.all(
      [1, 2, 3].map((page) => asked({ level: 'taquilla', sort: '-sold', page, per_page: 2 })),
    )
    expect(pages.flatMap(({ data }) => data)).toEqual(whole.data.slice(0, 6))
    for (const { totals, total } of pages) expect([totals, total]).toEqual([whole.totals, whole.data.length])
  })

  it('of somebody beside or above are not there', async () => {
    const { day, world } = drawn.past
    const query = { from: day, to: day, partner_id: world.partner.agencia2 }
    const reply = await drawn.app.call(dailySales.list, { query }, { as: 'agencia' })
    expect([reply.status, reply.problem.code]).toEqual([404, 'not_found'])
  })
})
