/**
 * A page of every report over 30 days, through the API: against all the statements that it sends run bare in their order,
 * the session's included, and against the same rows added up from the raw lines and prizes by DuckDB, which must come to the same cent.
 */
import { analytics } from '../../contract/analytics.ts'
import { dailyBets } from '../../contract/daily-bets.ts'
import { dailySales } from '../../contract/daily-sales.ts'
import { dailyTerminalPaBets } from '../../contract/daily-terminal-pa-bets.ts'
import { grossSales } from '../../contract/gross-sales.ts'
import { onlineSales } from '../../contract/online-sales.ts'
import { reports } from '../../contract/reports.ts'
import { ticketReports } from '../../contract/ticket-reports.ts'
import { addDays, defaultZone, inZone, type Period } from '../../contract/values/dates.ts'
import { toCents } from '../../contract/values/money.ts'
import { createPool } from '../../server/platform/db/connect.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { betTypeId } from '../support/world.ts'
import { statementsOf } from './bare.ts'
import { median, rivalTimings, round, Unmeasurable, type Measured } from './measure.ts'
import { openRaw, type Raw } from './raw.ts'

const runs = 12
/** Calls of each report before any is timed: the first that a process answers runs code that is not compiled yet. */
const warming = 20
const days = 30

interface Asked {
  name: string
  endpoint: object
  query: object
  /** The rows' total from raw rows: what sold and what was won, in cents; `today` is of the running day. */
  raw?: (period: Period) => string
}

const standing = "state NOT IN ('anulada', 'devuelta')"
const of = ({ from, to }: Period, day = 'day') => `currency = 'BS' AND ${day} BETWEEN DATE '${from}' AND DATE '${to}'`
/** Rows as a report tells them apart, of which the sum is taken: an engine may not skip what nobody would see. */
function added(by: string, lines: string, prizes?: string): string {
  const keys = by.split(', ').map((one, n) => `${one} AS key_${n}`)
  const won = prizes ? ` UNION ALL SELECT ${keys.join(', ')}, 0::DECIMAL(18, 2), amount FROM ${prizes}` : ''
  return `SELECT sum(sold)::VARCHAR AS sold, sum(prizes)::VARCHAR AS prizes FROM (
    SELECT COLUMNS('key_.*'), sum(sold) AS sold, sum(prizes) AS prizes
    FROM (SELECT ${keys.join(', ')}, stake AS sold, 0::DECIMAL(18, 2) AS prizes FROM ${lines}${won}) GROUP BY ALL)`
}
const above =
  "JOIN ancestors a ON a.partner_id = r.office_id JOIN partners p ON p.id = a.ancestor_id AND p.type = 'agencia'"
const sold = (period: Period, join = '') => `lines r ${join} WHERE r.${standing} AND r.${of(period, 'r.day')}`
const won = (period: Period, join = '') => `prizes r ${join} WHERE r.${of(period, 'r.day')}`
const drawn = (period: Period, more = '') =>
  '(SELECT r.stake, r.product_id, d.day FROM lines r JOIN draws d ON d.id = r.draw_id ' +
  `WHERE r.${standing} AND r.${of(period, 'd.day')}${more}) r`

function asks(period: Period): Asked[] {
  const month = { ...period, currency: 'BS', compare: 'ninguna', page: 1, per_page: 100 }
  const today = { currency: 'BS', page: 1, per_page: 100 }
  const agencies = { ...month, level: 'agencia' }
  const terminal = ` AND r.bet_type_id = ${betTypeId('TERMINAL_PA')}`
  return [
    {
      name: 'ventas generales por agencia',
      endpoint: reports.general,
      query: agencies,
      raw: (on) => added('p.id', sold(on, above), won(on, above)),
    },
    {
      name: 'ventas brutas por agencia',
      endpoint: grossSales.list,
      query: agencies,
      raw: (on) => added('p.id, r.product_id', sold(on, above)),
    },
    {
      name: 'ventas diarias por agencia',
      endpoint: dailySales.list,
      query: agencies,
      raw: (on) => added('p.id, r.day', sold(on, above), won(on, above)),
    },
    {
      name: 'jugadas diarias por día y producto',
      endpoint: dailyBets.list,
      query: { ...month, detail: 'producto' },
      raw: (on) => added('r.day, r.product_id', drawn(on), won(on)),
    },
    {
      name: 'jugadas diarias por sorteo y distribuidor',
      endpoint: dailyBets.list,
      query: { ...month, detail: 'sorteo', level: 'distribuidor' },
    },
    {
      name: 'terminales de Panamá',
      endpoint: dailyTerminalPaBets.list,
      query: month,
      raw: (on) => added('r.day, r.product_id', drawn(on, terminal), `${won(on)}${terminal}`),
    },
    {
      name: 'premios detallados',
      endpoint: ticketReports.detailedPrize,
      query: { ...period, currency: 'BS', page: 1, per_page: 100 },
      raw: (on) => `SELECT NULL AS sold, sum(amount)::VARCHAR AS prizes FROM ${won(on)}`,
    },
    {
      name: 'ventas en línea por agencia',
      endpoint: onlineSales.partner,
      query: { ...today, level: 'agencia' },
    },
    {
      name: 'ventas en línea por producto',
      endpoint: onlineSales.product,
      query: today,
    },
    {
      name: 'resumen en línea por agencia',
      endpoint: onlineSales.summary,
      query: { ...today, level: 'agencia' },
    },
    {
      name: 'pregunta libre: día, producto y jugada',
      endpoint: analytics.rows,
      query: { ...month, by: 'dia,producto,jugada', measures: 'prizes' },
      raw: (on) => added('r.day, r.product_id, r.bet_type_id', sold(on), won(on)),
    },
  ]
}

