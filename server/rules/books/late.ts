/**
 * Entries of closed weeks that their closing did not see. Looked for from its hour on: an entry says when its call came,
 * which no transaction outlives by as long as this. Almost all of them are of a day that was over by then
 * (`backdated_entries`, kept by a trigger of the journal); the others came in the last hour of the week.
 */
import { sql, type SQL } from 'drizzle-orm'

/**
 * Rows (through, day, id, xid): entries that may be late for those of `books` (through, cut, closed_at) that are closed
 * through that Sunday.
 */
export const lateEntry = (books: SQL): SQL => sql`(
  WITH closed AS MATERIALIZED (
    SELECT books.through, min(books.closed_at) - interval '1 hour' AS since,
      (books.through + 1)::timestamp AT TIME ZONE banca.zone AS week_end
    FROM ${books} books CROSS JOIN banca
    WHERE books.cut IS NOT NULL
    GROUP BY books.through, banca.zone
  )
  SELECT closed.through, entry.day, entry.id, entry.xid
  FROM closed
  JOIN backdated_entries backdated ON backdated.created_at >= closed.since AND backdated.day <= closed.through
  JOIN ledger_entries entry ON entry.day = backdated.day AND entry.id = backdated.entry_id
  UNION ALL
  SELECT closed.through, entry.day, entry.id, entry.xid
  FROM closed
  JOIN ledger_entries entry ON entry.created_at >= closed.since AND entry.created_at < closed.week_end AND entry.day <= closed.through
  WHERE closed.since < closed.week_end AND NOT EXISTS (
    SELECT 1 FROM backdated_entries backdated WHERE backdated.created_at = entry.created_at AND backdated.day = entry.day
      AND backdated.entry_id = entry.id)
)`
