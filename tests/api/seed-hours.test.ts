/** The demo looks like a business at whatever hour it is begun: a shop's hours, and a running day like those before it. */
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createPool, executor, type Executor } from '../../server/platform/db/connect.ts'
import { seedDemo, type SeedOptions } from '../../server/seed/demo.ts'
import { isLong } from '../support/length.ts'
import { createDatabase } from '../support/postgres.ts'

const zone = 'America/Caracas'

async function inDemo<T>(options: SeedOptions, look: (db: Executor) => Promise<T>): Promise<T> {
  const target = await createDatabase()
  await seedDemo(target.url, options)
  const pool = createPool(target.url, { max: 2 })
  try {
    return await look(executor(pool))
  } finally {
    await pool.end()
    await target.drop()
  }
}

/** Tickets sold when every shop is closed: before seven, or after the last draw of the night. */
const atNight = (db: Executor) =>
  db.rows(sql`
    SELECT t.id, t.sold_at FROM tickets t WHERE NOT (t.sold_at AT TIME ZONE ${zone})::time BETWEEN '07:00' AND '22:05' LIMIT 5`)

interface Sold {
  tickets: number
  /** Of the currency that most is sold in, with what a ticket strays from it. */
  average: number
  spread: number
  counted: number
}

/** What was sold by the hour that it is now: today, and on the average of the same weekdays before. */
async function byNow(db: Executor, now: Date): Promise<{ today: Sold; before: Sold }> {
  const at = sql`(${now.toISOString()}::timestamptz AT TIME ZONE ${zone})`
  const sums = (days: ReturnType<typeof sql>, of: number) => sql`
    SELECT count(*)::float / ${of}::int AS tickets, coalesce(avg(total) FILTER (WHERE currency = 'BS'), 0)::float AS average,
      coalesce(stddev(total) FILTER (WHERE currency = 'BS'), 0)::float AS spread, (count(*) FILTER (WHERE currency = 'BS'))::int AS counted
    FROM tickets WHERE day = ANY (${days}) AND (sold_at AT TIME ZONE ${zone})::time <= ${at}::time`
  const [today] = await db.rows<Sold>(sums(sql`ARRAY[${at}::date]`, 1))
  const [before] = await db.rows<Sold>(sums(sql`ARRAY[${at}::date - 7, ${at}::date - 14]`, 2))
  return { today: today!, before: before! }
}

/** As many tickets as the weekday has by that hour; few of them stray as few do. */
function expectAsMany({ today, before: { tickets } }: { today: Sold; before: Sold }): void {
  expect(Math.abs(today.tickets - tickets), 'tickets').toBeLessThanOrEqual(0.2 * tickets + 3 * Math.sqrt(tickets))
}

/** So few tickets that one dear one makes their average: it says nothing. */
const tooFew = 30

/** As dear as they usually are. Only for a day that is always the same: of another day's dice one in some hundred strays further. */
function expectAsDear({ today, before }: { today: Sold; before: Sold }): void {
  if (today.counted < tooFew) return
  const chance = (3 * before.spread) / Math.sqrt(today.counted)
  expect(Math.abs(today.average - before.average), 'average').toBeLessThanOrEqual(
    Math.max(0.15 * before.average, chance),
  )
}

describe('the demo', () => {
  const clocks = ['00:30', '13:00']
  // A Wednesday, by the clock of Caracas.
  it.each(isLong ? [...clocks, '08:00', '19:00', '23:30'] : clocks)(
    'begun at %s has a day like its weekday',
    async (clock) => {
      const now = new Date(`2026-03-18T${clock}:00-04:00`)
      await inDemo({ tickets: 9_000, days: 16, now }, async (db) => {
        expect(await atNight(db)).toEqual([])
        const found = await byNow(db, now)
        expectAsMany(found)
        expectAsDear(found)
        if (clock === '00:30') expect(found.today.tickets).toBe(0)
        else expect(found.today.tickets).toBeGreaterThan(0)
        // By midday there are enough of them for chance to play no part.
        if (found.today.counted > 150)
          expect(Math.abs(found.today.average / found.before.average - 1)).toBeLessThanOrEqual(0.15)
      })
    },
  )

  it('begun now has a day like its weekday with its polla, which nobody sells at night', async () => {
    const now = new Date()
    await inDemo({ tickets: 10_000, days: 16, now }, async (db) => {
      const polla = await db.one<{ tickets: number; days: number }>(sql`
        SELECT count(*)::int AS tickets, count(DISTINCT t.day)::int AS days
        FROM ticket_lines l
        JOIN tickets t ON t.day = l.day AND t.id = l.ticket_id
        JOIN products p ON p.id = l.product_id AND p.kind = 'polla'`)
      expect(polla!.tickets).toBeGreaterThan(0)
      expect(await atNight(db)).toEqual([])
      expectAsMany(await byNow(db, now))
      const hours = await db.rows(
        sql`SELECT DISTINCT hour FROM sales_hours WHERE sold > 0 AND NOT hour BETWEEN 7 AND 22`,
      )
      expect(hours).toEqual([])
    })
  })
})
