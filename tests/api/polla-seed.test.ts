/** The demo's polla: something to see on every screen of it, and books that hold. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../contract/values/dates.ts'
import { polla } from '../../contract/polla.ts'
import { createPool, executor, transaction, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { seedPolla } from '../../server/seed/polla.ts'
import { rebuildDays } from '../../server/rules/rollups/rebuild.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createSeededDatabase, type TestDatabase } from '../support/postgres.ts'
import { expectBooks } from './polla-setup.ts'

let database: TestDatabase
let pool: Pool
let db: Executor
let app: TestApp
let today: string

beforeAll(async () => {
  database = await createSeededDatabase()
  pool = createPool(database.url, { max: 4 })
  db = executor(pool)
  today = (await db.one<{ day: string }>(sql`SELECT (now() AT TIME ZONE zone)::date AS day FROM banca`))!.day
  await seedPolla(pool, { today, now: new Date(), zone: 'America/Caracas', seed: 1 })
  app = await startApp(database.url, { password: demoPassword })
})
afterAll(async () => {
  await app?.close()
  await pool?.end()
  await database?.drop()
})

/** Tickets of a round that is over. */
const ofARound = 14

describe("the demo's polla", () => {
  it("has yesterday settled, with winners paid and waiting, and what nobody won in today's pots", async () => {
    const rounds = await db.rows<{ state: string; tickets: number; pending: number }>(sql`
      SELECT d.state::text AS state, count(l.*)::int AS tickets, count(l.*) FILTER (WHERE l.state = 'pendiente')::int AS pending
      FROM draws d
      JOIN products p ON p.id = d.product_id AND p.kind = 'polla'
      LEFT JOIN ticket_lines l ON l.draw_id = d.id
      WHERE d.day = ${addDays(today, -1)}::date
      GROUP BY d.id`)
    expect(rounds).toEqual([
      { state: 'premiado', tickets: ofARound, pending: 0 },
      { state: 'premiado', tickets: ofARound, pending: 0 },
    ])
    const states = await db.rows<{ state: string }>(
      sql`
        SELECT DISTINCT t.state::text AS state
        FROM prizes z
        JOIN tickets t ON t.day = z.ticket_day AND t.id = z.ticket_id
        WHERE z.pot IS NOT NULL
        ORDER BY 1`,
    )
    expect(states.map((row) => row.state)).toEqual(['ganador', 'pagado'])
    const { body } = await app.call(polla.jackpots, {}, { as: 'polla' })
    expect(
      body.data.some(
        (one) =>
          one.kind === 'diario' &&
          one.movements.some((movement) => movement.kind === 'acumulado' && movement.amount.startsWith('-') === false),
      ),
    ).toBe(true)
  })

  it('sells now, and its seller has tickets to show', async () => {
    const { body } = await app.call(polla.list, { query: { per_page: 500 } }, { as: 'polla' })
    const open = body.rounds.filter((round) => round.state === 'abierto')
    expect(open.length).toBeGreaterThan(0)
    // A round opens at midnight and is sold in a shop's hours: what was not sold yet is left to the counter.
    for (const round of open)
      expect(body.data.filter((ticket) => ticket.round_id === round.id).length).toBeLessThanOrEqual(ofARound)
    expect(body.total).toBe(body.data.length)
    const sold = await db.rows(sql`
      SELECT t.id
      FROM tickets t
      JOIN ticket_lines l ON l.day = t.day AND l.ticket_id = t.id
      JOIN products p ON p.id = l.product_id AND p.kind = 'polla'
      WHERE NOT (t.sold_at AT TIME ZONE 'America/Caracas')::time BETWEEN '07:00' AND '22:05'`)
    expect(sold).toEqual([])
    expect(body.total).toBeGreaterThanOrEqual(3 * ofARound)
    const results = await app.call(polla.publicResults, { query: { day: addDays(today, -1) } })
    expect(results.body.rounds.map((round) => [round.state, round.draws.length > 20, round.drawn.length > 10])).toEqual(
      [
        ['premiado', true, true],
        ['premiado', true, true],
      ],
    )
  })

  it('keeps the books, and rollups that are what its tickets say', async () => {
    await expectBooks({ db })
    const rebuilt = await transaction(pool, (tx) => rebuildDays(tx, addDays(today, -5), addDays(today, 3)))
    expect(rebuilt.corrected).toBe(0)
    expect(
      await db.rows(sql`
      SELECT t.id FROM tickets t JOIN ticket_lines l ON l.day = t.day AND l.ticket_id = t.id JOIN draws d ON d.id = l.draw_id
      WHERE t.sold_at >= d.closes_at OR t.sold_at < d.opens_at OR t.first_close_at > d.closes_at
        OR t.annul_before > d.closes_at OR t.paid_at > now()`),
    ).toEqual([])
  })
})
