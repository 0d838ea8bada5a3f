/**
 * What an export reads from: one snapshot of the database, so that its heading, its rows and its sums
 * speak of the same instant, and a cursor that never holds more than one batch.
 */
import { sql, type SQL } from 'drizzle-orm'
import { executor, type Executor, type Pool } from '../db/connect.ts'
import { cancel } from '../db/until.ts'
import type { Store } from '../db/databases.ts'
import { Problem } from '../http/problem.ts'

/** Exports that one user may have under way, over all instances of the server. */
export const EXPORTS_PER_USER = 2
const BATCH = 1_000

const lent = new WeakMap<Pool, number>()

export interface Snapshot {
  db: Executor
  /** The rows of a query, one at a time, fetched in batches. One at a time per snapshot. */
  stream<T>(query: SQL): AsyncGenerator<T>
  /** Ends the transaction and gives the connection back; stops a query that is still running. Safe to call twice. */
  close(): Promise<void>
}

/**
 * Opens a read-only snapshot for one export of a user. Throws `export_busy` when the user has
 * EXPORTS_PER_USER under way already. The place is a lock of the transaction itself, so it is given
 * back however the export ends, and counts across instances.
 */
export async function openSnapshot({ pool, aside }: Pick<Store, 'pool' | 'aside'>, user_id: number): Promise<Snapshot> {
  const taken = lent.get(pool) ?? 0
  // The pool is the exports' own: nobody waits for a connection that a slow download holds.
  if (taken >= pool.options.max) throw new Problem('export_busy')
  lent.set(pool, taken + 1)
  const giveBack = () => lent.set(pool, (lent.get(pool) ?? 1) - 1)
  const client = await pool.connect().catch((error: unknown) => {
    giveBack()
    throw error
  })
  const db = executor(client)
  let running: Promise<unknown> | undefined
  let closing: Promise<void> | undefined
  const close = () =>
    (closing ??= (async () => {
      let broken: Error | undefined
      if (running) {
        let isOver = false
        const finished = running.then(
          () => void (isOver = true),
          () => void (isOver = true),
        )
        await cancel(client, aside, () => isOver)
        await finished
        // A cancellation may still be on its way: it must not meet the next user of this connection.
        broken = new Error('export abandoned')
      }
      await client.query('ROLLBACK').catch((error: Error) => {
        broken = error
      })
      client.release(broken)
      giveBack()
    })())
  const track = async <R>(work: Promise<R>): Promise<R> => {
    running = work
    try {
      return await work
    } finally {
      running = undefined
    }
  }
  async function* stream<T>(query: SQL): AsyncGenerator<T> {
    await track(db.run(sql`DECLARE export_rows NO SCROLL CURSOR FOR ${query}`))
    for (;;) {
      if (closing) return
      const rows = await track(db.rows<T>(sql.raw(`FETCH FORWARD ${BATCH} FROM export_rows`)))
      yield* rows
      if (rows.length < BATCH) break
    }
    await track(db.run(sql`CLOSE export_rows`))
  }
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    // A slow download leaves the transaction idle between batches; and every row is wanted, not only the first.
    await client.query(`SET LOCAL idle_in_transaction_session_timeout = '15min'; SET LOCAL cursor_tuple_fraction = 1`)
    if (!(await takePlace(db, user_id))) throw new Problem('export_busy')
  } catch (error) {
    await close()
    throw error
  }
  return { db, stream, close }
}

async function takePlace(db: Executor, user_id: number): Promise<boolean> {
  for (let place = 1; place <= EXPORTS_PER_USER; place++) {
    const row = await db.one<{ taken: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${`export:${user_id}:${place}`}, 0)) AS taken`,
    )
    if (row?.taken) return true
  }
  return false
}
