/**
 * Drawers of a large banca: what one with two hundred lines should hold, what ten thousand of a day come to, and who sells
 * while registers are sent.
 */
import { sql } from 'drizzle-orm'
import { cashManage } from '../../contract/cash-manage.ts'
import { cashRegisters } from '../../contract/cash-registers.ts'
import { createPool, executor, list, transaction, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { sell } from '../../server/rules/sale/sell.ts'
import { seedDemo } from '../../server/seed/demo.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { betTypeId } from '../support/world.ts'
import { statementsOf } from './bare.ts'
import { answered, median, percentile, round, takeTurns, timeOf, timings, type Measured } from './measure.ts'
import { processorMeter } from './processor.ts'
import { counters, openDraws, selling } from './selling.ts'

const as = { as: 'banca' }
const drawers = 10_000
const lines = 200
const runs = 30
/** Offices that send, each twice a second: what a banca of five thousand does within ten minutes of closing. */
const senders = 4
const everyMs = 500
const sliceMs = 4_000
const rounds = 8

interface Wide {
  test: TestApp
  pool: Pool
  db: Executor
  today: string
  /** Offices by somebody of each, who signs in as the banca does. */
  offices: { username: string; user_id: number; office_id: number }[]
}

/** `url` is an empty database. */
export async function benchTill(url: string): Promise<Measured[]> {
  await seedDemo(url, { tickets: 150_000, days: 7, agencies: drawers / 2, offices: drawers + 1 })
  const pool = createPool(url, { max: counters + 8 })
  const db = executor(pool)
  const test = await startApp(url, { password: demoPassword })
  try {
    const { today } = (await db.one<{ today: string }>(
      sql`SELECT (now() AT TIME ZONE zone)::date::text AS today FROM banca`,
    ))!
    const offices = await db.rows<Wide['offices'][number]>(sql`
      SELECT DISTINCT ON (person.partner_id) person.username, person.id AS user_id, person.partner_id AS office_id
      FROM users person
      JOIN partners office ON office.id = person.partner_id AND office.status = 'activo' AND 'BS' = ANY (office.currencies)
      WHERE person.role = 'VEND_TAQUILLA' AND person.status = 'activo' ORDER BY person.partner_id, person.id LIMIT ${senders + 1}`)
    await db.run(sql`
      UPDATE users SET password_hash = (SELECT known.password_hash FROM users known WHERE known.username = 'banca')
      WHERE id = ANY (${list(offices.map(({ user_id }) => user_id))}::int[])`)
    const wide = { test, pool, db, today, offices }
    const day = await addDrawers(db)
    return [await benchExpected(wide), ...(await benchDay(wide, day)), await benchBeside(wide)]
  } finally {
    await test.close()
    await pool.end()
  }
}

/** A register of every office on a day before all others, with what it expected and counted: some wait, some were returned. */
async function addDrawers(db: Executor): Promise<string> {
  const { day } = (await db.one<{ day: string }>(sql`
    SELECT least((SELECT min(day) FROM cash_registers), (SELECT max(day) FROM sales_days)) - 1 AS day`))!
  await db.run(sql`
    INSERT INTO cash_registers (office_id, day, state, since, since_at, cut, cut_at, opened_by, opened_at, sent_by, sent_at, decided_by,
      decided_at)
    SELECT office.id, ${day}::date, CASE WHEN office.id % 10 = 0 THEN 'devuelta' WHEN office.id % 4 = 0 THEN 'enviada' ELSE 'aprobada' END,
      pg_current_snapshot(), ${day}::date, pg_current_snapshot(), ${day}::date + 1, teller.id, ${day}::date, teller.id, ${day}::date + 1,
      CASE WHEN office.id % 4 <> 0 OR office.id % 10 = 0 THEN teller.id END,
      CASE WHEN office.id % 4 <> 0 OR office.id % 10 = 0 THEN ${day}::date + 1 END
    FROM partners office CROSS JOIN (SELECT min(id) AS id FROM users) teller
    WHERE office.type = 'taquilla' AND NOT EXISTS (
      SELECT 1 FROM cash_registers kept WHERE kept.office_id = office.id AND kept.day = ${day}::date)`)
  await db.run(sql`
    INSERT INTO cash_sums (register_id, currency, opening, expected, counted)
    SELECT register.id, each.currency, 100, 100 + register.id % 900, 100 + register.id % 900 - register.id % 3
    FROM cash_registers register JOIN partners office ON office.id = register.office_id CROSS JOIN unnest(office.currencies) each(currency)
    WHERE register.day = ${day}::date ON CONFLICT DO NOTHING`)
  await db.run(sql`
    INSERT INTO cash_lines (register_id, currency, method_id, kind, span, amount, n)
    SELECT sums.register_id, sums.currency, 0, line.kind, line.span, sums.expected / 5, 20
    FROM cash_sums sums JOIN cash_registers register ON register.id = sums.register_id AND register.day = ${day}::date
    CROSS JOIN (VALUES ('venta', 'turno'), ('venta', 'antes'), ('anulacion', 'turno'), ('pago_premio', 'turno'), ('ingreso', 'turno'))
      line(kind, span)
    ON CONFLICT DO NOTHING`)
  await db.run(sql`VACUUM ANALYZE cash_registers, cash_sums, cash_lines`)
  return day
}

/** Opens today's register of an office, as its people do, where it has none that is open. */
async function openOne({ test, db }: Wide, { username, office_id }: Wide['offices'][number]) {
  // Of one day more: what is of today already was a day ago.
  await db.run(sql`UPDATE cash_registers SET day = day - 10000 WHERE office_id = ${office_id}`)
  await db.run(sql`UPDATE cash_registers SET day = day + 9999 WHERE office_id = ${office_id}`)
  return answered(await test.call(cashRegisters.open, { body: { counts: [] } }, { as: username })).body
}

/** What an open register with two hundred tickets should hold, read at that moment: what of it is the database's. */
async function benchExpected(wide: Wide): Promise<Measured> {
  const { test, pool, db, today } = wide
  const office = wide.offices[senders]!
  const { id } = await openOne(wide, office)
  const draws = await openDraws(db)
  for (let n = 0; n < lines; n++) {
    const stakes = [
      { draw_id: draws[n % draws.length]!, bet_type_id: betTypeId('ANIMALITO'), number: '12', stake: '20.00' },
    ]
    const sale = { office_id: office.office_id, seller_id: office.user_id, currency: 'BS' as const, lines: stakes }
    await transaction(pool, (tx) => sell(tx, { ...sale, confirm_repeated: true, at: new Date(), day: today }))
  }
  const call = async () =>
    answered(await test.call(cashRegisters.show, { params: { id } }, { as: office.username })).body
  for (let n = 0; n < 5; n++) await call()
  const told = await call()
  const counted = told.lines.reduce((sum, line) => sum + line.n, 0)
  if (counted < lines) throw new Error(`the register has ${counted} lines`)
  const sent = (await statementsOf(call)).filter(({ text }) => text.includes('cash_'))
  const bare = await timings(runs, async () => {
    for (const one of sent) await pool.query(one)
  })
  const whole = await timings(runs, call)
  return {
    work: `lo esperado de una caja abierta de ${lines} líneas`,
    yardstick: '',
    reach: '≤ 15 ms de base de datos',
    measured:
      `${round(median(bare))} ms, p95 ${round(percentile(bare, 0.95))}, en ${sent.length} sentencias ` +
      `(${round(median(whole))} con la llamada entera)`,
    reached: median(bare) <= 15,
  }
}

/** All offices' drawers of a day: by state, by agency, and audited against what was sold. */
async function benchDay({ test, db }: Wide, day: string): Promise<Measured[]> {
  const query = { from: day, to: day }
  const works = {
    'por estado': async () => answered(await test.call(cashManage.resume, { query }, as)).body.data.length,
    'por agencia, una página con sus sumas': async () =>
      answered(await test.call(cashManage.summary, { query: { ...query, per_page: 100 } }, as)).body.total,
    'auditadas, una página con sus sumas': async () =>
      answered(await test.call(cashManage.audit, { query: { ...query, per_page: 100 } }, as)).body.total,
    'una página de la lista con sus sumas': async () =>
      answered(await test.call(cashManage.list, { query: { ...query, per_page: 100 } }, as)).body.total,
  }
  const meter = await processorMeter(db)
  const kept = await db.one<{ n: number }>(sql`SELECT count(*)::int AS n FROM cash_registers WHERE day = ${day}::date`)
  const measured: Measured[] = []
  for (const [name, call] of Object.entries(works)) {
    for (let n = 0; n < 5; n++) await call()
    const taken: number[] = []
    const work = async () => {
      for (let n = 0; n < runs; n++) taken.push(await timeOf(call))
      return runs
    }
    const spent = meter ? await meter(work) : (await work(), null)
    // The time that it waits for others on a shared machine is none of its own.
    const ours = spent ? (spent.node + spent.postgres) / runs : median(taken)
    measured.push({
      work: `${kept!.n.toLocaleString('es-VE')} cajas de un día, ${name}`,
      yardstick: '',
      reach: '≤ 150 ms del servidor',
      measured:
        `${round(ours)} ms` +
        (spent
          ? ` de procesador (${round(spent.node / runs)} Node + ${round(spent.postgres / runs)} PostgreSQL), `
          : ', ') +
        `en ${round(median(taken))} ms`,
      reached: ours <= 150,
    })
  }
  return measured
}

/** Opens and sends its register again and again, as its people do, until it is told to stop. Answers how often. */
async function sending(wide: Wide, isOver: () => boolean): Promise<number> {
  let sent = 0
  const loops = wide.offices.slice(0, senders).map(async (office) => {
    while (!isOver()) {
      const began = performance.now()
      const { id, version } = await openOne(wide, office)
      const body = { version, observation: 'Medición' }
      answered(await wide.test.call(cashRegisters.send, { params: { id }, body }, { as: office.username }))
      sent += 1
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, everyMs - (performance.now() - began))))
    }
  })
  await Promise.all(loops)
  return sent
}

