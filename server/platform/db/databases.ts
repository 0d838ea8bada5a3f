/** The bancas this server answers for: each has a database of its own, named by a short key. */
import { createPool, executor, type Executor, type Pool } from './connect.ts'

export interface DatabaseConfig {
  /** Prefix of its tokens and value of `db-identifier`: letters and digits. */
  key: string
  url: string
  /** A streaming replica for reports and KPIs. */
  reports_url?: string
}

export interface Database {
  key: string
  pool: Pool
  /** The replica's pool where there is one: reports, key figures and exports read from it. */
  reports_pool: Pool
  db: Executor
  reports: Executor
  /** For what must be written although the call's transaction fails; its own few connections, so that it never waits for one. */
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

function open({ key, url, reports_url }: DatabaseConfig): Database {
  const pool = createPool(url)
  const replica = reports_url ? createPool(reports_url) : undefined
  const aside = createPool(url, { max: 3 })
  return {
    key,
    pool,
    reports_pool: replica ?? pool,
    db: executor(pool),
    reports: executor(replica ?? pool),
    aside: executor(aside),
    close: async () => {
      await Promise.all([pool.end(), replica?.end(), aside.end()])
    },
  }
}
