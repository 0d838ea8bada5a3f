/**
 * Who listens for movements, in one process: server-sent events that say that something moved and nothing of
 * what. However many listen, each database is asked once a second, in one statement, what moved and whose
 * session still stands; nobody is asked when nobody listens. Other instances write into the same database, so
 * what they do is heard too.
 */
import { sql, type SQL } from 'drizzle-orm'
import { Readable } from 'node:stream'
import { list } from '../db/connect.ts'
import type { Database } from '../db/databases.ts'
import { familyOf, liveSessions } from '../session/authenticate.ts'
import { Problem } from './problem.ts'

/** Connections of one user, fewer than the six that a browser opens to a host without HTTP/2; and of all. */
export const listenerLimits = { each: 4, most: 1_000 } as const
const everyMs = 1_000
/** In rounds: a sign of life for proxies and for whoever waits; how long somebody who takes nothing is kept; how long anybody is. */
const [heartbeat, patience, life] = [15, 30, 600] as const
/** Rounds that fail before listeners are let go, to ask by themselves. */
const mostFailures = 5

/**
 * What can move, of all that one `Listeners` hears of: rows `key, state`; another state than before means that it
 * moved. No row is a state too.
 */
export type Movements = (keys: readonly number[]) => SQL

export interface Listening {
  /** Where the session is, and where the movements are: another one where a registered database is looked at. */
  home: Database
  database: Database
  access_token: string
  user_id: number
  key: number
  movements: Movements
  /** The caller left, and the server closes. */
  signal: AbortSignal
  closing: AbortSignal
}

interface Listener extends Pick<Listening, 'home' | 'database' | 'key' | 'movements'> {
  who: string
  family: string
  stream: Readable
  /** Undefined until the first round has looked. */
  state?: string
  /** The user's place and role when the first round looked: whoever changes them opens anew. */
  place?: string
  /** Moved, and could not be told yet. */
  owed: boolean
  rounds: number
  waiting: number
}

interface Told {
  what: 'session' | 'moved'
  key: string
  state: string
}

export class Listeners {
  private readonly all = new Set<Listener>()
  private readonly opening = new Map<string, number>()
  private timer: NodeJS.Timeout | undefined
  private asking = false
  private readonly failures = new Map<Database, number>()

  /**
   * A stream of `movido`: one when the first look is taken, and one for each that differs. Throws `live_busy` when the
   * user or the process has too many.
   */
  async listen({ access_token, user_id, signal, closing, ...of }: Listening): Promise<Readable> {
    const who = `${of.database.key}:${user_id}`
    const own = [...this.all].filter((one) => one.who === who).length + (this.opening.get(who) ?? 0)
    if (own >= listenerLimits.each || this.all.size + this.opening.size >= listenerLimits.most)
      throw new Problem('live_busy', { headers: { 'retry-after': '15' } })
    this.opening.set(who, (this.opening.get(who) ?? 0) + 1)
    const family = await familyOf(of.home.reports.aside, access_token).finally(() => this.opened(who))
    if (family === undefined) throw new Problem('session_expired')
    const stream = new Readable({ read: () => undefined })
    const listener: Listener = { ...of, who, family, stream, owed: false, rounds: 0, waiting: 0 }
    const end = () => this.end(listener)
    stream.once('close', () => {
      closing.removeEventListener('abort', end)
      this.drop(listener)
    })
    signal.addEventListener('abort', () => stream.destroy(), { once: true })
    closing.addEventListener('abort', end, { once: true })
    // The answer's head leaves with the first bytes.
    stream.push(': abierto\n\n')
    if (signal.aborted) stream.destroy()
    else if (closing.aborted) end()
    else this.add(listener)
    return stream
  }

  /** Asks each database once, and tells. Public for tests. */
  async round(): Promise<void> {
    if (this.asking) return
    this.asking = true
    try {
      const databases = new Set([...this.all].flatMap(({ home, database }) => [home, database]))
      for (const database of databases)
        await this.ask(database).then(
          () => this.failures.delete(database),
          () => this.failed(database),
        )
    } finally {
      this.asking = false
    }
    for (const one of this.all) this.tell(one)
  }

  /** Of one banca: whoever looks at another goes on. */
  private failed(database: Database): void {
    const failures = (this.failures.get(database) ?? 0) + 1
    this.failures.set(database, failures)
    if (failures < mostFailures) return
    for (const one of this.all) if (one.home === database || one.database === database) this.end(one)
  }

  private opened(who: string): void {
    const left = this.opening.get(who)! - 1
    if (left === 0) this.opening.delete(who)
    else this.opening.set(who, left)
  }

  private add(listener: Listener): void {
    if (this.all.size === 0) {
      this.failures.clear()
      this.timer = setInterval(() => void this.round(), everyMs)
      this.timer.unref()
    }
    this.all.add(listener)
  }

  private drop(listener: Listener): void {
    this.all.delete(listener)
    if (this.all.size === 0) clearInterval(this.timer)
  }

  private end(listener: Listener): void {
    const { stream } = listener
    this.drop(listener)
    stream.push(null)
    // Whoever reads nothing any more would keep the server from closing.
    if (stream.readableLength > 0) stream.destroy()
  }

  private async ask(database: Database): Promise<void> {
    const living = [...this.all].filter((one) => one.home === database)
    const moving = [...this.all].filter((one) => one.database === database)
    const keys = [...new Set(moving.map((one) => one.key))]
    const families = [...new Set(living.map((one) => one.family))]
    const moved = moving[0]?.movements(keys)
    const rows = await database.reports.aside.rows<Told>(sql`
      SELECT 'session' AS what, s.family AS key, s.place AS state FROM (${liveSessions(sql`ANY (${list(families)}::uuid[])`)}) s
      ${moved ? sql`UNION ALL SELECT 'moved', m.key::text, m.state FROM (${moved}) m` : sql``}`)
    const statesOf = (what: Told['what']) =>
      new Map(rows.filter((row) => row.what === what).map(({ key, state }) => [key, state]))
    const [places, states] = [statesOf('session'), statesOf('moved')]
    for (const one of living) {
      const place = places.get(one.family)
      if (place === undefined || (one.place ?? place) !== place) this.end(one)
      else one.place = place
    }
    for (const one of moving.filter(({ key }) => keys.includes(key))) {
      const state = states.get(String(one.key)) ?? ''
      if (one.state !== state) one.owed = true
      one.state = state
    }
  }

  /** What one listener is due this round: at most one line, and none while the last has not left. */
  private tell(one: Listener): void {
    const { stream } = one
    one.rounds += 1
    if (stream.readableLength > 0) {
      one.waiting += 1
      if (one.waiting >= patience) stream.destroy()
      return
    }
    one.waiting = 0
    if (one.owed) stream.push('event: movido\ndata:\n\n')
    else if (one.rounds % heartbeat === 0) stream.push(': latido\n\n')
    one.owed = false
    if (one.rounds >= life) this.end(one)
  }
}
