/** Tickets, lines, ledger entries and postings lie in one partition per month of their business day. */
import { sql } from 'drizzle-orm'
import type { Executor } from '../platform/db/connect.ts'

/** How full a page is made at first: tickets and lines are changed once or twice, and then find room beside themselves. */
const fill = { tickets: 85, ticket_lines: 80, ledger_entries: 100, ledger_postings: 100 } as const
const partitioned = Object.keys(fill) as (keyof typeof fill)[]

function monthStart(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

/**
 * As one statement, so that it is a transaction on whatever it runs. Making a partition of a table locks out all who
 * read it, attaching one nobody: only the months are made one at a time. What it still has to wait for it gives up soon.
 */
const create = (name: string, table: keyof typeof fill, from: string, to: string) => `DO $$ BEGIN
  PERFORM set_config('lock_timeout', '2s', true);
  LOCK TABLE ONLY ${table} IN SHARE UPDATE EXCLUSIVE MODE;
  IF to_regclass('${name}') IS NULL THEN
    CREATE TABLE ${name} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE) WITH (fillfactor = ${fill[table]});
    ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}');
  END IF;
END $$`

/**
 * Creates what is missing from `months_back` before `around` to `months_ahead` after it. Idempotent, and nobody waits
 * for it: where a lock is not to be had within two seconds it throws, and what was made until then stays.
 */
export async function ensurePartitions(
  db: Executor,
  around: Date,
  { months_back, months_ahead }: { months_back: number; months_ahead: number },
): Promise<void> {
  const existing = new Set(
    (
      await db.rows<{ name: string }>(sql`SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = 'r'`)
    ).map((row) => row.name),
  )
  for (let offset = -months_back; offset <= months_ahead; offset++) {
    const from = monthStart(around.getUTCFullYear(), around.getUTCMonth() + offset)
    const to = monthStart(around.getUTCFullYear(), around.getUTCMonth() + offset + 1)
    for (const table of partitioned) {
      const name = `${table}_${from.slice(0, 7).replace('-', '_')}`
      if (existing.has(name)) continue
      await db.run(sql.raw(create(name, table, from, to)))
    }
  }
}
