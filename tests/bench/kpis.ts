/** The dashboards' calls over 30 days, against one GROUP BY over the bets, and how they grow with the banca. */
import { sql } from 'drizzle-orm'
import { kpis } from '../../contract/kpis.ts'
import type { SessionUser } from '../../contract/session.ts'
import { addDays, defaultZone, inZone } from '../../contract/values/dates.ts'
import { createPool, executor, type Executor, type Pool, type Tx } from '../../server/platform/db/connect.ts'
import { scopeOf } from '../../server/platform/db/scope.ts'
import type { Context } from '../../server/platform/http/context.ts'
import { kpisRoutes } from '../../server/entities/kpis/routes.ts'
import { percentile, round, timings, type Measured } from './measure.ts'

const runs = 40
const days = 30
type Call = keyof typeof kpisRoutes
/** Every call once, and the parts of a dashboard that ask for more than the defaults. */
const calls: readonly (readonly [Call, Record<string, unknown>])[] = [
  ...(Object.keys(kpis.endpoints) as Call[]).map((call) => [call, {}] as const),
  ['lossProfit', { step: 'hour' }],
  ['topTickets', { by: 'potential' }],
]

interface Bench {
  pool: Pool
  db: Executor
  partner_id: number
  to: string
}

/** The last day with sales is "today": it is the running one, and the dearest to compare. */
async function open(url: string): Promise<Bench> {
  const pool = createPool(url, { max: 4, statement_timeout_ms: 0 })
  const db = executor(pool)
  const root = await db.one<{ id: number }>(sql`SELECT id FROM partners WHERE type = 'banca'`)
  const last = await db.one<{ day: string }>(sql`SELECT max(day)::date AS day FROM sales_days WHERE sold > 0`)
  return { pool, db, partner_id: root!.id, to: last!.day }
}

function contextOf({ db, partner_id, to }: Bench): Context {
  const today = inZone(new Date(), defaultZone).day
  const now = to === today ? new Date() : new Date(`${to}T18:05:00Z`)
  return {
    db: db as Tx,
    scope: scopeOf({ partner_id }),
    now,
    today: to,
    timezone: defaultZone,
    ip: '',
    request_id: '',
    audit: () => undefined,
    afterwards: () => undefined,
    session: { zone: defaultZone, partner_id } as SessionUser,
    signal: new AbortController().signal,
    wire: {} as Context['wire'],
  }
}

/** Milliseconds of `runs` answers of one call over the last 30 days, ascending. */
async function timesOf(bench: Bench, call: Call, more: Record<string, unknown>): Promise<number[]> {
  const asked = { from: addDays(bench.to, 1 - days), to: bench.to, currency: 'BS', ...more }
  const query = kpis.endpoints[call].query!.parse(asked)
  const handler = kpisRoutes[call] as (context: Context, input: object) => Promise<unknown>
  return timings(runs, () => handler(contextOf(bench), { query, params: {}, body: {} }))
}

/** Days and products of the same range by one GROUP BY over the bets. */
async function groupByBets({ db, to }: Bench): Promise<number> {
  const taken = await timings(2, () =>
    db.rows(sql`
    SELECT day, product_id, sum(stake), sum(prize), count(*) FROM ticket_lines
    WHERE day BETWEEN ${addDays(to, 1 - days)} AND ${to} AND currency = 'BS' AND state NOT IN ('anulada', 'devuelta') GROUP BY 1, 2`),
  )
  return taken[0]!
}

/** `large` and `small` are seeded bancas, of 5 million and 100,000 tickets in full size. */
export async function benchKpis({ large, small }: { large: string; small: string }): Promise<Measured[]> {
  const [big, little] = [await open(large), await open(small)]
  try {
    const yardstick = await groupByBets(big)
    const rows: Measured[] = []
    for (const [call, more] of calls) {
      const name = `${call}${Object.values(more)
        .map((value) => ` ${String(value)}`)
        .join('')}`
      const grown = await timesOf(big, call, more)
      const median = percentile(grown, 0.5)
      const p95 = percentile(grown, 0.95)
      const growth = median / percentile(await timesOf(little, call, more), 0.5)
      rows.push({
        work: `indicador ${name}, ${days} días`,
        yardstick: 'un GROUP BY sobre las jugadas; él mismo con pocos tickets',
        reach: 'p95 < 30 ms, 100 veces más rápido, crece < 2 veces',
        measured: `p95 ${round(p95)} ms, ${round(yardstick / median, 0)} veces más rápido que ${round(yardstick, 0)} ms, crece ${round(growth)} veces`,
        reached: p95 < 30 && yardstick / median >= 100 && growth < 2,
      })
    }
    return rows
  } finally {
    await Promise.all([big.pool.end(), little.pool.end()])
  }
}
