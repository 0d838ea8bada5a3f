/**
 * A banca's raw rows in DuckDB, an engine made for adding up columns: what a dashboard would ask if nothing had
 * been added up beforehand. They are brought by COPY, as they stand in PostgreSQL.
 */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { to as copyTo } from 'pg-copy-streams'
import { ticketStates } from '../../contract/tickets.ts'
import { currencies } from '../../contract/values/currency.ts'
import { createPool, type Pool } from '../../server/platform/db/connect.ts'
import { Unmeasurable } from './measure.ts'

export type RawRow = Record<string, unknown>

export interface Raw {
  /** Amounts and large numbers as text, instants as text in UTC. */
  rows(sql: string): Promise<RawRow[]>
  close(): Promise<void>
}

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')
const types = [
  `CREATE TYPE money AS ENUM (${quoted(currencies)})`,
  `CREATE TYPE ticket_state AS ENUM (${quoted(ticketStates)})`,
  `CREATE TYPE line_state AS ENUM (${quoted(['pendiente', 'ganadora', 'perdedora', 'anulada', 'devuelta', 'vencida'])})`,
]
const sum = 'DECIMAL(18, 2)'

interface Source {
  /** What PostgreSQL sends. */
  query: string
  columns: Record<string, string>
}

const sources: Record<string, Source> = {
  tickets: {
    query: `SELECT day, id, serial, office_id, currency, total, potential, state, sold_at AT TIME ZONE 'UTC' FROM tickets ORDER BY day, id`,
    columns: {
      day: 'DATE',
      id: 'BIGINT',
      serial: 'VARCHAR',
      office_id: 'INTEGER',
      currency: 'money',
      total: sum,
      potential: sum,
      state: 'ticket_state',
      sold_at: 'TIMESTAMP',
    },
  },
  raw_lines: {
    query: `
      SELECT day, ticket_id, n, draw_id, product_id, bet_type_id, office_id, currency, number, stake,
        line_potential(stake, multiplier, place_multipliers, currency), state
      FROM ticket_lines`,
    columns: {
      day: 'DATE',
      ticket_id: 'BIGINT',
      n: 'SMALLINT',
      draw_id: 'INTEGER',
      product_id: 'SMALLINT',
      bet_type_id: 'SMALLINT',
      office_id: 'INTEGER',
      currency: 'money',
      number: 'VARCHAR',
      stake: sum,
      potential: sum,
      state: 'line_state',
    },
  },
  raw_prizes: {
    query: `SELECT ticket_day, ticket_id, line_n, draw_id, office_id, currency, amount FROM prizes WHERE withdrawn_at IS NULL`,
    columns: {
      ticket_day: 'DATE',
      ticket_id: 'BIGINT',
      line_n: 'SMALLINT',
      draw_id: 'INTEGER',
      office_id: 'INTEGER',
      currency: 'money',
      amount: sum,
    },
  },
  draws: {
    query: `SELECT id, product_id, day, scheduled_at AT TIME ZONE 'UTC', closes_at AT TIME ZONE 'UTC', state, result_id FROM draws`,
    columns: {
      id: 'INTEGER',
      product_id: 'SMALLINT',
      day: 'DATE',
      scheduled_at: 'TIMESTAMP',
      closes_at: 'TIMESTAMP',
      state: 'VARCHAR',
      result_id: 'INTEGER',
    },
  },
  result_numbers: {
    query: `SELECT result_id, number FROM result_numbers`,
    columns: { result_id: 'INTEGER', number: 'VARCHAR' },
  },
  // What an hour's lines have earned follows from whole weeks and is no sum of theirs: the smallest rows there are.
  commissions: {
    query: `SELECT office_id, day, currency, product_id, bet_type_id, hour, commission FROM settled_hours`,
    columns: {
      office_id: 'INTEGER',
      day: 'DATE',
      currency: 'money',
      product_id: 'SMALLINT',
      bet_type_id: 'SMALLINT',
      hour: 'SMALLINT',
      commission: sum,
    },
  },
  partners: {
    query: `SELECT id, father_id, type, name FROM partners`,
    columns: { id: 'INTEGER', father_id: 'INTEGER', type: 'VARCHAR', name: 'VARCHAR' },
  },
  ancestors: {
    query: `SELECT partner_id, ancestor_id FROM partner_ancestors WHERE partner_type = 'taquilla'`,
    columns: { partner_id: 'INTEGER', ancestor_id: 'INTEGER' },
  },
  products: {
    query: `SELECT id, kind, status, position FROM products`,
    columns: { id: 'SMALLINT', kind: 'VARCHAR', status: 'VARCHAR', position: 'SMALLINT' },
  },
  symbols: {
    query: `SELECT product_id, code, position FROM product_symbols`,
    columns: { product_id: 'SMALLINT', code: 'VARCHAR', position: 'SMALLINT' },
  },
  quotas: {
    query: `
      SELECT product_id, bet_type_id, currency, amount
      FROM top_quotas
      UNION ALL
      SELECT q.product_id, q.bet_type_id, q.currency, q.amount
      FROM regular_quotas q
      JOIN partners p ON p.id = q.partner_id AND p.type = 'banca'`,
    columns: { product_id: 'SMALLINT', bet_type_id: 'SMALLINT', currency: 'money', amount: sum },
  },
}

