/** A page of the general report over a year, against its own SQL run bare. */
import { sql } from 'drizzle-orm'
import { reports } from '../../contract/reports.ts'
import { addDays } from '../../contract/values/dates.ts'
import { createPool, executor } from '../../server/platform/db/connect.ts'
import { generalSettlement } from '../../server/entities/reports/general.ts'
import { startApp } from '../support/app.ts'
import { pageSql } from './bare.ts'
import { median, rivalTimings, round, type Measured } from './measure.ts'

const runs = 30

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
    const asked = { from: addDays(last!.day, -365), to: last!.day, level: 'taquilla' as const, page: 1, per_page: 100 }
    const statement = await pageSql(db, generalSettlement, asked)
    const times = await rivalTimings(
      {
        call: () => app.call(reports.general, { query: asked }, { as: user }),
        bare: () => pool.query(statement),
      },
      runs,
    )
    const [call, bare] = [median(times.call), median(times.bare)]
    return [
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
