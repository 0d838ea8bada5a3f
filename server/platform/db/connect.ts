/**
 * PostgreSQL, once: pools, how values come back, statements and transactions.
 * `numeric` and `int8` arrive as decimal strings, `date` as `YYYY-MM-DD`, `timestamptz` as ISO 8601 UTC.
 */
import { sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'

const dialect = new PgDialect()

const parsers: Record<number, (text: string) => unknown> = {
  1082: (text) => text,
  1184: (text) => new Date(text).toISOString(),
  1182: (text) => (pg.types.getTypeParser as (oid: number) => (text: string) => unknown)(1009)(text),
}
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers[oid] ?? (pg.types.getTypeParser as (oid: number, format?: string) => unknown)(oid, format),
} as pg.CustomTypesConfig

/** Runs statements: a pool, or one transaction. Enum arrays come back as text unless cast to `text[]`. */
export interface Executor {
  rows<T>(query: SQL): Promise<T[]>
  /** The first row, if any. */
  one<T>(query: SQL): Promise<T | undefined>
  /** The number of rows a write touched. */
  run(query: SQL): Promise<number>
  /** A hot statement, parsed by the server once per connection. The text must be the same at every call. */
  prepared<T>(name: string, query: SQL): Promise<T[]>
}
/** A statement that a transaction ends with. */
interface Final {
  name: string
  /** Raises `refuse_unless`'s code when it must not be. */
  query: SQL
  /** Says why it was refused, once everything is undone: throws the problem. */
  refused(db: Executor): Promise<never>
}
/** An executor inside a transaction. */
export interface Tx extends Executor {
  readonly transaction: true
  /**
   * Runs a statement last, with the commit right behind it: what it locks is held for as long as the
   * disk takes and not for a round trip more. For rows that many transactions share.
   */
  last(final: Final): void
}
export type Pool = pg.Pool

export function createPool(url: string, options: { max?: number; statement_timeout_ms?: number } = {}): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    types,
    options: `-c timezone=UTC -c statement_timeout=${options.statement_timeout_ms ?? 60_000} -c idle_in_transaction_session_timeout=60000`,
  })
  // A connection that dies while idle must not end the process; the next query reports it.
  pool.on('error', () => undefined)
  return pool
}

function compile(query: SQL) {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return { text, values: params as unknown[] }
}

/** An executor over a pool (each statement its own transaction) or over one client. */
export function executor(on: pg.Pool | pg.PoolClient): Executor {
  const send = async (query: SQL, name?: string) => on.query({ ...compile(query), ...(name && { name }) })
  return {
    rows: async (query) => (await send(query)).rows,
    one: async (query) => (await send(query)).rows[0],
    run: async (query) => (await send(query)).rowCount ?? 0,
    prepared: async (name, query) => (await send(query, name)).rows,
  }
}

const attempts = 4

/** What is worth doing again from the start: a deadlock, a serialization failure, two tickets of a day that drew the same serial. */
function isPassing({ code, constraint }: { code?: string; constraint?: string }): boolean {
  return code === '40001' || code === '40P01' || (code === '23505' && constraint?.endsWith('_day_serial_key') === true)
}

/**
 * Runs `work` in a transaction: commits what it returns, rolls back what it throws. A passing fault
 * undid everything, so the work is simply done again, a few times.
 */
export async function transaction<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect()
    const finals: Final[] = []
    let broken: Error | undefined
    try {
      // Sent ahead of the first statement, which fails by itself if this does.
      client.query('BEGIN').catch(() => undefined)
      const result = await work({
        ...executor(client),
        transaction: true,
        last: (final) => {
          finals.push(final)
        },
      })
      await commit(client, finals)
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((fault: Error) => {
        broken = fault
      })
      if (attempt >= attempts || !isPassing(error as object)) throw error
    } finally {
      client.release(broken)
    }
  }
}

const refusedCode = 'SR001'

/**
 * Runs the last statements in their order and commits behind the very last without waiting for it: after
 * a statement that fails, PostgreSQL makes the COMMIT a ROLLBACK.
 */
async function commit(client: pg.PoolClient, finals: readonly Final[]): Promise<void> {
  const send = ({ name, query }: Final) => client.query({ ...compile(query), name })
  for (const final of finals.slice(0, -1)) {
    await send(final).catch(async (reason: unknown) => {
      await client.query('ROLLBACK')
      return explain(client, final, reason)
    })
  }
  const last = finals.at(-1)
  const ended = await Promise.allSettled([...(last ? [send(last)] : []), client.query('COMMIT')])
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) await explain(client, last, failed.reason)
}

/** Everything is undone: a refusal says why, anything else is thrown as it is. */
async function explain(client: pg.PoolClient, final: Final | undefined, reason: unknown): Promise<never> {
  if (final && (reason as { code?: string }).code === refusedCode) await final.refused(executor(client))
  throw reason
}

/** A JavaScript array as one array parameter (drizzle would spread it into a list). */
export function list(values: readonly unknown[]): SQL {
  return sql`${sql.param(values)}`
}

/** A value as one JSON parameter. */
export function json(value: unknown): SQL {
  return sql`${JSON.stringify(value)}::jsonb`
}

/** Conditions joined by AND; those that are undefined or false are left out. */
export function every(...conditions: (SQL | undefined | false)[]): SQL {
  const present = conditions.filter((one): one is SQL => Boolean(one))
  return present.length ? sql.join(present, sql` AND `) : sql`true`
}
