/** Work the clock asks for, once whichever of several instances takes it. What there is to do, the caller says. */
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/databases.ts'

export interface Job {
  name: string
  every_seconds: number
  run(database: Database): Promise<void>
}

/** Runs what is due, if no other instance did since. */
async function runDue(database: Database, job: Job, log: FastifyBaseLogger): Promise<void> {
  const due = await database.aside.run(sql`
    INSERT INTO jobs AS j (name, last_run_at) VALUES (${job.name}, now())
    ON CONFLICT (name) DO UPDATE SET last_run_at = now() WHERE j.last_run_at < now() - make_interval(secs => ${job.every_seconds})`)
  if (due === 0) return
  try {
    await job.run(database)
  } catch (error) {
    log.error({ err: error, job: job.name, database: database.key }, 'job failed')
    await database.aside.run(
      sql`UPDATE jobs SET last_error = ${String(error)}, last_run_at = now() - make_interval(secs => ${job.every_seconds} / 2) WHERE name = ${job.name}`,
    )
  }
}

/** Starts the clock; answers how to stop it, which waits for what is running. */
export function startJobs(
  jobs: readonly Job[],
  databases: readonly Database[],
  log: FastifyBaseLogger,
): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  const tick = () => {
    if (busy) return
    busy = true
    running = Promise.all(
      databases.flatMap((database) =>
        jobs.map((job) => runDue(database, job, log).catch((error: unknown) => log.error({ err: error }, 'clock'))),
      ),
    ).finally(() => {
      busy = false
    })
  }
  const timer = setInterval(tick, 5_000)
  tick()
  return async () => {
    clearInterval(timer)
    await running
  }
}
