/**
 * Entries of closed weeks that their closing did not see. Looked for from its hour on: an entry says when its call came,
 * which no transaction outlives by as long as this.
 */
import { sql, type SQL } from 'drizzle-orm'

/** Rows of `ledger_entries` that may be late for some of `books` (through, closed_at): of a closed day, and written since. */
export const lateEntry = (books: SQL): SQL => sql`(
  SELECT entry.day, entry.id, entry.xid, entry.created_at FROM ledger_entries entry
  WHERE entry.day <= (SELECT max(through) FROM ${books} WHERE cut IS NOT NULL)
    AND entry.created_at >= (SELECT min(closed_at) - interval '1 hour' FROM ${books} WHERE cut IS NOT NULL)
    AND entry.xid >= (SELECT pg_snapshot_xmin(cut) FROM ${books} WHERE cut IS NOT NULL ORDER BY 1 LIMIT 1))`
