/** Statements for a caller who may leave: what runs then is ended. */
import { sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Executor, type Pool, executing } from './connect.ts'
import { CallerGone } from './lost.ts'

/**
 * Sends a statement over a pool for a caller who may leave: then it is ended, through `aside`, another way to the
 * same server, and `CallerGone` is thrown.
 */
export async function sendUntil(
  { pool, aside }: { pool: Pool; aside: Executor },
  signal: AbortSignal,
  query: pg.QueryConfig,
): Promise<pg.QueryResult> {
  if (signal.aborted) throw new CallerGone()
  const client = await pool.connect()
  let ending: Promise<void> | undefined
  let isOver = false
  const end = () => {
    ending = cancel(client, aside, () => isOver)
  }
  signal.addEventListener('abort', end, { once: true })
  try {
    if (signal.aborted) throw new CallerGone()
    return await client.query(query)
  } catch (error) {
    throw signal.aborted ? new CallerGone() : error
  } finally {
    isOver = true
    signal.removeEventListener('abort', end)
    await ending
    // A cancellation may still be on its way: it must not meet the next user of this connection.
    client.release(ending && new Error('abandoned'))
  }
}

/** An executor over a pool for a caller who may leave: what runs then is ended (`sendUntil`), and nothing more runs. */
export function executorUntil(on: { pool: Pool; aside: Executor }, signal: AbortSignal): Executor {
  return executing(on.pool, (query) => sendUntil(on, signal, query))
}

/** Longer than a statement needs to reach the server after it was sent. */
const cancelAgainMs = 100

/**
 * Ends what a connection is doing, until it is over: a cancellation that comes before the statement it
 * means is lost. Never throws.
 */
export async function cancel(client: pg.PoolClient, aside: Executor, isOver: () => boolean): Promise<void> {
  const pid = (client as unknown as { processID: number }).processID
  while (!isOver()) {
    await aside.run(sql`SELECT pg_cancel_backend(${pid}::int)`).catch(() => undefined)
    if (!isOver()) await sleep(cancelAgainMs)
  }
}
