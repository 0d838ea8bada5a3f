/** Work the clock asks for, once whichever of several instances takes it. What there is to do, the caller says. */
import { setMaxListeners } from 'node:events'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Store } from '../db/databases.ts'
import { isLost } from '../db/lost.ts'
import { logLost } from '../lost-log.ts'

export interface Job {
  name: string
  every_seconds: number
  /** On connections that only jobs use; `bancas` are all of this server. Long work ends when `closing` says that it does. */
  run(jobs: Store, database: Database, closing: AbortSignal, bancas: readonly Database[]): Promise<void>
}

/** Runs what is due, if no other instance did since. */
async function runDue(
  database: Database,
  job: Job,
  log: FastifyBaseLogger,
  closing: AbortSignal,
  bancas: readonly Database[],
): Promise<void> {
  const { key, jobs, aside } = database
  const due = await aside.run(sql`
    INSERT INTO jobs AS j (name, last_run_at) VALUES (${job.name}, now())
    ON CONFLICT (name) DO UPDATE SET last_run_at = now() WHERE j.last_run_at < now() - make_interval(secs => ${job.every_seconds})`)
  if (due === 0) return
  try {
    await job.run(jobs, database, closing, bancas)
  } catch (error) {
    if (isLost(error)) logLost(log, error)
    else log.error({ err: error, job: job.name, database: key }, 'job failed')
    await aside.run(
      sql`
        UPDATE jobs
        SET last_error = ${String(error)}, last_run_at = now() - make_interval(secs => ${job.every_seconds} / 2)
        WHERE name = ${job.name}`,
    )
  }
}

/** One job of one banca: looked at again only when its last run is over, whatever the others do meanwhile. */
function alone(
  run: () => Promise<void>,
  { presence }: Database,
  log: FastifyBaseLogger,
): { look(): void; ended(): Promise<void> } {
  let running: Promise<void> | undefined
  return {
    look: () => {
      if (presence.isAway) return
      running ??= run()
        .catch((error: unknown) => {
          presence.noteFault(error)
          if (isLost(error)) logLost(log, error)
          else log.error({ err: error }, 'clock')
        })
        .finally(() => {
          running = undefined
        })
    },
    ended: async () => running,
  }
}

/**
 * Starts the clock, which leaves a database that is away alone until it is back; answers how to stop it, which waits
 * for what is running.
 */
export function startJobs(
  jobs: readonly Job[],
  databases: readonly Database[],
  log: FastifyBaseLogger,
  every_ms = 5_000,
): () => Promise<void> {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  const each = databases.flatMap((database) =>
    jobs.map((job) => alone(() => runDue(database, job, log, closing.signal, databases), database, log)),
  )
  const tick = () => {
    for (const one of each) one.look()
  }
  const timer = setInterval(tick, every_ms)
  tick()
  return async () => {
    clearInterval(timer)
    closing.abort()
    await Promise.all(each.map((one) => one.ended()))
  }
}
