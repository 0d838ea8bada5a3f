/**
 * The books of a wide banca with a year behind it: what everybody owes against adding up all days, a statement's page,
 * another system's file that names every agency and the closing of a week against the bare INSERT of the rows that they
 * write, the latter while counters sell too.
 */
import { sql, type SQL } from 'drizzle-orm'
import { accountBalance } from '../../contract/account-balance.ts'
import { externalSales } from '../../contract/external-sales.ts'
import { movementReports } from '../../contract/movement-reports.ts'
import { addDays, formatDay } from '../../contract/values/dates.ts'
import {
  createPool,
  executor,
  transaction,
  type Executor,
  type Pool,
  type Tx,
} from '../../server/platform/db/connect.ts'
import { closeWeek } from '../../server/rules/books/close.ts'
import { seedDemo } from '../../server/seed/demo.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { statementsOf } from './bare.ts'
import { answered, median, percentile, rivalTimings, round, takeTurns, timeOf, type Measured } from './measure.ts'
import { counters, openDraws, selling } from './selling.ts'

const as = { as: 'banca' }
const agencies = 5_000
const aloneMs = 6_000
const runs = 20
const rounds = 3

interface Wide {
  test: TestApp
  pool: Pool
  /** Plans a statement once for all its values, as the product asks for a statement of account. */
  planned: Pool
  db: Executor
  today: string
  /** The Sunday that waits to be closed. */
  week: string
}

/** `url` is an empty database. */
export async function benchBooks(url: string): Promise<Measured[]> {
  await seedDemo(url, { tickets: 150_000, days: 28, agencies, offices: agencies })
  const pool = createPool(url, { max: counters + 8 })
  const planned = createPool(url, { max: 1, settings: { plan_cache_mode: 'force_generic_plan' } })
  const db = executor(pool)
  await addYear(pool)
  const test = await startApp(url, { password: demoPassword })
  try {
    const { today } = (await db.one<{ today: string }>(
      sql`SELECT (now() AT TIME ZONE zone)::date::text AS today FROM banca`,
    ))!
    const waiting = answered(await test.call(accountBalance.openWeeks, {}, as)).body.data
    const wide = { test, pool, planned, db, today, week: waiting[0]!.week }
    return [
      await benchBalance(wide),
      await benchStatement(wide),
      await benchFile(wide),
      await benchClosing(wide),
      await benchBeside(wide),
    ]
  } finally {
    await test.close()
    await planned.end()
    await pool.end()
  }
}

/** A year of days before the demo's, of what each office sold, gave and earned: long closed, and never to be read again. */
async function addYear(pool: Pool): Promise<void> {
  await transaction(pool, async (tx) => {
    await tx.run(sql`SET LOCAL statement_timeout = 0`)
    await tx.run(sql`
    INSERT INTO ledger_days (account_id, day, debit, credit)
    SELECT account.id, begun.day - back, CASE account.kind WHEN 'ventas' THEN 0 ELSE 70 END,
      CASE account.kind WHEN 'ventas' THEN 100 ELSE 0 END
    FROM ledger_accounts account
    JOIN partners office ON office.id = account.partner_id AND office.type = 'taquilla'
    JOIN partner_books books ON books.partner_id = office.father_id AND books.currency = account.currency
      AND books.closed_through IS NOT NULL
    CROSS JOIN (SELECT min(day) AS day FROM ledger_days) begun
    CROSS JOIN generate_series(1, 337) back
    WHERE account.kind IN ('ventas', 'premios', 'comision') AND account.currency = 'BS'`)
    await tx.run(sql`
    INSERT INTO sales_days (day, office_id, currency, sold, prizes, commission)
    SELECT begun.day - back, office.id, 'BS', 100, 70, 70
    FROM partners office
    JOIN partner_books books ON books.partner_id = office.father_id AND books.currency = 'BS' AND books.closed_through IS NOT NULL
    CROSS JOIN (SELECT min(day) AS day FROM sales_days) begun
    CROSS JOIN generate_series(1, 337) back
    WHERE office.type = 'taquilla'`)
    await tx.run(sql`ANALYZE ledger_days, sales_days`)
  })
}

/** Everybody's debt today, by agency: a page of the report with its sums, against adding up all days of all accounts. */
async function benchBalance({ test, db, today }: Wide): Promise<Measured> {
  const body = {
    from: addDays(today, -6),
    to: today,
    level: 'agencia' as const,
    currency: 'BS' as const,
    per_page: 100,
  }
  const call = async () => answered(await test.call(accountBalance.report, { body } as never, as))
  for (let n = 0; n < 5; n++) await call()
  const { body: told } = await call()
  const times = await rivalTimings({ call, bare: () => db.rows(sumOfAll) }, runs)
  const [ours, bare] = [median(times.call), median(times.bare)]
  return {
    work: `lo que deben hoy ${agencies.toLocaleString('es-VE')} agencias, con un año detrás`,
    yardstick: 'sumar todos los días de todas las cuentas',
    reach: '≤ 150 ms',
    measured:
      `${round(ours)} ms, p95 ${round(percentile(times.call, 0.95))} ` +
      `(${round(bare / ours)} veces más rápido que ${round(bare)} ms; ${Number(told.total).toLocaleString('es-VE')} vendieron)`,
    reached: ours <= 150,
  }
}

