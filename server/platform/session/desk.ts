/**
 * Checking a password costs a core for a quarter of a second, so few are checked at a time: the rest waits in
 * a short queue, and past that is asked to come back. Devices that signed in before have a place of their own,
 * which no stranger's flood takes. The places are an instance's own.
 */
import { Problem } from '../http/problem.ts'
import { Bulkhead, type BulkheadLimits } from '../http/bulkhead.ts'

/** Of the four threads that hash, one is left for everything else that Node does on them. */
const limits: Record<'strangers' | 'known', BulkheadLimits> = {
  // An office opens with all its terminals behind one address.
  strangers: { most: 2, each: 2, waiting_each: 24, waiting: 48, patience_ms: 8_000 },
  known: { most: 1, each: 1, waiting_each: 2, waiting: 24, patience_ms: 8_000 },
}
/** Seconds in which a full queue is worked off. */
const retryAfter = '5'

const desks = { strangers: new Bulkhead(limits.strangers), known: new Bulkhead(limits.known) }

/**
 * Does `work` in a turn of `who`. Throws `too_many_requests` with `Retry-After` when too many wait already, and
 * `CallerGone` when `signal` ends the wait.
 */
export async function atDesk<T>(
  desk: keyof typeof desks,
  who: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const leave = await desks[desk].take(who, signal).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    throw new Problem('too_many_requests', { headers: { 'retry-after': retryAfter } })
  })
  try {
    return await work()
  } finally {
    leave()
  }
}
