/** What assignments moved: each partner that stands in one of the two lines, and not in both, owes more or less by it. */
import { sql, type SQL } from 'drizzle-orm'

/** Rows (partner_id, currency, day, amount) of each assignment of `which`, a condition on `assignments`: positive is owed more. */
export const assignedSteps = (which: SQL): SQL => sql`
  SELECT moved.partner_id, moved.currency, moved.day, sum(moved.amount) AS amount FROM (
    SELECT unnest(to_line) AS partner_id, currency, id, day, amount FROM assignments WHERE ${which}
    UNION ALL
    SELECT unnest(from_line), currency, id, day, -amount FROM assignments WHERE ${which}
  ) moved GROUP BY 1, 2, 3, moved.id`

/** Rows (partner_id, currency, amount) of all of them together. */
export const assigned = (which: SQL): SQL => sql`
  SELECT step.partner_id, step.currency, sum(step.amount) AS amount FROM (${assignedSteps(which)}) step GROUP BY 1, 2`
