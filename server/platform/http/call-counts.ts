/**
 * Calls of each caller (`call-owners.ts`: a user, else an address) in the present minute, of all instances together. A call
 * is counted in memory and costs
 * no statement: once a second each instance adds what it counted to the table and learns what the others did.
 * So a caller may pass its limit by what the other instances admit within that second and the statement's
 * own time: never more than the limit again for each of them, and once a minute only. While the database is
 * away each instance counts alone.
 */
import { sql } from 'drizzle-orm'
import { list, type Executor } from '../db/connect.ts'

const minuteMs = 60_000
const tellEveryMs = 1_000
/** More addresses than this in a minute: those counted first are forgotten here, not in the table. */
const mostAddresses = 50_000

interface Count {
  /** What all instances had told of, as of the last time this one did. */
  known: number
  /** Counted here since. */
  untold: number
}

type Told = (error: Error | null, count?: { current: number; ttl: number }) => void

export class CallCounts {
  private minute = 0
  private readonly counts = new Map<string, Count>()
  private readonly dirty = new Set<string>()
  private readonly clock: () => number
  private readonly timer: NodeJS.Timeout
  private readonly db: Executor

  constructor(db: Executor, clock: () => number = Date.now) {
    this.db = db
    this.clock = clock
    this.timer = setInterval(() => void this.tell().catch(() => undefined), tellEveryMs)
    this.timer.unref()
  }

  /** Counts a call: how many the address has made in this minute, and the milliseconds left of it. */
  count(address: string): { current: number; ttl: number } {
    const now = this.clock()
    this.turn(now)
    let one = this.counts.get(address)
    if (!one) {
      one = { known: 0, untold: 0 }
      this.counts.set(address, one)
      if (this.counts.size > mostAddresses) this.forgetFirst()
    }
    one.untold += 1
    this.dirty.add(address)
    return { current: one.known + one.untold, ttl: this.minute + minuteMs - now }
  }

  /** Adds what was counted here to what all counted. Called by its own clock; a test calls it too. */
  async tell(): Promise<void> {
    this.turn(this.clock())
    const { minute } = this
    const counted = [...this.dirty].sort().flatMap((address) => {
      const calls = this.counts.get(address)?.untold ?? 0
      return calls > 0 ? [{ address, calls }] : []
    })
    this.dirty.clear()
    if (counted.length === 0) return
    try {
      const rows = await this.db.rows<{ address: string; calls: number }>(sql`
        INSERT INTO call_counts AS c (address, minute, calls)
        SELECT a, to_timestamp(${minute / 1_000}), n
        FROM unnest(${list(counted.map((one) => one.address))}::text[], ${list(counted.map((one) => one.calls))}::int[]) AS t(a, n)
        ON CONFLICT (address, minute) DO UPDATE SET calls = c.calls + excluded.calls RETURNING c.address, c.calls`)
      if (minute !== this.minute) return
      const sent = new Map(counted.map((one) => [one.address, one.calls]))
      for (const { address, calls } of rows) {
        const one = this.counts.get(address)
        if (!one) continue
        one.known = calls
        one.untold -= sent.get(address) ?? 0
      }
    } catch (error) {
      if (minute === this.minute) for (const { address } of counted) this.dirty.add(address)
      throw error
    }
  }

  close(): void {
    clearInterval(this.timer)
  }

  /** A new minute begins with nothing counted. */
  private turn(now: number): void {
    const minute = now - (now % minuteMs)
    if (minute === this.minute) return
    this.minute = minute
    this.counts.clear()
    this.dirty.clear()
  }

  private forgetFirst(): void {
    const [first] = this.counts.keys()
    if (first === undefined) return
    this.counts.delete(first)
    this.dirty.delete(first)
  }
}

/** The counts as the store that Fastify's limiter asks. */
export function storeOver(counts: CallCounts) {
  return class {
    incr(address: string, counted: Told): void {
      counted(null, counts.count(address))
    }
    /** One limit for all calls of an address, whatever they ask for. */
    child(): this {
      return this
    }
  }
}
