/**
 * The registry's heavy work in a wide banca: a level of the tree, ten thousand cells of a grid, and one change over a
 * hundred thousand rates while sixteen counters sell, against the bare statements that write as many rows.
 */
import { sql } from 'drizzle-orm'
import { commissions } from '../../contract/commissions.ts'
import { partners } from '../../contract/partners.ts'
import { quotas } from '../../contract/quotas.ts'
import { createPool, executor, transaction, type Executor, type Pool } from '../../server/platform/db/connect.ts'
import { seedDemo } from '../../server/seed/demo.ts'
import { demoPassword } from '../../server/seed/plan.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { answered, ascending, median, percentile, round, takeTurns, timeOf, timings, type Measured } from './measure.ts'
import { counters, openDraws, selling } from './selling.ts'

const as = { as: 'banca' }
const rows = 100_000
/** Of one save, and how many make ten thousand cells. */
const cells = 2_000
const saves = 5
const aloneMs = 6_000

interface Wide {
  test: TestApp
  pool: Pool
  db: Executor
}

export async function benchRegistry(url: string): Promise<Measured[]> {
  await seedDemo(url, { tickets: 5_000, days: 14, agencies: 5_000, offices: 20_000 })
  const pool = createPool(url, { max: counters + 8 })
  const test = await startApp(url, { password: demoPassword })
  try {
    const wide = { test, pool, db: executor(pool) }
    return [await benchTree(wide), await benchSelect(wide), await benchGrid(wide), ...(await benchGlobal(wide))]
  } finally {
    await test.close()
    await pool.end()
  }
}

