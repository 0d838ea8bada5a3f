/** The dashboards' calls over 30 days: against the same answers from the raw bets, and how they grow with the banca. */
import { sql } from 'drizzle-orm'
import { kpis } from '../../contract/kpis.ts'
import type { SessionUser } from '../../contract/session.ts'
import { addDays, defaultZone, inZone } from '../../contract/values/dates.ts'
import { createPool, executor, type Executor, type Pool, type Tx } from '../../server/platform/db/connect.ts'
import { scopeOf } from '../../server/platform/db/scope.ts'
import type { Context } from '../../server/platform/http/context.ts'
import { kpisRoutes } from '../../server/entities/kpis/routes.ts'
import { previousOf } from '../../server/rules/figures/stretch.ts'
import { median, percentile, rivalTimings, round, Unmeasurable, type Measured } from './measure.ts'
import { differenceOf, rawAnswers, type Question } from './raw-answers.ts'
import { openRaw, type Raw } from './raw.ts'

const runs = 25
const days = 30
const currency = 'BS'
/** How many rows the calls answer that are cut off. */
const limit = 10
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
  /** The same instant at every call: what is compared speaks of one. */
  now: Date
}

/** The last day with sales is "today": it is the running one, and the dearest to compare. */
async function open(url: string): Promise<Bench> {
  const pool = createPool(url, { max: 4, statement_timeout_ms: 0 })
  const db = executor(pool)
  const root = await db.one<{ id: number }>(sql`SELECT id FROM partners WHERE type = 'banca'`)
  const last = await db.one<{ day: string }>(sql`SELECT max(day)::date AS day FROM sales_days WHERE sold > 0`)
  const isToday = last!.day === inZone(new Date(), defaultZone).day
  return {
    pool,
    db,
    partner_id: root!.id,
    to: last!.day,
    now: isToday ? new Date() : new Date(`${last!.day}T18:05:00Z`),
  }
}

function contextOf({ pool, db, partner_id, to, now }: Bench): Context {
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
    wire: { database: { pool } } as Context['wire'],
  }
}

/** One call over the last 30 days of a banca. */
function asking(bench: Bench, call: Call, more: Record<string, unknown>): () => Promise<unknown> {
  const asked = { from: addDays(bench.to, 1 - days), to: bench.to, currency, ...more }
  const query = kpis.endpoints[call].query!.parse(asked)
  const handler = kpisRoutes[call] as (context: Context, input: object) => Promise<unknown>
  return () => handler(contextOf(bench), { query, params: {}, body: {} })
}

function questionOf({ partner_id, to, now }: Bench): Question {
  const period = { from: addDays(to, 1 - days), to }
  const { day, time } = inZone(now, defaultZone)
  return {
    ...period,
    currency,
    root: partner_id,
    now,
    zone_offset: Date.parse(`${day}T${time.slice(0, 5)}Z`) - Math.floor(now.getTime() / 60_000) * 60_000,
    before: previousOf(period, 'mismo-dia-semana', { now, zone: defaultZone })!.window,
    limit,
  }
}

/** Days and products of the same range by one GROUP BY over the bets, in the product's own database. */
function groupByBets({ db, to }: Bench): () => Promise<unknown> {
  return () =>
    db.rows(sql`
    SELECT day, product_id, sum(stake), sum(prize), count(*) FROM ticket_lines
    WHERE day BETWEEN ${addDays(to, 1 - days)} AND ${to} AND currency = ${currency} AND state NOT IN ('anulada', 'devuelta') GROUP BY 1, 2`)
}

/** The same call in both bancas, and the same answer from the raw rows. */
async function measured(
  { big, little, raw }: { big: Bench; little: Bench; raw: Raw | Unmeasurable },
  [call, more]: (typeof calls)[number],
  grouped: number,
): Promise<Measured> {
  const name = [call, ...Object.values(more).map(String)].join(' ')
  const grown = asking(big, call, more)
  const works: Record<'grown' | 'few', () => Promise<unknown>> = { grown, few: asking(little, call, more) }
  const answer = rawAnswers[name]
  if (!answer) throw new Error(`nothing is said of ${name} in raw-answers.ts`)
  const inRaw = raw instanceof Unmeasurable ? undefined : () => raw.rows(answer.sql(questionOf(big)))
  const difference = inRaw && differenceOf(answer, await grown(), await inRaw())
  const taken = await rivalTimings<string>({ ...works, ...(inRaw && { raw: inRaw }) }, runs)
  const [own, p95] = [median(taken['grown']!), percentile(taken['grown']!, 0.95)]
  const growth = own / median(taken['few']!)
  const parts = [
    `p95 ${round(p95)} ms`,
    `${round(grouped / own, 0)} veces más rápido que el GROUP BY de ${round(grouped, 0)} ms`,
    raw instanceof Unmeasurable
      ? `DuckDB no medido: ${raw.message}`
      : difference
        ? `DuckDB responde otra cosa: ${difference}`
        : `${round(median(taken['raw']!) / own, 1)} veces más rápido que DuckDB en ${round(median(taken['raw']!), 0)} ms, misma respuesta`,
    `crece ${round(growth)} veces`,
  ]
  return {
    work: `indicador ${name}, ${days} días`,
    yardstick: 'un GROUP BY sobre las jugadas, y la misma respuesta de DuckDB sobre ellas; él mismo con pocos tickets',
    reach: 'p95 < 30 ms, 100 veces más rápido, crece < 2 veces',
    measured: parts.join(', '),
    reached: p95 < 30 && grouped / own >= 100 && growth < 2 && !difference,
  }
}

/** `large` and `small` are seeded bancas, of 5 million and 100,000 tickets in full size. */
export async function benchKpis({ large, small }: { large: string; small: string }): Promise<Measured[]> {
  const [big, little] = [await open(large), await open(small)]
  let raw: Raw | Unmeasurable | undefined
  try {
    raw = await openRaw(large).catch((error: unknown) => {
      if (error instanceof Unmeasurable) return error
      throw error
    })
    const grouped = median((await rivalTimings({ grouped: groupByBets(big) }, 4)).grouped)
    const rows: Measured[] = []
    for (const call of calls) rows.push(await measured({ big, little, raw }, call, grouped))
    return rows
  } finally {
    if (raw && !(raw instanceof Unmeasurable)) await raw.close()
    await Promise.all([big.pool.end(), little.pool.end()])
  }
}
