/**
 * A pool whose further connection the server refuses (`too_many_connections`) makes do with those it has: whoever
 * asked waits for one of them, as at a full pool. After a while the pool asks for more again.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** SQLSTATE of a server, a database or a role that has as many connections as it may. */
const tooMany = '53300'
/** So long a pool asks for no more than it has. */
const contentMs = 5_000
/** Between two tries: one that holds none at all waits until somebody else gives one back. */
const againMs = 50

/** Changes how the pool lends. What it throws once its patience is over is what the server said last. */
export function tolerateConnectionLimit(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const { max, connectionTimeoutMillis: patience_ms = 0 } = pool.options
  let isContent = false
  const beContent = () => {
    pool.options.max = Math.min(max, Math.max(1, pool.totalCount))
    if (isContent) return
    isContent = true
    setTimeout(() => {
      isContent = false
      pool.options.max = max
    }, contentMs).unref()
  }
  const lend = async (): Promise<pg.PoolClient> => {
    const until = Date.now() + patience_ms
    for (;;) {
      try {
        return await connect()
      } catch (fault) {
        if ((fault as { code?: string }).code !== tooMany || Date.now() >= until) throw fault
        beContent()
        await sleep(againMs)
      }
    }
  }
  pool.connect = ((done?: Done) => (done ? void hand(lend(), done) : lend())) as typeof pool.connect
}

type Done = (error: Error | undefined, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void

async function hand(lent: Promise<pg.PoolClient>, done: Done): Promise<void> {
  let client: pg.PoolClient
  try {
    client = await lent
  } catch (error) {
    return done(error as Error)
  }
  done(undefined, client, client.release)
}