const sumOfAll: SQL = sql`
  SELECT owner.id, account.currency, sum(ledger_day.debit - ledger_day.credit) AS amount
  FROM ledger_days ledger_day
  JOIN ledger_accounts account ON account.id = ledger_day.account_id
  JOIN partners partner ON partner.id = account.partner_id
  JOIN partners owner ON owner.id = CASE partner.type WHEN 'taquilla' THEN partner.father_id ELSE partner.id END
  WHERE account.kind IN ('liquidacion', 'liquidado', 'ventas', 'premios', 'comision', 'participacion', 'ventas_externas',
    'premios_externos', 'comision_externa', 'ajustes')
  GROUP BY 1, 2`

/** The busiest agency's month: what of its page is the database's. */
async function benchStatement({ test, db, today, planned }: Wide): Promise<Measured> {
  const { id } = (await db.one<{ id: number }>(sql`
    SELECT agency.id FROM partners agency
    JOIN partners office ON office.father_id = agency.id
    JOIN sales_days sold ON sold.office_id = office.id
    WHERE agency.type = 'agencia' GROUP BY agency.id ORDER BY count(*) DESC, agency.id LIMIT 1`))!
  const query = { partner_id: id, currency: 'BS' as const, from: addDays(today, -29), to: today }
  const call = async () => answered(await test.call(movementReports.list, { query }, as))
  for (let n = 0; n < 5; n++) await call()
  const sent = (await statementsOf(call)).filter(({ text }) => text.includes('movement'))
  if (sent.length === 0) throw new Error('the statement asked nothing')
  const times = await rivalTimings(
    {
      call,
      bare: async () => {
        for (const one of sent) await planned.query(one)
      },
    },
    runs,
  )
  const [whole, database] = [median(times.call), median(times.bare)]
  return {
    work: 'una página del estado de cuenta de una agencia, un mes',
    yardstick: 'su mismo SQL por pg',
    reach: '≤ 2 ms de base de datos',
    measured: `${round(database)} ms (${round(whole)} con la llamada entera)`,
    reached: database <= 2,
  }
}

/** Another system's file that names every agency, taken and shown to be reviewed, against the bare INSERT of what it wrote. */
async function benchFile({ test, pool, db, week }: Wide): Promise<Measured> {
  const names = await db.rows<{ name: string }>(sql`SELECT name FROM partners WHERE type = 'agencia' ORDER BY id`)
  const format = { name: 'Medición', currency: 'BS' as const }
  const system = answered(await test.call(externalSales.saveConfig, { body: format }, as)).body
  const times = { ours: [] as number[], bare: [] as number[] }
  for (let round = 1; round <= rounds; round++) {
    const rows = names.map(({ name }) => `${formatDay(week)};${name};Lotto Activo;${round}0;1;1`)
    const file = ['Fecha;Agencia;Producto;Ventas;Premios;Comisión', ...rows].join('\r\n')
    let load = 0
    times.ours.push(await timeOf(async () => (load = await takeFile(test, system.id, file))))
    times.bare.push(await leavingNothing(pool, (tx) => bareFile(tx, load)))
    answered(await test.call(externalSales.discard, { params: { id: load } }, as))
  }
  const [ours, bare] = [median(times.ours), median(times.bare)]
  return {
    work: `tomar un archivo de otro sistema con ${agencies.toLocaleString('es-VE')} agencias y mostrarlo para revisarlo`,
    yardstick: 'el INSERT desnudo de sus filas',
    reach: '≤ 15 veces',
    measured: `${round(ours / bare)} veces (${round(ours / 1_000, 2)} s contra ${round(bare / 1_000, 2)} s)`,
    reached: ours / bare <= 15,
  }
}

/** Answers the load's id. */
async function takeFile(test: TestApp, system_id: number, text: string): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob([text], { type: 'text/csv' }), 'ventas.csv')
  const encoded = new Response(form)
  const response = await test.app.inject({
    method: externalSales.load.method,
    url: `${externalSales.load.path}?system_id=${system_id}`,
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: {
      authorization: `Bearer ${await test.signInAs(as.as)}`,
      'content-type': encoded.headers.get('content-type')!,
    },
  })
  const told = response.json<{ id: number; standings: Record<string, number> }>()
  if (told.standings?.['lista'] !== agencies) throw new Error(`the file was not taken: ${response.body.slice(0, 300)}`)
  return told.id
}

/** How long it takes to write a load's rows and names again as another one's. */
async function bareFile(tx: Tx, load: number): Promise<number> {
  const [copy] = await tx.rows<{ id: number }>(sql`
    INSERT INTO external_loads (system_id, filename, sha256, bytes, file, loaded_by)
    SELECT system_id, filename, sha256 || 'x'::bytea, bytes, file, loaded_by FROM external_loads WHERE id = ${load} RETURNING id`)
  const sources = {
    external_rows: sql`SELECT * FROM external_rows WHERE load_id = ${load}`,
    external_names: sql`SELECT * FROM external_names WHERE load_id = ${load}`,
  }
  let ms = 0
  for (const [name, source] of Object.entries(sources)) {
    const [table, kept] = [sql.identifier(name), sql.identifier(`kept_${name}`)]
    await tx.run(sql`CREATE TEMP TABLE ${kept} ON COMMIT DROP AS ${source}`)
    await tx.run(sql`UPDATE ${kept} SET load_id = ${copy!.id}`)
    ms += await timeOf(async () => tx.run(sql`INSERT INTO ${table} SELECT * FROM ${kept}`))
  }
  return ms
}