const calling = (app: TestApp, { endpoint, query }: Asked, user: string) =>
  app.call(endpoint as typeof reports.general, { query } as never, { as: user })

async function measured(
  {
    app,
    user,
    raw,
    pool,
  }: { app: TestApp; user: string; raw: Raw | Unmeasurable; pool: ReturnType<typeof createPool> },
  asked: Asked,
  period: Period,
): Promise<Measured> {
  const call = () => calling(app, asked, user)
  // What the clock writes meanwhile is not the call's.
  const statements = (await statementsOf(call)).filter(({ text }) => !text.includes('call_counts'))
  const bare = async () => {
    const client = await pool.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      client.release()
    }
  }
  const inRaw = raw instanceof Unmeasurable || !asked.raw ? undefined : asked.raw(period)
  const times = await rivalTimings({ call, bare }, runs)
  const [own, sent] = [median(times.call), median(times.bare)]
  const parts = [`${round(own / sent, 2)} veces (${round(own)} ms contra ${round(sent)} ms)`]
  let isEqual = true
  if (inRaw) {
    const [total] = (await call()).body.totals as unknown as Record<string, string | null>[]
    const [wanted] = await (raw as Raw).rows(inRaw)
    isEqual = (['sold', 'prizes'] as const).every((name) => {
      // Of prizes one by one `prizes` is how many they are.
      const said = name === 'prizes' ? (total?.['awarded'] ?? total?.['prizes']) : total?.['sold']
      return (
        said === undefined ||
        said === null ||
        wanted![name] === null ||
        toCents(said) === toCents(Number(wanted![name]).toFixed(2))
      )
    })
    // In turns of their own: what comes right after DuckDB finds its threads at work and the caches full of its rows.
    const rivals = await rivalTimings({ call, raw: () => (raw as Raw).rows(inRaw) }, runs)
    const [ours, theirs] = [median(rivals.call), median(rivals.raw)]
    parts.push(
      isEqual
        ? `${round(theirs / ours, 1)} veces más rápido que DuckDB en ${round(theirs)} ms, mismo centavo`
        : 'DuckDB suma otra cosa',
    )
  }
  return {
    work: `una página de ${asked.name} (100 filas${asked.name.includes('en línea') ? '' : `, ${days} días`})`,
    yardstick: `sus ${statements.length} sentencias por pg${inRaw ? '; las mismas filas de DuckDB' : ''}`,
    reach: '≤ 1,5 veces, mismo centavo',
    measured: parts.join(', '),
    reached: own / sent <= 1.5 && isEqual,
  }
}

/** `url` is a seeded banca; `user` may read the business, and signs in with `password`. */
export async function benchReports(
  url: string,
  { user, password }: { user: string; password: string },
): Promise<Measured[]> {
  const pool = createPool(url, { max: 4, statement_timeout_ms: 0 })
  const app = await startApp(url, { password })
  let raw: Raw | Unmeasurable | undefined
  try {
    raw = await openRaw(url).catch((error: unknown) => {
      if (error instanceof Unmeasurable) return error
      throw error
    })
    const today = inZone(new Date(), defaultZone).day
    // A day that runs is cut at its minute: until yesterday nothing moves between two answers.
    const period = { from: addDays(today, -days), to: addDays(today, -1) }
    const rows: Measured[] = []
    for (const asked of asks(period)) for (let n = 0; n < warming; n++) await calling(app, asked, user)
    for (const asked of asks(period)) rows.push(await measured({ app, user, raw, pool }, asked, period))
    return rows
  } finally {
    if (raw && !(raw instanceof Unmeasurable)) await raw.close()
    await app.close()
    await pool.end()
  }
}
