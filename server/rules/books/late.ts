/**
 * Entries of closed weeks that their closing did not see. Looked for from its hour on: an entry says when its call came,
 * which no transaction outlives by as long as this. Almost all of them are of a day that was over by then
 * (`backdated_entries`, kept by a trigger of the journal); the others came in the last hour of the week.
 */
import { sql, type SQL } from 'drizzle-orm'

/**
 * Rows (through, day, xid, account_id, amount): what such entries posted to which account, of those that may be late for
 * the `books` (through, cut, closed_at) that are closed through that Sunday. Whether one is, its book's cut says
 * (`cameLate`).
 */
export const latePosting = (books: SQL): SQL => sql`(
  WITH closed AS MATERIALIZED (
    SELECT books.through, min(books.closed_at) - interval '1 hour' AS since,
      min(pg_snapshot_xmin(books.cut)::text::bigint)::text::xid8 AS unseen_from,
      (books.through + 1)::timestamp AT TIME ZONE banca.zone AS week_end
    FROM ${books} books CROSS JOIN banca
    WHERE books.cut IS NOT NULL
    GROUP BY books.through, banca.zone
  ), late AS (
    SELECT closed.through, backdated.day, backdated.entry_id, backdated.xid
    FROM closed
    JOIN backdated_entries backdated ON backdated.created_at >= closed.since AND backdated.day <= closed.through
      AND backdated.xid >= closed.unseen_from
    UNION ALL
    SELECT closed.through, entry.day, entry.id, entry.xid
    FROM closed
    JOIN ledger_entries entry ON entry.day = closed.through AND entry.created_at >= closed.since AND entry.created_at < closed.week_end
      AND entry.xid >= closed.unseen_from
    WHERE closed.since < closed.week_end
  )
  SELECT late.through, late.day, late.xid, posting.account_id, posting.amount
  FROM late
  -- Looked up for each of the few: OFFSET keeps the planner from reading the postings of all months for them.
  CROSS JOIN LATERAL (
    SELECT written.account_id, written.amount FROM ledger_postings written
    WHERE written.day = late.day AND written.entry_id = late.entry_id
    OFFSET 0
  ) posting
)`

/** A row of `latePosting` is late for an `account` (through, cut) to which it posted. */
export const cameLate = (posting: SQL, account: SQL): SQL =>
  sql`${posting}.through = ${account}.through AND NOT pg_visible_in_snapshot(${posting}.xid, ${account}.cut)`
