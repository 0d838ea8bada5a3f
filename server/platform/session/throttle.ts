/**
 * Guessing is slowed, and nobody is kept out by the guesses of others. Tries are counted by account and
 * address together and by address; past a threshold each further one must wait, at most a minute. An account
 * tried from many addresses leaves each of them fewer tries, never none: the right password from an address
 * that guessed nothing gets in. A device that signed in before is counted by itself alone.
 */
import { normalizeIP } from '@fastify/rate-limit'
import { sql } from 'drizzle-orm'
import type { Executor } from '../db/connect.ts'
import { Problem } from '../http/problem.ts'

const longestWait = 60
const forgetAfter = '15 minutes'
/** Tries of one account from one address before it waits, and while the account is tried from everywhere. */
const freeTries = 5
const freeUnderAttack = 2
/** Tries of one account from wherever, within `forgetAfter`, that are nobody's forgetfulness any more. */
const attack = 20

/** Who tries: a known device by its id, a session that changes its password by its user's, anybody else by account and address. */
export type Trying = { device: string; username: string } | { user_id: number } | { username: string; ip: string }

interface Counter {
  key: string
  free: number
}

/** The counters that may refuse a try. An address of the sixth version is its network: one caller has all of it. */
function countersOf(trying: Trying, free: number): Counter[] {
  if ('device' in trying) return [{ key: `device:${trying.device}|${trying.username}`, free: freeTries }]
  if ('user_id' in trying) return [{ key: `own:${trying.user_id}`, free: freeTries }]
  const network = normalizeIP(trying.ip)
  return [
    { key: `both:${trying.username}|${network}`, free },
    { key: `ip:${network}`, free: 60 },
  ]
}

/** Counts this try before the password is looked at, so that guesses side by side are counted too. Throws `too_many_requests`. */
export async function countAttempt(db: Executor, trying: Trying): Promise<void> {
  const tried = 'ip' in trying ? await countAccount(db, trying.username) : 0
  for (const { key, free } of countersOf(trying, tried > attack ? freeUnderAttack : freeTries)) {
    const admitted = await db.run(sql`
      INSERT INTO sign_in_failures AS f (key, failures, last_at) VALUES (${key}, 1, now())
      ON CONFLICT (key)
        DO UPDATE SET failures = CASE
          WHEN f.last_at < now() - ${forgetAfter}::interval THEN 1 ELSE least(f.failures + 1, 1000)
        END, last_at = now()
      WHERE f.failures < ${free}
        OR f.last_at < now() - make_interval(secs => least(power(2, least(f.failures - ${free}, 10)), ${longestWait}))`)
    if (admitted === 0) throw new Problem('too_many_requests', { headers: { 'retry-after': String(longestWait) } })
  }
}

/** How often strangers have tried this account lately, this time included. */
async function countAccount(db: Executor, username: string): Promise<number> {
  const row = await db.one<{ failures: number }>(sql`
    INSERT INTO sign_in_failures AS f (key, failures, last_at) VALUES (${accountKey({ username })}, 1, now())
    ON CONFLICT (key)
      DO UPDATE SET failures = CASE
        WHEN f.last_at < now() - ${forgetAfter}::interval THEN 1 ELSE least(f.failures + 1, 1000)
      END, last_at = now()
    RETURNING failures`)
  return row!.failures
}

/**
 * Takes this try back and leaves those of before: it was right, but for an account of another banca, which only shares its
 * name with the one that was guessed at.
 */
export async function takeBackAttempt(db: Executor, trying: { username: string; ip: string }): Promise<void> {
  await lessOne(db, [...countersOf(trying, freeTries).map(({ key }) => key), accountKey(trying)])
}

const accountKey = ({ username }: { username: string }) => `user:${username}`

async function lessOne(db: Executor, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    await db.run(sql`UPDATE sign_in_failures SET failures = greatest(failures - 1, 0) WHERE key = ${key}`)
}

/** A good sign-in clears what counted against whoever tried, and its own marks on the counters it shares. */
export async function forgetAttempts(db: Executor, trying: Trying): Promise<void> {
  const [own, ...shared] = countersOf(trying, freeTries).map(({ key }) => key)
  await db.run(sql`DELETE FROM sign_in_failures WHERE key = ${own}`)
  if ('ip' in trying) await lessOne(db, [...shared, accountKey(trying)])
}
