/**
 * A page of the general report over a year, against its own SQL run bare; a month of daily bets, against adding up
 * every number of its draws.
 */
import { sql } from 'drizzle-orm'
import { dailyBets } from '../../contract/daily-bets.ts'
import { reports } from '../../contract/reports.ts'
import { addDays } from '../../contract/values/dates.ts'
import { createPool, executor } from '../../server/platform/db/connect.ts'
import { generalSettlement } from '../../server/entities/reports/general.ts'
import { startApp } from '../support/app.ts'
import { pageSql } from './bare.ts'
import { median, rivalTimings, round, type Measured } from './measure.ts'

const runs = 30
/** Calls before any is timed: the first that a process answers runs code that is not compiled yet. */
const warming = 20

/** `url` is a seeded banca; `user` may read the business, and signs in with `password`. */
export async function benchReport(
  url: string,
  { user, password }: { user: string; password: string },
): Promise<Measured[]> {
  const pool = createPool(url, { max: 4 })
  const app = await startApp(url, { password })
  try {
    const db = executor(pool)
    const last = await db.one<{ day: string }>(sql`SELECT max(day)::date AS day FROM sales_days`)
    const asked = {
      from: addDays(last!.day, -365),
      to: last!.day,
      level: 'taquilla' as const,
      compare: 'ninguna' as const,
      page: 1,
      per_page: 100,
    }
    const statement = await pageSql(db, generalSettlement, asked)
    const general = () => app.call(reports.general, { query: asked }, { as: user })
    for (let n = 0; n < warming; n++) await general()
    const times = await rivalTimings(
      {
        call: general,
        bare: () => pool.query(statement),
      },
      runs,
    )
    const [call, bare] = [median(times.call), median(times.bare)]
    const month = { from: addDays(last!.day, -29), to: last!.day, currency: 'BS' as const, page: 1, per_page: 100 }
    const banca = await db.one<{ id: number }>(sql`SELECT id FROM partners WHERE type = 'banca'`)
    // As it would have to be without the totals of draws: what each sold, and what it gave.
    const added = sql`
      SELECT d.id, sum(s.sold) AS sold, sum(s.lines) AS lines,
        (SELECT sum(p.amount) FROM prizes p WHERE p.draw_id = d.id AND p.withdrawn_at IS NULL AND p.currency = 'BS') AS prizes
      FROM draws d JOIN draw_sales s ON s.draw_id = d.id AND s.partner_id = ${banca!.id} AND s.currency = 'BS'
      WHERE d.day BETWEEN ${month.from} AND ${month.to} GROUP BY d.id`
    const draws = await rivalTimings(
      {
        call: () => app.call(dailyBets.list, { query: month }, { as: user }),
        bare: () => db.rows(added),
      },
      runs,
    )
    const [bets, numbers] = [median(draws.call), median(draws.bare)]
    return [
      {
        work: 'una página de jugadas diarias (100 filas, un mes de sorteos)',
        yardstick: 'sumar cada número y cada premio de esos sorteos',
        reach: '≤ 0,5 veces',
        measured: `${round(bets / numbers, 2)} veces (${round(bets)} ms contra ${round(numbers)} ms)`,
        reached: bets / numbers <= 0.5,
      },
      {
        work: 'una página del reporte general (100 filas, un año)',
        yardstick: 'su mismo SQL por pg',
        reach: '≤ 1,5 veces',
        measured: `${round(call / bare, 2)} veces (${round(call)} ms contra ${round(bare)} ms)`,
        reached: call / bare <= 1.5,
      },
    ]
  } finally {
    await app.close()
    await pool.end()
  }
}
