/** `npm run restore -- FILE`: a backup as the embedded server's data, and what it holds. */
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { formatInstant } from '@contract/values/dates.ts'
import { restoreBackup } from '../platform/db/backup/restore.ts'
import { createPool, executor } from '../platform/db/connect.ts'
import type { Embedded } from '../platform/db/embedded.ts'
import { copying } from './copying.ts'

const usage = `Uso: npm run restore -- archivo.tar.gz [--force]

  Restaura una copia como la base de datos incluida. Nadie puede estar usándola.

  --force  aparta la carpeta de datos que haya, con otro nombre y la fecha; no la borra`

/** A line for each banca of the server: its tickets and the last sale, in its own time. */
async function holdings(server: Embedded): Promise<string[]> {
  const client = new Client({ connectionString: server.url('postgres') })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database WHERE datname LIKE 'sorteo%' ORDER BY 1`,
  )
  await client.end()
  return Promise.all(rows.map(({ name }) => held(name, server.url(name))))
}

async function held(name: string, url: string): Promise<string> {
  const pool = createPool(url, { max: 1, statement_timeout_ms: 0 })
  const db = executor(pool)
  try {
    const made = await db.one<{ made: boolean }>(sql`SELECT to_regclass('tickets') IS NOT NULL AS made`)
    if (!made?.made) return `  ${name}: sin tablas`
    const found = await db.one<{ tickets: number; last: string | null; banca: string | null; zone: string | null }>(sql`
      SELECT (SELECT count(*)::int FROM tickets) AS tickets, (SELECT max(sold_at) FROM tickets) AS last,
        (SELECT name FROM banca) AS banca, (SELECT zone FROM banca) AS zone`)
    const { tickets, last, banca, zone } = found!
    const sale = last ? `, última venta ${formatInstant(last, zone ?? undefined)}` : ''
    return `  ${name} (${banca ?? 'sin banca'}): ${tickets.toLocaleString('es-VE')} tickets${sale}`
  } finally {
    await pool.end()
  }
}

await copying(usage, 'Restaurando', async (options) => {
  const { dataDir, manifest, aside, seen } = await restoreBackup({ ...options, look: holdings })
  return [
    `Base de datos restaurada en ${dataDir}, de la copia terminada el ${formatInstant(manifest.finished_at)} (hora de Caracas):`,
    ...seen,
    ...(aside ? [`Lo que había quedó en ${aside}.`] : []),
    'Compruébela con npm run verify antes de vender.',
  ].join('\n')
})
