/**
 * The bancas this server answers for: each has a database of its own, named by a short key. Its connections
 * are in pools by what they are for, so that no work can take those of another: a sale never waits for a
 * list, a list never for a report.
 */
import { sql } from 'drizzle-orm'
import { createPool, executor, type Executor, type Pool, type PoolOptions } from './connect.ts'
import { ObjectStore } from '../objects/object-store.ts'
import type { ObjectsConfig } from '../objects/requests.ts'
import { Presence } from './presence.ts'
import { Replica } from './replica.ts'

export interface DatabaseConfig {
  /** Prefix of its tokens and value of `db-identifier`: letters and digits. */
  key: string
  url: string
  /** A streaming replica for reports and KPIs. */
  reports_url?: string
}

/**
 * Connections of one banca that an instance opens at most, `connectionsInAll` in all. Those of `money` and `lists` are more
 * than the calls that have a turn at them (`platform/http/lanes.ts`): the session check comes before a turn.
 */
export const connections = { money: 10, work: 6, lists: 6, reports: 4, files: 3, jobs: 5, aside: 3 } as const
export const connectionsInAll = Object.values(connections).reduce<number>((sum, one) => sum + one, 0)

/** A pool, and statements of their own over it. */
export interface Store {
  pool: Pool
  db: Executor
  /** Another way to the same server, never long in use: ends what the pool's connections are doing. */
  aside: Executor
}

export interface Database extends Store {
  key: string
  /** When the newest migration was written that this server knows, in ms since 1970: a database has it, or is of another version. */
  newest: number
  /** Whether it is there, as far as it is known: of a further banca. */
  presence: Presence
  /** What moves money: sales, payments, awards and the session check in front of them. */
  money: Store
  /** Lists, records and the session check of all that moves no money. */
  lists: Store
  /** Reports and key figures, where no replica has them. */
  reports: Store
  /** Exports, which hold a connection for as long as a download takes. */
  files: Store
  /** Where reports and their exports are read instead, while it is there. */
  replica: Replica | null
  /** What the clock asks for, and recalculations. */
  jobs: Store
  /** For what must be written although the call's transaction fails: connections of its own, so that it never waits for one. */
  aside: Executor
  /** Files that lie elsewhere than in the database, where there is such a place. */
  objects: ObjectStore | null
  close(): Promise<void>
}

export class Databases {
  readonly all: readonly Database[]
  readonly main: Database

  /**
   * The first is the main banca's, without which nothing works; the others may be away (`presence`). `newest` is each one's;
   * who asks for no other banca's needs none. `objects` is the store in which each keeps its files, where there is one.
   */
  constructor(
    configs: readonly DatabaseConfig[],
    { newest = 0, objects = null }: { newest?: number; objects?: ObjectsConfig | null } = {},
  ) {
    this.all = configs.map((config, place) => ({
      ...open(config, newest, place > 0),
      objects: objects ? new ObjectStore(objects, config.key) : null,
    }))
    const [first] = this.all
    if (!first) throw new Error('at least one database is needed')
    this.main = first
  }

  find(key: string | undefined): Database | undefined {
    return this.all.find((one) => one.key === key)
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((one) => one.close()))
  }
}

/** What nobody waits for to the second takes one core each, however many there are. */
const modest = { max_parallel_workers_per_gather: '0' }
/** A replica that stops without its connections ending must not hold its readers: somewhat longer than a statement may take. */
const pastTimeoutMs = 5_000

function open(
  { key, url, reports_url }: DatabaseConfig,
  newest: number,
  isFurther: boolean,
): Omit<Database, 'objects'> {
  const pools: Pool[] = []
  const pool =
    (at: string) =>
    (name: string, max: number, options: PoolOptions = {}) => {
      const made = createPool(at, { name: `${key}/${name}`, max, ...options })
      pools.push(made)
      return made
    }
  const own = pool(url)
  const aside = executor(own('aside', connections.aside))
  const store = (name: string, max: number, options?: PoolOptions): Store => {
    const made = own(name, max, options)
    return { pool: made, db: executor(made), aside }
  }
  const reporting = { statement_timeout_ms: 30_000, settings: modest }
  const reports = store('reports', connections.reports, reporting)
  const files = store('files', connections.files, { settings: modest })
  const following = (at: string): Replica => {
    const there = pool(at)
    const others = executor(there('aside', 1, { patience_ms: pastTimeoutMs, answer_timeout_ms: pastTimeoutMs }))
    const share = (name: string, max: number, options: PoolOptions): Store => {
      const { statement_timeout_ms = 60_000 } = options
      const made = there(name, max, { ...options, answer_timeout_ms: statement_timeout_ms + pastTimeoutMs })
      return { pool: made, db: executor(made), aside: others }
    }
    return new Replica({ reports, files }, there, {
      reports: share('reports', connections.reports, reporting),
      files: share('files', connections.files, { settings: modest }),
    })
  }
  const replica = reports_url ? following(reports_url) : null
  const presence = new Presence(isFurther ? () => aside.one(sql`SELECT 1`) : undefined)
  return {
    key,
    newest,
    presence,
    ...store('work', connections.work),
    money: store('money', connections.money),
    lists: store('lists', connections.lists, { statement_timeout_ms: 15_000, settings: modest }),
    reports,
    files,
    replica,
    jobs: store('jobs', connections.jobs, { settings: modest }),
    close: async () => {
      presence.close()
      replica?.close()
      await Promise.all(pools.map((one) => one.end()))
    },
  }
}
