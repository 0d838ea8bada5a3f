/**
 * PostgreSQL, once: pools, how values come back, statements and transactions.
 * `numeric` and `int8` arrive as decimal strings, `date` as `YYYY-MM-DD`, `timestamptz` as ISO 8601 UTC.
 */
import { sql, type SQL } from 'drizzle-orm'
import { hostname } from 'node:os'
import pg from 'pg'
import { compile, nameOfText, type Compiled } from './compile.ts'
import { tolerateConnectionLimit } from './connection-limit.ts'
import { CommitUnknown, isLost } from './lost.ts'
import { sendTogether } from './send-together.ts'

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
  /** The same for all that run on one pool: what is kept beside a database is kept by it. */
  readonly home: object
  rows<T>(query: SQL): Promise<T[]>
  /** The first row, if any. */
  one<T>(query: SQL): Promise<T | undefined>
  /** The number of rows a write touched. */
  run(query: SQL): Promise<number>
  /** A hot statement, parsed by the server once per connection. The text must be the same at every call. */
  prepared<T>(name: string, query: SQL | Compiled): Promise<T[]>
  /** The same for a statement that is known by its text: one of few that are asked again and again (`nameOfText`). */
  often<T>(query: SQL): Promise<T[]>
}
/** A statement that a transaction ends with. */
interface Final {
  name: string
  /** Raises `refuse_unless`'s code when it must not be. */
  query: SQL | Compiled
  /** Says why it was refused, once everything is undone: throws the problem. */
  refused(db: Executor): Promise<never>
}
/** An executor inside a transaction. */
export interface Tx extends Executor {
  readonly transaction: true
  /** From 1: how often the work was begun, itself included. */
  readonly attempt: number
  /** The same for all that run on one connection: what is kept beside it is gone with it. */
  readonly connection: object
  /**
   * Runs a statement last, with the commit right behind it: what it locks is held for as long as the
   * disk takes and not for a round trip more. For rows that many transactions share.
   */
  last(final: Final): void
  /**
   * Sends a hot statement that nobody waits for before the commit, which fails with its fault. Nothing may be
   * decided by what it does.
   */
  behind(name: string, query: SQL | Compiled): void
  /**
   * From here on its statements are planned once for all their values, not at every call: for the few of a hot
   * transaction, which look up by key. Sent along with the next statement.
   */
  planOnce(): void
}
export type Pool = pg.Pool

export function isTransaction(db: Executor): db is Tx {
  return 'transaction' in db
}

export interface PoolOptions {
  /** What its connections are for: PostgreSQL lists them under it and this instance (`application_name`). */
  name?: string
  /** Most connections. */
  max?: number
  /** How long a connection is waited for. */
  patience_ms?: number
  statement_timeout_ms?: number
  /** An answer that has not come by then never will: of a server that may stop without its connections ending. */
  answer_timeout_ms?: number
  /** Parameters of the session beside those of all. */
  settings?: Readonly<Record<string, string>>
  /** Statements of one connection are sent without waiting for the answers before them. Not where rows are copied in. */
  pipeline?: boolean
}

/** This process, as an operator finds it. */
const instance = `${hostname().split('.')[0]}:${process.pid}`
/** PostgreSQL cuts a longer one off. */
const longestName = 63
const applicationName = (name: string | undefined) =>
  ['sorteo', name, instance].filter(Boolean).join(' ').slice(0, longestName)

/**
 * Connections are made when they are asked for; what a lost one was doing throws (`isLost`), and the process goes on.
 * Refused a further one, the pool makes do with those it has (`tolerateConnectionLimit`).
 */
export function createPool(url: string, options: PoolOptions = {}): Pool {
  const settings = {
    timezone: 'UTC',
    statement_timeout: String(options.statement_timeout_ms ?? 60_000),
    idle_in_transaction_session_timeout: '60000',
    // Large statements that touch few rows: a server that compiles them first takes many times as long.
    jit: 'off',
    ...options.settings,
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: options.patience_ms ?? 10_000,
    ...(options.answer_timeout_ms && { query_timeout: options.answer_timeout_ms }),
    application_name: applicationName(options.name),
    keepAlive: true,
    pipeline: options.pipeline ?? true,
    types,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  })
  // A connection that dies must not end the process, neither idle (the pool says it) nor lent, when the pool
  // takes its own ear away: whoever works with it hears of it by the statement that fails.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    sendTogether(client)
  })
  tolerateConnectionLimit(pool)
  return pool
}

export type SendQuery = (query: pg.QueryConfig) => Promise<pg.QueryResult>

/** An executor that sends its statements in a way of its own. */
export function executing(home: object, query: SendQuery): Executor {
  const send = async (asked: SQL | Compiled, name?: string) => query({ ...compile(asked, name), ...(name && { name }) })
  return {
    home,
    rows: async (asked) => (await send(asked)).rows,
    one: async (asked) => (await send(asked)).rows[0],
    run: async (asked) => (await send(asked)).rowCount ?? 0,
    prepared: async (name, asked) => (await send(asked, name)).rows,
    often: async (asked) => {
      const compiled = compile(asked)
      const name = nameOfText(compiled.text)
      return (await query({ ...compiled, ...(name && { name }) })).rows
    },
  }
}

