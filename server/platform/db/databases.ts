/**
 * The bancas this server answers for: each has a database of its own, named by a short key. Its connections
 * are in pools by what they are for, so that no work can take those of another: a sale never waits for a
 * list, a list never for a report.
 */
import { createPool, executor, type Executor, type Pool, type PoolOptions } from './connect.ts'

export interface DatabaseConfig {
  /** Prefix of its tokens and value of `db-identifier`: letters and digits. */
  key: string
  url: string
  /** A streaming replica for reports and KPIs. */
  reports_url?: string
}

/**
 * Connections of one banca that an instance opens at most, 37 in all. Those of `money` and `lists` are more
 * than the calls that have a turn at them (`platform/http/lanes.ts`): the session check comes before a turn.
 */
export const connections = { money: 10, work: 6, lists: 6, reports: 4, files: 3, jobs: 5, aside: 3 } as const

/** A pool, and statements of their own over it. */
export interface Store {
  pool: Pool
  db: Executor
  /** Another way to the same server, never long in use: ends what the pool's connections are doing. */
  aside: Executor
}

export interface Database extends Store {
  key: string
  /** What moves money: sales, payments, awards and the session check in front of them. */
  money: Store
  /** Lists, records and the session check of all that moves no money. */
  lists: Store
  /** Reports and key figures, from the replica where there is one. */
  reports: Store
  /** Exports, which hold a connection for as long as a download takes: of lists, and of reports. */
  files: { lists: Store; reports: Store }
  /** What the clock asks for, and recalculations. */
  jobs: Store
  /** For what must be written although the call's transaction fails: connections of its own, so that it never waits for one. */
  aside: Executor
  close(): Promise<void>
}

export class Databases {
  readonly all: readonly Database[]
  readonly main: Database

  constructor(configs: readonly DatabaseConfig[]) {
    this.all = configs.map(open)
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

function open({ key, url, reports_url = url }: DatabaseConfig): Database {
  const pools: Pool[] = []
  const pool = (at: string, max: number, options: PoolOptions = {}) => {
    const made = createPool(at, { max, ...options })
    pools.push(made)
    return made
  }
  const aside = executor(pool(url, connections.aside))
  const reportsAside = reports_url === url ? aside : executor(pool(reports_url, 1))
  const store = (max: number, options?: PoolOptions): Store => {
    const made = pool(url, max, options)
    return { pool: made, db: executor(made), aside }
  }
  const reporting = (max: number, options: PoolOptions): Store => {
    const made = pool(reports_url, max, options)
    return { pool: made, db: executor(made), aside: reportsAside }
  }
  const files = store(connections.files, { settings: modest })
  return {
    key,
    ...store(connections.work),
    money: store(connections.money),
    lists: store(connections.lists, { statement_timeout_ms: 15_000, settings: modest }),
    reports: reporting(connections.reports, { statement_timeout_ms: 30_000, settings: modest }),
    files: {
      lists: files,
      reports: reports_url === url ? files : reporting(connections.files, { settings: modest }),
    },
    jobs: store(connections.jobs, { settings: modest }),
    close: async () => {
      await Promise.all(pools.map((one) => one.end()))
    },
  }
}