/** A line knows when it was sold and a prize of what line it is, so that no question has to join the large tables. */
const joined = [
  `CREATE TABLE lines AS SELECT l.*, t.sold_at FROM raw_lines l JOIN tickets t ON t.id = l.ticket_id AND t.day = l.day ORDER BY t.sold_at`,
  `CREATE TABLE prizes AS
     SELECT p.office_id, p.currency, p.amount, l.product_id, l.bet_type_id, d.day, d.scheduled_at
     FROM raw_prizes p
     JOIN draws d ON d.id = p.draw_id
     JOIN raw_lines l ON l.ticket_id = p.ticket_id AND l.day = p.ticket_day AND l.n = p.line_n`,
  `DROP TABLE raw_lines`,
  `DROP TABLE raw_prizes`,
]

async function bring(pool: Pool, { query, columns }: Source, name: string, folder: string): Promise<string> {
  const file = join(folder, `${name}.csv`)
  const client = await pool.connect()
  try {
    await pipeline(client.query(copyTo(`COPY (${query}) TO STDOUT (FORMAT csv)`)), createWriteStream(file))
  } finally {
    client.release()
  }
  const typed = Object.entries(columns).map(([column, type]) => `'${column}': '${type}'`)
  return `CREATE TABLE ${name} AS SELECT * FROM read_csv('${file}', header = false, auto_detect = false, columns = {${typed.join(', ')}})`
}

/** Copies the raw rows of a banca, by its database's URL. Throws an `Unmeasurable` where the engine cannot be had. */
export async function openRaw(url: string): Promise<Raw> {
  const engine = await import('@duckdb/node-api').catch((error: unknown) => {
    throw new Unmeasurable(`no hay un DuckDB para este sistema (${String(error).split('\n')[0]})`)
  })
  const pool = createPool(url, { max: 1, statement_timeout_ms: 0, pipeline: false })
  const folder = mkdtempSync(join(process.env['SORTEO_BENCH_DIR'] ?? tmpdir(), 'sorteo-raw-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const instance = await engine.DuckDBInstance.create(join(folder, 'raw.duckdb'))
    const connection = await instance.connect()
    for (const one of types) await connection.run(one)
    for (const [name, source] of Object.entries(sources)) {
      await connection.run(await bring(pool, source, name, folder))
      rmSync(join(folder, `${name}.csv`))
    }
    for (const one of [...joined, 'CHECKPOINT']) await connection.run(one)
    return {
      rows: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson() as RawRow[],
      close: () => {
        connection.closeSync()
        instance.closeSync()
        remove()
        return Promise.resolve()
      },
    }
  } catch (error) {
    remove()
    throw error
  } finally {
    await pool.end()
  }
}
