/**
 * Who listens for movements, in one process: server-sent events that say that something moved, and what where that
 * is watched (`Watched`). However many listen, each database is asked once a second, in one statement, what moved and
 * whose session still stands; nobody is asked when nobody listens. Other instances write into the same database, so
 * what they do is heard too.
 */
import { sql, type SQL } from 'drizzle-orm'
import { Readable } from 'node:stream'
import { list } from '../db/connect.ts'
import type { Database, Databases } from '../db/databases.ts'
import { databaseOf, familyOf, liveSessions } from '../session/authenticate.ts'
import { groupBy } from '../group-by.ts'
import type { Context } from './context.ts'
import { Problem } from './problem.ts'

/** Connections of one user, fewer than the six that a browser opens to a host without HTTP/2; and of all, of each kind. */
export const listenerLimits = { each: 4, most: 1_000 } as const
const everyMs = 1_000
/** In rounds: a sign of life for proxies and for whoever waits; how long somebody who takes nothing is kept; how long anybody is. */
const [heartbeat, patience, life] = [15, 30, 600] as const
/** Rounds that fail before listeners are let go, to ask by themselves. */
const mostFailures = 5

/** Nobody is owed more events than these: past them it is enough that something moved. */
const mostOwed = 50

/** What is said to a listener: that something moved, or an event with its name and data. */
export type Said = { name: string; data: unknown } | 'movido'

/** What may move, by the places that hear of it. */
export interface Watched {
  name: string
  /** Rows `key, state` of a round, as texts; of a place another state than before means that it moved. No row is a state too. */
  states: (keys: readonly number[]) => SQL
  /**
   * Where more is said than that something moved: what each place hears, by the round's rows. It has to remember
   * those of the round before; a place that it does not answer hears nothing.
   */
  news?: (
    database: Database,
    keys: readonly number[],
    states: ReadonlyMap<string, string>,
  ) => Promise<ReadonlyMap<number, readonly Said[]>>
}

export interface Listening {
  /** Where the session is, and where the movements are: another one where a registered database is looked at. */
  home: Database
  database: Database
  access_token: string
  user_id: number
  key: number
  watched: Watched
  /** The caller left, and the server closes. */
  signal: AbortSignal
  closing: AbortSignal
}

interface Listener extends Pick<Listening, 'home' | 'database' | 'key' | 'watched'> {
  who: string
  family: string
  stream: Readable
  /** Undefined until the first round has looked. */
  state?: string
  /** The user's place and role when the first round looked: whoever changes them opens anew. */
  place?: string
  /** What could not be told yet. */
  owed: Said[]
  rounds: number
  waiting: number
}

interface Told {
  /** `session`, or what is watched. */
  what: string
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
   * A stream of `movido`: one when the first look is taken, and one for each that differs, or what is said in its place.
   * Throws `live_busy` when the user or the process has too many.
   */
  async listen({ access_token, user_id, signal, closing, ...of }: Listening): Promise<Readable> {
    const who = `${of.database.key}:${user_id}`
    const own = [...this.all].filter((one) => one.who === who).length + (this.opening.get(who) ?? 0)
    const alike = [...this.all].filter((one) => one.watched.name === of.watched.name).length
    if (own >= listenerLimits.each || alike + this.opening.size >= listenerLimits.most)
      throw new Problem('live_busy', { headers: { 'retry-after': '15' } })
    this.opening.set(who, (this.opening.get(who) ?? 0) + 1)
    const family = await familyOf(of.home.reports.aside, access_token).finally(() => this.opened(who))
    if (family === undefined) throw new Problem('session_expired')
    const stream = new Readable({ read: () => undefined })
    const listener: Listener = { ...of, who, family, stream, owed: [], rounds: 0, waiting: 0 }
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
    const families = [...new Set(living.map((one) => one.family))]
    const asked = groupBy(moving, (one) => one.watched.name)
    const moved = asked.map((of) => {
      const { name, states } = of[0].watched
      return sql`UNION ALL SELECT ${name}::text, m.key::text, m.state::text FROM (${states(keysOf(of))}) m`
    })
    const rows = await database.reports.aside.rows<Told>(sql`
      SELECT 'session' AS what, s.family AS key, s.place AS state FROM (${liveSessions(sql`ANY (${list(families)}::uuid[])`)}) s
      ${sql.join(moved, sql` `)}`)
    const statesOf = (what: string) =>
      new Map(rows.filter((row) => row.what === what).map(({ key, state }) => [key, state]))
    const places = statesOf('session')
    for (const one of living) {
      const place = places.get(one.family)
      if (place === undefined || (one.place ?? place) !== place) this.end(one)
      else one.place = place
    }
    for (const of of asked) await owe(database, of, statesOf(of[0].watched.name))
  }

  /** What one listener is due this round, and nothing while the last has not left. */
  private tell(one: Listener): void {
    const { stream } = one
    one.rounds += 1
    if (stream.readableLength > 0) {
      one.waiting += 1
      if (one.waiting >= patience) stream.destroy()
      return
    }
    one.waiting = 0
    if (one.owed.length > 0) stream.push(one.owed.map(lineOf).join(''))
    else if (one.rounds % heartbeat === 0) stream.push(': latido\n\n')
    one.owed = []
    if (one.rounds >= life) this.end(one)
  }
}

/** Owes each listener what moved of its place since it was last looked at; the first look is owed as a movement. */
async function owe(
  database: Database,
  of: readonly [Listener, ...Listener[]],
  states: ReadonlyMap<string, string>,
): Promise<void> {
  const said = await of[0].watched.news?.(database, keysOf(of), states)
  for (const one of of) {
    const before = one.state
    one.state = states.get(String(one.key)) ?? ''
    if (before === undefined) one.owed = ['movido']
    else if (said) one.owed.push(...(said.get(one.key) ?? []))
    else if (before !== one.state) one.owed = ['movido']
    if (one.owed.length > mostOwed) one.owed = ['movido']
  }
}

function keysOf(of: readonly Pick<Listener, 'key'>[]): number[] {
  return [...new Set(of.map((one) => one.key))]
}

function lineOf(said: Said): string {
  return said === 'movido' ? 'event: movido\ndata:\n\n' : `event: ${said.name}\ndata: ${JSON.stringify(said.data)}\n\n`
}

/** One for each server of this process, whatever is listened to. */
const listening = new WeakMap<Databases, Listeners>()

/** Listens for its caller to what moves of a place; who has too many connections, of whatever kind, is refused (`live_busy`). */
export function listenTo(watched: Watched, key: number, { session, signal, wire }: Listens): Promise<Readable> {
  const { databases, database, access_token, closing } = wire
  const all = listening.get(databases) ?? new Listeners()
  listening.set(databases, all)
  return all.listen({
    home: databaseOf(databases, access_token)!,
    database,
    access_token: access_token!,
    // The listening person, whichever database is looked at.
    user_id: session.id,
    key,
    watched,
    signal,
    closing,
  })
}
type Listens = Pick<Context, 'session' | 'signal' | 'wire'>
