/** Notes which weeks have to be settled again, in the transaction that changed their sums. */
import { sql, type SQL } from 'drizzle-orm'

/** A common table expression, `noted`, that notes the units of rows `office_id, day, currency, product_id, rate_id` for the next settling. */
export function noteCte(rows: SQL): SQL {
  return sql`
    noted AS (
      INSERT INTO unsettled (agency_id, currency, product_id, rate_id, week)
      SELECT DISTINCT o.father_id, r.currency, r.product_id, r.rate_id, week_of(r.day) FROM (${rows}) r JOIN partners o ON o.id = r.office_id
    )`
}
