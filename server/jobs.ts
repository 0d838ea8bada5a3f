/**
 * What the clock asks for: weeks that changed are settled, days long past added to the balances, draws of the days
 * ahead with their pollas, pollas whose draws are all done,
 * prizes and refunds nobody came for, partitions of the months ahead, the seal on the audit log, old keys, sessions and
 * pictures nothing refers to swept, a recalculation, a file or a workbook that nobody goes on with, views sent in the morning,
 * what is left of registrations of other bancas' databases, weeks closed on Mondays, figures out of the ordinary and debts
 * that are overdue or reach a limit told to whom they concern.
 */
import { sql } from 'drizzle-orm'
import { addDays, inZone } from '@contract/values/dates.ts'
import { keepRegistrations } from './entities/cross-db/keeping.ts'
import { sweepImages } from './entities/images/sweep.ts'
import { networkWork } from './entities/network/work.ts'
import { sendMornings } from './entities/saved-views/mornings.ts'
import { sweepUploads } from './entities/updates/sweep.ts'
import { ensurePartitions } from './migrations/partitions.ts'
import { sealAudit } from './platform/audit/seal.ts'
import { filesKeptDays } from '@contract/files.ts'
import { notificationsKeptDays } from '@contract/notifications.ts'
import { transaction } from './platform/db/connect.ts'
import type { Database, Store } from './platform/db/databases.ts'
import { filesWork } from './platform/files/prepared/make.ts'
import { clockedJob } from './platform/jobs/claimed.ts'
import type { Job } from './platform/jobs/jobs.ts'
import { closeDays } from './rules/balances/close.ts'
import { notifyAlarms } from './rules/alarms/notify.ts'
import { drawDaysAhead, ensureDraws } from './rules/draws/generate.ts'
import { expireTickets } from './rules/pay/expire.ts'
import { lapseRefunds } from './rules/pay/lapse.ts'
import { ensurePollaRounds } from './rules/polla/rounds.ts'
import { tellDebts } from './rules/books/notices.ts'
import { queueMonday, weeklyClose } from './rules/books/weekly.ts'
import { recalculation } from './rules/rollups/run.ts'
import { settlePollas } from './rules/polla/settle.ts'
import { routes } from './routes.ts'
import { settlePending } from './rules/settlement/settle.ts'

export const jobs: readonly Job[] = [
  { name: 'draws', every_seconds: 600, run: makeDraws },
  { name: 'settlement', every_seconds: 15, run: ({ pool }) => settlePending(pool) },
  {
    name: 'polla',
    every_seconds: 10,
    run: async (store) => {
      await settlePollas(store)
    },
  },
  {
    name: 'expire',
    every_seconds: 600,
    run: async ({ pool }) => {
      const now = new Date()
      await expireTickets(pool, now)
      await lapseRefunds(pool, now)
    },
  },
  {
    name: 'partitions',
    every_seconds: 3_600,
    run: ({ db }) => ensurePartitions(db, new Date(), { months_back: 1, months_ahead: 3 }),
  },
  {
    name: 'audit-seal',
    every_seconds: 5,
    run: async ({ pool }) => {
      await sealAudit(pool)
    },
  },
  clockedJob(recalculation),
  clockedJob(filesWork(routes)),
  clockedJob(networkWork),
  { name: 'mondays', every_seconds: 60, run: ({ db }) => queueMonday(db, new Date()) },
  clockedJob(weeklyClose),
  { name: 'balances', every_seconds: 3_600, run: ({ pool }) => closeDays(pool) },
  { name: 'mornings', every_seconds: 60, run: ({ db }) => sendMornings(db, new Date()) },
  {
    name: 'alarms',
    every_seconds: 60,
    run: async ({ db }) => {
      await notifyAlarms(db, new Date())
    },
  },
  {
    name: 'debts',
    every_seconds: 600,
    run: async ({ pool }) => {
      await tellDebts(pool, new Date())
    },
  },
  {
    name: 'cross-db',
    every_seconds: 30,
    run: (store, _database, _closing, bancas) => keepRegistrations(store, bancas),
  },
  { name: 'sweep', every_seconds: 3_600, run: sweep },
]

async function makeDraws({ pool, db }: Store): Promise<void> {
  const banca = await db.one<{ zone: string }>(sql`SELECT zone FROM banca`)
  if (!banca) return
  const today = inZone(new Date(), banca.zone).day
  await transaction(pool, async (tx) => {
    await ensureDraws(tx, today, addDays(today, drawDaysAhead))
    await ensurePollaRounds(tx, today, addDays(today, drawDaysAhead))
  })
}

/** A key is kept for a week: longer than any terminal repeats a call. */
async function sweep({ db, pool }: Store, { objects }: Database): Promise<void> {
  await db.run(sql`DELETE FROM idempotency_keys WHERE created_at < now() - interval '7 days'`)
  await db.run(sql`DELETE FROM session_families WHERE expires_at < now() - interval '7 days'`)
  await db.run(sql`DELETE FROM call_counts WHERE minute < now() - interval '5 minutes'`)
  await db.run(sql`DELETE FROM recalculations WHERE ended_at < now() - interval '30 days'`)
  await db.run(sql`DELETE FROM files WHERE requested_at < now() - make_interval(days => ${filesKeptDays})`)
  await db.run(sql`DELETE FROM notifications WHERE at < now() - make_interval(days => ${notificationsKeptDays})`)
  await db.run(sql`DELETE FROM network_imports WHERE requested_at < now() - interval '90 days'`)
  await sweepImages(pool)
  await db.run(sql`DELETE FROM sign_in_failures WHERE last_at < now() - interval '1 day'`)
  await sweepUploads(db, objects)
}
