/**
 * Indexes of tables that lie in months. A migration makes one `ON ONLY` the table, at once; each month that was there
 * gets its part here, made beside those who sell, however many rows it has.
 */
import { sql } from 'drizzle-orm'
import type { Executor } from '../platform/db/connect.ts'

/** Nobody waits longer than this behind the joining of a month's part to the whole. */
const lock_ms = 2_000

interface Lacking {
  index: string
  /** The index as it was made, from its method on. */
  using: string
  month: string
  /** How the month's part is called. */
  part: string
}

/**
 * Makes what months lack. One that was interrupted is gone on with. @throws the database's 55P03 where somebody held a
 * month's part for too long: what was made until then stays.
 */
export async function completeIndexes(db: Executor): Promise<void> {
  const lacking = await db.rows<Lacking>(sql`
    SELECT whole.relname AS index, substring(pg_get_indexdef(whole.oid) FROM ' USING .*$') AS using, month.relname AS month,
      month.relname || substring(whole.relname FROM length(parent.relname) + 1) AS part
    FROM pg_index made
    JOIN pg_class whole ON whole.oid = made.indexrelid AND whole.relkind = 'I' AND NOT made.indisvalid
    JOIN pg_class parent ON parent.oid = made.indrelid
    JOIN pg_inherits within ON within.inhparent = parent.oid
    JOIN pg_class month ON month.oid = within.inhrelid
    WHERE NOT EXISTS (
      SELECT 1 FROM pg_inherits joined JOIN pg_index own ON own.indexrelid = joined.inhrelid
      WHERE joined.inhparent = whole.oid AND own.indrelid = month.oid
    ) ORDER BY 1, 3`)
  for (const { index, using, month, part } of lacking) {
    await db.run(sql`DROP INDEX CONCURRENTLY IF EXISTS ${sql.identifier(part)}`)
    await db.run(sql`CREATE INDEX CONCURRENTLY ${sql.identifier(part)} ON ${sql.identifier(month)} ${sql.raw(using)}`)
    await db.run(
      sql.raw(`DO $$ BEGIN
        PERFORM set_config('lock_timeout', '${lock_ms}', true);
        ALTER INDEX "${index}" ATTACH PARTITION "${part}";
      END $$`),
    )
  }
}
