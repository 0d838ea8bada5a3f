/** What assignments moved: each partner that stands in one of the two lines, and not in both, owes more or less by it. */
import { sql, type SQL } from 'drizzle-orm'

/** Rows (partner_id, currency, amount) of the assignments that `which` (a condition on `assignments`) says; positive is owed more. */
export const assigned = (which: SQL): SQL => sql`
  SELECT moved.partner_id, moved.currency, sum(moved.amount) AS amount FROM (
    SELECT unnest(to_line) AS partner_id, currency, amount FROM assignments WHERE ${which}
    UNION ALL
    SELECT unnest(from_line), currency, -amount FROM assignments WHERE ${which}
  ) moved GROUP BY 1, 2`
