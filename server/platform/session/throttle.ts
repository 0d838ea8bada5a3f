/**
 * Guessing is slowed, never locked out for good: attempts are counted by account and address together,
 * by account, and by address; past a threshold each further one must wait, at most a minute.
 */
import { sql } from 'drizzle-orm'
import type { Executor } from '../db/connect.ts'
import { Problem } from '../http/problem.ts'

const longestWait = 60
const forgetAfter = '15 minutes'

/** Counts this attempt before the password is looked at, so that guesses side by side are counted too. Throws `too_many_requests`. */
export async function countAttempt(db: Executor, username: string, ip: string): Promise<void> {
  const limits = [
    [`both:${username}|${ip}`, 5],
    [`user:${username}`, 20],
    [`ip:${ip}`, 60],
  ] as const
  for (const [key, free] of limits) {
    const admitted = await db.run(sql`
      INSERT INTO sign_in_failures AS f (key, failures, last_at) VALUES (${key}, 1, now())
      ON CONFLICT (key) DO UPDATE SET failures = CASE WHEN f.last_at < now() - ${forgetAfter}::interval THEN 1 ELSE least(f.failures + 1, 1000) END, last_at = now()
      WHERE f.failures < ${free} OR f.last_at < now() - make_interval(secs => least(power(2, least(f.failures - ${free}, 10)), ${longestWait}))`)
    if (admitted === 0) throw new Problem('too_many_requests', { headers: { 'retry-after': String(longestWait) } })
  }
}

/** A good sign-in clears what counted against this account from this address, and its own marks on the others. */
export async function forgetAttempts(db: Executor, username: string, ip: string): Promise<void> {
  await db.run(sql`DELETE FROM sign_in_failures WHERE key = ${`both:${username}|${ip}`}`)
  await db.run(
    sql`UPDATE sign_in_failures SET failures = greatest(failures - 1, 0) WHERE key IN (${`user:${username}`}, ${`ip:${ip}`})`,
  )
}