/** The level with the most partners below one. */
async function benchTree({ test, db }: Wide): Promise<Measured> {
  const widest = await db.one<{ id: number; n: number }>(
    sql`SELECT father_id AS id, count(*)::int AS n FROM partners WHERE father_id IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
  )
  const taken = await timings(30, async () =>
    answered(await test.call(partners.directs, { query: { partner_id: widest!.id } }, as)),
  )
  return {
    work: `abrir el nivel más ancho del árbol, ${widest!.n} afiliados de 25.000`,
    yardstick: '',
    reach: '≤ 30 ms',
    measured: `${round(median(taken))} ms, p95 ${round(percentile(taken, 0.95))}`,
    reached: median(taken) <= 30,
  }
}

/** What a person types in a select of affiliates: part of a name, of a code, nothing that exists. */
async function benchSelect({ test, db }: Wide): Promise<Measured> {
  const some = await db.rows<{ name: string; code: string }>(
    sql`SELECT name, code FROM partners WHERE type IN ('agencia', 'taquilla') ORDER BY md5(id::text) LIMIT 20`,
  )
  const words = some.flatMap(({ name, code }) => [name.slice(0, 8), name.split(' ').at(-1)!, code.slice(0, 4)])
  const taken: number[] = []
  for (const q of [...words, 'zzqq', 'a'])
    taken.push(await timeOf(async () => answered(await test.call(partners.options, { query: { q } }, as))))
  const slow = percentile(ascending(taken), 0.95)
  return {
    work: 'buscar en un selector entre 25.000 afiliados',
    yardstick: '',
    reach: 'p95 ≤ 30 ms',
    measured: `${round(median(taken))} ms, p95 ${round(slow)}`,
    reached: slow <= 30,
  }
}

interface Cell {
  partner_id: number
  product_id: number
  bet_type_id: number
  currency: 'BS'
}

const cellsFrom = (db: Executor, offset: number) =>
  db.rows<Cell>(sql`
    SELECT p.id AS partner_id, o.product_id::int AS product_id, o.bet_type_id::int AS bet_type_id, 'BS' AS currency
    FROM partners p CROSS JOIN product_bet_types o JOIN products g ON g.id = o.product_id AND g.status = 'activo'
    WHERE p.type = 'agencia' AND 'BS' = ANY (p.currencies::text[]) AND o.enabled
      AND NOT EXISTS (
        SELECT 1
        FROM regular_quotas q
        WHERE q.partner_id = p.id AND q.product_id = o.product_id AND q.bet_type_id = o.bet_type_id AND q.currency = 'BS'
      )
    ORDER BY p.id, o.product_id, o.bet_type_id LIMIT ${cells} OFFSET ${offset}`)

/** Ten thousand cells by calls as a sheet makes them, against the bare INSERT of as many rows of other partners. */
async function benchGrid({ test, db, pool }: Wide): Promise<Measured> {
  // What is read for the bare rows lies behind all that the sheet will save.
  const bare: Cell[][] = []
  for (let n = 0; n < saves; n++) bare.push(await cellsFrom(db, (saves + n) * cells))
  const taken = await takeTurns(
    {
      bare: (n) =>
        timeOf(() =>
          transaction(pool, (tx) =>
            tx.run(sql`
              INSERT INTO regular_quotas (partner_id, product_id, bet_type_id, currency, amount)
              SELECT r.partner_id, r.product_id, r.bet_type_id, 'BS', 500
              FROM jsonb_to_recordset(${JSON.stringify(bare[n])}::jsonb) AS r(partner_id int, product_id int, bet_type_id int)`),
          ),
        ),
      ours: async () => {
        const sheet = (await cellsFrom(db, 0)).map((cell) => ({ ...cell, amount: '400.00', before: null }))
        return timeOf(async () => answered(await test.call(quotas.save, { body: { rows: sheet } }, as)))
      },
    },
    saves,
  )
  const sum = (all: number[]) => all.reduce((one, other) => one + other, 0)
  const [ours, theirs] = [sum(taken.ours), sum(taken.bare)]
  return {
    work:
      `guardar ${(saves * cells).toLocaleString('es-VE')} celdas de cupos, de ` +
      `${cells.toLocaleString('es-VE')} en ${cells.toLocaleString('es-VE')}`,
    yardstick: 'el INSERT desnudo de otras tantas filas',
    reach: '≤ 3 veces y ≤ 5 s',
    measured: `${round(ours / theirs)} veces (${round(ours / 1_000)} s contra ${round(theirs / 1_000)} s)`,
    reached: ours / theirs <= 3 && ours <= 5_000,
  }
}

/** The largest filter of whole products whose rows are at least `rows`, and how many they are. */
async function wideFilter({ test, db }: Wide) {
  const products = await db.rows<{ id: number }>(
    sql`SELECT id FROM products WHERE status = 'activo' ORDER BY position, id`,
  )
  for (let taken = 1; taken <= products.length; taken++) {
    const filter = {
      types: ['taquilla' as const],
      currencies: ['BS' as const],
      product_ids: products.slice(0, taken).map(({ id }) => id),
    }
    const { body } = answered(await test.call(commissions.list, { body: { ...filter, per_page: 1 } as never }, as))
    if (body.total >= rows) return { filter, total: body.total }
  }
  throw new Error('the banca is too small')
}

async function benchGlobal(wide: Wide): Promise<Measured[]> {
  const { test, db } = wide
  const draws = await openDraws(db)
  const { filter, total } = await wideFilter(wide)
  const alone = await selling(wide, draws, () => new Promise((resolve) => setTimeout(resolve, aloneMs)))
  const rate = {
    commission_kind: 'VENTA',
    commission_percent: '8.5',
    participation_kind: 'COMPARTIDA',
    participation_percent: '0',
  } as const
  let ours = 0
  const beside = await selling(wide, draws, async () => {
    ours = await timeOf(async () =>
      answered(
        await test.call(
          commissions.global,
          { query: { expected_matched_rows: total }, body: { filter, change: { kind: 'set', rate } } as never },
          as,
        ),
      ),
    )
  })
  await db.run(sql`CREATE TABLE bare_rates (LIKE commissions INCLUDING DEFAULTS INCLUDING INDEXES INCLUDING IDENTITY)`)
  const bare = await timeOf(() =>
    db.run(sql`
      INSERT INTO bare_rates (
        partner_id, product_id, bet_type_id, currency, commission_kind, commission_percent, participation_kind,
        participation_percent, starts_at
      )
      SELECT partner_id, product_id, bet_type_id, currency, commission_kind, commission_percent, participation_kind,
        participation_percent, starts_at
      FROM commissions
      ORDER BY id DESC
      LIMIT ${total}`),
  )
  const [quick, slow] = [percentile(alone, 0.95), percentile(beside, 0.95)]
  const many = total.toLocaleString('es-VE')
  return [
    {
      work: `un cambio sobre ${many} comisiones mientras venden ${counters}`,
      yardstick: 'el INSERT desnudo de otras tantas filas, sin nadie más',
      reach: '≤ 30 s, las ventas no esperan por él',
      measured: `${round(ours / 1_000)} s contra ${round(bare / 1_000)} s; la venta más lenta ${round(beside.at(-1) ?? 0, 0)} ms`,
      reached: ours <= 30_000 && (beside.at(-1) ?? 0) < 2_000,
    },
    {
      work: `vender con ${counters} a la vez durante ese cambio`,
      yardstick: 'la misma venta sin él',
      reach: 'p95 ≤ 3 veces',
      measured: `${round(slow / quick)} veces (${round(slow, 0)} contra ${round(quick, 0)} ms, ${beside.length} ventas)`,
      reached: slow / quick <= 3,
    },
  ]
}