/** An executor over a pool (each statement its own transaction) or over one client. */
export function executor(on: pg.Pool | pg.PoolClient): Executor {
  return executing(on, (query) => on.query(query))
}

const attempts = 4

/** What is worth doing again from the start: a deadlock, a serialization failure, two tickets of a day that drew the same serial. */
function isPassing({ code, constraint }: { code?: string; constraint?: string }): boolean {
  return code === '40001' || code === '40P01' || (code === '23505' && constraint?.endsWith('_day_serial_key') === true)
}

/**
 * Runs `work` in a transaction: commits what it returns, rolls back what it throws. A passing fault
 * undid everything, so the work is simply done again, a few times. Throws `CommitUnknown` when the
 * connection was lost with the commit on its way.
 */
export async function transaction<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect()
    const finals: Final[] = []
    const behind: Promise<unknown>[] = []
    let broken: Error | undefined
    // Sent along with the first statement, which fails by itself if this does; without one there is nothing to end.
    let opening: string | null = 'BEGIN'
    const begin = () => {
      if (opening) client.query(opening).catch(() => undefined)
      opening = null
    }
    try {
      const send: SendQuery = (query) => {
        begin()
        return client.query(query)
      }
      const result = await work({
        ...executing(pool, send),
        transaction: true,
        attempt,
        connection: client,
        last: (final) => {
          finals.push(final)
        },
        behind: (name, query) => {
          const sent = send({ ...compile(query, name), name })
          // It is heard of when the transaction ends.
          sent.catch(() => undefined)
          behind.push(sent)
        },
        planOnce: () => {
          const once = 'SET LOCAL plan_cache_mode = force_generic_plan'
          if (opening) opening += `; ${once}`
          // The next statement fails by itself if this does.
          else client.query(once).catch(() => undefined)
        },
      })
      if (finals.length > 0) begin()
      if (!opening) await commit(client, finals, behind)
      return result
    } catch (fault) {
      const error = await firstFault(fault, behind)
      if (!opening)
        await client.query('ROLLBACK').catch((lost: Error) => {
          broken = lost
        })
      if (attempt >= attempts || !isPassing(error as object)) throw error
    } finally {
      client.release(broken)
    }
  }
}

/** Of a statement that only met the end of the transaction, what had ended it: one that nobody waited for. */
async function firstFault(fault: unknown, behind: readonly Promise<unknown>[]): Promise<unknown> {
  if ((fault as { code?: string }).code !== '25P02') return fault
  const first = (await Promise.allSettled(behind)).find((one) => one.status === 'rejected')
  return first?.reason ?? fault
}

const refusedCode = 'SR001'

/**
 * Runs the last statements in their order and sends the commit right behind the very last (the pool
 * pipelines), without waiting for its answer: after a statement that fails, PostgreSQL makes the COMMIT
 * a ROLLBACK.
 */
async function commit(
  client: pg.PoolClient,
  finals: readonly Final[],
  behind: readonly Promise<unknown>[],
): Promise<void> {
  const send = ({ name, query }: Final) => client.query({ ...compile(query, name), name })
  for (const final of finals.slice(0, -1)) {
    await Promise.all([...behind, send(final)]).catch(async (reason: unknown) => {
      await client.query('ROLLBACK')
      return explain(client, final, reason)
    })
  }
  const last = finals.at(-1)
  const [done, ended, ...before] = await Promise.allSettled([last && send(last), client.query('COMMIT'), ...behind])
  const failed = before.find((one) => one.status === 'rejected')
  if (failed && !isLost(failed.reason)) throw failed.reason
  if (done.status === 'rejected' && !isLost(done.reason)) await explain(client, last, done.reason)
  if (ended.status === 'rejected') throw isLost(ended.reason) ? new CommitUnknown(ended.reason) : ended.reason
  // A statement failed before, and whoever sent it went on as if it had not.
  if (ended.value.command !== 'COMMIT') throw new Error('the transaction had failed: nothing was committed')
}

/** Everything is undone: a refusal says why, anything else is thrown as it is. */
async function explain(client: pg.PoolClient, final: Final | undefined, reason: unknown): Promise<never> {
  if (final && (reason as { code?: string }).code === refusedCode) await final.refused(executor(client))
  throw reason
}

/** Numbers, amounts, days, instants, currencies: what an array of the database takes without quotes. */
const bare = /^(-?\d[\d.:TZ-]*|infinity|[a-z]{2,3})$/i

/** A JavaScript array as the value of one array parameter. The driver quotes every element, which a sale has eighty of. */
export function array(values: readonly unknown[]): unknown {
  const isBare = values.every((one) => Number.isInteger(one) || (typeof one === 'string' && bare.test(one)))
  return isBare ? `{${values.join(',')}}` : values
}

/** The same in a template (drizzle would spread the array into a list). */
export function list(values: readonly unknown[]): SQL {
  return sql`${sql.param(array(values))}`
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