const undone = new Error('undone')
/** Does the work in a transaction that leaves nothing, and answers what it answered. */
async function leavingNothing<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  let told: T | undefined
  await transaction(pool, async (tx) => {
    told = await work(tx)
    throw undone
  }).catch((error: unknown) => {
    if (error !== undone) throw error
  })
  return told as T
}

/** A week of all, and the bare INSERT of the rows that it wrote: both in one transaction, in turns. */
async function benchClosing({ pool, week, today }: Wide): Promise<Measured> {
  const taken = await takeTurns(
    {
      both: () =>
        leavingNothing(pool, async (tx) => {
          const ours = await timeOf(() =>
            closeWeek(tx, { week, of: sql`true`, signature: { by: null, at: new Date(), today, reason: 'Medición' } }),
          )
          return { ours, bare: await bareRows(tx, week) }
        }),
    },
    rounds,
  )
  const ours = median(taken.both.map((one) => one.ours))
  const bare = median(taken.both.map((one) => one.bare.ms))
  const rows = taken.both[0]!.bare.rows
  return {
    work: `cerrar la semana de ${agencies.toLocaleString('es-VE')} agencias`,
    yardstick: 'el INSERT desnudo de sus filas',
    reach: '≤ 8 veces',
    measured:
      `${round(ours / bare)} veces (${round(ours / 1_000)} s contra ${round(bare / 1_000, 2)} s, ` +
      `${rows.toLocaleString('es-VE')} filas)`,
    reached: ours / bare <= 8,
  }
}

/** Writes again, into tables with the same indexes, what the closing of the week wrote in this transaction. */
async function bareRows(tx: Tx, week: string): Promise<{ ms: number; rows: number }> {
  const fresh = sql`SELECT id FROM closings WHERE week = ${week}::date AND reversed_at IS NULL`
  const entries = sql`SELECT * FROM ledger_entries WHERE ref_kind = 'closing' AND kind = 'cierre' AND ref_id IN (${fresh})`
  const sources = {
    closings: sql`SELECT * FROM closings WHERE id IN (${fresh})`,
    ledger_entries: entries,
    ledger_postings: sql`
      SELECT posting.* FROM ledger_postings posting JOIN (${entries}) entry ON entry.day = posting.day AND entry.id = posting.entry_id`,
    ledger_days: sql`
      SELECT DISTINCT ledger_day.* FROM ledger_days ledger_day
      JOIN ledger_postings posting ON posting.account_id = ledger_day.account_id AND posting.day = ledger_day.day
      JOIN (${entries}) entry ON entry.day = posting.day AND entry.id = posting.entry_id`,
  }
  let ms = 0
  let rows = 0
  for (const [name, source] of Object.entries(sources)) {
    const [kept, bare] = [sql.identifier(`kept_${name}`), sql.identifier(`bare_${name}`)]
    await tx.run(sql`CREATE TEMP TABLE ${kept} ON COMMIT DROP AS ${source}`)
    await tx.run(
      sql`CREATE TABLE ${bare} (LIKE ${sql.identifier(name)} INCLUDING DEFAULTS INCLUDING INDEXES INCLUDING CONSTRAINTS)`,
    )
    ms += await timeOf(async () => {
      rows += await tx.run(sql`INSERT INTO ${bare} SELECT * FROM ${kept}`)
    })
  }
  return { ms, rows }
}

/** The same as a person does it, while sixteen counters sell. */
async function benchBeside(wide: Wide): Promise<Measured> {
  const { test, db, week } = wide
  const draws = await openDraws(db)
  const alone = await selling(wide, draws, () => new Promise((resolve) => setTimeout(resolve, aloneMs)))
  let ours = 0
  const beside = await selling(wide, draws, async () => {
    ours = await timeOf(async () =>
      answered(await test.call(accountBalance.close, { body: { week, reason: 'Medición' } } as never, as)),
    )
  })
  const [quick, slow] = [percentile(alone, 0.95), percentile(beside, 0.95)]
  const longest = beside.at(-1) ?? 0
  return {
    work: `vender con ${counters} a la vez mientras se cierra la semana de todas`,
    yardstick: 'la misma venta sin el cierre',
    reach: 'p95 ≤ 3 veces, ninguna espera por él',
    measured:
      `${round(slow / quick)} veces (${round(slow, 0)} contra ${round(quick, 0)} ms, ${beside.length} ventas); ` +
      `la más lenta ${round(longest, 0)} ms de los ${round(ours / 1_000)} s que duró`,
    reached: slow / quick <= 3 && longest < ours / 2,
  }
}
