/**
 * Work the clock asks for, once whichever of several instances takes it: draws of the days ahead with
 * their pollas, pollas whose draws are all done, prizes nobody came for, partitions of the months ahead,
 * the seal on the audit log, old keys and sessions swept.
 */
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { addDays, inZone } from '@contract/values/dates.ts'
import { sealAudit } from '../audit/chain.ts'
import { transaction } from '../db/connect.ts'
import type { Database } from '../db/databases.ts'
import { ensurePartitions } from '../db/partitions.ts'
import { drawDaysAhead, ensureDraws } from '../../rules/draws/generate.ts'
import { ensurePollaRounds } from '../../rules/polla/rounds.ts'
import { settlePollas } from '../../rules/polla/settle.ts'
import { expireTickets } from '../../entities/tickets/expire.ts'

interface Job {
  name: string
  every_seconds: number
  run(database: Database): Promise<void>
}

const jobs: readonly Job[] = [
  { name: 'draws', every_seconds: 600, run: makeDraws },
  {
    name: 'polla',
    every_seconds: 10,
    run: async (database) => {
      await settlePollas(database)
    },
  },
  {
    name: 'expire',
    every_seconds: 600,
    run: async ({ pool }) => {
      await expireTickets(pool, new Date())
    },
  },
  {
    name: 'partitions',
    every_seconds: 3_600,
    run: (database) => ensurePartitions(database.db, new Date(), { months_back: 1, months_ahead: 3 }),
  },
  {
    name: 'audit-seal',
    every_seconds: 15,
    run: async (database) => {
      await sealAudit(database.pool)
    },
  },
  { name: 'sweep', every_seconds: 3_600, run: sweep },
]

async function makeDraws(database: Database): Promise<void> {
  const banca = await database.db.one<{ zone: string }>(sql`SELECT zone FROM banca`)
  if (!banca) return
  const today = inZone(new Date(), banca.zone).day
  await transaction(database.pool, async (tx) => {
    await ensureDraws(tx, today, addDays(today, drawDaysAhead))
    await ensurePollaRounds(tx, today, addDays(today, drawDaysAhead))
  })
}

/** A key is kept for a week: longer than any terminal repeats a call. */
async function sweep({ db }: Database): Promise<void> {
  await db.run(sql`DELETE FROM idempotency_keys WHERE created_at < now() - interval '7 days'`)
  await db.run(sql`DELETE FROM session_families WHERE expires_at < now() - interval '7 days'`)
  await db.run(sql`DELETE FROM sign_in_failures WHERE last_at < now() - interval '1 day'`)
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
export function startJobs(databases: readonly Database[], log: FastifyBaseLogger): () => Promise<void> {
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
