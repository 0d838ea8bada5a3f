/**
 * What the clock asks for: weeks that changed are settled, draws of the days ahead with their pollas, pollas whose draws are all done,
 * prizes nobody came for, partitions of the months ahead, the seal on the audit log, old keys and sessions
 * swept.
 */
import { sql } from 'drizzle-orm'
import { addDays, inZone } from '@contract/values/dates.ts'
import { ensurePartitions } from './migrations/partitions.ts'
import { sealAudit } from './platform/audit/chain.ts'
import { transaction } from './platform/db/connect.ts'
import type { Database } from './platform/db/databases.ts'
import type { Job } from './platform/jobs/jobs.ts'
import { drawDaysAhead, ensureDraws } from './rules/draws/generate.ts'
import { expireTickets } from './rules/pay/expire.ts'
import { ensurePollaRounds } from './rules/polla/rounds.ts'
import { settlePollas } from './rules/polla/settle.ts'
import { settlePending } from './rules/settlement/settle.ts'

export const jobs: readonly Job[] = [
  { name: 'draws', every_seconds: 600, run: makeDraws },
  { name: 'settlement', every_seconds: 15, run: ({ pool }) => settlePending(pool) },
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