/** Counters that sell, alone and beside offices that send their registers, four of which sell meanwhile. */
async function benchBeside(wide: Wide): Promise<Measured> {
  const draws = await openDraws(wide.db)
  const pause = () => new Promise((resolve) => setTimeout(resolve, sliceMs))
  let sent = 0
  const slices = await takeTurns(
    {
      alone: () => selling(wide, draws, pause),
      beside: () =>
        selling(wide, draws, async () => {
          let over = false
          const loops = sending(wide, () => over)
          await pause()
          over = true
          sent += await loops
        }),
    },
    rounds,
  )
  const p95 = (name: keyof typeof slices) => median(slices[name].map((one) => percentile(one, 0.95)))
  const sold = (name: keyof typeof slices) => slices[name].reduce((sum, one) => sum + one.length, 0)
  const [alone, beside] = [p95('alone'), p95('beside')]
  return {
    work: `vender con ${counters} a la vez mientras se envían cajas, ${senders} taquillas, dos por segundo cada una`,
    yardstick: 'la misma venta sola',
    reach: 'p95 ≤ 1,2 veces',
    measured:
      `${round(beside / alone, 2)} veces (${round(beside, 0)} contra ${round(alone, 0)} ms; ` +
      `${sold('beside')} y ${sold('alone')} ventas, ${sent} cajas enviadas)`,
    reached: beside / alone <= 1.2,
  }
}
