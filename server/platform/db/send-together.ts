/** Statements of one turn in one piece. */
import type { Duplex } from 'node:stream'
import type pg from 'pg'

/**
 * Statements sent in the same turn leave in one piece: each piece costs a call of the system here and wakes the
 * server there, which was the largest part of a sale's time in Node.
 */
export function sendTogether(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: Duplex } }
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  let isHeld = false
  client.query = ((...given: unknown[]) => {
    if (!isHeld) {
      isHeld = true
      const { stream } = connection
      stream.cork()
      process.nextTick(() => {
        isHeld = false
        stream.uncork()
      })
    }
    return query(...given)
  }) as typeof client.query
}
