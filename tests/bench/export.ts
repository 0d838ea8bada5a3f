/** 200,000 rows of 15 typed columns from PostgreSQL into a sheet, against the same rows into CSV. */
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import { createPool, executor } from '../../server/platform/db/connect.ts'
import type { ColumnType, ExportColumn } from '../../server/platform/files/columns.ts'
import { exportRows } from '../../server/platform/files/export-rows.ts'
import { openSnapshot } from '../../server/platform/files/snapshot.ts'
import { median, round, takeTurns, type Measured } from './measure.ts'

const rows = 200_000
const runs = 3
const types: readonly ColumnType[] = [
  'text',
  'text',
  'text',
  'date',
  'instant',
  'integer',
  'integer',
  'money',
  'money',
  'money',
  'money',
  'money',
  'money',
  'money',
  'percent',
]
const columns: ExportColumn[] = types.map((type, at) => ({ key: `c${at}`, title: `Columna ${at + 1}`, type }))
const values: Record<ColumnType, string> = {
  text: "'Agencia ' || n * 7919 % 10007",
  integer: 'n % 5000',
  money: '((n * 104729 % 100000007)::numeric / 100)::numeric(16,2)',
  percent: '(n % 1000)::numeric / 10',
  decimal: '(n % 100000)::numeric / 1000',
  date: "'2026-01-01'::date + (n % 365)::int",
  instant: "'2026-01-01T04:00:00Z'::timestamptz + make_interval(secs => n * 61)",
}
const query = sql.raw(
  `SELECT ${types.map((type, at) => `${values[type]} AS c${at}`).join(', ')} FROM generate_series(1, ${rows}::bigint) n`,
)

interface Run {
  ms: number
  first_byte_ms: number
  grown_mb: number
}

async function write(url: string, format: 'xlsx' | 'csv'): Promise<Run> {
  const pool = createPool(url, { max: 4, statement_timeout_ms: 0 })
  const before = process.memoryUsage().rss
  let highest = before
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss)
  }, 20)
  const start = performance.now()
  let first_byte_ms = 0
  const sink = new Writable({
    write: (_chunk, _encoding, done) => {
      first_byte_ms ||= performance.now() - start
      done()
    },
  })
  const snapshot = await openSnapshot({ pool, aside: executor(pool) }, 1)
  const { stream } = exportRows({
    title: 'Medida',
    name: 'Medida',
    columns,
    rows: snapshot.stream<object>(query),
    format,
    csv_style: 'es-VE',
    control: { key: 'c7', title: 'Columna 8' },
    close: snapshot.close,
    heading: { filters: [], zone: 'America/Caracas', user: 'Medida', at: new Date() },
  })
  await pipeline(stream, sink)
  const ms = performance.now() - start
  clearInterval(watch)
  await snapshot.close()
  await pool.end()
  return { ms, first_byte_ms, grown_mb: (highest - before) / 2 ** 20 }
}

/** Any database will do: the rows are made by the query. */
export async function benchExport(url: string): Promise<Measured[]> {
  const taken = await takeTurns({ csv: () => write(url, 'csv'), xlsx: () => write(url, 'xlsx') }, runs + 1)
  // The first of each warmed up.
  for (const all of Object.values(taken)) all.shift()
  const time = (format: keyof typeof taken) => median(taken[format].map(({ ms }) => ms))
  const ratio = time('xlsx') / time('csv')
  const grown = Math.max(...taken.xlsx.map(({ grown_mb }) => grown_mb))
  const first = Math.max(...taken.xlsx.map(({ first_byte_ms }) => first_byte_ms))
  return [
    {
      work: 'XLSX de 200.000 × 15 celdas con tipo',
      yardstick: 'CSV de las mismas filas',
      reach: '≤ 4 veces, ≤ 64 MB más, primer byte < 1 s',
      measured:
        `${round(ratio, 2)} veces (${round(time('xlsx') / 1000, 2)} s contra ` +
        `${round(time('csv') / 1000, 2)} s), ${round(grown, 0)} MB más, primer byte a ` +
        `${round(first, 0)} ms`,
      reached: ratio <= 4 && grown <= 64 && first < 1_000,
    },
  ]
}
