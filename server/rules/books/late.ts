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
      min(pg_snapshot_xmin(books.cut)::text::bigint)::text::xid8 AS unseen_from,
      (books.through + 1)::timestamp AT TIME ZONE banca.zone AS week_end
    FROM ${books} books CROSS JOIN banca
    WHERE books.cut IS NOT NULL
    GROUP BY books.through, banca.zone
  )
  SELECT closed.through, entry.day, entry.id, entry.xid
  FROM closed
  -- Looked up from their hour on: OFFSET keeps the planner from reading all of them, and months of entries, for a few.
  CROSS JOIN LATERAL (
    SELECT written.day, written.id, written.xid
    FROM backdated_entries backdated
    JOIN ledger_entries written ON written.day = backdated.day AND written.id = backdated.entry_id
    WHERE backdated.created_at >= closed.since AND backdated.day <= closed.through AND written.xid >= closed.unseen_from
    OFFSET 0
  ) entry
  UNION ALL
  SELECT closed.through, entry.day, entry.id, entry.xid
  FROM closed
  JOIN ledger_entries entry ON entry.created_at >= closed.since AND entry.created_at < closed.week_end AND entry.day <= closed.through
  WHERE closed.since < closed.week_end AND NOT EXISTS (
    SELECT 1 FROM backdated_entries backdated WHERE backdated.created_at = entry.created_at AND backdated.day = entry.day
      AND backdated.entry_id = entry.id)
)`
