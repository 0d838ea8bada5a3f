/** A seed fills an empty database or none: it refuses one with data, and clears what an interrupted seed left. */
import { sql } from 'drizzle-orm'
import { executor, type Pool } from '../platform/db/connect.ts'
import { locks } from '../platform/db/locks.ts'

/** One Spanish sentence for the person at the terminal. */
export class SeedRefused extends Error {}

/** The row that says whether a seed was finished. */
const job = 'demo'

/** Tables of one row, which migrations begin: what sales, the sealing of the log, the alarms and the balances rest on. */
const begun = ['rules_version', 'audit_seals', 'alarm_settings', 'balances_through']

/** Removes every row of every table; what migrations made stays, and what they began begins again. */
async function wipe(pool: Pool): Promise<void> {
  const db = executor(pool)
  const tables = await db.rows<{ name: string }>(sql`
    SELECT quote_ident(relname) AS name
    FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`)
  await db.run(sql.raw(`TRUNCATE ${tables.map((one) => one.name).join(', ')} RESTART IDENTITY CASCADE`))
  for (const one of begun) await db.run(sql`INSERT INTO ${sql.identifier(one)} DEFAULT VALUES`)
  await db.run(sql`SELECT setval('ticket_ids', 1, false), setval('ledger_entry_ids', 1, false)`)
}

/**
 * Takes the database for a seed. Throws a SeedRefused when another seed is at work or, unless
 * `reset`, when there are data. Answers what gives the database back.
 */
export async function beginSeed(pool: Pool, reset: boolean): Promise<() => Promise<void>> {
  const client = await pool.connect()
  const holder = executor(client)
  const release = async () => {
    await holder.run(sql`SELECT pg_advisory_unlock(${locks.seed}::bigint)`).catch(() => undefined)
    client.release()
  }
  try {
    const lock = await holder.one<{ taken: boolean }>(sql`SELECT pg_try_advisory_lock(${locks.seed}::bigint) AS taken`)
    if (!lock?.taken) throw new SeedRefused('Otro proceso está cargando datos de demostración en esta base de datos.')
    const found = await holder.one<{ filled: boolean; unfinished: boolean }>(sql`
      SELECT EXISTS (SELECT 1 FROM partners) OR EXISTS (SELECT 1 FROM users) AS filled,
        EXISTS (SELECT 1 FROM jobs WHERE name = ${job} AND last_run_at IS NULL) AS unfinished`)
    if (found?.filled && !found.unfinished && !reset) {
      throw new SeedRefused(
        'La base de datos ya tiene datos: los de demostración solo se cargan en una vacía. ' +
          'Para borrar todo y empezar de nuevo, agregue --reset.',
      )
    }
    if (found?.filled || found?.unfinished) await wipe(pool)
    await holder.run(sql`INSERT INTO jobs (name) VALUES (${job}) ON CONFLICT (name) DO UPDATE SET last_run_at = NULL`)
    return release
  } catch (error) {
    await release()
    throw error
  }
}

/** Says that the seed is whole. */
export async function finishSeed(pool: Pool): Promise<void> {
  await executor(pool).run(sql`UPDATE jobs SET last_run_at = now() WHERE name = ${job}`)
}
